// SPDX-License-Identifier: MIT
// What the tests of spheres share: they compare squares and need no root.
#ifndef LBX_SPHERES_H
#define LBX_SPHERES_H

#include "products.h"

// The square of a reach, with its sign, since nothing is within a negative reach.
FORCE_INLINE vf reach_square(vf reach) {
    reach = vf_hold(reach);
    return vf_mul(reach, vf_abs(reach));
}

// Whether a distance, given by its components, is longer than the root of `square`.
FORCE_INLINE vm is_beyond(bool fuse, const vf *distance, vf square) {
    return vf_less(square, dot_product(fuse, distance, distance));
}

#endif
