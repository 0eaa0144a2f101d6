// SPDX-License-Identifier: MIT
// What the tests of capsules share. The distance of a candidate is that of two points of the
// shapes, whatever rounding makes of where they are, so that none is too near.
#ifndef LBX_CAPSULES_H
#define LBX_CAPSULES_H

#include "spheres.h"

#define CAPSULE_FLOOR 0x1p-60f // more than squares that underflow add to a distance

FORCE_INLINE void difference(vf out[3], const vf *a, const vf *b) {
    for (int c = 0; c < 3; c++) out[c] = vf_sub(a[c], b[c]);
}

// Where on a segment a point is, from 0 to 1. Of a segment without length it is a NaN, or infinite:
// then it is either end.
FORCE_INLINE vf cut_part(vf part) {
    return vf_max(vf_min(part, vf_set(1)), vf_set(0));
}

// The square of from - part * way.
FORCE_INLINE vf square_behind(const vf *from, vf part, const vf *way) {
    vf rest[3];
    for (int c = 0; c < 3; c++) rest[c] = vf_sub(from[c], vf_mul(part, way[c]));
    return dot_product(false, rest, rest);
}

// The square of the distance of an end from a segment along `way`, which is `from` away from it.
FORCE_INLINE vf end_square(const vf *from, const vf *way, vf inverse) {
    return square_behind(from, cut_part(vf_mul(dot_product(false, from, way), inverse)), way);
}

// The square of the distance of the lines' nearest points, cut to the segments. Where they are is
// found from what `a` and `from` have across `b`: products of four lengths would lose it if the
// segments are nearly parallel.
FORCE_INLINE vf within_square(const vf *from, const vf *a, const vf *b) {
    const vf inverse = vf_div(vf_set(1), dot_product(false, b, b));
    const vf a_part = vf_mul(dot_product(false, a, b), inverse);
    const vf from_part = vf_mul(dot_product(false, from, b), inverse);
    vf across[3], offset[3];
    for (int c = 0; c < 3; c++) {
        across[c] = vf_sub(a[c], vf_mul(a_part, b[c]));
        offset[c] = vf_sub(from[c], vf_mul(from_part, b[c]));
    }
    const vf at = vf_div(dot_product(false, offset, across), dot_product(false, across, across));
    for (int c = 0; c < 3; c++) offset[c] = vf_sub(from[c], vf_mul(cut_part(at), a[c]));
    return square_behind(offset, cut_part(vf_mul(dot_product(false, offset, b), inverse)), b);
}

// The square of the reach of these radii, made longer by `pad` of them and of the lengths.
FORCE_INLINE vf padded_square(vf radii, vf lengths, float pad) {
    const vf more = vf_add(vf_mul(vf_add(radii, lengths), vf_set(pad)), vf_set(CAPSULE_FLOOR));
    return reach_square(vf_add(radii, more));
}

#endif
