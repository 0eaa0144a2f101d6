// SPDX-License-Identifier: MIT
// Book 9.2.6 with an axis-aligned box as A: its center and half lengths come from (9.3), and its
// axes are those of the world.
//
// Corrected in (9.3): the half length is half of the difference, not of the sum.
#include "scalar_ref.h"

bool REF(ref_aabb_obb)(const real b_min[3], const real b_max[3], const real CB[3], real uB[3][3],
                       const real lB[3]) {
    real uA[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, CA[3], lA[3];
    for (int i = 0; i < 3; i++) {
        CA[i] = (b_min[i] + b_max[i]) / 2;
        lA[i] = (b_max[i] - b_min[i]) / 2;
    }
    return REF(ref_obb_obb)(CA, uA, lA, CB, uB, lB);
}
