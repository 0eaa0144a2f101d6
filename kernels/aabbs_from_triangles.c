// SPDX-License-Identifier: MIT
// Axis-aligned boxes around triangles: the minimum and the maximum of their vertices, exactly.
// Every output that is computed from a NaN is a NaN.
#include "batch/kernel.h"

// min and max return their second operand if either is a NaN, so a NaN of vertex 2 comes out.
FORCE_INLINE void aabbs_from_triangles_convert(const struct triangle *triangle, struct aabb *out) {
    for (int c = 0; c < 3; c++) {
        const vf x = triangle->vertex[0][c], y = triangle->vertex[1][c], z = triangle->vertex[2][c];
        const vf nan = vm_keep(vf_unordered(x, y), vf_set(NAN));
        out->min[c] = vf_or(vf_min(vf_min(x, y), z), nan);
        out->max[c] = vf_or(vf_max(vf_max(x, y), z), nan);
    }
}

CONVERSION(aabbs_from_triangles, triangle, aabb, .vectors = LIGHT_VECTORS);

#ifdef LBX_UNIT
#include "batch/convert.h"

CONVERT(aabbs_from_triangles)
#else
ENTRIES(lbx_conversion, aabbs_from_triangles);
ptrdiff_t lbx_aabbs_from_triangles(const lbx_triangles *triangles, size_t n,
                                   const lbx_aabbs_out *out) {
    const struct lbx_given given[] = {{lbx_operand_triangles, triangles}};
    struct lbx_operand operands[1];
    struct lbx_target to;
    const ptrdiff_t answer = open_views(operands, given, 1, n, 0);
    if (answer != LBX_RUN) return answer;
    const ptrdiff_t error = lbx_target_aabbs(&to, out, n);
    return error ? error : ACTIVE(aabbs_from_triangles)(operands, n, &to);
}
#endif
