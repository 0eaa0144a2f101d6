// SPDX-License-Identifier: MIT
// Overlap of oriented boxes by 15 separating axes: book 9.2.6; Gomez 1999, listing 6.
//
// In: two boxes. Apart: on some axis the distance s of the centers exceeds the sum r of the radii
// by more than 5 * 2^-19 S, S being the sum of all half extents. The pad covers rounding, axes that
// are not quite orthonormal, and the cross products of near-parallel axes, which are nothing but
// rounding (docs/numerics.md). The margins r - |s| are folded with min and compared once: min
// passes over a NaN, so that an axis which proves nothing leaves the others to count.
#ifndef LBX_OBB_OBB_H
#define LBX_OBB_OBB_H

#include <math.h>

#include "obb.h"

#define OBB_PAD 0x1.4p-17f

// Every margin is summed from -|s| on, so that each part of the radius is one multiply-add.
FORCE_INLINE vm obb_obb_apart(bool fuse, const vf *a, const vf *b) {
    const vf *const a_half = a + OBB_HALF, *const b_half = b + OBB_HALF;
    vf offset[3], distance[3], s[3], margin[3];
    vf rotation[3][3], size[3][3]; // B in A's frame; |rotation|
    for (int c = 0; c < 3; c++) offset[c] = vf_sub(b[OBB_CENTER + c], a[OBB_CENTER + c]);
    for (int i = 0; i < 3; i++) {
        const vf *const axis = a + OBB_AXIS + 3 * i;
        for (int k = 0; k < 3; k++) rotation[i][k] = vf_mul(axis[0], b[OBB_AXIS + 3 * k]);
        add_products(fuse, rotation[i], axis[1], b + OBB_AXIS + 1, 3);
        add_products(fuse, rotation[i], axis[2], b + OBB_AXIS + 2, 3);
        for (int k = 0; k < 3; k++) size[i][k] = vf_abs(rotation[i][k]);
    }
    for (int i = 0; i < 3; i++) distance[i] = vf_mul(offset[0], a[OBB_AXIS + 3 * i]);
    add_products(fuse, distance, offset[1], a + OBB_AXIS + 1, 3);
    add_products(fuse, distance, offset[2], a + OBB_AXIS + 2, 3);

    for (int i = 0; i < 3; i++) margin[i] = vf_sub(a_half[i], vf_abs(distance[i])); // A's axes
    for (int k = 0; k < 3; k++) add_products(fuse, margin, b_half[k], &size[0][k], 3);
    vf least = least_of(margin, vf_set(INFINITY));

    for (int k = 0; k < 3; k++) s[k] = vf_mul(distance[0], rotation[0][k]); // B's axes
    add_products(fuse, s, distance[1], rotation[1], 1);
    add_products(fuse, s, distance[2], rotation[2], 1);
    for (int k = 0; k < 3; k++) margin[k] = vf_sub(b_half[k], vf_abs(s[k]));
    for (int i = 0; i < 3; i++) add_products(fuse, margin, a_half[i], size[i], 1);
    least = least_of(margin, least);

    const vf a_sum = vf_add(vf_add(a_half[0], a_half[1]), a_half[2]);
    const vf b_sum = vf_add(vf_add(b_half[0], b_half[1]), b_half[2]);
    const vf bound = vf_mul(vf_add(a_sum, b_sum), vf_set(-OBB_PAD));
    const vm apart = vf_less(least, bound);
    if (vm_bits(apart) == (uint32_t)((UINT64_C(1) << LANES) - 1)) return apart;

    for (int i = 0; i < 3; i++) { // A's axis i x B's axes
        const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        for (int k = 0; k < 3; k++) {
            const vf product = vf_mul(distance[i2], rotation[i1][k]);
            margin[k] =
                vf_minus_abs(multiply_subtract(fuse, distance[i1], rotation[i2][k], product));
        }
        add_products(fuse, margin, a_half[i1], size[i2], 1);
        add_products(fuse, margin, a_half[i2], size[i1], 1);
        for (int k = 0; k < 3; k++) {
            margin[k] = multiply_add(fuse, b_half[(k + 1) % 3], size[i][(k + 2) % 3], margin[k]);
        }
        for (int k = 0; k < 3; k++) {
            margin[k] = multiply_add(fuse, b_half[(k + 2) % 3], size[i][(k + 1) % 3], margin[k]);
        }
        least = least_of(margin, least);
    }
    return vf_less(least, bound);
}

FORCE_INLINE vm obb_obb_apart_plain(const void *context, const vf *a, const vf *b, size_t i,
                                    size_t count) {
    (void)context, (void)i, (void)count;
    return obb_obb_apart(false, a, b);
}

FORCE_INLINE vm obb_obb_apart_fused(const void *context, const vf *a, const vf *b, size_t i,
                                    size_t count) {
    (void)context, (void)i, (void)count;
    return obb_obb_apart(true, a, b);
}

static size_t obb_obb_loops_plain(const void *context, const struct lbx_operand *a,
                                  const struct lbx_operand *b, size_t first, size_t n,
                                  uint8_t *hits) {
    return heavy_loops(obb_obb_apart_plain, context, a, OBB_FLOATS, b, OBB_FLOATS, first, n, hits);
}

static size_t obb_obb_loops_fused(const void *context, const struct lbx_operand *a,
                                  const struct lbx_operand *b, size_t first, size_t n,
                                  uint8_t *hits) {
    return heavy_loops(obb_obb_apart_fused, context, a, OBB_FLOATS, b, OBB_FLOATS, first, n, hits);
}

static ptrdiff_t obb_obb(const struct lbx_operand *a, const struct lbx_operand *b, size_t n,
                         unsigned flags, uint8_t *hits) {
    const bool fuse = LANES_FUSE && !(flags & LBX_REPRODUCIBLE);
    return batch(fuse ? obb_obb_loops_fused : obb_obb_loops_plain, NULL, a, OBB_FLOATS, b,
                 OBB_FLOATS, n, hits);
}

#endif
