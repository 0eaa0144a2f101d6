// SPDX-License-Identifier: MIT
// Book 9.2.4 (2): plane n.x + d = 0 against oriented box of center C, axes u and half lengths l, by
// two corners and by the radius. The latter is also Gomez' test of a box against a plane.
//
// Corrected, by corners: in 1 the axes are u_0 to u_2. By the radius: 5 is NEGATIVE, where the text
// says POSITIVE again; 6 is an `else if`, where the text has `else` and so returns TANGENT for all
// remaining boxes.
#include <math.h>

#include "scalar_ref.h"

static real dot(const real a[3], const real b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

enum ref_side REF(ref_plane_obb)(const real n[3], real d, const real C[3], real u[3][3],
                                 const real l[3]) {
    const real n_box[3] = {dot(n, u[0]), dot(n, u[1]), dot(n, u[2])}; // 1
    real V_min[3], V_max[3];
    for (int k = 0; k < 3; k++) { // 2-10
        V_min[k] = n_box[k] > 0 ? -l[k] : l[k];
        V_max[k] = n_box[k] > 0 ? l[k] : -l[k];
    }
    const real low = dot(V_min, n_box) + dot(C, n) + d, high = dot(V_max, n_box) + dot(C, n) + d;
    if (low > 0) return REF_POSITIVE;              // 11
    if (high < 0) return REF_NEGATIVE;             // 13
    if (high == 0 || low == 0) return REF_TANGENT; // 15
    return REF_INTERSECTING;                       // 18
}

enum ref_side REF(ref_plane_obb_radius)(const real n[3], real d, const real C[3], real u[3][3],
                                        const real l[3]) {
    const real r = l[0] * (real)fabs(dot(n, u[0])) + l[1] * (real)fabs(dot(n, u[1])) +
                   l[2] * (real)fabs(dot(n, u[2])); // 1
    const real s = dot(n, C) + d;
    if (s > r) return REF_POSITIVE;            // 2
    if (s < -r) return REF_NEGATIVE;           // 4
    if (s == r || s == -r) return REF_TANGENT; // 6
    return REF_INTERSECTING;                   // 9
}
