// SPDX-License-Identifier: MIT
// What searches of trees of axis-aligned boxes share that is not in lanes: filters, stacks of
// children, and cursors.
#ifndef LBX_DESCEND_H
#define LBX_DESCEND_H

#include "aabb_tree.h"

// An entry of an array of a filter, or what stands for the array.
static inline uint32_t filter_entry(const lbx_ray_filter *filter, const uint32_t *array, size_t i,
                                    uint32_t otherwise) {
    if (!array) return otherwise;
    return *(const uint32_t *)(const void *)((const char *)array + i * filter->stride);
}

// A child that is yet to be visited, and where a ray enters its box, or how far the box is away.
struct stack_entry {
    float enters;
    uint32_t child;
};

enum { STACK_ENTRIES = TREE_LEVELS * (TREE_WIDTH - 1) + TREE_WIDTH };

// Pushes some children of a node in the order of the tree, as if all were equally near. Returns the
// height.
static inline size_t push_in_order(struct stack_entry *stack, size_t height,
                                   const struct lbx_aabb_node *node, uint32_t met) {
    while (met) {
        const unsigned k = 31 - (unsigned)__builtin_clz(met);
        met ^= 1u << k;
        if (node->child[k]) stack[height++] = (struct stack_entry){0, node->child[k]};
    }
    return height;
}

// The children of a node from the one on where an earlier call left off. Nodes and leaves are
// numbered in the order of the traversal: it is the last child that does not come after that place.
static inline uint32_t children_left(const struct lbx_aabb_tree *tree, const lbx_ray_cursor *at,
                                     uint32_t number) {
    const uint32_t *const child = tree->node[number].child;
    unsigned from = 0;
    if (number > at->node) return UINT32_MAX;
    for (unsigned k = 1; k < TREE_WIDTH && child[k]; k++) {
        const bool leaf = is_leaf(child[k]);
        if (leaf ? leaf_first(child[k]) <= at->leaf : node_number(child[k]) <= at->node) from = k;
    }
    return UINT32_MAX << from;
}

#endif
