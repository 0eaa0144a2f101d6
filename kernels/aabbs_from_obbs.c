// SPDX-License-Identifier: MIT
// Axis-aligned boxes around oriented boxes: Gomez 1999, OBB to AABB.
//
// The box is center -+ extent, where extent[c] is the sum of |axis[k][c]| half[k]. This holds for
// any axes. The result is rounded outward (numerics.md). Outputs of a NaN are NaN.
#include "batch/kernel.h"

// See numerics.md.
#define EXTENT_PAD 0x1.000008p+0f // 1 + 8 half ulps of 1
#define CENTER_PAD 0x1.1p-24f     // half an ulp of 1, and a part of its own roundings
#define EXTENT_FLOOR 0x1p-126f    // more than products that are not normal floats lose

FORCE_INLINE void aabbs_from_obbs_convert(const struct obb *box, struct aabb *out) {
    for (int c = 0; c < 3; c++) {
        const vf center = box->center[c];
        vf extent = vf_add(vf_mul(vf_abs(center), vf_set(CENTER_PAD)), vf_set(EXTENT_FLOOR));
        for (int k = 0; k < 3; k++)
            extent = vf_add(extent, vf_mul(vf_abs(box->axis[k][c]), box->half[k]));
        extent = vf_mul(extent, vf_set(EXTENT_PAD));
        out->min[c] = vf_sub(center, extent);
        out->max[c] = vf_add(center, extent);
    }
}

CONVERSION(aabbs_from_obbs, obb, aabb, .vectors = HEAVY_VECTORS);

#ifdef LBX_UNIT
#include "batch/convert.h"

CONVERT(aabbs_from_obbs)
#else
ENTRIES(lbx_conversion, aabbs_from_obbs);
ptrdiff_t lbx_aabbs_from_obbs(const lbx_obbs *boxes, size_t n, const lbx_aabbs_out *out) {
    const struct lbx_given given[] = {{lbx_operand_obbs, boxes}};
    struct lbx_operand operands[1];
    struct lbx_target to;
    const ptrdiff_t answer = open_views(operands, given, 1, n, 0);
    if (answer != LBX_RUN) return answer;
    const ptrdiff_t error = lbx_target_aabbs(&to, out, n);
    return error ? error : ACTIVE(aabbs_from_obbs)(operands, n, &to);
}
#endif
