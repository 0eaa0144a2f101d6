// SPDX-License-Identifier: MIT
// Points that look for triangles: reading them, their distances from boxes and from the triangles
// of a leaf, and writing what they found.
#ifndef LBX_CLOSEST_LEAF_H
#define LBX_CLOSEST_LEAF_H

#include "../../kernels/api/operand.h"
#include "../../kernels/math/near_point.h"
#include "../closest_job.h"
#include "../signs.h"
#include "nodes.h"

// No triangle of a box is nearer than the best one, or as near, if the square of the box's distance
// is more than best * (1 + CLOSEST_PAD) + CLOSEST_FLOOR * (the tree's largest coordinate)^2 +
// CLOSEST_LEAST. The same holds of a triangle beyond a plane of that distance, if its leaf is no
// longer than CLOSEST_LONG times the distance of the best one. See numerics.md.
#define CLOSEST_PAD 0x1p-16f
#define CLOSEST_FLOOR 0x1p-43f
#define CLOSEST_LEAST 0x1p-120f
#define CLOSEST_LONG 4.0f
#define CLOSEST_REACH 0x1p63f // at most

// A point that looks for its nearest triangle, or for all within reach. The first four floats are
// read at once.
struct near_query {
    float position[3], limit; // boxes beyond this square are left out
    float best;               // the least square so far, or the most that reach allows
    uint32_t id;              // its triangle, or LBX_NO_TRIANGLE
    uint32_t place;           // where that one is: 8 times its leaf, plus its lane
    uint32_t item;
};

// What squares of boxes are compared with.
FORCE_INLINE float limit_of(const struct lbx_closest_job *job, float best) {
    return best + (best * CLOSEST_PAD + job->floor);
}

static void find_floor(struct lbx_closest_job *job) {
    const struct lbx_aabb_header *const h = job->tree.header;
    float most = 0;
    for (int c = 0; c < 3; c++) most = fabsf(h->middle[c]) > most ? fabsf(h->middle[c]) : most;
    most += h->reach;
    job->floor = most * most * CLOSEST_FLOOR + CLOSEST_LEAST;
}

FORCE_INLINE float reach_of(const struct lbx_closest_job *job, size_t item) {
    const float reach = job->reach ? job->reach[item] : INFINITY;
    return reach < CLOSEST_REACH ? reach : reach >= CLOSEST_REACH ? CLOSEST_REACH : -1;
}

FORCE_INLINE void read_query(const struct lbx_closest_job *job, size_t item, struct near_query *q) {
    const float reach = reach_of(job, item);
    const size_t element = operand_element(job->points, item);
    bool looks = reach >= 0;
    for (unsigned c = 0; c < 3; c++) {
        q->position[c] = element_float(job->points, c, element);
        looks = looks && fabsf(q->position[c]) < INFINITY;
    }
    // No square whose root is within reach is larger.
    q->best = looks ? reach * reach * (1 + 0x1p-20f) + CLOSEST_LEAST : -INFINITY;
    q->limit = limit_of(job, q->best);
    q->id = LBX_NO_TRIANGLE;
    q->place = 0;
    q->item = (uint32_t)item;
}

// --- boxes ---

// The square of the distance of a point from a box.
FORCE_INLINE vf box_square(const vf min[3], const vf max[3], const vf point[3]) {
    vf square = vf_set(0);
    for (int c = 0; c < 3; c++) {
        const vf gap = vf_max(vf_sub(min[c], point[c]), vf_sub(point[c], max[c]));
        const vf beyond = vf_max(gap, vf_set(0));
        square = multiply_add(LANES_FUSE, beyond, beyond, square);
    }
    return square;
}

FORCE_INLINE void broadcast_point(const struct near_query *a, const struct near_query *b,
                                  vf point[3]) {
    for (int c = 0; c < 3; c++) point[c] = broadcast_two(a->position[c], b->position[c]);
}

