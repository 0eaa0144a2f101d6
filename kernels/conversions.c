// SPDX-License-Identifier: MIT
// The public conversions: views are checked here, then the active table's kernel runs.
#include "table.h"

ptrdiff_t lbx_aabbs_from_obbs(const lbx_obbs *boxes, size_t n, const lbx_aabbs_out *out) {
    if (n == 0) return 0;
    const struct lbx_table *table = lbx_table_active();
    struct lbx_operand from;
    struct lbx_target to;
    ptrdiff_t error = lbx_operand_obbs(&from, boxes, n, table);
    if (!error) error = lbx_target_aabbs(&to, out, n);
    return error ? error : table->aabbs_from_obbs(&from, n, &to);
}

ptrdiff_t lbx_aabbs_from_triangles(const lbx_triangles *triangles, size_t n,
                                   const lbx_aabbs_out *out) {
    if (n == 0) return 0;
    const struct lbx_table *table = lbx_table_active();
    struct lbx_operand from;
    struct lbx_target to;
    ptrdiff_t error = lbx_operand_triangles(&from, triangles, n, table);
    if (!error) error = lbx_target_aabbs(&to, out, n);
    return error ? error : table->aabbs_from_triangles(&from, n, &to);
}

ptrdiff_t lbx_spheres_from_obbs(const lbx_obbs *boxes, size_t n, const lbx_spheres_out *out) {
    if (n == 0) return 0;
    const struct lbx_table *table = lbx_table_active();
    struct lbx_operand from;
    struct lbx_target to;
    ptrdiff_t error = lbx_operand_obbs(&from, boxes, n, table);
    if (!error) error = lbx_target_spheres(&to, out, n);
    return error ? error : table->spheres_from_obbs(&from, n, &to);
}

ptrdiff_t lbx_obbs_transform(const lbx_obbs *boxes, const lbx_poses *poses, size_t n,
                             const lbx_obbs_out *out) {
    if (n == 0) return 0;
    const struct lbx_table *table = lbx_table_active();
    struct lbx_operand from, by;
    struct lbx_target to;
    ptrdiff_t error = lbx_operand_obbs(&from, boxes, n, table);
    if (!error) error = lbx_operand_poses(&by, poses, n, table);
    if (!error) error = lbx_target_obbs(&to, out, n);
    return error ? error : table->obbs_transform(&from, &by, n, &to);
}
