// SPDX-License-Identifier: MIT
// Gomez, listing 4: AABBSweep, when two moving boxes first and last overlap. Extents E, previous
// positions A0 and B0, current ones A1 and B1.
//
// Corrected: boxes that overlap at the start get their true exit, where the listing writes u1 = 0;
// an axis on which they are apart and stay so, at rest or leaving, answers no, where the listing
// leaves its u at 0 and 1; one on which they touch and part ends at u = 0, where the listing's
// strict comparisons end it at 1; and u0 > 1 is after the frame.
#include "scalar_ref.h"

bool REF(ref_aabb_aabb_sweep)(const real Ea[3], const real A0[3], const real A1[3],
                              const real Eb[3], const real B0[3], const real B1[3], real *u0,
                              real *u1) {
    *u0 = 0; // u_0, the first times of overlap along each axis: their maximum
    *u1 = 1; // u_1, the last ones: their minimum
    for (int i = 0; i < 3; i++) {
        const real va = A1[i] - A0[i], vb = B1[i] - B0[i];
        const real v = vb - va; // relative velocity, in normalized time
        const real A_min = A0[i] - Ea[i], A_max = A0[i] + Ea[i];
        const real B_min = B0[i] - Eb[i], B_max = B0[i] + Eb[i];
        real u_0 = 0, u_1 = 1;
        if (A_max < B_min) {
            if (!(v < 0)) return false; // corrected
            u_0 = (A_max - B_min) / v;
        } else if (B_max < A_min) {
            if (!(v > 0)) return false; // corrected
            u_0 = (A_min - B_max) / v;
        }
        if (v < 0) {
            u_1 = (A_min - B_max) / v;
        } else if (v > 0) {
            u_1 = (A_max - B_min) / v;
        }
        *u0 = u_0 > *u0 ? u_0 : *u0;
        *u1 = u_1 < *u1 ? u_1 : *u1;
    }
    return *u0 <= *u1; // with u1 <= 1, corrected
}
