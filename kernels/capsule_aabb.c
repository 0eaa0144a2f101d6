// SPDX-License-Identifier: MIT
// Capsules against axis-aligned boxes: the distance of a segment, which is convex along it.
//
// The inputs are a solid capsule, whose ends may coincide, and a box. They are apart if the square
// of the distance of the capsule's segment from the box exceeds that of the radius, made longer by
// 15 * 2^-24 of it and of |x| + |y| + |z| of the segment, and by 2^-60. The pad covers rounding,
// and 2^-60 squares that underflow (numerics.md). A NaN among the planes bounds nothing. A NaN in
// the capsule proves nothing. The empty box is infinitely far away.
#include "batch/kernel.h"
#include "math/capsule_box.h"

MASK_KERNEL(capsule_aabb, capsule, aabb, .heavy = true);

#ifdef LBX_UNIT
#define NAME capsule_aabb
#include "batch/called.h"
#else
ENTRIES(lbx_test, capsule_aabb_test);
ptrdiff_t lbx_capsule_aabb(const lbx_capsules *capsules, const lbx_aabbs *boxes, size_t n,
                           unsigned flags, uint8_t *hits) {
    return lbx_call_two(capsule_aabb_test_entries, lbx_operand_capsules, capsules,
                        lbx_operand_aabbs, boxes, n, flags, hits, NULL);
}
#endif
