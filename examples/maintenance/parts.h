// SPDX-License-Identifier: MIT
// A scene of many parts, as in Geng & Gao 1.1: an oriented box around each part, and a tree of
// oriented boxes within. When parts move, their boxes move. If the axis-aligned boxes around the
// boxes of two parts meet, their oriented boxes are tested, and if these meet, their trees. The
// paper's cubes, which stay valid while a part turns, are met several times as often.
#ifndef EXAMPLE_PARTS_H
#define EXAMPLE_PARTS_H

#include <stdbool.h>

#include "lanebox/trees.h"
#include "shapes.h"

/// The parts of a model that moves as one.
struct parts {
    size_t count;
    size_t *first; ///< triangles of the model before each part
    char *trees;   ///< of all parts
    size_t *tree;  ///< where the tree of each part begins
    /// Oriented boxes, in the model's frame and at its pose: center, half lengths, axes.
    float (*fitted)[16], (*placed)[16];
    float (*box)[2][3]; ///< min and max corner of the boxes around those at the pose
    void *order;        ///< of `box`
    size_t order_bytes;
};

/// What a search did.
struct parts_counts {
    size_t met;                ///< pairs of parts whose axis-aligned boxes meet
    size_t asked;              ///< those of them whose oriented boxes meet
    lbx_obb_tree_counts trees; ///< the work in their trees
};

/// The model may be freed afterwards. Dies if a part cannot be built.
void parts_make(struct parts *parts, const struct model *model);
void parts_free(struct parts *parts);

/// Moves the boxes to the model's new pose.
void parts_place(struct parts *parts, const lbx_rigid_pose *pose);

/// Finds every touching pair of a triangle of `a` and one of `b`, by their numbers in the models.
/// The poses are those at which the models were placed last. Writes up to `room` pairs and returns
/// how many there are. With `any` it stops at the first.
size_t parts_collide(const struct parts *a, const lbx_rigid_pose *a_pose, const struct parts *b,
                     const lbx_rigid_pose *b_pose, bool any, lbx_pair *pairs, size_t room,
                     struct parts_counts *counts);

/// Transforms a point by a pose.
void parts_move(const lbx_rigid_pose *pose, const float point[3], double out[3]);

/// The tree of a part.
const void *parts_tree(const struct parts *parts, size_t i);

#endif
