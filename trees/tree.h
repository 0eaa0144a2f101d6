// SPDX-License-Identifier: MIT
// How a tree lies in memory: a header, nodes of eight oriented boxes, the vertices of the triangles
// in the order of the leaves, and their numbers in the mesh. No pointers: it may be copied, mapped
// and sent as it is.
#ifndef LBX_TREE_H
#define LBX_TREE_H

#include <stdbool.h>

#include "lanebox/trees.h"

enum {
    TREE_WIDTH = 8,   // boxes of a node
    TREE_LEVELS = 64, // at most, of nodes
    TREE_VERSION = 1,
    TREE_TRIANGLES_MAX = 1 << 28,
};

// A child is a node, a leaf, or 0 for none: node 0, which has the root's box alone, is nobody's
// child. A leaf is LEAF_BIT, the number of its triangles less 1 in the next three bits, and the
// first triangle.
#define LEAF_BIT 0x80000000u
#define LEAF_SHIFT 28

// Box k is lane k. Centers are relative to the header's origin. Without a child, the box is a point
// at the origin.
struct lbx_tree_node {
    float center[3][TREE_WIDTH], half[3][TREE_WIDTH], axis[3][3][TREE_WIDTH];
    uint32_t child[TREE_WIDTH];
};

struct lbx_tree_header {
    uint32_t magic; // differs in the other byte order
    uint32_t version;
    uint64_t bytes, triangles, nodes;
    uint32_t levels; // of nodes, the root's box among them
    float origin[3]; // of the boxes' centers: the middle of the mesh
    float reach;     // no vertex is farther from the origin along x, y or z
    float size;      // no triangle extends farther along x, y and z together
    uint64_t sum;    // of the vertices' bits: a damaged coordinate need not change its box
};

// A tree, opened: where its parts are.
struct lbx_tree {
    struct lbx_tree_header *header;
    struct lbx_tree_node *node;
    float (*vertex)[3][3]; // of triangle t
    uint32_t *id;
};

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

// Says where the parts of a tree lie. Returns its bytes.
size_t lbx_tree_lay(struct lbx_tree *t, void *memory, size_t triangles, size_t nodes);

// Opens what lbx_obb_tree_build made: 0, or an LBX_ERROR_*.
int lbx_tree_open(struct lbx_tree *t, const void *memory);

// Makes the tree one that opens, once all else is written.
void lbx_tree_seal(struct lbx_tree *t);

// Writes what the header says of the vertices: origin, reach, size and sum.
void lbx_tree_measure(struct lbx_tree *t);

// The box around the triangles from `first` up to `end`, relative to the header's origin.
struct lbx_box;
void lbx_tree_box(const struct lbx_tree *t, size_t first, size_t end, struct lbx_box *box);

// Writes the box of child k.
void lbx_tree_put_box(struct lbx_tree_node *node, unsigned k, const struct lbx_box *box);

// A triangle in the splits: its bounds, and its number in the mesh. Bounds are read four floats at
// once; the fourth is ignored.
struct lbx_tree_item {
    float min[3];
    uint32_t id;
    float max[3];
    uint32_t rest;
};

// The item of a triangle of a mesh.
struct lbx_piece;
struct lbx_tree_item lbx_tree_item_of(const struct lbx_piece *piece, size_t triangle);

// Checks the arguments of a build whose tree may take `least` bytes: 0, or an LBX_ERROR_*. Trees of
// any kind are aligned throughout as doubles are.
ptrdiff_t lbx_tree_arguments(const lbx_mesh *mesh, const void *memory, size_t bytes, size_t least,
                             const void *scratch);

// Input and output of the splits. They make nodes of any kind, and know only their children.
struct lbx_splits {
    struct lbx_tree_item *item;
    // NULL, or for each item how much the splits should avoid parting it from the one before: they
    // then keep the order of the items except within a few leaves.
    const uint32_t *rank;
    size_t n;
    size_t leaf;        // triangles that a leaf is to have
    bool full;          // all leaves but one have as many
    char *node;         // room for the nodes
    size_t step, child; // bytes from one node to the next, and from where it begins to its children
    int (*progress)(void *context, size_t done, size_t all); // of the options
    void *context;
    uint32_t nodes, levels; // made
};

// Makes the nodes, all but their boxes, and puts the items in the order of the leaves. False if
// `progress` stopped it.
bool lbx_tree_split(struct lbx_splits *job);

#endif
