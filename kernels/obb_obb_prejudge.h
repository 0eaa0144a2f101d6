// SPDX-License-Identifier: MIT
// What the balls of two oriented boxes say of them, before the separating axes are asked: Geng &
// Gao, equations 9 to 11.
//
// In: two boxes, of which only centers and half extents are read. APART: the distance of the
// centers exceeds both half diagonals. OVERLAPPING: it is less than both least half extents.
// UNDECIDED: else. All is compared in squares, widened both ways by what rounding and axes that are
// not quite orthonormal can make of them (docs/numerics.md). A NaN in a half extent is one in the
// diagonal, which min passes on.
#ifndef LBX_OBB_OBB_PREJUDGE_H
#define LBX_OBB_OBB_PREJUDGE_H

#include "batch/kernel.h"
#include "math/products.h"

#define PREJUDGE_APART 0x1.00007p+0f        // 1 + 112 half ulps of 1
#define PREJUDGE_MORE 0x1p-96f              // more than underflow takes from the diagonals
#define PREJUDGE_LESS 0x1p-120f             // and from the other squares
#define PREJUDGE_OVERLAPPING 0x1.ffffa8p-1f // 1 - 44

FORCE_INLINE struct masks obb_obb_prejudge_class(bool fuse, const struct extents *a,
                                                 const struct extents *b) {
    const vf *const a_half = a->half, *const b_half = b->half;
    vf offset[3];
    for (int c = 0; c < 3; c++) offset[c] = vf_sub(b->center[c], a->center[c]);
    const vf distance = dot_product(fuse, offset, offset);
    const vf most = vf_add(vf_sqrt(dot_product(fuse, a_half, a_half)),
                           vf_sqrt(dot_product(fuse, b_half, b_half)));
    const vf least = vf_add(vf_min(vf_min(a_half[0], a_half[1]), a_half[2]),
                            vf_min(vf_min(b_half[0], b_half[1]), b_half[2]));
    const vf far =
        multiply_add(fuse, vf_mul(most, most), vf_set(PREJUDGE_APART), vf_set(PREJUDGE_MORE));
    const vf within = multiply_add(fuse, vf_mul(least, least), vf_set(PREJUDGE_OVERLAPPING),
                                   vf_set(-PREJUDGE_LESS));
    const vf near = vf_min(within, far);
    const vm overlapping = vf_less(distance, near);
    return (struct masks){.low = overlapping, .high = vm_or(overlapping, vf_less(far, distance))};
}

// Of one box the roots are taken once.
CLASS_KERNEL(obb_obb_prejudge, extents, extents, .flip = 2, .counts_ones = true, .fuses = true);

#endif
