// SPDX-License-Identifier: MIT
// The kernels of one instruction set. Dispatch picks a whole table; a kernel is a line in it.
#ifndef LBX_TABLE_H
#define LBX_TABLE_H

#include <stdbool.h>

#include "operand.h"

// Kernels of n > 0 items. Any output may be NULL.
typedef ptrdiff_t lbx_mask_test(const struct lbx_operand *a, const struct lbx_operand *b, size_t n,
                                unsigned flags, uint8_t *hits);
typedef ptrdiff_t lbx_ray_test(const struct lbx_operand *rays, const struct lbx_operand *boxes,
                               size_t n, unsigned flags, uint8_t *hits, float *t_enter,
                               float *t_exit);

struct lbx_table {
    lbx_isa isa;
    bool fuses; // verdicts without LBX_REPRODUCIBLE use fused multiply-add

    uint32_t (*highest_entry)(const uint32_t *list, size_t step, size_t n); // of n > 0 list entries

    lbx_mask_test *aabb_aabb, *obb_obb;
    lbx_mask_test *sphere_sphere, *sphere_aabb, *sphere_obb;
    lbx_ray_test *ray_aabb;
};

extern const struct lbx_table lbx_table_scalar, lbx_table_sse2, lbx_table_avx2, lbx_table_avx512,
    lbx_table_neon;

// The table that calls use, chosen at the first call.
const struct lbx_table *lbx_table_active(void);

// Makes calls use any table, whatever the machine: for tests, which run foreign tables in
// emulation.
void lbx_table_use(const struct lbx_table *table);

#endif
