// SPDX-License-Identifier: MIT
// Traverses a tree with one point at a time: to its nearest triangle, or to all within reach.
#ifndef LBX_CLOSEST_ONE_H
#define LBX_CLOSEST_ONE_H

#include "closest_leaf.h"

// The squares of the distances of a point from a node's children, and which ones it looks into.
FORCE_INLINE uint32_t near_children(const struct lbx_closest_job *job, const struct near_query *q,
                                    const vf point[3], const struct lbx_aabb_node *node,
                                    float square[TREE_WIDTH + LANES]) {
    uint32_t met = 0;
    for (unsigned part = 0; part < PARTS; part++) {
        vf min[3], max[3];
        for (int c = 0; c < 3; c++) {
            min[c] = vf_load(node->min[c] + part * STEP);
            max[c] = vf_load(node->max[c] + part * STEP);
        }
        const vf own = box_square(min, max, point);
        vf_store(square + part * STEP, own);
        met |= step_bits(vf_at_most(own, vf_set(q->limit)), part);
    }
    if (job->filter.mask) {
        const uint32_t mask = filter_entry(&job->filter, job->filter.mask, q->item, 0);
        for (unsigned k = 0; k < TREE_WIDTH; k++) met &= ~((uint32_t) !(node->mask[k] & mask) << k);
    }
    return met;
}

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
    const vf point[3] = {vf_set(q->position[0]), vf_set(q->position[1]), vf_set(q->position[2])};
    const uint32_t there = (1u << leaf_count(child)) - 1;
    struct near_leaf open;
    open_near_leaf(leaf, &open);
    for (unsigned part = 0; part < PARTS; part++) {
        struct near_points near;
        struct nearest nearest;
        near_points_at(&open.triangle[part], &open.known[part], point, &near);
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

// Traverses what is below a child: the nearest box first, or all in the tree's order.
FORCE_INLINE void search_below(bool around, struct lbx_closest_job *job, struct near_query *q,
                               uint32_t child, float floor) {
    const vf point[3] = {vf_set(q->position[0]), vf_set(q->position[1]), vf_set(q->position[2])};
    struct stack_entry stack[STACK_ENTRIES];
    size_t height = 0;
    for (;;) {
        if (!is_leaf(child)) {
            const struct lbx_aabb_node *const node = &job->tree.node[node_number(child)];
            const size_t begin = height;
            float square[TREE_WIDTH + LANES];
            uint32_t met = near_children(job, q, point, node, square);
            if (around) {
                job->node = node_number(child);
                met &= children_left(&job->tree, &job->at, job->node);
                height = push_in_order(stack, height, node, met);
            } else {
                height = push_sorted(stack, height, node, met, square);
            }
            if (height > begin) {
                child = stack[--height].child;
                continue;
            }
        } else if (around) {
            give_leaf(job, q, child);
            if (job->full) return;
        } else {
            const struct lbx_aabb_leaf *const leaf = &job->tree.leaf[leaf_first(child)];
            struct near_leaf open;
            open_near_leaf(leaf, &open);
            search_leaf(job, q, leaf, &open, floor);
        }
        // pop the next child, unless a nearer triangle was found since it was pushed
        do {
            if (height == 0) return;
            height--;
        } while (stack[height].enter > q->limit);
        child = stack[height].child;
    }
}

static __attribute__((noinline)) void search_one(struct lbx_closest_job *job, struct near_query *q,
                                                 uint32_t child, float floor) {
    search_below(false, job, q, child, floor);
}

// Every triangle within reach, point by point, in the order of the tree.
static void search_around(struct lbx_closest_job *job, float floor) {
    static const lbx_ray_cursor begin = {0};
    for (; job->item < job->n; job->item++, job->at = begin) {
        struct near_query q;
        job->node = 0;
        read_query(job, job->item, floor, &q);
        if (q.best >= 0) search_below(true, job, &q, job->tree.node->child[0], floor);
        if (job->full) return;
    }
}

#endif
