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

#define PLANE_OBB_PAD 0x1.5p-22f // 5.25 half ulps of 1, see docs/numerics.md

FORCE_INLINE struct class_masks plane_obb_class(bool fuse, const vf *plane, const vf *box) {
    const vf *const center = box + OBB_CENTER, *const half = box + OBB_HALF;
    vf along[3], size = vf_abs(vf_mul(plane[0], center[0]));
    into_box(fuse, along, plane, box + OBB_AXIS);
    for (int k = 0; k < 3; k++) along[k] = vf_abs(along[k]);
    const vf r = dot_product(fuse, half, along);
    const vf s = vf_add(dot_product(fuse, plane, center), plane[OFFSET]);
    for (int c = 1; c < 3; c++) {
        size = multiply_add(fuse, vf_abs(plane[c]), vf_abs(center[c]), size);
    }
    size = vf_add(size, vf_abs(plane[OFFSET]));
    // |n|_1 times all half extents: what r is a part of, and never less than a normal float.
    size = multiply_add(fuse, sum_of_sizes(plane), sum_of(half), size);
    return class_of_sides(vf_sub(s, r), vf_sub(vf_negate(s), r),
                          vf_mul(size, vf_set(PLANE_OBB_PAD)), NULL);
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

// One plane stays in registers, with what is known of it alone.
FORCE_INLINE size_t plane_obb_loop(class_core *class_of, const void *context,
                                   const struct lbx_operand *planes,
                                   const struct lbx_operand *boxes, size_t first, size_t n) {
    return planes->kind == OPERAND_ONE
               ? class_loop(class_of, SIDES_FLIP, false, context, planes, READ_ONE, PLANE_FLOATS,
                            boxes, READ_MEMORY, OBB_FLOATS, first, n)
               : class_loop(class_of, SIDES_FLIP, false, context, planes, READ_MEMORY, PLANE_FLOATS,
                            boxes, READ_MEMORY, OBB_FLOATS, first, n);
}

static size_t plane_obb_loops_plain(const void *context, const struct lbx_operand *planes,
                                    const struct lbx_operand *boxes, size_t first, size_t n,
                                    uint8_t *none) {
    (void)none;
    return plane_obb_loop(plane_obb_class_plain, context, planes, boxes, first, n);
}

static size_t plane_obb_loops_fused(const void *context, const struct lbx_operand *planes,
                                    const struct lbx_operand *boxes, size_t first, size_t n,
                                    uint8_t *none) {
    (void)none;
    return plane_obb_loop(plane_obb_class_fused, context, planes, boxes, first, n);
}

static ptrdiff_t plane_obb(const struct lbx_operand *planes, const struct lbx_operand *boxes,
                           size_t n, unsigned flags, uint8_t *sides) {
    const bool fuse = LANES_FUSE && !(flags & LBX_REPRODUCIBLE);
    const struct class_context to = {sides, NULL};
    return batch(fuse ? plane_obb_loops_fused : plane_obb_loops_plain, &to, planes, PLANE_FLOATS,
                 boxes, OBB_FLOATS, n, NULL);
}

#endif
