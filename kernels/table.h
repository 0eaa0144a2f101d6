// SPDX-License-Identifier: MIT
// The kernels of one instruction set. Dispatch picks a whole table; a kernel is a line in it.
#ifndef LBX_TABLE_H
#define LBX_TABLE_H

#include <stdbool.h>

#include "operand.h"

struct lbx_table {
    lbx_isa isa;
    bool fuses; // verdicts without LBX_REPRODUCIBLE use fused multiply-add

    uint32_t (*highest_entry)(const uint32_t *list, size_t step, size_t n); // of n > 0 list entries

    ptrdiff_t (*aabb_aabb)(const struct lbx_operand *a, const struct lbx_operand *b, size_t n,
                           uint8_t *hits);
    ptrdiff_t (*ray_aabb)(const struct lbx_operand *rays, const struct lbx_operand *boxes, size_t n,
                          unsigned flags, uint8_t *hits, float *t_enter, float *t_exit);
    ptrdiff_t (*obb_obb)(const struct lbx_operand *a, const struct lbx_operand *b, size_t n,
                         unsigned flags, uint8_t *hits);
};

extern const struct lbx_table lbx_table_scalar, lbx_table_sse2, lbx_table_avx2, lbx_table_avx512,
    lbx_table_neon;

// The table that calls use, chosen at the first call.
const struct lbx_table *lbx_table_active(void);

// Makes calls use any table, whatever the machine: for tests, which run foreign tables in
// emulation.
void lbx_table_use(const struct lbx_table *table);

#endif
