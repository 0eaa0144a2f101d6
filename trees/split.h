// SPDX-License-Identifier: MIT
// The splits of both kinds of trees: which triangles go together.
#ifndef LBX_SPLIT_H
#define LBX_SPLIT_H

#include "kernels/api/parts.h"
#include "tree.h"

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

// Input and output of the splits. They make nodes of any kind, and know only their children.
struct lbx_splits {
    struct lbx_tree_item *item;
    // NULL, or for each item how much the splits should avoid parting it from the one before: they
    // then keep the order of the items except within a few leaves.
    const uint32_t *rank;
    size_t n;
    size_t leaf;        // triangles that a leaf is to have
    bool full;          // all leaves but the last have as many, and are named by their number
    char *node;         // room for the nodes, at least 32 bytes an item
    char *room;         // behind it: at least 40 bytes an item, whose contents are lost
    size_t step, child; // bytes from one node to the next, and from where it begins to its children
    int (*progress)(void *context, size_t done, size_t all); // of the options
    void *context;
    const lbx_workers *workers;
    uint32_t nodes, levels; // made
};

// Makes the nodes, all but their boxes, and puts the items in the order of the leaves. False if
// `progress` stopped it.
bool lbx_tree_split(struct lbx_splits *job);

#endif
