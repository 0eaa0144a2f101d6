// SPDX-License-Identifier: MIT
// Spheres around oriented boxes: the same center, and half of the diagonal as radius. The radius is
// rounded outward. It also includes as much as axes that lbx_obbs_check passes can lengthen the
// longest diagonal (numerics.md). The axes themselves are not read.
#include "batch/kernel.h"
#include "math/products.h"

#define DIAGONAL_PAD 0x1.00004p+0f // 1 + 2^-18
#define DIAGONAL_LEAST 0x1p-60f

FORCE_INLINE void spheres_from_obbs_convert(const struct extents *box, struct sphere *out) {
    for (int c = 0; c < 3; c++) out->center[c] = box->center[c];
    // If the square of the diagonal may underflow, the radius is twice the sum of the half extents,
    // which is long enough for denormals, too. A NaN is in the root.
    const vf half = sum_of(box->half), sum = vf_min(vf_add(half, half), vf_set(DIAGONAL_LEAST));
    const vf root = vf_sqrt(dot_product(false, box->half, box->half));
    out->radius = vf_mul(vf_max(sum, root), vf_set(DIAGONAL_PAD));
}

CONVERSION(spheres_from_obbs, extents, sphere, .vectors = LIGHT_VECTORS);

#ifdef LBX_UNIT
#include "batch/convert.h"

CONVERT(spheres_from_obbs)
#else
ENTRIES(lbx_conversion, spheres_from_obbs);
ptrdiff_t lbx_spheres_from_obbs(const lbx_obbs *boxes, size_t n, const lbx_spheres_out *out) {
    const struct lbx_given given[] = {{lbx_operand_obbs, boxes}};
    struct lbx_operand operands[1];
    struct lbx_target to;
    const ptrdiff_t answer = open_views(operands, given, 1, n, 0);
    if (answer != LBX_RUN) return answer;
    const ptrdiff_t error = lbx_target_spheres(&to, out, n);
    return error ? error : ACTIVE(spheres_from_obbs)(operands, n, &to);
}
#endif
