// SPDX-License-Identifier: MIT
// What both kinds of trees share: nodes of eight children, and the arguments of a build.
#ifndef LBX_TREE_H
#define LBX_TREE_H

#include <stdbool.h>

#include "lanebox/trees.h"
#include "pairs/memory.h"

enum {
    TREE_WIDTH = 8,   // boxes of a node
    TREE_LEVELS = 64, // at most, of nodes
    TREE_TRIANGLES_MAX = 1 << 28,
};

// A child is a node, a leaf, or 0 for none: node 0, which has the root's box alone, is nobody's
// child. A leaf is LEAF_BIT, the number of its triangles less 1 in the next three bits, and the
// first triangle.
#define LEAF_BIT 0x80000000u
#define LEAF_SHIFT 28

static inline bool is_leaf(uint32_t child) {
    return child & LEAF_BIT;
}

static inline uint32_t leaf_of(size_t first, size_t count) {
    return LEAF_BIT | (uint32_t)(count - 1) << LEAF_SHIFT | (uint32_t)first;
}

static inline uint32_t leaf_first(uint32_t child) {
    return child & ((1u << LEAF_SHIFT) - 1);
}

static inline uint32_t leaf_count(uint32_t child) {
    return (child >> LEAF_SHIFT & (LBX_LEAF_MAX - 1)) + 1;
}

// Workers share the splits and the box of a range of more triangles than this, of n in all; a
// smaller range is left to one of them. Small meshes have small ranges, so that two workers have
// work.
static inline size_t lbx_tree_large(size_t n) {
    enum { FEWEST = 1 << 10, MOST = 1 << 13, RANGES = 32 };
    const size_t even = n / RANGES;
    return even < FEWEST ? FEWEST : even > MOST ? MOST : even;
}

// Checks the arguments of a build whose tree may take `least` bytes, and writes the triangles that
// it takes to the scratch. Returns how many there are, or an LBX_ERROR_*. Trees of any kind are
// aligned throughout as doubles are.
ptrdiff_t lbx_tree_begin(const lbx_mesh *mesh, unsigned flags, const lbx_workers *workers,
                         const void *memory, size_t bytes, size_t least, void *scratch);

// Checks the mesh of a refit, but for its triangles if the tree has not all of them: 0, or an
// LBX_ERROR_*.
int lbx_tree_refit_arguments(const lbx_mesh *mesh, const lbx_workers *workers, size_t triangles,
                             size_t mesh_triangles);

// What a header says of the numbers of a tree's triangles, which were all added to `found`.
uint64_t lbx_tree_numbers(const struct lbx_numbering *found, size_t mesh_triangles);

// Whether they are those that a build put into the tree, and each is there once.
bool lbx_tree_has_numbers(const struct lbx_numbering *found, size_t mesh_triangles,
                          uint64_t numbers);

#endif
