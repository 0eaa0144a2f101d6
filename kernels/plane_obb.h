// SPDX-License-Identifier: MIT
// On which side of a plane an oriented box lies, by its radius along the normal: book 9.2.4 (2),
// radius form; Gomez 1999, box against plane.
//
// In: a plane n.x + d = 0, n of any length, and a box. POSITIVE, NEGATIVE: the distance s of its
// center exceeds the radius r, both in units of |n|, on the one side or the other, by more than
// rounding can make it. TANGENT: s and r are found to be the same. INTERSECTING: else. The radius
// holds for any axes, orthonormal or not.
#ifndef LBX_PLANE_OBB_H
#define LBX_PLANE_OBB_H

#include "classes.h"
#include "obb.h"

// Half ulps of 1, see docs/numerics.md.
#define PLANE_OBB_PAD 0x1.5p-22f        // 5.25
#define PLANE_OBB_RADIUS_PAD 0x1.1p-22f // 4.25

FORCE_INLINE struct class_masks plane_obb_class(bool fuse, const vf *plane, const vf *box) {
    vf normal[3], along[3], half[3], center[3];
    for (int c = 0; c < 3; c++) normal[c] = vf_hold(plane[c]);
    into_box(fuse, along, normal, box + OBB_AXIS);
    for (int k = 0; k < 3; k++) {
        along[k] = vf_abs(along[k]);
        half[k] = vf_hold(box[OBB_HALF + k]);
        center[k] = vf_hold(box[OBB_CENTER + k]);
    }
    const vf r = dot_product(fuse, half, along), halves = sum_of(half);
    // |n|_1 times all half extents, what r is a part of, is never less than a normal float.
    vf s = plane[OFFSET], size = halves; // size is of no use, but gcc 12 warns
    for (int c = 0; c < 3; c++) {
        const vf weight = vf_abs(normal[c]), reach = vf_add(vf_abs(center[c]), halves);
        s = multiply_add(fuse, normal[c], center[c], s);
        size = c ? multiply_add(fuse, weight, reach, size) : vf_mul(weight, reach);
    }
    const vf slack =
        multiply_add(fuse, r, vf_set(PLANE_OBB_RADIUS_PAD), vf_mul(size, vf_set(PLANE_OBB_PAD)));
    return class_of_side(s, vf_sub(vf_abs(s), r), slack);
}

FORCE_INLINE struct class_masks plane_obb_class_plain(const void *constants, const vf *plane,
                                                      const vf *box) {
    (void)constants;
    return plane_obb_class(false, plane, box);
}

FORCE_INLINE struct class_masks plane_obb_class_fused(const void *constants, const vf *plane,
                                                      const vf *box) {
    (void)constants;
    return plane_obb_class(true, plane, box);
}

static size_t plane_obb_loops_plain(const void *context, const struct lbx_operand *planes,
                                    const struct lbx_operand *boxes, size_t first, size_t n,
                                    uint8_t *none) {
    (void)none;
    return class_loops(plane_obb_class_plain, SIDES_FLIP, false, context, planes, PLANE_FLOATS,
                       boxes, OBB_FLOATS, first, n);
}

static size_t plane_obb_loops_fused(const void *context, const struct lbx_operand *planes,
                                    const struct lbx_operand *boxes, size_t first, size_t n,
                                    uint8_t *none) {
    (void)none;
    return class_loops(plane_obb_class_fused, SIDES_FLIP, false, context, planes, PLANE_FLOATS,
                       boxes, OBB_FLOATS, first, n);
}

static ptrdiff_t plane_obb(const struct lbx_operand *planes, const struct lbx_operand *boxes,
                           size_t n, unsigned flags, uint8_t *sides) {
    const bool fuse = LANES_FUSE && !(flags & LBX_REPRODUCIBLE);
    const struct class_context to = {sides, NULL};
    return batch(fuse ? plane_obb_loops_fused : plane_obb_loops_plain, &to, planes, PLANE_FLOATS,
                 boxes, OBB_FLOATS, QUADS_OF_NONE, n, NULL);
}

#endif
