// SPDX-License-Identifier: MIT
// Trees of the meshes of meshes.h, and poses for them.
#ifndef LBX_TEST_TREES_H
#define LBX_TEST_TREES_H

#include <float.h>

#include "lanebox/trees.h"
#include "meshes.h"

struct tree {
    void *at;
    size_t bytes;
};

// The test fails where it cannot be built.
struct tree tree_of(const struct mesh *mesh, const lbx_obb_tree_options *options);
struct tree tree_of_triangle(const struct mesh *mesh, size_t triangle);
void tree_free(struct tree *t);

// Any rotation, and a position that has the mesh's middle near the origin.
lbx_rigid_pose pose_near(const struct mesh *mesh, uint64_t seed);

#endif
