// SPDX-License-Identifier: MIT
// Spheres against axis-aligned boxes: Arvo 1990, Gomez 1999, listing 5.
//
// The inputs are a sphere and a box. The nearest point of the box is the sphere's center clamped to
// the box. They are apart if the square of the distance from the center to this point exceeds that
// of the radius by more than rounding can make it: by 2^-21, relative (docs/numerics.md). A NaN
// among the planes clamps nothing. A NaN in the sphere is in the square, which then proves nothing.
// For the empty box the center is clamped to its end at -inf or -FLT_MAX, and the square is
// infinite.
#ifndef LBX_SPHERE_AABB_H
#define LBX_SPHERE_AABB_H

#include "batch/kernel.h"
#include "math/spheres.h"

#define SPHERE_AABB_PAD 0x1.000008p+0f // 1 + 8 half ulps of 1, see docs/numerics.md

// The operands are in the order that passes over a NaN in the box.
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
