// SPDX-License-Identifier: MIT
// Capsules around the meshes of meshes.h, and the triangles that they touch.
#ifndef LBX_TEST_MESH_RODS_H
#define LBX_TEST_MESH_RODS_H

#include "mesh_rays.h"

enum { RODS = 100, ROD_FLOATS = 7 };

struct rods {
    size_t n;
    float at[ROD_FLOATS][RODS]; // start, end, radius
};

// Makes capsules on the mesh, near it, through it and far away, among them spheres and segments.
// Some radii end where a vertex is, a step before, or are odd.
void rods_make(struct rods *rods, const struct mesh *mesh, uint64_t seed);
lbx_capsules rods_view(const struct rods *rods);

struct touched {
    lbx_pair all[RODS * MESH_TRIANGLES_MAX + 1]; // by capsule, then by triangle
    size_t count;
};

// Finds what capsules touch by lbx_triangle_capsule for every triangle. `masks`, one per triangle,
// and `filter` may be NULL.
void ask_for_touched(const struct mesh *mesh, const struct rods *rods, const uint32_t *masks,
                     const lbx_ray_filter *filter, struct touched *out);

// Sorts by capsule, then by triangle.
void sort_touched(lbx_pair *pairs, size_t n);

#endif
