// SPDX-License-Identifier: MIT
// Capsules against capsules: Ericson 2005, 4.5.1 and 5.1.9.
//
// The inputs are two capsules, whose ends may coincide. The nearest points of their segments are an
// end of one and a point of the other, or lie within both; the distances of all five are found, and
// none is cut to another: near-parallel segments, whose nearest points may be anywhere, would lose
// contacts by that. The capsules are apart if the square of the least distance exceeds that of the
// sum of the radii, made longer by 13 * 2^-24 of it and of |x| + |y| + |z| of both segments, and by
// 2^-60. The pad covers rounding, and 2^-60 squares that underflow (numerics.md). A NaN in either
// proves nothing: the lengths are in the comparison.
#include "batch/kernel.h"
#include "math/capsules.h"

#define CAPSULE_CAPSULE_PAD 0x1.ap-21f // 13 half ulps of 1, see numerics.md

// The least square of the distance from one of two ends to a segment that runs along `way`: `from`
// is how far each is from where the segment begins.
FORCE_INLINE vf ends_square(vf from[2][3], const vf *way, vf inverse) {
    vf square[2];
    for (int e = 0; e < 2; e++) {
        const vf at = cut_part(vf_mul(dot_product(false, from[e], way), inverse));
        square[e] = square_behind(from[e], at, way);
    }
    return vf_min(square[0], square[1]);
}

// The square of the distance of the lines' nearest points, cut to the segments. Where they are is
// found from what `a` and `from` have across `b`: products of four lengths would lose it if the
// segments are nearly parallel.
FORCE_INLINE vf within_square(const vf *from, const vf *a, const vf *b, vf b_inverse) {
    const vf a_part = vf_mul(dot_product(false, a, b), b_inverse);
    const vf from_part = vf_mul(dot_product(false, from, b), b_inverse);
    vf across[3], offset[3];
    for (int c = 0; c < 3; c++) {
        across[c] = vf_sub(a[c], vf_mul(a_part, b[c]));
        offset[c] = vf_sub(from[c], vf_mul(from_part, b[c]));
    }
    const vf square = vf_max(dot_product(false, across, across), vf_set(CAPSULE_LEAST));
    const vf at = cut_part(vf_div(dot_product(false, offset, across), square));
    for (int c = 0; c < 3; c++) offset[c] = vf_sub(from[c], vf_mul(at, a[c]));
    const vf b_at = cut_part(vf_mul(dot_product(false, offset, b), b_inverse));
    return square_behind(offset, b_at, b);
}

FORCE_INLINE vm capsule_capsule_apart(bool fuse, const struct capsule *a, const struct capsule *b) {
    (void)fuse;
    vf a_way[3], b_way[3], a_from[2][3],
        b_from[2][3]; // the ends of a from b's start, likewise of b
    difference(a_way, a->start, a->end);
    difference(b_way, b->end, b->start);
    difference(a_from[0], a->start, b->start);
    difference(a_from[1], a->end, b->start);
    difference(b_from[0], a->start, b->start);
    difference(b_from[1], a->start, b->end);
    const vf a_inverse = inverse_of_square(dot_product(false, a_way, a_way));
    const vf b_inverse = inverse_of_square(dot_product(false, b_way, b_way));
    const vf ends =
        vf_min(ends_square(a_from, b_way, b_inverse), ends_square(b_from, a_way, a_inverse));
    const vf square = vf_min(within_square(a_from[0], a_way, b_way, b_inverse), ends);
    const vf lengths = vf_add(l1_norm(a_way), l1_norm(b_way)), radii = vf_add(a->radius, b->radius);
    return vf_less(padded_square(radii, lengths, CAPSULE_CAPSULE_PAD), square);
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
