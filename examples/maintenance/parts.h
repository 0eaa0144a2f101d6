// SPDX-License-Identifier: MIT
// A scene of many parts, as Geng & Gao have it in 1.1 and 1.5: a cube about each part that stays
// valid while the part turns, and a tree of oriented boxes within. Where parts move, the cubes'
// centers move. Of parts whose cubes meet the boxes are asked, and where these meet, the trees.
#ifndef EXAMPLE_PARTS_H
#define EXAMPLE_PARTS_H

#include <stdbool.h>

#include "lanebox/trees.h"
#include "shapes.h"

/// The parts of a model that moves as one.
struct parts {
    size_t count;
    size_t *first;      ///< triangles of the model before each part
    char *trees;        ///< of all parts
    size_t *tree;       ///< where the tree of each part begins
    float (*cube)[4];   ///< x y z of the center in the model's frame, and half the side
    float (*box)[2][3]; ///< least and greatest corner of the cubes, where the model is
    /// Oriented boxes, in the model's frame, and where the model is: center, half sides, axes.
    float (*fitted)[16], (*placed)[16];
    void *order; ///< of these
    size_t order_bytes;
};

/// What a search did.
struct parts_counts {
    size_t met;                ///< pairs of parts whose cubes meet
    size_t asked;              ///< of these, those whose boxes meet
    lbx_obb_tree_counts trees; ///< in these
};

/// The model may go afterwards. Dies where a part cannot be built.
void parts_make(struct parts *parts, const struct model *model);
void parts_free(struct parts *parts);

/// Moves the cubes and boxes: the model is at `pose`.
void parts_place(struct parts *parts, const lbx_rigid_pose *pose);

/// Every touching pair of a triangle of `a` and one of `b`, by their numbers in the models, which
/// are where they were placed last: up to `room` of them are written. Returns their number. With
/// `any` it stops at the first.
size_t parts_collide(const struct parts *a, const lbx_rigid_pose *a_pose, const struct parts *b,
                     const lbx_rigid_pose *b_pose, bool any, lbx_pair *pairs, size_t room,
                     struct parts_counts *counts);

/// Where a pose puts a point.
void parts_move(const lbx_rigid_pose *pose, const float point[3], double out[3]);

/// The tree of a part.
const void *parts_tree(const struct parts *parts, size_t i);

#endif
