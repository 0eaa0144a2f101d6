// SPDX-License-Identifier: MIT
// The body of an instruction set's unit: every kernel over its lanes, and the table of them.
#ifndef UNIT_ISA // an editor
#define UNIT_ISA LBX_ISA_SCALAR
#define UNIT_TABLE lbx_table_scalar
#endif

#include "../api/table.h"
#include "../batch/blocks.h"
#include "../batch/convert.h"
#include "../batch/lists.h"
#include "../batch/walk.h"

// Each kernel: its file, and its walks.
#include "../aabb_aabb.h"
#define NAME aabb_aabb
#include "../aabb_obb.h"
#include "../batch/tests.h"
#define NAME aabb_obb
#include "../batch/tests.h"
#include "../obb_obb.h"
#define NAME obb_obb
#include "../batch/tests.h"
#include "../obb_obb_prejudge.h"
#define NAME obb_obb_prejudge
#include "../batch/tests.h"
#include "../ray_aabb.h"
#define NAME ray_aabb
#include "../batch/tests.h"
#include "../ray_obb.h"
#define NAME ray_obb
#include "../batch/tests.h"
#include "../segment_aabb.h"
#define NAME segment_aabb
#include "../batch/tests.h"
#include "../segment_obb.h"
#define NAME segment_obb
#include "../batch/tests.h"
#include "../plane_aabb.h"
#define NAME plane_aabb
#include "../batch/tests.h"
#include "../plane_obb.h"
#define NAME plane_obb
#include "../batch/tests.h"
#include "../triangle_aabb.h"
#define NAME triangle_aabb
#include "../batch/tests.h"
#include "../triangle_obb.h"
#define NAME triangle_obb
#include "../batch/tests.h"
#include "../sphere_sphere.h"
#define NAME sphere_sphere
#include "../batch/tests.h"
#include "../sphere_aabb.h"
#define NAME sphere_aabb
#include "../batch/tests.h"
#include "../sphere_obb.h"
#define NAME sphere_obb
#include "../aabb_aabb_sweep.h"
#include "../batch/tests.h"
#define NAME aabb_aabb_sweep
#include "../batch/tests.h"
#include "../sphere_sphere_sweep.h"
#define NAME sphere_sphere_sweep
#include "../batch/tests.h"
#include "../sphere_plane_sweep.h"
#define NAME sphere_plane_sweep
#include "../aabbs_from_obbs.h"
#include "../aabbs_from_triangles.h"
#include "../batch/tests.h"
#include "../obbs_transform.h"
#include "../spheres_from_obbs.h"

#define CONVERT(name)                                                                              \
    static ptrdiff_t name##_batch(const struct lbx_operand *operands, size_t n,                    \
                                  const struct lbx_target *out) {                                  \
        return convert(&name##_conversion, operands, n, out);                                      \
    }
CONVERSIONS(CONVERT)
#undef CONVERT

const struct lbx_table UNIT_TABLE = {.isa = UNIT_ISA,
                                     .fuses = LANES_FUSE,
                                     .highest_entry = highest_entry,
#define ENTRY(name) .name = name##_test,
                                     TESTS(ENTRY)
#undef ENTRY
#define ENTRY(name) .name = name##_batch,
                                         CONVERSIONS(ENTRY)
#undef ENTRY
};
