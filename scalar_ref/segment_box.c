// SPDX-License-Identifier: MIT
// Book 9.2.3: segment against oriented box by separating axes (Gregory et al. 1999). The numbers
// are the book's steps.
//
// Corrected in (9.12), not in the steps: M is relative to the box's center C.
#include <math.h>

#include "scalar_ref.h"

enum { x, y, z };

static real dot(const real a[3], const real b[3]) {
    return a[x] * b[x] + a[y] * b[y] + a[z] * b[z];
}

static real length(real a) { // the book's || ||, of a number
    return (real)fabs(a);
}

bool REF(ref_segment_box)(const real P0[3], const real P1[3], const real C[3], real u[3][3],
                          const real l[3]) {
    real P0_[3], P1_[3], M[3], w[3]; // P0_ and P1_ are the book's P0' and P1'
    const real p0[3] = {P0[x] - C[x], P0[y] - C[y], P0[z] - C[z]}; // 1
    const real p1[3] = {P1[x] - C[x], P1[y] - C[y], P1[z] - C[z]}; // 2
    for (int i = 0; i < 3; i++) {
        P0_[i] = dot(u[i], p0);               // 3
        P1_[i] = dot(u[i], p1);               // 4
        M[i] = (P0_[i] + P1_[i]) * (real)0.5; // 5
        w[i] = M[i] - P0_[i];                 // 6
    }
    const real X = length(w[x]), Y = length(w[y]), Z = length(w[z]);                   // 7-9
    if (length(M[x]) > X + l[0] || length(M[y]) > Y + l[1] || length(M[z]) > Z + l[2]) // 10
        return false;                                                                  // 11
    if (length(-w[z] * M[y] + w[y] * M[z]) > l[1] * Z + l[2] * Y ||                    // 12
        length(-w[z] * M[x] + w[x] * M[z]) > l[0] * Z + l[2] * X ||
        length(-w[y] * M[x] + w[x] * M[y]) > l[0] * Y + l[1] * X)
        return false; // 13
    return true;      // 15
}