// The squares of the distances of a point from a node's boxes, and which of them are within limit.
FORCE_INLINE uint32_t box_squares(const struct near_query *q, const struct lbx_aabb_node *node,
                                  float square[TREE_WIDTH + LANES]) {
    uint32_t near = 0;
    vf point[3];
    broadcast_point(q, q, point);
    for (unsigned part = 0; part < PARTS; part++) {
        vf min[3], max[3];
        for (int c = 0; c < 3; c++) {
            min[c] = vf_load(node->min[c] + part * STEP);
            max[c] = vf_load(node->max[c] + part * STEP);
        }
        const vf own = box_square(min, max, point);
        vf_store(square + part * STEP, own);
        near |= step_bits(vf_at_most(own, vf_set(q->limit)), part);
    }
    return near;
}

// --- leaves ---

// Whether no triangle of a leaf is as near as the best one of a point, or of two. Nothing of a
// triangle is nearer than its vertices are along the way to one of them. Where triangles are small
// beside their distance, few leaves are near by this that are not in truth.
FORCE_INLINE bool leaf_is_far(struct near_query *const q[AT_ONCE], const struct lbx_aabb_leaf *leaf,
                              const struct triangle t[PARTS]) {
    const struct near_query *const a = q[0], *const b = q[AT_ONCE - 1];
    const float best = a->best < b->best ? a->best : b->best;
    if (!(best * (CLOSEST_LONG * CLOSEST_LONG) >= leaf->longest * leaf->longest)) return false;
    const vf limit = broadcast_two(a->limit, b->limit);
    bool far = true;
    vf point[3];
    broadcast_point(a, b, point);
    for (unsigned part = 0; part < PARTS; part++) {
        vf from[3][3], along[3];
        for (int v = 0; v < 3; v++) {
            for (int c = 0; c < 3; c++) from[v][c] = vf_sub(t[part].vertex[v][c], point[c]);
            along[v] = dot_product(LANES_FUSE, from[v], from[0]);
        }
        const vf least = vf_max(vf_min(vf_min(along[0], along[1]), along[2]), vf_set(0));
        const vf square = vf_mul(least, vf_div(least, along[0]));
        far = far && all_lanes(vf_less(limit, square));
    }
    return far;
}

FORCE_INLINE void near_points_at(const struct triangle *triangle,
                                 const struct known_triangle *known, const vf point[3],
                                 struct near_points *near) {
    vf from[3][3];
    for (int v = 0; v < 3; v++) {
        for (int c = 0; c < 3; c++) from[v][c] = vf_sub(triangle->vertex[v][c], point[c]);
    }
    near_points_of(from, known, near);
}

// Whether the filter lets a point find a triangle.
FORCE_INLINE bool may_find(const struct lbx_closest_job *job, size_t item,
                           const struct lbx_aabb_leaf *leaf, unsigned k) {
    const lbx_ray_filter *const f = &job->filter;
    if (!(leaf->mask[k] & filter_entry(f, f->mask, item, UINT32_MAX))) return false;
    return !f->skip || leaf->id[k] != filter_entry(f, f->skip, item, 0);
}

// Takes a triangle: the one with the least square counts, and among equal ones the lower number.
FORCE_INLINE void take_triangle(const struct lbx_closest_job *job, struct near_query *q,
                                const struct lbx_aabb_leaf *leaf, unsigned k, float square) {
    if (square > q->best || (square == q->best && leaf->id[k] >= q->id)) return;
    if (job->filtered ? !may_find(job, q->item, leaf, k) : !leaf->mask[k]) return;
    q->best = square;
    q->limit = limit_of(job, square);
    q->id = leaf->id[k];
    q->place = (uint32_t)(leaf - job->tree.leaf) * TREE_WIDTH + k;
}

// Looks at the triangles of a leaf for `some` points, 1 or AT_ONCE; the others repeat one of these.
FORCE_INLINE void search_leaf(const struct lbx_closest_job *job,
                              struct near_query *const q[AT_ONCE], unsigned some,
                              const struct lbx_aabb_leaf *leaf, const struct triangle t[PARTS],
                              const struct known_triangle known[PARTS]) {
    const struct near_query *const a = q[0], *const b = q[AT_ONCE - 1];
    const uint32_t asked = some > 1 ? ALL_LANES : (1u << STEP) - 1;
    vf point[3];
    broadcast_point(a, b, point);
    for (unsigned part = 0; part < PARTS; part++) {
        struct near_points near;
        near_points_at(&t[part], &known[part], point, &near);
        const vf square = nearest_square(&near);
        // Lanes beyond the leaf's count repeat its first triangle.
        uint32_t left = vm_bits(vf_at_most(square, broadcast_two(a->best, b->best))) & asked;
        if (!left) continue;
        float lane[LANES];
        vf_store(lane, square);
        for (; left; left &= left - 1) {
            const unsigned l = (unsigned)__builtin_ctz(left);
            take_triangle(job, q[l / STEP % AT_ONCE], leaf, l % STEP + part * STEP, lane[l]);
        }
    }
}

