// SPDX-License-Identifier: MIT
// Trees of boxes of the meshes of meshes.h, rays at these, and what they find.
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

struct found {
    uint32_t triangle[RAYS];
    float t[RAYS], u[RAYS], v[RAYS];
    uint8_t any[RAYS];
    size_t hits;                                // rays that hit
    lbx_ray_hit all[RAYS * MESH_TRIANGLES_MAX]; // by ray, then by triangle
    size_t count;
};

// What rays find by asking lbx_ray_triangle of every triangle. Either masks may be NULL.
void ask_every_triangle(const struct mesh *mesh, const struct rays *rays, const uint32_t *masks,
                        const uint32_t *ray_masks, struct found *out);

// By ray, then by triangle.
void sort_hits(lbx_ray_hit *hits, size_t n);

// A point of a triangle: a vertex, on an edge, within; or near it.
struct random;
void rays_aim(struct random *r, const struct mesh *mesh, float target[3]);

#endif
