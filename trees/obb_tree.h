// SPDX-License-Identifier: MIT
// How a tree of oriented boxes lies in memory: a header, nodes of eight boxes, the vertices of the
// triangles in the order of the leaves, and their numbers in the mesh. No pointers: it may be
// copied, mapped and sent as it is.
#ifndef LBX_OBB_TREE_H
#define LBX_OBB_TREE_H

#include "tree.h"

enum { OBB_VERSION = 2 };

// Box k is lane k. It is inflated so that searches find the same pairs of triangles whatever the
// boxes: see numerics.md. Without a child, it is a point at 0.
struct lbx_obb_node {
    float center[3][TREE_WIDTH], half[3][TREE_WIDTH], axis[3][3][TREE_WIDTH];
    uint32_t child[TREE_WIDTH];
};

// Boxes are inflated on each side by these parts of the sum of their half extents and of the
// largest coordinate of their center. Searches add what depends on poses: see collide_job.h.
#define OBB_INFLATE 0x1p-13
#define OBB_INFLATE_FAR 0x1p-20

struct lbx_obb_header {
    uint32_t magic; // differs in the other byte order
    uint32_t version;
    uint64_t bytes, triangles, nodes;
    uint32_t levels;         // of nodes, the root's box among them
    uint32_t mesh_triangles; // of which the tree has all, or those that were not refused
    uint64_t numbers;        // see lbx_tree_numbers
    uint64_t rest;           // 0: a header is as long as a cache line
    uint64_t sum;            // of the vertices' bits: a damaged coordinate need not change its box
};

// A tree in memory: where its parts are.
struct lbx_obb_tree {
    struct lbx_obb_header *header;
    struct lbx_obb_node *node;
    float (*vertex)[3][3]; // of triangle t
    uint32_t *id;
};

// Says where the parts of a tree lie. Returns its bytes.
size_t lbx_obb_tree_lay(struct lbx_obb_tree *t, void *memory, size_t triangles, size_t nodes);

// Opens what lbx_obb_tree_build made: 0, or an LBX_ERROR_*.
int lbx_obb_tree_open(struct lbx_obb_tree *t, const void *memory);

// Makes the tree one that opens, once all else is written.
void lbx_obb_tree_seal(struct lbx_obb_tree *t);

// Copies the vertices of the triangles that the tree's numbers name, fits all boxes, and writes
// what the header says of them, with the help of the piece's workers.
struct lbx_piece;
void lbx_obb_tree_fit(struct lbx_obb_tree *t, const struct lbx_piece *piece);

// Adds the numbers of all triangles. Returns whether the mesh has as many.
bool lbx_obb_tree_numbering(const struct lbx_obb_tree *t, const lbx_workers *workers,
                            struct lbx_numbering *all);

// The sum of the vertices' bits.
uint64_t lbx_obb_tree_sum(const struct lbx_obb_tree *t, const lbx_workers *workers);

// The inflated box around the triangles from `first` up to `end`.
struct lbx_box;
void lbx_obb_tree_box(const struct lbx_obb_tree *t, size_t first, size_t end,
                      const lbx_workers *workers, struct lbx_box *box);

// Writes the box of child k.
void lbx_obb_tree_put_box(struct lbx_obb_node *node, unsigned k, const struct lbx_box *box);

#endif
