// SPDX-License-Identifier: MIT
// Gomez, listing 6: OBBOverlap. Its nine cross products are written as two loops; the sums keep the
// listing's order.
#include <math.h>

#include "scalar_ref.h"

static real dot(const real a[3], const real b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

bool REF(ref_obb_obb_gomez)(const real a[3], const real Pa[3], real A[3][3], const real b[3],
                            const real Pb[3], real B[3][3]) {
    const real v[3] = {Pb[0] - Pa[0], Pb[1] - Pa[1],
                       Pb[2] - Pa[2]}; // translation, in the parent frame
    const real T[3] = {dot(v, A[0]), dot(v, A[1]), dot(v, A[2])}; // translation, in A's frame
    real R[3][3], ra, rb, t;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) R[i][k] = dot(A[i], B[k]);
    }
    for (int i = 0; i < 3; i++) { // A's basis vectors
        ra = a[i];
        rb = b[0] * (real)fabs(R[i][0]) + b[1] * (real)fabs(R[i][1]) + b[2] * (real)fabs(R[i][2]);
        t = (real)fabs(T[i]);
        if (t > ra + rb) return false;
    }
    for (int k = 0; k < 3; k++) { // B's basis vectors
        ra = a[0] * (real)fabs(R[0][k]) + a[1] * (real)fabs(R[1][k]) + a[2] * (real)fabs(R[2][k]);
        rb = b[k];
        t = (real)fabs(T[0] * R[0][k] + T[1] * R[1][k] + T[2] * R[2][k]);
        if (t > ra + rb) return false;
    }
    for (int i = 0; i < 3; i++) { // L = A[i] x B[k]
        const int i1 = i == 0 ? 1 : 0, i2 = i == 2 ? 1 : 2;
        for (int k = 0; k < 3; k++) {
            const int k1 = k == 0 ? 1 : 0, k2 = k == 2 ? 1 : 2;
            ra = a[i1] * (real)fabs(R[i2][k]) + a[i2] * (real)fabs(R[i1][k]);
            rb = b[k1] * (real)fabs(R[i][k2]) + b[k2] * (real)fabs(R[i][k1]);
            t = (real)fabs(T[i2] * R[i1][k] - T[i1] * R[i2][k]);
            if (t > ra + rb) return false;
        }
    }
    return true; // no separating axis found
}
