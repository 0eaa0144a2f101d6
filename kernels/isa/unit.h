// SPDX-License-Identifier: MIT
// The body of an instruction set's unit: every kernel over its lanes, and the table of them.
#include "../aabb_aabb.h"
#include "../aabb_aabb_sweep.h"
#include "../obb_obb.h"
#include "../ray_aabb.h"
#include "../sphere_plane_sweep.h"
#include "../sphere_sphere_sweep.h"

const struct lbx_table UNIT_TABLE = {
    .isa = UNIT_ISA,
    .fuses = LANES_FUSE,
    .highest_entry = highest_entry,
    .aabb_aabb = aabb_aabb,
    .ray_aabb = ray_aabb,
    .obb_obb = obb_obb,
    .aabb_aabb_sweep = aabb_aabb_sweep,
    .sphere_sphere_sweep = sphere_sphere_sweep,
    .sphere_plane_sweep = sphere_plane_sweep,
};
