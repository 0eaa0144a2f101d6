// SPDX-License-Identifier: MIT
// Rotations by quaternions, x y z w. They are divided by the square of the quaternion's length, so
// that this length, which rounding leaves a little off 1, does not scale what is rotated.
#ifndef LBX_ROTATION_H
#define LBX_ROTATION_H

#include "products.h"

// Row i of the matrix of the quaternion x y z w: entry [i][k] with the indices of its terms.
FORCE_INLINE void rotation_of(const vf *q, vf m[3][3]) {
    vf square = vf_mul(q[0], q[0]);
    for (int k = 1; k < 4; k++) square = vf_add(square, vf_mul(q[k], q[k]));
    const vf scale = vf_div(vf_set(2), square);
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const vf both = vf_mul(q[i], q[j]), turn = vf_mul(q[k], q[3]);
        const vf squares = vf_add(vf_mul(q[j], q[j]), vf_mul(q[k], q[k]));
        m[i][i] = vf_sub(vf_set(1), vf_mul(scale, squares));
        m[i][j] = vf_mul(scale, vf_sub(both, turn));
        m[j][i] = vf_mul(scale, vf_add(both, turn));
    }
}

FORCE_INLINE void rotate(vf m[3][3], const vf *x, vf *out) {
    for (int i = 0; i < 3; i++) out[i] = dot_product(false, m[i], x);
}

#endif
