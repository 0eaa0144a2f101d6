// SPDX-License-Identifier: MIT
// Traverses a tree with one ray at a time.
#ifndef LBX_RAYS_TRAVERSE_ONE_H
#define LBX_RAYS_TRAVERSE_ONE_H

#include "rays_intersect.h"

// A child that the ray has yet to visit, and where the ray enters its box.
struct stack_entry {
    float enter;
    uint32_t child;
};

enum { STACK_ENTRIES = TREE_LEVELS * (TREE_WIDTH - 1) + TREE_WIDTH };

// Pushes a child on a stack whose top part, from `begin` on, is sorted, the nearest one on top.
FORCE_INLINE size_t push_sorted(struct stack_entry *stack, size_t begin, size_t height, float enter,
                                uint32_t child) {
    size_t at = height;
    for (; at > begin && stack[at - 1].enter < enter; at--) stack[at] = stack[at - 1];
    stack[at] = (struct stack_entry){enter, child};
    return height + 1;
}

// A ray in every lane. Below fine nodes a plane is moved by `grow`, in t, for each t that a hit in
// the box may have.
struct ray_lanes {
    vf inverse[3], near[3], far[3], grow[3], low;
    unsigned octant, axis;
};

FORCE_INLINE void broadcast_ray(bool fine, const struct prepared_ray *r, struct ray_lanes *ray) {
    for (unsigned c = 0; c < 3; c++) {
        ray->inverse[c] = vf_set(r->inverse[c]);
        ray->near[c] = vf_set(r->near[c]);
        ray->far[c] = vf_set(r->far[c]);
        if (!fine) continue;
        const vf origin = vf_set(r->origin[(c + 2 - r->axis) % 3]);
        offset_planes(origin, ray->inverse[c], vf_set(RAY_INFLATE_LEAST), &ray->near[c],
                      &ray->far[c]);
        ray->grow[c] = vf_set(fabsf(r->inverse[c] / r->inverse[r->axis]) * RAY_INFLATE);
    }
    ray->low = vf_set(r->t_low);
    ray->octant = r->octant;
    ray->axis = r->axis;
}

// Which of a node's children the ray meets before `best`, and where it enters their boxes. A fine
// box is inflated by RAY_INFLATE of the way to where the ray leaves it along its dominant axis: no
// hit in it is farther away.
FORCE_INLINE uint32_t intersect_children(bool fine, const struct ray_lanes *ray, vf best,
                                         const struct lbx_aabb_node *node,
                                         float enter[TREE_WIDTH + LANES]) {
    uint32_t met = 0;
    for (unsigned part = 0; part < PARTS; part++) {
        vf first = ray->low, last = best, latest = best;
        if (fine) {
            const float *const row = far_row(node, ray->octant, (int)ray->axis);
            const vf out = vf_load(row + part * STEP), far = ray->far[ray->axis];
            latest = vf_min(multiply_add(LANES_FUSE, out, ray->inverse[ray->axis], far), best);
        }
        for (int c = 0; c < 3; c++) {
            const vf in = vf_load(near_row(node, ray->octant, c) + part * STEP);
            const vf out = vf_load(far_row(node, ray->octant, c) + part * STEP);
            vf near = ray->near[c], far = ray->far[c];
            if (fine) {
                near = multiply_subtract(LANES_FUSE, ray->grow[c], latest, near);
                far = multiply_add(LANES_FUSE, ray->grow[c], latest, far);
            }
            intersect_slabs(in, out, ray->inverse[c], near, far, &first, &last);
        }
        vf_store(enter + part * STEP, first);
        met |= (vm_bits(vf_at_most(first, last)) & ((1u << STEP) - 1)) << part * STEP;
    }
    return met;
}

// The children of a node from the one on where an earlier call left off. Nodes and leaves are
// numbered in the order of the traversal: it is the last child that does not come after that place.
FORCE_INLINE uint32_t children_left(const struct lbx_rays_job *job, uint32_t number) {
    const uint32_t *const child = job->tree.node[number].child;
    unsigned from = 0;
    if (number > job->at.node) return UINT32_MAX;
    for (unsigned k = 1; k < TREE_WIDTH && child[k]; k++) {
        const bool leaf = is_leaf(child[k]);
        if (leaf ? leaf_first(child[k]) <= job->at.leaf : node_number(child[k]) <= job->at.node)
            from = k;
    }
    return UINT32_MAX << from;
}

static void traverse_fine(struct lbx_rays_job *job, struct prepared_ray *r, uint32_t from);

// Traverses what is below a child, the nearest box first; for QUERY_ALL in the tree's order.
FORCE_INLINE void traverse_below(bool fine, struct lbx_rays_job *job, struct prepared_ray *r,
                                 uint32_t from) {
    struct stack_entry stack[STACK_ENTRIES];
    size_t height = 1;
    stack[0] = (struct stack_entry){-INFINITY, from};
    struct prepared_ray *const both[2] = {r, r};
    struct ray_lanes ray;
    broadcast_ray(fine, r, &ray);
    while (height > 0) {
        // pop the next child, unless a nearer hit was found since it was pushed
        const struct stack_entry top = stack[--height];
        if (top.enter > r->best) continue;

        // a leaf: intersect its triangles; fine boxes: traverse them
        if (fine ? is_leaf(top.child) : top.child >= FINE_BIT) {
            if (is_leaf(top.child)) {
                const struct lbx_aabb_leaf *const leaf = &job->tree.leaf[leaf_first(top.child)];
                struct leaf_lanes lanes;
                load_leaf(leaf, r->axis, &lanes);
                intersect_leaf(fine, job, both, 1, leaf, leaf_count(top.child), &lanes);
            } else {
                traverse_fine(job, r, top.child);
            }
            if (job->full) return;
            continue;
        }

        // a node: push the children that the ray meets
        const uint32_t number = fine ? node_number(top.child) : top.child;
        const struct lbx_aabb_node *const node = &job->tree.node[number];
        float enter[TREE_WIDTH + LANES];
        uint32_t met = intersect_children(fine, &ray, vf_set(r->best), node, enter);
        const size_t begin = height;
        const bool in_order = job->query == QUERY_ALL; // the first child on top
        if (in_order) {
            met &= children_left(job, number);
            job->node = number;
        }
        while (met) {
            const unsigned k =
                in_order ? 31 - (unsigned)__builtin_clz(met) : (unsigned)__builtin_ctz(met);
            met ^= 1u << k;
            if (!node->child[k] || !(node->mask[k] & r->mask)) continue;
            prefetch_child(job, node->child[k]);
            // In the tree's order all count as equally near.
            height = push_sorted(stack, begin, height, in_order ? 0 : enter[k], node->child[k]);
        }
    }
}

static void traverse_one(struct lbx_rays_job *job, struct prepared_ray *r, uint32_t from) {
    traverse_below(false, job, r, from);
}

// Below a fine node.
static void traverse_fine(struct lbx_rays_job *job, struct prepared_ray *r, uint32_t from) {
    traverse_below(true, job, r, from);
}

// Every hit, ray by ray, in the order of the tree.
static void traverse_all(struct lbx_rays_job *job) {
    static const lbx_ray_cursor begin = {0};
    for (; job->item < job->n; job->item++, job->at = begin) {
        struct prepared_ray ray;
        job->node = 0;
        prepare_rays(job, job->item, 1, &ray);
        traverse_one(job, &ray, job->tree.node->child[0]);
        if (job->full) return;
    }
}

#endif
