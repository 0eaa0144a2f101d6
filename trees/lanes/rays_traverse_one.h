// SPDX-License-Identifier: MIT
// Traverses a tree with one ray at a time.
#ifndef LBX_RAYS_TRAVERSE_ONE_H
#define LBX_RAYS_TRAVERSE_ONE_H

#include "rays_cross.h"

enum { MAX_ROW = 3 * TREE_WIDTH }; // floats of a node before its `max`

// A ray in every lane. Below fine nodes a plane is moved by `grow`, in t, for each t that a hit in
// the box may have.
struct ray_lanes {
    vf inverse[3], near[3], far[3], grow[3], low;
    // Floats into a node, not near_row and far_row of an octant: .94 of a shadow ray's time by
    // itself. In packets and streams these are as fast.
    unsigned near_at[3], far_at[3], axis;
};

FORCE_INLINE void broadcast_ray(bool fine, const struct prepared_ray *r, struct ray_lanes *ray) {
    for (unsigned c = 0; c < 3; c++) {
        ray->inverse[c] = vf_set(r->inverse[c]);
        ray->near[c] = vf_set(r->near[c]);
        ray->far[c] = vf_set(r->far[c]);
        ray->near_at[c] = (r->octant >> c & 1 ? MAX_ROW : 0) + c * TREE_WIDTH;
        ray->far_at[c] = (r->octant >> c & 1 ? 0 : MAX_ROW) + c * TREE_WIDTH;
        if (!fine) continue;
        const vf origin = vf_set(r->origin[turned_axis(r->axis, c)]);
        offset_planes(origin, ray->inverse[c], vf_set(RAY_INFLATE_LEAST), &ray->near[c],
                      &ray->far[c]);
        ray->grow[c] = vf_set(fabsf(r->inverse[c] / r->inverse[r->axis]) * RAY_INFLATE);
    }
    ray->low = vf_set(r->t_low);
    ray->axis = r->axis;
}

// Which of a node's children the ray meets before `best`, and where it enters their boxes. A fine
// box is inflated by RAY_INFLATE of the way to where the ray leaves it along its dominant axis: no
// hit in it is farther away.
FORCE_INLINE uint32_t intersect_children(bool fine, const struct ray_lanes *ray, vf best,
                                         const struct lbx_aabb_node *node,
                                         float enter[TREE_WIDTH + LANES]) {
    const float *const rows = node->min[0];
    uint32_t met = 0;
    for (unsigned part = 0; part < PARTS; part++) {
        vf first = ray->low, last = best, latest = best;
        if (fine) {
            const vf out = vf_load(rows + ray->far_at[ray->axis] + part * STEP);
            const vf far = ray->far[ray->axis];
            latest = vf_min(multiply_add(LANES_FUSE, out, ray->inverse[ray->axis], far), best);
        }
        for (int c = 0; c < 3; c++) {
            const vf in = vf_load(rows + ray->near_at[c] + part * STEP);
            const vf out = vf_load(rows + ray->far_at[c] + part * STEP);
            vf near = ray->near[c], far = ray->far[c];
            if (fine) {
                near = multiply_subtract(LANES_FUSE, ray->grow[c], latest, near);
                far = multiply_add(LANES_FUSE, ray->grow[c], latest, far);
            }
            intersect_slabs(in, out, ray->inverse[c], near, far, &first, &last);
        }
        vf_store(enter + part * STEP, first);
        met |= step_bits(vf_at_most(first, last), part);
    }
    return met;
}

static void traverse_fine(struct lbx_rays_job *job, struct prepared_ray *r, uint32_t from);
// For a job of a scene.
static void enter_with_ray(struct lbx_rays_job *job, struct prepared_ray *r, uint32_t child);
static void keep_range_at_rest(const struct lbx_rays_job *job, struct prepared_ray *r);
static void sort_hits(struct lbx_rays_job *job);

