// SPDX-License-Identifier: MIT
// What searches of trees of axis-aligned boxes share, whether rays or points look for triangles:
// the lanes of a node and a leaf, stacks of children and lists.
#ifndef LBX_NODES_H
#define LBX_NODES_H

#include "../../kernels/math/shapes.h"
#include "../descend.h"

enum {
    AT_ONCE = LANES > TREE_WIDTH ? LANES / TREE_WIDTH : 1, // rays or points
    STEP = LANES < TREE_WIDTH ? LANES : TREE_WIDTH,        // children or triangles a vector
    PARTS = TREE_WIDTH / STEP
};

// --- two rays or points in the halves of a vector, or one ---

FORCE_INLINE vm first_half(void) {
    static const float halves[LANES > TREE_WIDTH ? LANES : 16] = {1, 1, 1, 1, 1, 1, 1, 1};
    return vf_less(vf_set(0), vf_load(halves));
}

FORCE_INLINE vf broadcast_two(float a, float b) {
    return AT_ONCE > 1 ? vm_select(first_half(), vf_set(a), vf_set(b)) : vf_set(a);
}

// A row of eight floats in each half; reads before and after the rows stay within the tree.
FORCE_INLINE vf load_rows(const float *a, const float *b) {
    return AT_ONCE > 1 ? vm_select(first_half(), vf_load(a), vf_load(b - TREE_WIDTH)) : vf_load(a);
}

// Of a comparison in each of the parts: bit k is child or triangle k.
FORCE_INLINE uint32_t step_bits(vm m, unsigned part) {
    return (vm_bits(m) & ((1u << STEP) - 1)) << part * STEP;
}

// The triangles of a leaf.
FORCE_INLINE void load_corners(const struct lbx_aabb_leaf *leaf, struct triangle t[PARTS]) {
    for (unsigned part = 0; part < PARTS; part++) {
        for (int v = 0; v < 3; v++) {
            for (int c = 0; c < 3; c++) {
                const float *const row = leaf->vertex[c][v] + part * STEP;
                t[part].vertex[v][c] = load_rows(row, row);
            }
        }
    }
}

// --- children ---

// Prefetches a child: trees are larger than caches.
FORCE_INLINE void prefetch_child(const struct lbx_aabb_tree *tree, uint32_t child) {
    const bool leaf = is_leaf(child);
    const char *const at = leaf ? (const char *)&tree->leaf[leaf_first(child)]
                                : (const char *)&tree->node[node_number(child)];
    const size_t bytes = leaf ? sizeof(struct lbx_aabb_leaf) : sizeof(struct lbx_aabb_node);
    for (size_t k = 0; k < bytes; k += 64) prefetch(at + k);
}

// Pushes some children of a node, the nearest one on top, and returns the height. Sorted by
// insertion: counts of nearer ones instead, without branches, took 1.1 to 1.2 times as long a ray.
FORCE_INLINE size_t push_sorted(struct stack_entry *stack, size_t height,
                                const struct lbx_aabb_node *node, uint32_t met,
                                const float enter[TREE_WIDTH]) {
    const size_t begin = height;
    for (; met; met &= met - 1) {
        const unsigned k = (unsigned)__builtin_ctz(met);
        if (!node->child[k]) continue;
        size_t at = height++;
        for (; at > begin && stack[at - 1].enters < enter[k]; at--) stack[at] = stack[at - 1];
        stack[at] = (struct stack_entry){enter[k], node->child[k]};
    }
    return height;
}

// --- lists ---

// So many entries after a list may be read and written.
enum { SLACK = 2 * TREE_WIDTH };

// Keeps those of eight entries of a list whose bits are set; may write up to eight more entries.
// Returns how many.
FORCE_INLINE size_t keep_entries(const uint64_t *list, uint32_t bits, uint64_t *kept) {
    const uint64_t *const begin = kept;
#if LANES_PACK
    enum { PAIRS = LANES / 2 };
    for (unsigned k = 0; k < TREE_WIDTH; k += PAIRS, bits >>= PAIRS) {
        const unsigned some = bits & ((1u << PAIRS) - 1);
        const vf x = vf_load((const float *)(const void *)(list + k));
        vf_store((float *)(void *)kept, vf_pack(x, some));
        kept += bits_count(some);
    }
#else
    for (; bits; bits &= bits - 1) *kept++ = list[__builtin_ctz(bits)];
#endif
    return (size_t)(kept - begin);
}

#endif
