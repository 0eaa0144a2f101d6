// SPDX-License-Identifier: MIT
// Capsules against oriented boxes: the distance of a segment in the frame of the box, which is
// convex along it.
//
// The inputs are a solid capsule, whose ends may coincide, and a box. They are apart if the square
// of the distance of the capsule's segment from the box exceeds that of the radius, made longer by
// 5 * 2^-20 of it, of |x| + |y| + |z| of the segment and of the sum of the half extents, and by
// 2^-60. The pad covers rounding and axes that are not quite orthonormal, and 2^-60 squares that
// underflow (numerics.md). A NaN in either proves nothing.
#include "batch/kernel.h"
#include "math/capsule_box.h"
#include "math/obb.h"

#define CAPSULE_OBB_PAD 0x1.4p-18f // 2.5 times the tolerance of axes, see numerics.md

FORCE_INLINE vm capsule_obb_apart(bool fuse, const struct capsule *capsule, const struct obb *box) {
    (void)fuse;
    vf offset[3], length[3], start[3], way[3], lower[3], upper[3];
    difference(offset, capsule->start, box->center);
    difference(length, capsule->end, capsule->start);
    into_box(false, start, offset, box);
    into_box(false, way, length, box);
    for (int k = 0; k < 3; k++) {
        lower[k] = vf_sub(vf_negate(box->half[k]), start[k]);
        upper[k] = vf_sub(box->half[k], start[k]);
    }
    const vf lengths = vf_add(l1_norm(length), sum_of(box->half));
    return vf_less(padded_square(capsule->radius, lengths, CAPSULE_OBB_PAD),
                   segment_box_square(lower, upper, way));
}

MASK_KERNEL(capsule_obb, capsule, obb, .heavy = true);

#ifdef LBX_UNIT
#define NAME capsule_obb
#include "batch/called.h"
#else
ENTRIES(lbx_test, capsule_obb_test);
ptrdiff_t lbx_capsule_obb(const lbx_capsules *capsules, const lbx_obbs *boxes, size_t n,
                          unsigned flags, uint8_t *hits) {
    return lbx_call_two(capsule_obb_test_entries, lbx_operand_capsules, capsules, lbx_operand_obbs,
                        boxes, n, flags, hits, NULL);
}
#endif
