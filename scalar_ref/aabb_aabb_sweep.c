// SPDX-License-Identifier: MIT
// Gomez, listing 4: AABBSweep, when two moving boxes first and last overlap. Extents E, previous
// positions A0 and B0, current ones A1 and B1.
//
// Corrected:
// - Boxes that overlap at the start get their true exit time; the listing writes u1 = 0.
// - If the boxes are apart on an axis and at rest or moving apart on it, the answer is no; the
//   listing leaves that axis's u at 0 and 1.
// - If they touch on an axis and move apart on it, that axis's u ends at 0; the listing's strict
//   comparisons end it at 1.
// - u0 > 1 is after the frame: no overlap.
#include "scalar_ref.h"

bool REF(ref_aabb_aabb_sweep)(const real Ea[3], const real A0[3], const real A1[3],
                              const real Eb[3], const real B0[3], const real B1[3], real *u0,
                              real *u1) {
    *u0 = 0; // the maximum of u_0, the first times of overlap along each axis
    *u1 = 1; // the minimum of u_1, the last times
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
    return *u0 <= *u1; // corrected: u1 <= 1
}
