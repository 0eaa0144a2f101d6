// SPDX-License-Identifier: MIT
// Points that look for triangles: reading them, their distances from the boxes of a node and from
// the triangles of a leaf, and writing what they found.
#ifndef LBX_CLOSEST_LEAF_H
#define LBX_CLOSEST_LEAF_H

#include "../../kernels/api/operand.h"
#include "../../kernels/math/near_point.h"
#include "../closest_job.h"
#include "nodes.h"

// No triangle of a box is nearer than the best one, or as near, if the square of the box's distance
// is more than best * (1 + CLOSEST_PAD) + CLOSEST_FLOOR * (the tree's largest coordinate)^2 +
// CLOSEST_LEAST. See numerics.md.
#define CLOSEST_PAD 0x1p-18f
#define CLOSEST_FLOOR 0x1p-42f
#define CLOSEST_LEAST 0x1p-140f
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
FORCE_INLINE float limit_of(float best, float floor) {
    return best + (best * CLOSEST_PAD + floor);
}

FORCE_INLINE float floor_of(const struct lbx_aabb_header *h) {
    float most = 0;
    for (int c = 0; c < 3; c++) most = fmaxf(fabsf(h->middle[c]), most);
    most += h->reach;
    return most * most * CLOSEST_FLOOR + CLOSEST_LEAST;
}

FORCE_INLINE float reach_of(const struct lbx_closest_job *job, size_t item) {
    const float reach = job->reach ? job->reach[item] : INFINITY;
    return reach < CLOSEST_REACH ? reach : reach >= CLOSEST_REACH ? CLOSEST_REACH : -1;
}

FORCE_INLINE void read_query(const struct lbx_closest_job *job, size_t item, float floor,
                             struct near_query *q) {
    const float reach = reach_of(job, item);
    bool looks = reach >= 0;
    for (unsigned c = 0; c < 3; c++) {
        q->position[c] = operand_float(job->points, c, item);
        looks = looks && fabsf(q->position[c]) < INFINITY;
    }
    // No square whose root is within reach is larger.
    q->best = looks ? reach * reach * (1 + 0x1p-20f) + CLOSEST_LEAST : -INFINITY;
    q->limit = limit_of(q->best, floor);
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

// --- leaves ---

// The triangles of a leaf, and what they alone decide.
struct near_leaf {
    struct triangle triangle[PARTS];
    struct known_triangle known[PARTS];
};

FORCE_INLINE void open_near_leaf(const struct lbx_aabb_leaf *leaf, struct near_leaf *o) {
    for (unsigned part = 0; part < PARTS; part++) {
        for (int v = 0; v < 3; v++) {
            for (int c = 0; c < 3; c++)
                o->triangle[part].vertex[v][c] = vf_load(leaf->vertex[c][v] + part * STEP);
        }
        know_triangle(&o->triangle[part], &o->known[part]);
    }
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
                                const struct lbx_aabb_leaf *leaf, unsigned k, float square,
                                float floor) {
    if (square > q->best || (square == q->best && leaf->id[k] >= q->id)) return;
    if (!may_find(job, q->item, leaf, k)) return;
    q->best = square;
    q->limit = limit_of(square, floor);
    q->id = leaf->id[k];
    q->place = (uint32_t)(leaf - job->tree.leaf) * TREE_WIDTH + k;
}

FORCE_INLINE void search_leaf(const struct lbx_closest_job *job, struct near_query *q,
                              const struct lbx_aabb_leaf *leaf, const struct near_leaf *open,
                              float floor) {
    const vf point[3] = {vf_set(q->position[0]), vf_set(q->position[1]), vf_set(q->position[2])};
    for (unsigned part = 0; part < PARTS; part++) {
        struct near_points near;
        near_points_at(&open->triangle[part], &open->known[part], point, &near);
        const vf square = nearest_square(&near);
        // Lanes beyond the leaf's count repeat its first triangle.
        uint32_t nearer = step_bits(vf_at_most(square, vf_set(q->best)), 0);
        if (!nearer) continue;
        float lane[LANES];
        vf_store(lane, square);
        for (; nearer; nearer &= nearer - 1) {
            const unsigned l = (unsigned)__builtin_ctz(nearer);
            take_triangle(job, q, leaf, l + part * STEP, lane[l], floor);
        }
    }
}

// --- answers ---

// Writes what up to LANES points found. The nearest points are computed once more, a point a lane.
static __attribute__((noinline)) void write_found(struct lbx_closest_job *job,
                                                  const struct near_query *q, size_t n) {
    const lbx_closest_out *const out = &job->out;
    float square[LANES], distance[LANES], u[LANES] = {0}, v[LANES] = {0};
    uint32_t feature[LANES] = {0};
    for (size_t l = 0; l < LANES; l++) square[l] = q[l < n ? l : 0].best;
    vf_store(distance, vf_sqrt(vf_load(square)));
    if (out->u || out->v || out->feature) {
        float at[3][LANES], corner[9][LANES];
        vf point[3];
        struct triangle triangle;
        struct known_triangle known;
        struct near_points near;
        struct nearest nearest;
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
        nearest_of(&near, &nearest);
        vf_store(u, nearest.u);
        vf_store(v, nearest.v);
        vf_store((float *)(void *)feature, nearest.feature);
    }
    for (size_t l = 0; l < n; l++) {
        const size_t i = q[l].item;
        const bool found = q[l].id != LBX_NO_TRIANGLE && distance[l] <= reach_of(job, i);
        job->found += found;
        if (out->id) out->id[i] = found ? q[l].id : LBX_NO_TRIANGLE;
        if (out->distance) out->distance[i] = found ? distance[l] : INFINITY;
        if (out->u) out->u[i] = found ? u[l] : 0;
        if (out->v) out->v[i] = found ? v[l] : 0;
        if (out->feature) out->feature[i] = found ? feature[l] : 0;
    }
}

#endif
