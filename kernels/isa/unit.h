// SPDX-License-Identifier: MIT
// The body of an instruction set's unit: every kernel over its lanes, and the table of them.
#include "../aabb_aabb.h"
#include "../aabb_aabb_sweep.h"
#include "../aabb_obb.h"
#include "../aabbs_from.h"
#include "../obb_obb.h"
#include "../obb_obb_prejudge.h"
#include "../obbs_transform.h"
#include "../plane_aabb.h"
#include "../plane_obb.h"
#include "../ray_aabb.h"
#include "../ray_obb.h"
#include "../segment_aabb.h"
#include "../segment_obb.h"
#include "../sphere_aabb.h"
#include "../sphere_obb.h"
#include "../sphere_plane_sweep.h"
#include "../sphere_sphere.h"
#include "../sphere_sphere_sweep.h"
#include "../spheres_from.h"
#include "../triangle_aabb.h"
#include "../triangle_obb.h"

const struct lbx_table UNIT_TABLE = {
    .isa = UNIT_ISA,
    .fuses = LANES_FUSE,
    .highest_entry = highest_entry,
    .aabb_aabb = aabb_aabb,
    .aabb_obb = aabb_obb,
    .ray_aabb = ray_aabb,
    .ray_obb = ray_obb,
    .obb_obb = obb_obb,
    .sphere_sphere = sphere_sphere,
    .sphere_aabb = sphere_aabb,
    .sphere_obb = sphere_obb,
    .obb_obb_prejudge = obb_obb_prejudge,
    .plane_aabb = plane_aabb,
    .plane_obb = plane_obb,
    .segment_aabb = segment_aabb,
    .segment_obb = segment_obb,
    .triangle_aabb = triangle_aabb,
    .triangle_obb = triangle_obb,
    .aabbs_from_obbs = aabbs_from_obbs,
    .aabbs_from_triangles = aabbs_from_triangles,
    .spheres_from_obbs = spheres_from_obbs,
    .obbs_transform = obbs_transform,
    .aabb_aabb_sweep = aabb_aabb_sweep,
    .sphere_sphere_sweep = sphere_sphere_sweep,
    .sphere_plane_sweep = sphere_plane_sweep,
};
