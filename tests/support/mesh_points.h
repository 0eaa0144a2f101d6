// SPDX-License-Identifier: MIT
// Points around the meshes of meshes.h, and the triangles that are nearest to them.
#ifndef LBX_TEST_MESH_POINTS_H
#define LBX_TEST_MESH_POINTS_H

#include <stdbool.h>

#include "mesh_rays.h"

enum { POINTS = 300 };

struct points {
    size_t n;
    float at[3][POINTS], reach[POINTS];
};

// Makes points on the mesh, near it, within its box and far away. Some reaches end where the
// nearest triangle is, a step before, or are odd.
void points_make(struct points *points, const struct mesh *mesh, uint64_t seed);
lbx_points points_view(const struct points *points);

// The square of the distance from a triangle, in one lane of plain C.
float square_beside(const float corner[9], const float point[3]);

// What is known of every triangle, beside a point.
struct beside {
    float square, distance, u, v;
    uint32_t feature;
};

struct nearest_found {
    uint32_t triangle[POINTS], feature[POINTS];
    float distance[POINTS], u[POINTS], v[POINTS];
    size_t found;
    lbx_near_hit all[POINTS * MESH_TRIANGLES_MAX]; // by point, then by triangle
    size_t count;
};

// Finds what points find by looking at every triangle: squares of distances by the core of
// lbx_point_triangle, all else by itself. `masks`, one per triangle, and `filter` may be NULL.
// Without `by_reach` it is as if all were infinite.
void ask_for_nearest(const struct mesh *mesh, const struct points *points, bool by_reach,
                     const uint32_t *masks, const lbx_ray_filter *filter,
                     struct nearest_found *out);

#endif
