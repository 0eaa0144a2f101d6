// SPDX-License-Identifier: MIT
// Which bodies touch, in each step: boxes around them, pairs of boxes, then mesh against mesh.
//
//   lbx_obbs_transform, lbx_aabbs_from_obbs -> lbx_order_refit -> lbx_pairs -> lbx_obb_tree_collide
#ifndef EXAMPLE_FALLING_SEARCH_H
#define EXAMPLE_FALLING_SEARCH_H

#include "bodies.h"

/// The boxes of a body. Arrays of structures, because lanebox reads them in place.
struct boxes {
    float center[3], half[3], axis[3][3]; ///< turned with the body
    float min[3], max[3];                 ///< along x y z
};

/// A list of pairs that grows as needed.
struct pair_list {
    lbx_pair *pair;
    size_t count, room;
};

struct search {
    size_t count;        ///< bodies
    struct boxes *boxes; ///< of each body
    struct boxes shape;  ///< around the mesh, which they are made from
    void *order;         ///< of their boxes along x y z
    size_t order_bytes;
    void *tree;                    ///< of the mesh
    struct pair_list close, touch; ///< bodies whose boxes overlap; of these, whose meshes touch
    lbx_pair *where;               ///< a triangle of either body for each pair that touches
    lbx_pair *scratch;
    size_t all_close, all_touch; ///< pairs of all steps so far
    double seconds_close, seconds_touch;
};

void search_open(struct search *search, const struct shape *shape, size_t count);

/// Finds the pairs of bodies at their places.
/// @param step 0 in the first step
void search_step(struct search *search, const struct body *bodies, size_t step);

void search_close(struct search *search);

#endif
