// SPDX-License-Identifier: MIT
// Gomez, listing 2: SphereSphereSweep, when two moving spheres first and last touch. Radii ra and
// rb, previous positions A0 and B0, current ones A1 and B1.
//
// Corrected:
// - The roots are (-b -+ sqrt(q)) / 2a; the text has lost the signs.
// - a = 0, no relative motion, is decided at the start.
// - Roots outside of [0, 1] are before or after the frame.
// - Spheres that overlap at the start get their true exit time; the listing writes u1 = 0.
// Not corrected, because it is a matter of arithmetic and not of the text: in float the squares
// overflow and underflow.
#include <math.h>

#include "scalar_ref.h"

static real dot(const real a[3], const real b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// The roots in ascending order.
static bool quadratic_formula(real a, real b, real c, real *r1, real *r2) {
    const real q = b * b - 4 * a * c;
    if (!(q >= 0)) return false; // complex roots
    const real sq = (real)sqrt(q);
    const real d = 1 / (2 * a);
    *r1 = (-b - sq) * d;
    *r2 = (-b + sq) * d;
    return true;
}

bool REF(ref_sphere_sphere_sweep)(real ra, const real A0[3], const real A1[3], real rb,
                                  const real B0[3], const real B1[3], real *u0, real *u1) {
    real AB[3], vab[3]; // from A0 to B0; relative velocity, in normalized time
    for (int i = 0; i < 3; i++) {
        AB[i] = B0[i] - A0[i];
        vab[i] = (B1[i] - B0[i]) - (A1[i] - A0[i]);
    }
    const real rab = ra + rb;
    const real a = dot(vab, vab), b = 2 * dot(vab, AB);
    const real c = dot(AB, AB) - rab * rab;
    const bool overlapping = dot(AB, AB) <= rab * rab;
    *u0 = 0;
    *u1 = 1;
    if (a == 0) return overlapping;
    if (!quadratic_formula(a, b, c, u0, u1)) return overlapping;
    if (!overlapping && (*u0 > 1 || *u1 < 0)) return false;
    *u0 = overlapping ? 0 : *u0;
    *u1 = *u1 < 1 ? *u1 : 1;
    return true;
}