// For QUERY_ALL, from where an earlier call left off.
FORCE_INLINE size_t push_left(struct lbx_rays_job *job, struct stack_entry *stack, size_t height,
                              const struct lbx_aabb_node *node, uint32_t met) {
    job->node = (uint32_t)(node - job->tree.node);
    met &= children_left(&job->tree, &job->at, job->node);
    return push_in_order(stack, height, node, met);
}

// Traverses what is below a child, the nearest box first; for QUERY_ALL in the tree's order.
FORCE_INLINE void traverse_below(bool fine, struct lbx_rays_job *job, struct prepared_ray *r,
                                 uint32_t child) {
    struct stack_entry stack[STACK_ENTRIES];
    size_t height = 0;
    struct prepared_ray *const both[2] = {r, r};
    struct ray_lanes ray;
    broadcast_ray(fine, r, &ray);
    for (;;) {
        if (!(fine ? is_leaf(child) : child >= FINE_BIT)) {
            // a node: go on to one of the children that the ray meets, and push the others
            const struct lbx_aabb_node *const node =
                &job->tree.node[fine ? node_number(child) : child];
            const size_t begin = height;
            float enter[TREE_WIDTH + LANES];
            uint32_t met = intersect_children(fine, &ray, vf_set(r->best), node, enter);
            for (unsigned k = 0; job->masked && k < TREE_WIDTH; k++)
                met &= ~((uint32_t) !(node->mask[k] & r->mask) << k);
            height = job->query == QUERY_ALL ? push_left(job, stack, height, node, met)
                                             : push_sorted(stack, height, node, met, enter);
            if (height > begin) {
                child = stack[--height].child;
                continue;
            }
        } else {
            // a leaf: intersect its triangles; fine boxes: traverse them
            const struct lbx_aabb_leaf *const leaf = &job->tree.leaf[leaf_first(child)];
            struct leaf_lanes lanes;
            if (!is_leaf(child)) {
                traverse_fine(job, r, child);
            } else if (job->scene) {
                enter_with_ray(job, r, child);
            } else if (job->query == QUERY_CROSSINGS) {
                cross_leaf(job, r, leaf, leaf_count(child));
            } else {
                load_leaf(leaf, r->axis, &lanes);
                intersect_leaf(fine, job, both, 1, leaf, leaf_count(child), &lanes);
            }
            if (job->full) return;
        }
        // pop the next child, unless a nearer hit was found since it was pushed
        do {
            if (height == 0) return;
            height--;
        } while (stack[height].enters > r->best);
        child = stack[height].child;
    }
}

static void traverse_one(struct lbx_rays_job *job, struct prepared_ray *r, uint32_t from) {
    traverse_below(false, job, r, from);
}

// Below a fine node.
static void traverse_fine(struct lbx_rays_job *job, struct prepared_ray *r, uint32_t from) {
    traverse_below(true, job, r, from);
}

// Every hit, ray by ray, in the order of the tree or sorted.
static void traverse_all(struct lbx_rays_job *job) {
    static const lbx_ray_cursor begin = {0};
    for (; job->item < job->n; job->item++, job->at = begin) {
        struct prepared_ray ray;
        job->node = 0;
        const bool others = prepare_ray(job, job->item, &ray);
        if (others && job->scene) keep_range_at_rest(job, &ray);
        traverse_one(job, &ray, job->tree.node->child[0]);
        if (job->query == QUERY_SORTED) sort_hits(job);
        if (job->full) return;
    }
}

// Counts of crossings. A ray that is not traced as it is given crosses nothing.
static void traverse_crossings(struct lbx_rays_job *job) {
    for (size_t i = 0; i < job->n; i++) {
        struct prepared_ray ray;
        const bool replaced = prepare_ray(job, i, &ray);
        ray.id = 0;
        if (!replaced) traverse_one(job, &ray, job->tree.node->child[0]);
        job->found += ray.id & 1;
        if (job->counts) job->counts[i] = ray.id;
        if (job->hits) job->hits[i / 8] |= (uint8_t)((ray.id & 1) << i % 8);
    }
}

// It needs what is above, and defines what was declared there.
#include "../../scenes/lanes/rays_enter.h"

#endif
