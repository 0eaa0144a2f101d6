// SPDX-License-Identifier: MIT
// Gomez, listing 1: its class PLANE, and SpherePlaneSweep, when a moving sphere first touches a
// plane. Radius r, previous and current position C0 and C1, position Ci and time u of the contact.
//
// Corrected:
// - D is -N.p0; the text has lost the sign.
// - N is normalized; the listing does so only for a plane through three points.
// - The sphere may also come from the negative side.
// - A sphere that just reaches the plane touches it: d1 <= r.
#include <math.h>

#include "scalar_ref.h"

static real dot(const real a[3], const real b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

void REF(ref_plane)(const real p0[3], const real n[3], real N[3], real *D) {
    const real length = (real)sqrt(dot(n, n));
    for (int i = 0; i < 3; i++) N[i] = n[i] / length;
    *D = -dot(N, p0);
}

bool REF(ref_sphere_plane_sweep)(real r, const real C0[3], const real C1[3], const real N[3],
                                 real D, real Ci[3], real *u) {
    real d0 = dot(N, C0) + D, d1 = dot(N, C1) + D; // signed distances
    *u = 0;
    for (int i = 0; i < 3; i++) Ci[i] = C0[i];
    if ((real)fabs(d0) <= r) return true; // it was touching on the previous frame
    if (d0 < 0) {                         // from the negative side
        d0 = -d0;
        d1 = -d1;
    }
    if (!(d0 > r && d1 <= r)) return false;
    *u = (d0 - r) / (d0 - d1);                                         // normalized time
    for (int i = 0; i < 3; i++) Ci[i] = (1 - *u) * C0[i] + *u * C1[i]; // point of first contact
    return true;
}
