// SPDX-License-Identifier: MIT
// Traces one ray at a time down a tree.
#ifndef LBX_ONE_RAY_H
#define LBX_ONE_RAY_H

#include "traced.h"

struct waiting {
    float enter;
    uint32_t child;
};

enum { WAITING = TREE_LEVELS * (TREE_WIDTH - 1) + TREE_WIDTH };

// Pushes a child on a stack whose top part, from `begin` on, is sorted, the nearest one on top.
FORCE_INLINE size_t push_waiting(struct waiting *stack, size_t begin, size_t height, float enter,
                                 uint32_t child) {
    size_t at = height;
    for (; at > begin && stack[at - 1].enter < enter; at--) stack[at] = stack[at - 1];
    stack[at] = (struct waiting){enter, child};
    return height + 1;
}

static bool is_full(const struct lbx_tracing *job) {
    return job->kind == TRACE_ALL && job->all && job->found >= job->given + job->room;
}

// Traces a ray from a child on. Nearer boxes come first; for TRACE_ALL the order is the tree's.
static void trace_one(struct lbx_tracing *job, struct lbx_traced *r, uint32_t from) {
    struct waiting stack[WAITING];
    size_t height = 1;
    stack[0] = (struct waiting){-INFINITY, from};
    struct lbx_traced *const both[2] = {r, r};
    vf inverse[3], near[3], far[3];
    for (int c = 0; c < 3; c++) {
        inverse[c] = vf_set(r->inverse[c]);
        near[c] = vf_set(r->near[c]);
        far[c] = vf_set(r->far[c]);
    }
    const vf low = vf_set(r->t_low);
    while (height > 0) {
        const struct waiting top = stack[--height];
        if (top.enter > r->best) continue;
        if (is_leaf(top.child)) {
            const struct lbx_aabb_leaf *const leaf = &job->tree.leaf[leaf_first(top.child)];
            struct seen_leaf seen;
            see_leaf(leaf, r->axis, &seen);
            meet_leaf(job, both, 1, leaf, leaf_count(top.child), &seen);
            if (is_full(job)) return;
            continue;
        }
        const struct lbx_aabb_node *const node = &job->tree.node[top.child];
        const vf best = vf_set(r->best);
        float enter[TREE_WIDTH + LANES];
        uint32_t met = 0;
        for (unsigned part = 0; part < PARTS; part++) {
            vf first = low, last = best;
            for (int c = 0; c < 3; c++) {
                const vf in = vf_load(near_row(node, r->octant, c) + part * STEP);
                const vf out = vf_load(far_row(node, r->octant, c) + part * STEP);
                cross_planes(in, out, inverse[c], near[c], far[c], &first, &last);
            }
            vf_store(enter + part * STEP, first);
            met |= (vm_bits(vf_at_most(first, last)) & ((1u << STEP) - 1)) << part * STEP;
        }
        const size_t begin = height;
        const bool in_order = job->kind == TRACE_ALL; // the first child on top
        while (met) {
            const unsigned k =
                in_order ? 31 - (unsigned)__builtin_clz(met) : (unsigned)__builtin_ctz(met);
            met ^= 1u << k;
            if (!node->child[k] || !(node->mask[k] & r->mask)) continue;
            fetch_child(job, node->child[k]);
            // In the tree's order all count as equally near.
            height = push_waiting(stack, begin, height, in_order ? 0 : enter[k], node->child[k]);
        }
    }
}

// Every hit, ray by ray, in the order of the tree.
static void trace_every(struct lbx_tracing *job) {
    for (; job->at_ray < job->n; job->at_ray++, job->given = 0) {
        struct lbx_traced ray;
        job->found = 0;
        open_rays(job, job->at_ray, 1, &ray);
        trace_one(job, &ray, job->tree.node->child[0]);
        size_t more = job->found - (job->found < job->given ? job->found : job->given);
        const bool full = job->all && more >= job->room;
        if (full) more = job->room;
        job->written += more;
        if (full) {
            job->given += more;
            return;
        }
        if (job->all) {
            job->all += more;
            job->room -= more;
        }
    }
}

#endif
