// SPDX-License-Identifier: MIT
// Spheres around oriented boxes: the same center, half of the diagonal. Rounded outward, and by
// what axes that lbx_obbs_check passes lengthen the longest diagonal (docs/numerics.md). The axes
// themselves are not read.
#ifndef LBX_SPHERES_FROM_H
#define LBX_SPHERES_FROM_H

#include "convert.h"

#define DIAGONAL_PAD 0x1.00004p+0f // 1 + 2^-18

enum { OBB_FLOATS_NO_AXES = 6 };

FORCE_INLINE void sphere_from_obb(const vf *box, const vf *none, vf *out) {
    (void)none;
    vf square = vf_mul(box[3], box[3]);
    for (int k = 4; k < 6; k++) square = vf_add(square, vf_mul(box[k], box[k]));
    for (int c = 0; c < 3; c++) out[c] = box[c];
    out[3] = vf_mul(vf_sqrt(square), vf_set(DIAGONAL_PAD));
}

static ptrdiff_t spheres_from_obbs(const struct lbx_operand *boxes, size_t n,
                                   const struct lbx_target *out) {
    return convert(sphere_from_obb, boxes, OBB_FLOATS_NO_AXES, NULL, 0, out, SPHERE_FLOATS,
                   LIGHT_VECTORS, n);
}

#endif
