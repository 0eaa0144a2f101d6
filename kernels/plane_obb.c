// SPDX-License-Identifier: MIT
// Which side of a plane an oriented box lies on, by its radius along the normal: book 9.2.4 (2),
// radius form; Gomez 1999, box against plane.
//
// The inputs are a plane n.x + d = 0, with n of any length, and a box. The box is POSITIVE or
// NEGATIVE if the distance s of its center exceeds the radius r on the one side or the other, both
// in units of |n|, by more than rounding can make it. It is TANGENT if s and r are found to be
// equal, and INTERSECTING otherwise. The radius holds for any axes, orthonormal or not.
#include "batch/kernel.h"
#include "math/obb.h"
#include "math/planes.h"

// Half ulps of 1, see numerics.md.
#define PLANE_OBB_PAD 0x1.5p-22f        // 5.25
#define PLANE_OBB_RADIUS_PAD 0x1.1p-22f // 4.25

FORCE_INLINE struct masks plane_obb_class(bool fuse, const struct plane *plane,
                                          const struct obb *box) {
    vf normal[3], along[3], half[3], center[3];
    for (int c = 0; c < 3; c++) normal[c] = vf_hold(plane->normal[c]);
    into_box(fuse, along, normal, box);
    for (int k = 0; k < 3; k++) {
        along[k] = vf_abs(along[k]);
        half[k] = vf_hold(box->half[k]);
        center[k] = vf_hold(box->center[k]);
    }
    const vf r = dot_product(fuse, half, along), halves = sum_of(half);
    // |n|_1 times the sum of all half extents, of which r is a part, is at least a normal float.
    vf s = plane->offset, scale = halves; // the value of scale is unused, but gcc 12 warns
    for (int c = 0; c < 3; c++) {
        const vf weight = vf_abs(normal[c]), reach = vf_add(vf_abs(center[c]), halves);
        s = multiply_add(fuse, normal[c], center[c], s);
        scale = c ? multiply_add(fuse, weight, reach, scale) : vf_mul(weight, reach);
    }
    const vf least = multiply_add(fuse, scale, vf_set(PLANE_OBB_PAD), vf_set(PLANE_FLOOR));
    const vf slack = multiply_add(fuse, r, vf_set(PLANE_OBB_RADIUS_PAD), least);
    return class_of_side(s, vf_sub(vf_abs(s), r), slack);
}

CLASS_KERNEL(plane_obb, plane, obb, .flip = SIDES_FLIP, .fuses = true);

#ifdef LBX_UNIT
#define NAME plane_obb
#include "batch/walks.h"
#else
ENTRIES(lbx_test, plane_obb_test);
ENTRIES(lbx_few, plane_obb_few);
ptrdiff_t lbx_plane_obb(const lbx_planes *planes, const lbx_obbs *boxes, size_t n, unsigned flags,
                        uint8_t *sides) {
    struct lbx_dense few[2];
    if (is_few(n, flags) && dense_planes(&few[0], planes, n) && dense_obbs(&few[1], boxes, n) &&
        !is_one_by_one(few))
        return ACTIVE(plane_obb_few)(&few[0], &few[1], n, flags, sides, NULL);
    return lbx_call_two(plane_obb_test_entries, lbx_operand_planes, planes, lbx_operand_obbs, boxes,
                        n, flags, sides, NULL);
}
#endif
