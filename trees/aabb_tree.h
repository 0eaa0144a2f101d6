// SPDX-License-Identifier: MIT
// How a tree of axis-aligned boxes lies in memory: a header, nodes of eight boxes, and leaves of
// eight triangles, whose vertices lie as lanes read them. No pointers.
#ifndef LBX_AABB_TREE_H
#define LBX_AABB_TREE_H

#include "split.h"

enum { AABB_VERSION = 2 };

// Box k is lane k. Without a child, the box is empty. `mask` is the or of the masks of all
// triangles below. A child that is a node has FINE_BIT if rays should go on below it one by one.
struct lbx_aabb_node {
    float min[3][TREE_WIDTH], max[3][TREE_WIDTH];
    uint32_t child[TREE_WIDTH], mask[TREE_WIDTH];
};

// Triangle k is lane k; unused lanes repeat lane 0. A child that is a leaf holds the leaf's number
// where others hold a node's.
struct lbx_aabb_leaf {
    float vertex[3][3][TREE_WIDTH]; // x y z of vertex 0 1 2: vertex[c][v]
    uint32_t id[TREE_WIDTH], mask[TREE_WIDTH];
    float longest, rest[7]; // side of the box of all, inflated
};

struct lbx_aabb_header {
    uint32_t magic, version;
    uint64_t bytes, triangles, nodes, leaves;
    uint64_t sum; // of the leaves' words: damage need not change any box
    uint32_t levels;
    float middle[3], reach;  // no corner of a box is farther from the middle along x, y or z
    uint32_t mesh_triangles; // of which the tree has all, or those that were not refused
    uint64_t numbers;        // see lbx_tree_numbers
};

_Static_assert(sizeof(struct lbx_aabb_header) == 80, "without gaps, which would hold any bytes");

struct lbx_aabb_tree {
    struct lbx_aabb_header *header;
    struct lbx_aabb_node *node;
    struct lbx_aabb_leaf *leaf;
};

// The box of some triangles, inflated, and the or of their masks.
struct lbx_aabb_box {
    float min[3], max[3];
    uint32_t mask;
};

extern const struct lbx_aabb_box lbx_no_aabb;

// The box of a leaf's triangles, each inflated; the box around a node's boxes.
struct lbx_aabb_box lbx_aabb_leaf_box(const struct lbx_aabb_leaf *leaf);
struct lbx_aabb_box lbx_aabb_node_box(const struct lbx_aabb_node *node);

float lbx_aabb_longest_side(const struct lbx_aabb_box *box);

static inline void lbx_aabb_put_box(struct lbx_aabb_node *node, unsigned k,
                                    const struct lbx_aabb_box *box) {
    for (int c = 0; c < 3; c++) {
        node->min[c][k] = box->min[c];
        node->max[c][k] = box->max[c];
    }
    node->mask[k] = box->mask;
}

// Fits the boxes of children that are nodes. Each has a higher number than its node, without
// FINE_BIT.
static inline void lbx_aabb_fit_nodes(struct lbx_aabb_node *node, size_t nodes) {
    for (size_t i = nodes; i-- > 0;) {
        for (unsigned k = 0; k < TREE_WIDTH && node[i].child[k]; k++) {
            if (is_leaf(node[i].child[k])) continue;
            const struct lbx_aabb_box box = lbx_aabb_node_box(&node[node[i].child[k]]);
            lbx_aabb_put_box(&node[i], k, &box);
        }
    }
}

// Says where the box of all is.
void lbx_aabb_measure(struct lbx_aabb_header *header, const struct lbx_aabb_box *all);

// A leaf's part of the header's sum.
uint64_t lbx_aabb_leaf_sum(const struct lbx_aabb_leaf *leaf, size_t number);

// A triangle's box is inflated on all sides by this part of its longest side: more than lanes may
// put the hit point off the triangle. See numerics.md.
#define AABB_INFLATE 0x1.2p-14f

// For a ray, boxes are inflated further on each side: by RAY_INFLATE times how far from its origin
// a hit may be, and by RAY_ORIGIN times how large that is along the same axis.
#define RAY_INFLATE 0x1p-19f
#define RAY_ORIGIN 0x1p-21f

// Boxes below a node are fine if they are so small beside the tree's reach that it would say
// nothing about them if all were inflated by a part of that.
#define FINE_BIT 0x40000000u

// The number of a child that is a node.
static inline uint32_t node_number(uint32_t child) {
    return child & ~FINE_BIT;
}

// Says where the parts of a tree lie. Returns its bytes.
size_t lbx_aabb_tree_lay(struct lbx_aabb_tree *t, void *memory, size_t nodes, size_t leaves);

// Copies the vertices of the triangles that the leaves name, fits all boxes, and writes what the
// header says of them, with the help of the piece's workers.
void lbx_aabb_tree_fit(struct lbx_aabb_tree *t, const struct lbx_piece *piece);

// Marks the children whose boxes below are fine. Without `mark` it only looks, and returns whether
// they are as marked; `header` says where the box of all is.
bool lbx_aabb_mark_fine(const struct lbx_aabb_tree *t, const struct lbx_aabb_header *header,
                        const lbx_workers *workers, bool mark);

// Whether a node and those below it lie one after the other, as a build makes them, and the leaves
// in the same order, all but the last with `full` items. `found` counts them and their items.
bool lbx_aabb_tree_is_whole(const struct lbx_aabb_tree *t, uint32_t full, uint32_t number,
                            unsigned level, struct lbx_aabb_header *found);

// Makes the tree one that opens, once all else is written.
void lbx_aabb_tree_seal(struct lbx_aabb_tree *t);

// Builds a tree of n items of a mesh; `rank` is that of struct lbx_splits. Returns its bytes, or
// 0 if `progress` stopped it.
ptrdiff_t lbx_aabb_tree_make(const lbx_mesh *mesh, const lbx_aabb_tree_options *options,
                             struct lbx_tree_item *item, const uint32_t *rank, size_t n,
                             void *memory);

// Checks the scratch of a search: 0, or an LBX_ERROR_*.
static inline int lbx_scratch_check(const void *scratch, size_t bytes) {
    if (!scratch) return LBX_ERROR_NULL;
    if ((uintptr_t)scratch % 8 != 0) return LBX_ERROR_STRIDE;
    return bytes < LBX_TRACE_SCRATCH_LEAST ? LBX_ERROR_COUNT : 0;
}

// Opens what lbx_aabb_tree_build made: 0, or an LBX_ERROR_*.
int lbx_aabb_tree_open(struct lbx_aabb_tree *t, const void *memory);

#endif
