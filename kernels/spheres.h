// SPDX-License-Identifier: MIT
// What the tests of spheres share: squares against squares, and no root.
#ifndef LBX_SPHERES_H
#define LBX_SPHERES_H

#include "obb.h"

enum { SPHERE_CENTER = 0, SPHERE_RADIUS = 3 };

// Whether a distance, given by its components, is certainly longer than reach: its square exceeds
// `pad` times that of reach. Nothing is within a negative reach, which a plain square would hide.
FORCE_INLINE vm out_of_reach(bool fuse, const vf *distance, vf reach, float pad) {
    const vf reach_square = vf_mul(vf_mul(reach, vf_abs(reach)), vf_set(pad));
    vf square = vf_mul(distance[0], distance[0]);
    for (int c = 1; c < 3; c++) square = multiply_add(fuse, distance[c], distance[c], square);
    return vf_less(reach_square, square);
}

#endif
