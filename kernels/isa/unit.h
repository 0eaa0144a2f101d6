// SPDX-License-Identifier: MIT
// The body of an instruction set's unit: every kernel over its lanes, and the table of them.
#include "../aabb_aabb.h"
#include "../aabb_obb.h"
#include "../obb_obb.h"
#include "../ray_aabb.h"
#include "../ray_obb.h"

const struct lbx_table UNIT_TABLE = {
    .isa = UNIT_ISA,
    .fuses = LANES_FUSE,
    .highest_entry = highest_entry,
    .aabb_aabb = aabb_aabb,
    .aabb_obb = aabb_obb,
    .ray_aabb = ray_aabb,
    .ray_obb = ray_obb,
    .obb_obb = obb_obb,
};
