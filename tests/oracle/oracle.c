// SPDX-License-Identifier: MIT
// The list of oracles: a kernel adds its line here.
#include "oracle.h"

#include <string.h>

extern const struct oracle oracle_aabb_aabb, oracle_aabb_aabb_sweep, oracle_aabb_obb,
    oracle_obb_obb, oracle_obb_obb_prejudge, oracle_plane_aabb, oracle_plane_obb, oracle_ray_aabb,
    oracle_ray_obb, oracle_segment_aabb, oracle_segment_obb, oracle_sphere_aabb, oracle_sphere_obb,
    oracle_sphere_plane_sweep, oracle_sphere_sphere, oracle_sphere_sphere_sweep,
    oracle_triangle_aabb, oracle_triangle_obb;

static const struct oracle *const oracles[] = {
    &oracle_aabb_aabb,
    &oracle_ray_aabb,
    &oracle_ray_obb,
    &oracle_segment_aabb,
    &oracle_segment_obb,
    &oracle_obb_obb,
    &oracle_aabb_obb,
    &oracle_triangle_aabb,
    &oracle_triangle_obb,
    &oracle_sphere_sphere,
    &oracle_sphere_aabb,
    &oracle_sphere_obb,
    &oracle_plane_aabb,
    &oracle_plane_obb,
    &oracle_obb_obb_prejudge,
    &oracle_aabb_aabb_sweep,
    &oracle_sphere_sphere_sweep,
    &oracle_sphere_plane_sweep,
};

const struct oracle *oracle_of(const char *kernel) {
    for (size_t k = 0; k < sizeof oracles / sizeof *oracles; k++) {
        if (strcmp(oracles[k]->kernel, kernel) == 0) return oracles[k];
    }
    return NULL;
}
