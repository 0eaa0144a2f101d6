// SPDX-License-Identifier: MIT
// Book 9.2.5: triangle against oriented box by separating axes. The numbers are the book's steps.
//
// Corrected in 28 and 38: the normal is tested with all three vertices. The rounded normal of a
// sliver is not perpendicular to it, so the other two vertices project to other points than P0.
// Corrected in TestAxisEdge: it is given l, and returns OVERLAPPING.
#include <math.h>

#include "scalar_ref.h"

enum { x, y, z };

static real dot(const real a[3], const real b[3]) {
    return a[x] * b[x] + a[y] * b[y] + a[z] * b[z];
}

static real length(real a) { // the book's || ||, of a number
    return (real)fabs(a);
}

static real least(real a, real b) {
    return a < b ? a : b;
}

static real most(real a, real b) {
    return a > b ? a : b;
}

static bool test_axis_edge(const real v0[3], const real v2[3], const real e[3], const real l[3]) {
    const real X = length(e[x]), Y = length(e[y]), Z = length(e[z]); // 1-3
    real s0, s2, r;

    s0 = -e[z] * v0[y] + e[y] * v0[z]; // 4: (1,0,0) x e
    s2 = -e[z] * v2[y] + e[y] * v2[z];
    r = Z * l[1] + Y * l[2];
    if (most(s0, s2) < -r || least(s0, s2) > r) return false; // 7-8

    s0 = e[z] * v0[x] - e[x] * v0[z]; // 10: (0,1,0) x e
    s2 = e[z] * v2[x] - e[x] * v2[z];
    r = Z * l[0] + X * l[2];
    if (most(s0, s2) < -r || least(s0, s2) > r) return false; // 13-14

    s0 = -e[y] * v0[x] + e[x] * v0[y]; // 16: (0,0,1) x e
    s2 = -e[y] * v2[x] + e[x] * v2[y];
    r = Y * l[0] + X * l[1];
    if (most(s0, s2) < -r || least(s0, s2) > r) return false; // 19-20
    return true;                                              // 22
}

bool REF(ref_triangle_box)(real V[3][3], const real C[3], real u[3][3], const real l[3]) {
    real P[3][3], e[3][3];
    for (int k = 0; k < 3; k++) {
        const real V_[3] = {V[k][x] - C[x], V[k][y] - C[y], V[k][z] - C[z]}; // 1
        for (int i = 0; i < 3; i++) P[k][i] = dot(u[i], V_);                 // 2-4
    }
    for (int k = 0; k < 3; k++) {
        const int next = (k + 1) % 3, last = (k + 2) % 3;
        for (int i = 0; i < 3; i++) e[k][i] = P[next][i] - P[k][i]; // 5, 10, 15
        if (!test_axis_edge(P[k], P[last], e[k], l)) return false;  // 7, 12, 17
    }
    for (int i = 0; i < 3; i++) { // 20-26
        if (least(least(P[0][i], P[1][i]), P[2][i]) > l[i] ||
            most(most(P[0][i], P[1][i]), P[2][i]) < -l[i])
            return false;
    }
    real n[3], P_min[3], P_max[3]; // 27: e0 x (P2 - P0), which is -e0 x e2
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        n[i] = e[0][k] * e[2][j] - e[0][j] * e[2][k];
    }
    for (int k = 0; k < 3; k++) { // 29-37
        P_min[k] = n[k] > 0 ? -l[k] : l[k];
        P_max[k] = n[k] > 0 ? l[k] : -l[k];
    }
    const real d[3] = {-dot(n, P[0]), -dot(n, P[1]), -dot(n, P[2])}; // 28
    if (dot(n, P_min) + least(least(d[0], d[1]), d[2]) > 0 ||        // 38
        dot(n, P_max) + most(most(d[0], d[1]), d[2]) < 0)
        return false;
    return true; // 41
}
