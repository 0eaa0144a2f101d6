// SPDX-License-Identifier: MIT
// Spheres against axis-aligned boxes: Arvo 1990, Gomez 1999, listing 5.
//
// In: a sphere, a box. Apart: the square of the distance from the center to the nearest point of
// the box, which is the center clamped to it, exceeds that of the radius by more than rounding can
// make it: by 2^-21, relative (docs/numerics.md). A NaN among the planes limits nothing; one in the
// sphere is in the square, which then proves nothing. The empty box is clamped to its end at -inf
// or -FLT_MAX, and the square is infinite.
#ifndef LBX_SPHERE_AABB_H
#define LBX_SPHERE_AABB_H

#include "batch/kernel.h"
#include "math/spheres.h"

#define SPHERE_AABB_PAD 0x1.000008p+0f // 1 + 8 half ulps of 1, see docs/numerics.md

// Operands in the order that passes over a NaN in the box.
FORCE_INLINE vm sphere_aabb_apart(bool fuse, const struct sphere *sphere, const struct aabb *box) {
    vf distance[3];
    for (int c = 0; c < 3; c++) {
        const vf center = vf_hold(sphere->center[c]);
        distance[c] = vf_sub(center, vf_min(box->max[c], vf_max(box->min[c], center)));
    }
    const vf square = vf_mul(reach_square(sphere->radius), vf_set(SPHERE_AABB_PAD));
    return is_beyond(fuse, distance, square);
}

MASK_KERNEL(sphere_aabb, sphere, aabb, .quads = QUADS_OF_BOTH, .fuses = true);

#endif
