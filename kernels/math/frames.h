// SPDX-License-Identifier: MIT
// What the kernels of two boxes share: the 15 separating axes of book 9.2.6, in its order, in the
// frame of the first box, A. The margins r - |s| are reduced with min and compared once. min passes
// over a NaN, so that the other axes still count if one proves nothing.
#ifndef LBX_FRAMES_H
#define LBX_FRAMES_H

#include "obb.h"

#define FRAMES_FLOOR 0x1p-120f // more than underflow takes from a margin, flushed denormals too

// `distance` is the vector from A's center to B's; rotation[i][k] is the component of B's axis k
// along A's axis i. Every margin is summed from -|s| on, so that each part of the radius is one
// multiply-add.

// i. The margins of the axes of A.
FORCE_INLINE void a_margins(bool fuse, const vf *a_half, const vf *b_half, const vf *distance,
                            vf abs_rotation[3][3], vf *margin) {
    for (int i = 0; i < 3; i++) margin[i] = vf_sub(a_half[i], vf_abs(distance[i]));
    for (int k = 0; k < 3; k++) add_products(fuse, margin, b_half[k], &abs_rotation[0][k], 3);
}

// ii. The margins of the axes of B.
FORCE_INLINE void b_margins(bool fuse, const vf *a_half, const vf *b_half, const vf *distance,
                            vf rotation[3][3], vf abs_rotation[3][3], vf *margin) {
    vf s[3];
    for (int k = 0; k < 3; k++) s[k] = vf_mul(distance[0], rotation[0][k]);
    add_products(fuse, s, distance[1], rotation[1], 1);
    add_products(fuse, s, distance[2], rotation[2], 1);
    for (int k = 0; k < 3; k++) margin[k] = vf_sub(b_half[k], vf_abs(s[k]));
    for (int i = 0; i < 3; i++) add_products(fuse, margin, a_half[i], abs_rotation[i], 1);
}

// iii. The margins of the axis i of A x the axes of B, which are those of unit vectors times the
// sines.
FORCE_INLINE void edge_margins(bool fuse, int i, const vf *a_half, const vf *b_half,
                               const vf *distance, vf rotation[3][3], vf abs_rotation[3][3],
                               vf *margin) {
    const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
    for (int k = 0; k < 3; k++) {
        const vf product = vf_mul(distance[i2], rotation[i1][k]);
        margin[k] = vf_minus_abs(multiply_subtract(fuse, distance[i1], rotation[i2][k], product));
    }
    add_products(fuse, margin, a_half[i1], abs_rotation[i2], 1);
    add_products(fuse, margin, a_half[i2], abs_rotation[i1], 1);
    for (int k = 0; k < 3; k++)
        margin[k] =
            multiply_add(fuse, b_half[(k + 1) % 3], abs_rotation[i][(k + 2) % 3], margin[k]);
    for (int k = 0; k < 3; k++)
        margin[k] =
            multiply_add(fuse, b_half[(k + 2) % 3], abs_rotation[i][(k + 1) % 3], margin[k]);
}

// The boxes are apart if a margin is below -pad times the sum of all half extents.
FORCE_INLINE vm frames_apart(bool fuse, float pad, const vf *a_half, const vf *b_half,
                             const vf *distance, vf rotation[3][3]) {
    vf margin[3], abs_rotation[3][3];
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) abs_rotation[i][k] = vf_abs(rotation[i][k]);
    }
    a_margins(fuse, a_half, b_half, distance, abs_rotation, margin);
    vf least = least_of(margin, vf_set(INFINITY));
    b_margins(fuse, a_half, b_half, distance, rotation, abs_rotation, margin);
    least = least_of(margin, least);

    const vf a_sum = sum_of(a_half);
    const vf b_sum = sum_of(b_half);
    const vf bound = multiply_add(fuse, vf_add(a_sum, b_sum), vf_set(-pad), vf_set(-FRAMES_FLOOR));
    const vm apart = vf_less(least, bound);
    if (all_lanes(apart)) return apart; // saves a fifth where few pairs hit

    for (int i = 0; i < 3; i++) {
        edge_margins(fuse, i, a_half, b_half, distance, rotation, abs_rotation, margin);
        least = least_of(margin, least);
    }
    return vf_less(least, bound);
}

// The verdict of obb_obb.c, which trees ask too.
#define OBB_PAD 0x1.4p-17f

FORCE_INLINE vm obb_obb_apart(bool fuse, const struct obb *a, const struct obb *b) {
    vf offset[3], distance[3], rotation[3][3]; // the latter two in A's frame
    for (int c = 0; c < 3; c++) offset[c] = vf_sub(b->center[c], a->center[c]);
    for (int i = 0; i < 3; i++) into_box(fuse, rotation[i], a->axis[i], b);
    into_box(fuse, distance, offset, a);
    return frames_apart(fuse, OBB_PAD, a->half, b->half, distance, rotation);
}

#endif
