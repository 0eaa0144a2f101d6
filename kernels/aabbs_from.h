// SPDX-License-Identifier: MIT
// Axis-aligned boxes around oriented boxes (Gomez 1999, OBB to AABB) and around triangles.
//
// Of an oriented box: center -+ extent, extent[c] = sum of |axis[k][c]| half[k], which holds for
// any axes, orthonormal or not. Rounded outward (docs/numerics.md). Of a triangle: the least and
// the most of its vertices, exactly. A NaN comes out in what is made of it.
#ifndef LBX_AABBS_FROM_H
#define LBX_AABBS_FROM_H

#include <math.h>

#include "convert.h"

// See docs/numerics.md.
#define EXTENT_PAD 0x1.000008p+0f // 1 + 8 half ulps of 1
#define CENTER_PAD 0x1.1p-24f     // a half ulp of 1, and a part of its own roundings
#define EXTENT_FLOOR 0x1p-126f    // more than products lose that are no normal floats

FORCE_INLINE void aabb_from_obb(const vf *box, const vf *none, vf *out) {
    (void)none;
    for (int c = 0; c < 3; c++) {
        vf extent = vf_add(vf_mul(vf_abs(box[c]), vf_set(CENTER_PAD)), vf_set(EXTENT_FLOOR));
        for (int k = 0; k < 3; k++) {
            extent = vf_add(extent, vf_mul(vf_abs(box[6 + 3 * k + c]), box[3 + k]));
        }
        extent = vf_mul(extent, vf_set(EXTENT_PAD));
        out[c] = vf_sub(box[c], extent);
        out[3 + c] = vf_add(box[c], extent);
    }
}

// min and max keep their second operand beside a NaN: that of the third vertex comes out by itself.
FORCE_INLINE void aabb_from_triangle(const vf *vertex, const vf *none, vf *out) {
    (void)none;
    for (int c = 0; c < 3; c++) {
        const vf x = vertex[c], y = vertex[3 + c], z = vertex[6 + c];
        const vf nan = vm_keep(vf_unordered(x, y), vf_set(NAN));
        out[c] = vf_or(vf_min(vf_min(x, y), z), nan);
        out[3 + c] = vf_or(vf_max(vf_max(x, y), z), nan);
    }
}

static ptrdiff_t aabbs_from_obbs(const struct lbx_operand *boxes, size_t n,
                                 const struct lbx_target *out) {
    return convert(aabb_from_obb, boxes, OBB_FLOATS, NULL, 0, out, AABB_FLOATS, HEAVY_VECTORS, n);
}

static ptrdiff_t aabbs_from_triangles(const struct lbx_operand *triangles, size_t n,
                                      const struct lbx_target *out) {
    return convert(aabb_from_triangle, triangles, TRIANGLE_FLOATS, NULL, 0, out, AABB_FLOATS,
                   LIGHT_VECTORS, n);
}

#endif
