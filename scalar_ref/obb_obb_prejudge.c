// SPDX-License-Identifier: MIT
// Geng & Gao, equations 9 to 11: oriented boxes prejudged by their pseudo radii. The boxes have
// centers C1 and C2 and half lengths l; R_min is the least half length and R_max half the diagonal.
//
// Corrected: L = R1_min + R2_min is a certain overlap and belongs to (9), not to (11). The l of (7)
// are full lengths; those here are halves.
#include <math.h>

#include "scalar_ref.h"

static real length(real a, real b, real c) {
    return (real)sqrt(a * a + b * b + c * c);
}

static real least(const real l[3]) {
    const real two = l[0] < l[1] ? l[0] : l[1];
    return two < l[2] ? two : l[2];
}

enum ref_prejudged REF(ref_obb_obb_prejudge)(const real C1[3], const real l1[3], const real C2[3],
                                             const real l2[3]) {
    const real L = length(C2[0] - C1[0], C2[1] - C1[1], C2[2] - C1[2]);
    const real R1_max = length(l1[0], l1[1], l1[2]), R2_max = length(l2[0], l2[1], l2[2]);
    if (L <= least(l1) + least(l2)) return REF_OVERLAPPING; // 9: Y
    if (L > R1_max + R2_max) return REF_APART;              // 10: N
    return REF_UNDECIDED;                                   // 11: U
}
