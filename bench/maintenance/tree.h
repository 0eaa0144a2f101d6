// SPDX-License-Identifier: MIT
// Binary trees of oriented boxes with one triangle per leaf, as in RAPID and the paper.
#ifndef BENCH_TREE_H
#define BENCH_TREE_H

#include "examples/maintenance/shapes.h"

enum fit { FIT_COVARIANCE, FIT_HULL, FIT_BEST };

struct tree_node {
    double center[3], axis[3][3], half[3]; ///< axis[k] is axis k
    float least, diagonal;                 ///< the pseudo radii: least half side, half diagonal
    float longest;                         ///< the longest half side
    uint32_t child;                        ///< the first of two, or TREE_LEAF and a triangle
};

#define TREE_LEAF 0x80000000u

/// Node 0 is the root.
struct binary_tree {
    const struct model *model; ///< not owned
    struct tree_node *node;
    size_t nodes;             ///< one less than twice the triangles
    float cube[4], sphere[4]; ///< center and half side of the CAABB; center and radius
    float box[2][3];          ///< the AABB
};

/// Splits at the mean of the triangles' middles along the box's longest axis, as RAPID does.
void binary_tree_make(struct binary_tree *tree, const struct model *model, lbx_part part,
                      enum fit fit);
void binary_tree_free(struct binary_tree *tree);

#endif
