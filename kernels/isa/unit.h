// SPDX-License-Identifier: MIT
// The body of an instruction set's unit: every kernel over its lanes, and the table of them.
#include "../aabb_aabb.h"
#include "../obb_obb.h"
#include "../ray_aabb.h"
#include "../sphere_aabb.h"
#include "../sphere_obb.h"
#include "../sphere_sphere.h"

const struct lbx_table UNIT_TABLE = {
    .isa = UNIT_ISA,
    .fuses = LANES_FUSE,
    .highest_entry = highest_entry,
    .aabb_aabb = aabb_aabb,
    .ray_aabb = ray_aabb,
    .obb_obb = obb_obb,
    .sphere_sphere = sphere_sphere,
    .sphere_aabb = sphere_aabb,
    .sphere_obb = sphere_obb,
};
