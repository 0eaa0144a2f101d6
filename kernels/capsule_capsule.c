// SPDX-License-Identifier: MIT
// Capsules against capsules: Ericson 2005, 4.5.1 and 5.1.9.
//
// The inputs are two capsules, whose ends may coincide. The nearest points of their segments are an
// end of b and a point of a, or those of the lines, cut to a and then to b. All three distances are
// found, and none is cut back to another: near-parallel segments, whose nearest points may be
// anywhere, would lose contacts by that. The capsules are apart if the square of the least distance
// exceeds that of the sum of the radii, made longer by 14 * 2^-24 of it and of |x| + |y| + |z| of
// both segments, and by 2^-60. The pad covers rounding, and 2^-60 squares that underflow
// (numerics.md). A NaN in either proves nothing: the lengths are in the comparison.
#include "batch/kernel.h"
#include "math/capsules.h"

#define CAPSULE_CAPSULE_PAD 0x1.cp-21f // 14 half ulps of 1, see numerics.md

FORCE_INLINE vm capsule_capsule_apart(bool fuse, const struct capsule *a, const struct capsule *b) {
    (void)fuse;
    vf a_way[3], b_way[3], start[3], end[3]; // b's ends, from the start of a
    difference(a_way, a->start, a->end);
    difference(b_way, b->end, b->start);
    difference(start, a->start, b->start);
    difference(end, a->start, b->end);
    const vf inverse = vf_div(vf_set(1), dot_product(false, a_way, a_way));
    const vf ends = vf_min(end_square(start, a_way, inverse), end_square(end, a_way, inverse));
    const vf square = vf_min(within_square(start, a_way, b_way), ends);
    const vf lengths = vf_add(l1_norm(a_way), l1_norm(b_way)), radii = vf_add(a->radius, b->radius);
    return vf_less(padded_square(radii, lengths, CAPSULE_CAPSULE_PAD), square);
}

MASK_KERNEL(capsule_capsule, capsule, capsule, .heavy = true);

#ifdef LBX_UNIT
#define NAME capsule_capsule
#include "batch/walks.h"
#else
ENTRIES(lbx_test, capsule_capsule_test);
ptrdiff_t lbx_capsule_capsule(const lbx_capsules *a, const lbx_capsules *b, size_t n,
                              unsigned flags, uint8_t *hits) {
    return lbx_call_two(capsule_capsule_test_entries, lbx_operand_capsules, a, lbx_operand_capsules,
                        b, n, flags, hits, NULL);
}
#endif
