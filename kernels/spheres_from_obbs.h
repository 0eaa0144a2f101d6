// SPDX-License-Identifier: MIT
// Spheres around oriented boxes: the same center, and half of the diagonal as radius. The radius is
// rounded outward. It also includes as much as axes that lbx_obbs_check passes can lengthen the
// longest diagonal (docs/numerics.md). The axes themselves are not read.
#ifndef LBX_SPHERES_FROM_OBBS_H
#define LBX_SPHERES_FROM_OBBS_H

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

#endif
