// SPDX-License-Identifier: MIT
// Book 9.2.6: oriented box against oriented box by Gottschalk's separating axes. The numbers are
// the book's steps; x, y, z are components 0, 1, 2 in A's frame.
//
// Corrected: in 15-47 the l in rA are A's and those in rB are B's; in 12, u_z is u_2.
// Not corrected, because it is a matter of arithmetic and not of the text: there is no slack for
// near-parallel edges, whose cross product is only rounding. The verdict holds away from the
// boundary.
#include <math.h>

#include "scalar_ref.h"

enum { x, y, z };

static real dot(const real a[3], const real b[3]) {
    return a[x] * b[x] + a[y] * b[y] + a[z] * b[z];
}

static real length(real a) { // the book's || ||, of a number
    return (real)fabs(a);
}

bool REF(ref_obb_obb)(const real CA[3], real uA[3][3], const real lA[3], const real CB[3],
                      real uB[3][3], const real lB[3]) {
    const real o[3] = {CB[x] - CA[x], CB[y] - CA[y], CB[z] - CA[z]}; // 1
    const real C[3] = {dot(o, uA[0]), dot(o, uA[1]), dot(o, uA[2])}; // 2
    real u[3][3], fu[3][3];
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 3; i++) {
            u[k][i] = dot(uB[k], uA[i]); // 3-5
            fu[k][i] = length(u[k][i]);  // 6-8
        }
    }
    for (int i = 0; i < 3; i++) { // 9-11: A's axes
        if (length(C[i]) > lA[i] + lB[0] * fu[0][i] + lB[1] * fu[1][i] + lB[2] * fu[2][i])
            return false;
    }
    for (int k = 0; k < 3; k++) { // 12-14: B's axes
        if (length(dot(C, u[k])) > lA[0] * fu[k][x] + lA[1] * fu[k][y] + lA[2] * fu[k][z] + lB[k])
            return false;
    }
    real s, rA, rB;

    s = length(-u[0][z] * C[y] + u[0][y] * C[z]); // 15: (1,0,0) x u_0
    rA = lA[1] * fu[0][z] + lA[2] * fu[0][y];
    rB = lB[1] * fu[2][x] + lB[2] * fu[1][x];
    if (s > rA + rB) return false;

    s = length(-u[1][z] * C[y] + u[1][y] * C[z]); // 19: (1,0,0) x u_1
    rA = lA[1] * fu[1][z] + lA[2] * fu[1][y];
    rB = lB[0] * fu[2][x] + lB[2] * fu[0][x];
    if (s > rA + rB) return false;

    s = length(-u[2][z] * C[y] + u[2][y] * C[z]); // 23: (1,0,0) x u_2
    rA = lA[1] * fu[2][z] + lA[2] * fu[2][y];
    rB = lB[0] * fu[1][x] + lB[1] * fu[0][x];
    if (s > rA + rB) return false;

    s = length(u[0][z] * C[x] - u[0][x] * C[z]); // 27: (0,1,0) x u_0
    rA = lA[0] * fu[0][z] + lA[2] * fu[0][x];
    rB = lB[1] * fu[2][y] + lB[2] * fu[1][y];
    if (s > rA + rB) return false;

    s = length(u[1][z] * C[x] - u[1][x] * C[z]); // 31: (0,1,0) x u_1
    rA = lA[0] * fu[1][z] + lA[2] * fu[1][x];
    rB = lB[0] * fu[2][y] + lB[2] * fu[0][y];
    if (s > rA + rB) return false;

    s = length(u[2][z] * C[x] - u[2][x] * C[z]); // 35: (0,1,0) x u_2
    rA = lA[0] * fu[2][z] + lA[2] * fu[2][x];
    rB = lB[0] * fu[1][y] + lB[1] * fu[0][y];
    if (s > rA + rB) return false;

    s = length(-u[0][y] * C[x] + u[0][x] * C[y]); // 39: (0,0,1) x u_0
    rA = lA[0] * fu[0][y] + lA[1] * fu[0][x];
    rB = lB[1] * fu[2][z] + lB[2] * fu[1][z];
    if (s > rA + rB) return false;

    s = length(-u[1][y] * C[x] + u[1][x] * C[y]); // 43: (0,0,1) x u_1
    rA = lA[0] * fu[1][y] + lA[1] * fu[1][x];
    rB = lB[0] * fu[2][z] + lB[2] * fu[0][z];
    if (s > rA + rB) return false;

    s = length(-u[2][y] * C[x] + u[2][x] * C[y]); // 47: (0,0,1) x u_2
    rA = lA[0] * fu[2][y] + lA[1] * fu[2][x];
    rB = lB[0] * fu[1][z] + lB[1] * fu[0][z];
    if (s > rA + rB) return false;

    return true; // 51
}
