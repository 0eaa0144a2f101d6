// SPDX-License-Identifier: MIT
// Intersects prepared rays with the boxes of a node and with the triangles of a leaf.
#ifndef LBX_RAYS_INTERSECT_H
#define LBX_RAYS_INTERSECT_H

#include "nodes.h"
#include "rays_prepare.h"

// --- boxes ---

// The row of planes where rays of an octant enter a node's boxes, and that where they leave.
FORCE_INLINE const float *near_row(const struct lbx_aabb_node *node, unsigned octant, int c) {
    return octant >> c & 1 ? node->max[c] : node->min[c];
}

FORCE_INLINE const float *far_row(const struct lbx_aabb_node *node, unsigned octant, int c) {
    return octant >> c & 1 ? node->min[c] : node->max[c];
}

// Intersects ranges of t with those between planes `in`, where rays enter, and `out`, where they
// leave.
FORCE_INLINE void intersect_slabs(vf in, vf out, vf inverse, vf near, vf far, vf *first, vf *last) {
    *first = vf_max(multiply_add(LANES_FUSE, in, inverse, near), *first);
    *last = vf_min(multiply_add(LANES_FUSE, out, inverse, far), *last);
}

// --- leaves ---

// How far beside a ray the vertices of a triangle that it hits lie at most, as it sees them, if the
// leaf's box is not small beside its distance: a part of the box's longest side. The areas' pad is
// then at most RAY_AREA_PAD * that * (that + the tree's reach), to which RAY_ROUNDING of the
// reach squared is added for small boxes.
#define RAY_BESIDE 2.25f

// Gives a hit that no earlier call has given, if there is room.
FORCE_INLINE void give_hit(struct lbx_rays_job *job, const struct lbx_aabb_leaf *leaf, unsigned k,
                           lbx_ray_hit hit) {
    const uint32_t number = (uint32_t)(leaf - job->tree.leaf);
    if (job->full || (number == job->at.leaf && k < job->at.given)) return;
    if (job->all) *next_hit(job) = hit;
    job->found++;
    if (!job->all || job->found < job->room) return;
    job->full = true;
    job->at = (lbx_ray_cursor){0, job->node, number, k + 1};
}

// Whether the filter lets a ray meet a triangle.
FORCE_INLINE bool is_let(const struct prepared_ray *r, const struct lbx_aabb_leaf *leaf,
                         unsigned k) {
    return leaf->mask[k] & r->mask && leaf->id[k] != r->skip;
}

// Accepts a hit: the one with the least t counts, and among equal ones the lower number.
FORCE_INLINE void accept_hit(struct lbx_rays_job *job, struct prepared_ray *r,
                             const struct lbx_aabb_leaf *leaf, unsigned k, float t, float u,
                             float v) {
    if (!is_let(r, leaf, k)) return;
    if (job->query >= QUERY_ALL) {
        if (t == 0) t = t_of_hit(job, r->item, t);
        const lbx_ray_hit hit = {job->in_instance ? r->instance : r->item, leaf->id[k], t, u, v};
        if (job->query == QUERY_ALL)
            give_hit(job, leaf, k, hit);
        else
            r->best = fminf(lbx_keep_hit(job, hit), r->best);
        return;
    }
    if (t > r->best || (t == r->best && leaf->id[k] >= r->id)) return;
    r->best = job->query == QUERY_ANY ? -INFINITY : t;
    r->u = u;
    r->v = v;
    r->id = leaf->id[k];
}

// For a triangle that floats leave undecided.
static __attribute__((noinline)) void retest_in_double(struct lbx_rays_job *job,
                                                       struct prepared_ray *r,
                                                       const struct lbx_aabb_leaf *leaf,
                                                       unsigned k) {
    float ray[RAY_ROWS], vertex[9], hit[3];
    const float range[2] = {r->t_low, r->t_high};
    job->in_double++;
    operand_ray(job->rays, r->item, ray);
    if (rests(ray + DIRECTION_ROW))
        memcpy(ray + DIRECTION_ROW, traced_at_rest, sizeof traced_at_rest);
    for (unsigned v = 0; v < 3; v++) {
        for (unsigned c = 0; c < 3; c++) vertex[3 * v + c] = leaf->vertex[c][v][k];
    }
    if (lbx_ray_meets_in_double(ray, vertex, range, hit))
        accept_hit(job, r, leaf, k, hit[0], hit[1], hit[2]);
}

