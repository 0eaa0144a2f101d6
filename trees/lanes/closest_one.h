// SPDX-License-Identifier: MIT
// Traverses a tree with one point at a time: to its nearest triangle, or to all within reach.
#ifndef LBX_CLOSEST_ONE_H
#define LBX_CLOSEST_ONE_H

#include "closest_leaf.h"

// Gives a triangle that no earlier call has given, if there is room.
FORCE_INLINE void give_near(struct lbx_closest_job *job, uint32_t leaf, unsigned k,
                            lbx_near_hit hit) {
    if (job->full || (leaf == job->at.leaf && k < job->at.given)) return;
    if (job->all) job->all[job->found] = hit;
    job->found++;
    if (!job->all || job->found < job->room) return;
    job->full = true;
    job->at = (lbx_ray_cursor){0, job->node, leaf, k + 1};
}

// Gives the triangles of a leaf that are within reach.
static __attribute__((noinline)) void give_leaf(struct lbx_closest_job *job,
                                                const struct near_query *q, uint32_t child) {
    const struct lbx_aabb_leaf *const leaf = &job->tree.leaf[leaf_first(child)];
    const uint32_t there = (1u << leaf_count(child)) - 1;
    struct triangle t[PARTS];
    vf point[3];
    load_corners(leaf, t);
    broadcast_point(q, q, point);
    for (unsigned part = 0; part < PARTS; part++) {
        struct known_triangle known;
        struct near_points near;
        struct nearest nearest;
        know_triangle(&t[part], &known);
        near_points_at(&t[part], &known, point, &near);
        nearest_of(&near, &nearest);
        const vm within = vf_at_most(nearest.distance, vf_set(reach_of(job, q->item)));
        uint32_t left = step_bits(within, 0) & there >> part * STEP;
        if (!left) continue;
        float distance[LANES], u[LANES], v[LANES];
        uint32_t feature[LANES];
        vf_store(distance, nearest.distance);
        vf_store(u, nearest.u);
        vf_store(v, nearest.v);
        vf_store((float *)(void *)feature, nearest.feature);
        for (; left; left &= left - 1) {
            const unsigned l = (unsigned)__builtin_ctz(left), k = l + part * STEP;
            const lbx_near_hit hit = {q->item, leaf->id[k], distance[l], u[l], v[l], feature[l]};
            if (may_find(job, q->item, leaf, k)) give_near(job, leaf_first(child), k, hit);
        }
    }
}

// Looks at the triangles of a leaf for one point.
static __attribute__((noinline)) void look_at_leaf(const struct lbx_closest_job *job,
                                                   struct near_query *q, uint32_t child) {
    const struct lbx_aabb_leaf *const leaf = &job->tree.leaf[leaf_first(child)];
    struct near_query *const both[2] = {q, q};
    struct triangle t[PARTS];
    struct known_triangle known[PARTS];
    load_corners(leaf, t);
    if (leaf_is_far(both, leaf, t)) return;
    for (unsigned part = 0; part < PARTS; part++) know_triangle(&t[part], &known[part]);
    search_leaf(job, both, 1, leaf, t, known);
}

// The children of a node that a point looks into, and the squares of their distances.
FORCE_INLINE uint32_t near_children(const struct lbx_closest_job *job, const struct near_query *q,
                                    const struct lbx_aabb_node *node,
                                    float square[TREE_WIDTH + LANES]) {
    uint32_t near = box_squares(q, node, square);
    if (job->filter.mask) {
        const uint32_t mask = filter_entry(&job->filter, job->filter.mask, q->item, 0);
        for (unsigned k = 0; k < TREE_WIDTH; k++)
            near &= ~((uint32_t) !(node->mask[k] & mask) << k);
    }
    return near;
}

// Traverses what is below a child: the nearest box first; for `around` all in the tree's order.
static __attribute__((noinline)) void search_one(struct lbx_closest_job *job, struct near_query *q,
                                                 uint32_t child) {
    struct stack_entry stack[STACK_ENTRIES];
    size_t height = 0;
    for (;;) {
        if (!is_leaf(child)) {
            // a node: go on to one of the children that the point looks into, and push the others
            const struct lbx_aabb_node *const node = &job->tree.node[node_number(child)];
            const size_t begin = height;
            float square[TREE_WIDTH + LANES];
            uint32_t near = near_children(job, q, node, square);
            if (job->around) {
                job->node = node_number(child);
                near &= children_left(&job->tree, &job->at, job->node);
                height = push_in_order(stack, height, node, near);
            } else {
                height = push_sorted(stack, height, node, near, square);
            }
            if (height > begin) {
                child = stack[--height].child;
                continue;
            }
        } else if (job->around) {
            give_leaf(job, q, child);
            if (job->full) return;
        } else {
            look_at_leaf(job, q, child);
        }
        // pop the next child, unless a nearer triangle was found since it was pushed
        do {
            if (height == 0) return;
            height--;
        } while (stack[height].enters > q->limit);
        child = stack[height].child;
    }
}

static void search_alone(struct lbx_closest_job *job, size_t item) {
    struct near_query q;
    read_query(job, item, &q);
    if (q.best >= 0) search_one(job, &q, job->tree.node->child[0]);
    if (!job->around) write_found(job, &q, 1);
}

// Every triangle within reach, point by point, in the order of the tree.
static void search_around(struct lbx_closest_job *job) {
    static const lbx_ray_cursor begin = {0};
    for (; job->item < job->n; job->item++, job->at = begin) {
        job->node = 0;
        search_alone(job, job->item);
        if (job->full) return;
    }
}

#endif
