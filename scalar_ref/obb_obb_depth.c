// SPDX-License-Identifier: MIT
// Gomez, listing 6, asked for more than a verdict: along each of its fifteen axes L the boxes with
// extents a and b, positions Pa and Pb and bases A and B are (ra + rb - |T.L|) / |L| deep in each
// other, or apart if that is negative. The least depth counts.
//
// Axes are numbered in the listing's order. Cross products of edges whose sine is below 2^-10 are
// passed over.
#include <math.h>

#include "scalar_ref.h"

static real dot(const real v[3], const real w[3]) {
    return v[0] * w[0] + v[1] * w[1] + v[2] * w[2];
}

real REF(ref_obb_obb_depth)(const real a[3], const real Pa[3], real A[3][3], const real b[3],
                            const real Pb[3], real B[3][3], int *axis) {
    const real T[3] = {Pb[0] - Pa[0], Pb[1] - Pa[1], Pb[2] - Pa[2]};
    real least = (real)INFINITY;
    *axis = 255;
    for (int n = 0; n < 15; n++) {
        const real *const u = A[n < 3 ? n : (n + 3) / 3 % 3], *const v = B[n % 3];
        real L[3], ra = 0, rb = 0;
        for (int c = 0; c < 3; c++) {
            const int d = (c + 1) % 3, e = (c + 2) % 3;
            L[c] = n < 3 ? u[c] : n < 6 ? v[c] : u[d] * v[e] - u[e] * v[d];
        }
        if (n >= 6 && dot(L, L) < (real)0x1p-20) continue;
        for (int k = 0; k < 3; k++) {
            ra += a[k] * (real)fabs(dot(A[k], L));
            rb += b[k] * (real)fabs(dot(B[k], L));
        }
        const real depth = (ra + rb - (real)fabs(dot(T, L))) / (real)sqrt(dot(L, L));
        if (depth < least) {
            least = depth;
            *axis = n;
        }
    }
    return least;
}
