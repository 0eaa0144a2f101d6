// SPDX-License-Identifier: MIT
// Capsules against capsules: Ericson 2005, 4.5.1 and 5.1.9.
//
// The inputs are two capsules, whose ends may coincide. The nearest points of their segments are an
// end of one and a point of the other, or lie within both; the distances of all five are found, and
// none is cut to another: near-parallel segments, whose nearest points may be anywhere, would lose
// contacts by that. The capsules are apart if the square of the least distance exceeds that of the
// sum of the radii, made longer by 22 * 2^-24 of it and of |x| + |y| + |z| of both segments, and by
// 2^-60. The pad covers rounding, and 2^-60 squares that underflow (numerics.md). A NaN in either
// proves nothing: the lengths are in the comparison.
#include "batch/kernel.h"
#include "math/capsules.h"

#define CAPSULE_CAPSULE_PAD 0x1.6p-20f // 22 half ulps of 1, see numerics.md

// The square of the distance of two segments, `from` the start of b to that of a. Where both
// nearest points are within, that of a is found from what a and `from` have across b. Products of
// four lengths would lose it if the segments are nearly parallel.
FORCE_INLINE vf segments_square(const vf *from, const vf *a, const vf *b) {
    const vf along = dot_product(false, a, b);
    const vf a_from = dot_product(false, a, from), b_from = dot_product(false, b, from);
    const vf a_inverse = inverse_of_square(dot_product(false, a, a));
    const vf b_inverse = inverse_of_square(dot_product(false, b, b));
    vf far[3], across[3], offset[3];
    // The ends of a, then those of b.
    for (int c = 0; c < 3; c++) far[c] = vf_add(from[c], a[c]);
    vf least = square_behind(from, cut_part(vf_mul(b_from, b_inverse)), b);
    const vf end_at = cut_part(vf_mul(vf_add(b_from, along), b_inverse));
    least = vf_min(square_behind(far, end_at, b), least);
    vf at = vf_negate(cut_part(vf_negate(vf_mul(a_from, a_inverse))));
    least = vf_min(square_behind(from, at, a), least);
    at = cut_part(vf_mul(vf_sub(along, a_from), a_inverse));
    for (int c = 0; c < 3; c++) far[c] = vf_add(from[c], vf_mul(at, a[c]));
    least = vf_min(square_behind(far, vf_set(1), b), least);
    // Points within both.
    const vf a_part = vf_mul(along, b_inverse), from_part = vf_mul(b_from, b_inverse);
    for (int c = 0; c < 3; c++) {
        across[c] = vf_sub(a[c], vf_mul(a_part, b[c]));
        offset[c] = vf_sub(from[c], vf_mul(from_part, b[c]));
    }
    const vf square = vf_max(dot_product(false, across, across), vf_set(CAPSULE_LEAST));
    at = cut_part(vf_negate(vf_div(dot_product(false, offset, across), square)));
    for (int c = 0; c < 3; c++) far[c] = vf_add(from[c], vf_mul(at, a[c]));
    const vf b_at = vf_mul(vf_add(b_from, vf_mul(at, along)), b_inverse);
    return vf_min(square_behind(far, cut_part(b_at), b), least);
}

FORCE_INLINE vm capsule_capsule_apart(bool fuse, const struct capsule *a, const struct capsule *b) {
    (void)fuse;
    vf from[3], a_way[3], b_way[3];
    difference(from, a->start, b->start);
    difference(a_way, a->end, a->start);
    difference(b_way, b->end, b->start);
    const vf lengths = vf_add(l1_norm(a_way), l1_norm(b_way)), radii = vf_add(a->radius, b->radius);
    return vf_less(padded_square(radii, lengths, CAPSULE_CAPSULE_PAD),
                   segments_square(from, a_way, b_way));
}

MASK_KERNEL(capsule_capsule, capsule, capsule, .heavy = true);

#ifdef LBX_UNIT
#define NAME capsule_capsule
#include "batch/called.h"
#else
ENTRIES(lbx_test, capsule_capsule_test);
ptrdiff_t lbx_capsule_capsule(const lbx_capsules *a, const lbx_capsules *b, size_t n,
                              unsigned flags, uint8_t *hits) {
    return lbx_call_two(capsule_capsule_test_entries, lbx_operand_capsules, a, lbx_operand_capsules,
                        b, n, flags, hits, NULL);
}
#endif