// --- answers ---

// The nearest points of the triangles that LANES points found, a point a lane.
static __attribute__((noinline)) void recompute(const struct lbx_closest_job *job,
                                                const struct near_query *q, size_t n,
                                                struct nearest *nearest) {
    float at[3][LANES], corner[9][LANES];
    vf point[3];
    struct triangle triangle;
    struct known_triangle known;
    struct near_points near;
    for (size_t l = 0; l < LANES; l++) {
        const struct near_query *const own = &q[l < n ? l : 0];
        const struct lbx_aabb_leaf *const leaf = &job->tree.leaf[own->place / TREE_WIDTH];
        for (unsigned c = 0; c < 3; c++) {
            at[c][l] = own->position[c];
            for (unsigned k = 0; k < 3; k++)
                corner[3 * k + c][l] = leaf->vertex[c][k][own->place % TREE_WIDTH];
        }
    }
    for (unsigned c = 0; c < 3; c++) {
        point[c] = vf_load(at[c]);
        for (unsigned k = 0; k < 3; k++) triangle.vertex[k][c] = vf_load(corner[3 * k + c]);
    }
    know_triangle(&triangle, &known);
    near_points_at(&triangle, &known, point, &near);
    nearest_of(&near, nearest);
}

// Prefetches what the signs of these points are found by: what lies around their triangles, and the
// leaves, which other points may have replaced in the caches.
FORCE_INLINE void prefetch_signs(const struct lbx_closest_job *job, const struct near_query *q,
                                 size_t n) {
    enum { LINE = 64 };
    for (size_t l = 0; l < n && job->signs; l++) {
        const struct lbx_aabb_leaf *const leaf = &job->tree.leaf[q[l].place / TREE_WIDTH];
        if (q[l].id == LBX_NO_TRIANGLE) continue;
        prefetch(&job->signs->sign[q[l].id]);
        for (size_t k = 0; k < sizeof leaf->vertex; k += LINE)
            prefetch((const char *)leaf->vertex + k);
    }
}

// Writes what up to LANES points found.
static __attribute__((noinline)) void write_found(struct lbx_closest_job *job,
                                                  const struct near_query *q, size_t n) {
    const lbx_closest_out *const out = &job->out;
    float square[LANES], distance[LANES], u[LANES] = {0}, v[LANES] = {0};
    uint32_t feature[LANES] = {0};
    prefetch_signs(job, q, n);
    for (size_t l = 0; l < LANES; l++) square[l] = q[l < n ? l : 0].best;
    vf_store(distance, vf_sqrt(vf_load(square)));
    if (out->u || out->v || out->feature) {
        struct nearest nearest;
        recompute(job, q, n, &nearest);
        vf_store(u, nearest.u);
        vf_store(v, nearest.v);
        vf_store((float *)(void *)feature, nearest.feature);
    }
    for (size_t l = 0; l < n; l++) {
        const size_t i = q[l].item;
        const bool found = q[l].id != LBX_NO_TRIANGLE && distance[l] <= reach_of(job, i);
        job->found += found;
        if (found && job->signs && distance[l] > 0 &&
            lbx_is_behind(job->signs, &job->tree, q[l].id, q[l].position))
            distance[l] = -distance[l];
        if (out->id) out->id[i] = found ? q[l].id : LBX_NO_TRIANGLE;
        if (out->distance) out->distance[i] = found ? distance[l] : INFINITY;
        if (out->u) out->u[i] = found ? u[l] : 0;
        if (out->v) out->v[i] = found ? v[l] : 0;
        if (out->feature) out->feature[i] = found ? feature[l] : 0;
    }
}

#endif
