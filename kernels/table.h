// SPDX-License-Identifier: MIT
// The kernels of one instruction set. Dispatch picks a whole table; a kernel is a line in it.
#ifndef LBX_TABLE_H
#define LBX_TABLE_H

#include <stdbool.h>

#include "operand.h"

// Kernels of n > 0 items. Any output may be NULL.
typedef ptrdiff_t lbx_mask_test(const struct lbx_operand *a, const struct lbx_operand *b, size_t n,
                                unsigned flags, uint8_t *hits);
// A class an item, a byte each.
typedef ptrdiff_t lbx_class_test(const struct lbx_operand *a, const struct lbx_operand *b, size_t n,
                                 unsigned flags, uint8_t *classes);
typedef ptrdiff_t lbx_ray_test(const struct lbx_operand *rays, const struct lbx_operand *boxes,
                               size_t n, unsigned flags, uint8_t *hits, float *t_enter,
                               float *t_exit);

typedef ptrdiff_t lbx_sweep_test(const struct lbx_operand *a, const struct lbx_operand *a_motions,
                                 const struct lbx_operand *b, const struct lbx_operand *b_motions,
                                 size_t n, unsigned flags, uint8_t *hits, float *u_first,
                                 float *u_last);
// `point` is three arrays, all of them or none NULL.
typedef ptrdiff_t lbx_plane_sweep_test(const struct lbx_operand *spheres,
                                       const struct lbx_operand *motions,
                                       const struct lbx_operand *planes, size_t n, unsigned flags,
                                       uint8_t *hits, float *u_first, float *const point[3]);

// Conversions of n > 0 items.
typedef ptrdiff_t lbx_conversion(const struct lbx_operand *from, size_t n,
                                 const struct lbx_target *out);
typedef ptrdiff_t lbx_transform(const struct lbx_operand *boxes, const struct lbx_operand *poses,
                                size_t n, const struct lbx_target *out);

struct lbx_table {
    lbx_isa isa;
    bool fuses; // verdicts without LBX_REPRODUCIBLE use fused multiply-add

    uint32_t (*highest_entry)(const uint32_t *list, size_t step, size_t n); // of n > 0 list entries

    lbx_mask_test *aabb_aabb, *aabb_obb, *obb_obb;
    lbx_ray_test *ray_aabb, *ray_obb;
    lbx_mask_test *sphere_sphere, *sphere_aabb, *sphere_obb;
    lbx_class_test *obb_obb_prejudge, *plane_aabb, *plane_obb;
    lbx_mask_test *segment_aabb, *segment_obb, *triangle_aabb, *triangle_obb;
    lbx_sweep_test *aabb_aabb_sweep, *sphere_sphere_sweep;
    lbx_plane_sweep_test *sphere_plane_sweep;

    lbx_conversion *aabbs_from_obbs, *aabbs_from_triangles, *spheres_from_obbs;
    lbx_transform *obbs_transform;
};

extern const struct lbx_table lbx_table_scalar, lbx_table_sse2, lbx_table_avx2, lbx_table_avx512,
    lbx_table_neon;

// The table that calls use, chosen at the first call.
const struct lbx_table *lbx_table_active(void);

// Makes calls use any table, whatever the machine: for tests, which run foreign tables in
// emulation.
void lbx_table_use(const struct lbx_table *table);

#endif
