// SPDX-License-Identifier: MIT
// Trees of boxes of the meshes of meshes.h, and rays at these.
#ifndef LBX_TEST_MESH_RAYS_H
#define LBX_TEST_MESH_RAYS_H

#include "trees.h"

enum { RAYS = 300, RAY_FLOATS = 8 };

struct rays {
    size_t n;
    float at[RAY_FLOATS][RAYS]; // origin, direction, t_min, t_max
};

// The test fails where it cannot be built.
struct tree aabb_tree_of(const struct mesh *mesh, const lbx_aabb_tree_options *options);

// From around the mesh and from within to its vertices, edges and triangles, and beside them, along
// the axes too; ranges that end where the ray gets there.
void rays_make(struct rays *rays, const struct mesh *mesh, uint64_t seed);
lbx_rays rays_view(const struct rays *rays);

// A point of a triangle: a vertex, on an edge, within; or near it.
struct random;
void rays_aim(struct random *r, const struct mesh *mesh, float target[3]);

#endif
