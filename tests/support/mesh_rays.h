// SPDX-License-Identifier: MIT
// AABB trees of the meshes of meshes.h, rays at these meshes, and what they find.
#ifndef LBX_TEST_MESH_RAYS_H
#define LBX_TEST_MESH_RAYS_H

#include "trees.h"

enum { RAYS = 300, RAY_FLOATS = 8 };

struct rays {
    size_t n;
    float at[RAY_FLOATS][RAYS]; // origin, direction, t_min, t_max
};

// The test fails if the tree cannot be built.
struct tree aabb_tree_of(const struct mesh *mesh, const lbx_aabb_tree_options *options);
struct tree aabb_tree_of_view(const lbx_mesh *mesh, const lbx_aabb_tree_options *options);

// Makes rays that start around the mesh or inside it and go to its vertices, edges and triangles,
// or beside them. Some are parallel to axes, and some ranges end where the ray gets there.
void rays_make(struct rays *rays, const struct mesh *mesh, uint64_t seed);
lbx_rays rays_view(const struct rays *rays);

// Ends rays at t_max, or earlier, and looks along these segments. The rays become those with the
// directions to the ends and t from 0 to 1.
struct ray_segment {
    float from[3], unused, to[3];
};
lbx_rays rays_along_segments(struct rays *rays, struct ray_segment segment[RAYS]);

struct found {
    uint32_t triangle[RAYS];
    float t[RAYS], u[RAYS], v[RAYS];
    uint8_t any[RAYS];
    size_t hits;                                // rays that hit
    lbx_ray_hit all[RAYS * MESH_TRIANGLES_MAX]; // by ray, then by triangle
    size_t count;
};

// Finds what rays hit by calling lbx_ray_triangle for every triangle. A ray that is not finite
// meets nothing, and one without a direction what its origin touches. `masks`, one per triangle,
// and `filter` may be NULL.
void ask_every_triangle(const struct mesh *mesh, const struct rays *rays, const uint32_t *masks,
                        const lbx_ray_filter *filter, struct found *out);

// Sorts by ray, then by triangle.
void sort_hits(lbx_ray_hit *hits, size_t n);

// Makes a target: a vertex of a triangle, a point on an edge or inside it, or a point near it.
struct random;
void rays_aim(struct random *r, const struct mesh *mesh, float target[3]);

#endif
