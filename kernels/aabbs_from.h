// SPDX-License-Identifier: MIT
// Axis-aligned boxes around oriented boxes (Gomez 1999, OBB to AABB) and around triangles.
//
// Of an oriented box: center -+ extent, extent[c] = sum of |axis[k][c]| half[k], which holds for
// any axes, orthonormal or not. Rounded outward (docs/numerics.md), each face by an ulp or more of
// itself. Of a triangle: the least and the most of its vertices, exactly. A NaN comes out in what
// is made of it.
#ifndef LBX_AABBS_FROM_H
#define LBX_AABBS_FROM_H

#include "convert.h"

#define EXTENT_PAD 0x1.000006p+0f // 1 + 6 half ulps of 1, see docs/numerics.md
#define EXTENT_FLOOR 0x1p-126f    // more than what products lose that are no normal floats
#define OUTWARD 0x1p-23f          // two half ulps of 1: an ulp or more

FORCE_INLINE void aabb_from_obb(const vf *box, const vf *none, vf *out) {
    (void)none;
    for (int c = 0; c < 3; c++) {
        vf extent = vf_set(EXTENT_FLOOR);
        for (int k = 0; k < 3; k++) {
            extent = vf_add(extent, vf_mul(vf_abs(box[6 + 3 * k + c]), box[3 + k]));
        }
        extent = vf_mul(extent, vf_set(EXTENT_PAD));
        const vf low = vf_sub(box[c], extent), high = vf_add(box[c], extent);
        out[c] = vf_sub(low, vf_mul(vf_abs(low), vf_set(OUTWARD)));
        out[3 + c] = vf_add(high, vf_mul(vf_abs(high), vf_set(OUTWARD)));
    }
}

// min and max keep their second operand beside a NaN, so each of the three orders passes on the NaN
// of one vertex, and where there is none, all of them give the same.
FORCE_INLINE void aabb_from_triangle(const vf *vertex, const vf *none, vf *out) {
    (void)none;
    for (int c = 0; c < 3; c++) {
        const vf x = vertex[c], y = vertex[3 + c], z = vertex[6 + c];
        out[c] =
            vf_or(vf_or(vf_min(vf_min(x, y), z), vf_min(vf_min(y, z), x)), vf_min(vf_min(z, x), y));
        out[3 + c] =
            vf_or(vf_or(vf_max(vf_max(x, y), z), vf_max(vf_max(y, z), x)), vf_max(vf_max(z, x), y));
    }
}

static ptrdiff_t aabbs_from_obbs(const struct lbx_operand *boxes, size_t n,
                                 const struct lbx_target *out) {
    return convert(aabb_from_obb, boxes, OBB_FLOATS, NULL, 0, out, AABB_FLOATS, n);
}

static ptrdiff_t aabbs_from_triangles(const struct lbx_operand *triangles, size_t n,
                                      const struct lbx_target *out) {
    return convert(aabb_from_triangle, triangles, TRIANGLE_FLOATS, NULL, 0, out, AABB_FLOATS, n);
}

#endif
