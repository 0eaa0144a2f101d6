// SPDX-License-Identifier: MIT
// The public tests: flags and views are checked here, then the active table's kernel runs.
#include "table.h"

ptrdiff_t lbx_aabb_aabb(const lbx_aabbs *a, const lbx_aabbs *b, size_t n, unsigned flags,
                        uint8_t *hits) {
    if (flags & ~(unsigned)LBX_REPRODUCIBLE) return LBX_ERROR_FLAGS;
    if (n == 0) return 0;
    const struct lbx_table *table = lbx_table_active();
    struct lbx_operand x, y;
    ptrdiff_t error = lbx_operand_aabbs(&x, a, n, table);
    if (!error) error = lbx_operand_aabbs(&y, b, n, table);
    return error ? error : table->aabb_aabb(&x, &y, n, hits);
}

ptrdiff_t lbx_ray_aabb(const lbx_rays *rays, const lbx_aabbs *boxes, size_t n, unsigned flags,
                       uint8_t *hits, float *t_enter, float *t_exit) {
    if (flags & ~(unsigned)LBX_REPRODUCIBLE) return LBX_ERROR_FLAGS;
    if (n == 0) return 0;
    const struct lbx_table *table = lbx_table_active();
    struct lbx_operand x, y;
    ptrdiff_t error = lbx_operand_rays(&x, rays, n, table);
    if (!error) error = lbx_operand_aabbs(&y, boxes, n, table);
    return error ? error : table->ray_aabb(&x, &y, n, flags, hits, t_enter, t_exit);
}

ptrdiff_t lbx_obb_obb(const lbx_obbs *a, const lbx_obbs *b, size_t n, unsigned flags,
                      uint8_t *hits) {
    if (flags & ~(unsigned)LBX_REPRODUCIBLE) return LBX_ERROR_FLAGS;
    if (n == 0) return 0;
    const struct lbx_table *table = lbx_table_active();
    struct lbx_operand x, y;
    ptrdiff_t error = lbx_operand_obbs(&x, a, n, table);
    if (!error) error = lbx_operand_obbs(&y, b, n, table);
    return error ? error : table->obb_obb(&x, &y, n, flags, hits);
}
