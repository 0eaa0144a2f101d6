// SPDX-License-Identifier: MIT
// Book 9.2.4 (1): plane n.x + d = 0 against axis-aligned box, by two corners.
#include "scalar_ref.h"

static real dot(const real a[3], const real b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

enum ref_side REF(ref_plane_aabb)(const real n[3], real d, const real b_min[3],
                                  const real b_max[3]) {
    real V_min[3], V_max[3];
    for (int k = 0; k < 3; k++) { // 1-9
        V_min[k] = n[k] > 0 ? b_min[k] : b_max[k];
        V_max[k] = n[k] > 0 ? b_max[k] : b_min[k];
    }
    if (dot(V_min, n) + d > 0) return REF_POSITIVE;                           // 10
    if (dot(V_max, n) + d < 0) return REF_NEGATIVE;                           // 12
    if (dot(V_max, n) + d == 0 || dot(V_min, n) + d == 0) return REF_TANGENT; // 14
    return REF_INTERSECTING;                                                  // 17
}
