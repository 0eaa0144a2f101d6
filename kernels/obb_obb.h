// SPDX-License-Identifier: MIT
// Overlap of oriented boxes by 15 separating axes: book 9.2.6; Gomez 1999, listing 6.
//
// The inputs are two boxes. They are apart if on some axis the distance s of the centers exceeds
// the sum r of the radii by more than 5 * 2^-19 S, where S is the sum of all half extents. The pad
// covers rounding, axes that are not quite orthonormal, and the cross products of near-parallel
// axes, which are nothing but rounding (docs/numerics.md). The margins r - |s| are reduced with min
// and compared once. min passes over a NaN, so that the other axes still count if one proves
// nothing.
#ifndef LBX_OBB_OBB_H
#define LBX_OBB_OBB_H

#include "batch/kernel.h"
#include "math/frames.h"

#define OBB_PAD 0x1.4p-17f

FORCE_INLINE vm obb_obb_apart(bool fuse, const struct obb *a, const struct obb *b) {
    vf offset[3], distance[3], rotation[3][3]; // the latter two in A's frame
    for (int c = 0; c < 3; c++) offset[c] = vf_sub(b->center[c], a->center[c]);
    for (int i = 0; i < 3; i++) into_box(fuse, rotation[i], a->axis[i], b);
    into_box(fuse, distance, offset, a);
    return frames_apart(fuse, OBB_PAD, a->half, b->half, distance, rotation);
}

MASK_KERNEL(obb_obb, obb, obb, .heavy = true, .ahead = true, .fuses = true);

#endif