// The triangles of a leaf, turned as rays with the same dominant axis are.
struct leaf_lanes {
    struct triangle part[PARTS];
    vf beside, pad; // RAY_BESIDE of the leaf's longest side; RAY_AREA_PAD of that
};

FORCE_INLINE void load_leaf(const struct lbx_aabb_leaf *leaf, unsigned axis, struct leaf_lanes *s) {
    for (unsigned part = 0; part < PARTS; part++) {
        for (unsigned c = 0; c < 3; c++) {
            for (unsigned v = 0; v < 3; v++) {
                const float *const row = leaf->vertex[turned_axis(axis, c)][v] + part * STEP;
                s->part[part].vertex[v][c] = load_rows(row, row);
            }
        }
    }
    s->beside = vf_set(RAY_BESIDE * leaf->longest);
    s->pad = vf_mul(s->beside, vf_set(RAY_AREA_PAD));
}

// Intersects the triangles of a leaf with rays whose lines meet its box. There are `rays` of them;
// the others repeat one of these. Beside fine boxes the tree's reach says little.
FORCE_INLINE void intersect_leaf(bool fine, struct lbx_rays_job *job,
                                 struct prepared_ray *const r[AT_ONCE], unsigned rays,
                                 const struct lbx_aabb_leaf *leaf, uint32_t count,
                                 const struct leaf_lanes *lanes) {
    const struct prepared_ray *const a = r[0], *const b = r[AT_ONCE - 1];
    const uint32_t there = (1u << count) - 1;
    struct turned_ray ray;
    for (int c = 0; c < 3; c++) ray.origin[c] = broadcast_two(a->origin[c], b->origin[c]);
    for (int c = 0; c < 2; c++) ray.shear[c] = broadcast_two(a->shear[c], b->shear[c]);
    const vf reach = broadcast_two(a->reach, b->reach);
    const vf rounding = vf_mul(vf_mul(reach, reach), vf_set(RAY_ROUNDING));
    const vf pad = multiply_add(LANES_FUSE, lanes->pad, vf_add(lanes->beside, reach), rounding);
    for (unsigned part = 0; part < PARTS; part++) {
        // most triangles are missed by far: for them a pad that is too large suffices
        struct areas areas;
        areas_of(&ray, &lanes->part[part], &areas);
        if (fine) pad_areas(&areas);
        const uint32_t tested = AT_ONCE > 1 && rays > 1 ? there << TREE_WIDTH | there
                                                        : there >> part * STEP & ((1u << STEP) - 1);
        uint32_t left = ~vm_bits(lines_apart(&areas, fine ? areas.pad : pad)) & tested;
        if (!left) continue;

        // t, u and v of the others; later hits than the best do not count
        struct contacts found;
        ray.inverse = broadcast_two(a->to_t, b->to_t);
        ray.t_low = broadcast_two(a->t_low, b->t_low);
        ray.t_high = broadcast_two(a->t_high, b->t_high);
        if (!fine) pad_areas(&areas);
        contacts_of(&ray, &areas, lines_pass(&areas), &found);
        const uint32_t sure = vm_bits(found.sure);
        const vm late = vm_and(found.sure, vf_less(broadcast_two(a->best, b->best), found.t));
        left &= ~vm_bits(vm_or(found.apart, late));
        if (!left) continue;

        // accept hits one by one
        float t[LANES], u[LANES], v[LANES];
        vf_store(t, found.t);
        vf_store(u, found.u);
        vf_store(v, found.v);
        for (; left; left &= left - 1) {
            const unsigned lane = (unsigned)__builtin_ctz(left), k = lane % STEP + part * STEP;
            struct prepared_ray *const own = r[lane / STEP % AT_ONCE];
            if (sure >> lane & 1)
                accept_hit(job, own, leaf, k, t[lane], u[lane], v[lane]);
            else
                retest_in_double(job, own, leaf, k);
        }
    }
}

#endif
