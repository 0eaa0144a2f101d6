// SPDX-License-Identifier: MIT
// Volumes around meshes: book 9.2.1, the oriented box of the surface's covariance; Geng & Gao
// 1.3.1, the CAABB, and 1.3.2, the oriented box of an approximated hull.
//
// Corrected in the book:
// - (9.1) suffers from cancellation far from the origin, so corners are first taken relative to the
//   mean.
// - (9.3) is half of the difference.
// Corrected in Geng & Gao:
// - O of (2) is the mean of the centroids, and m of (3) the distance of the farthest vertex.
// - The slices S_f go from 1 to k, and the last one is closed.
// - (4) is the mean of the plain vertices.
// - The axes come from S' and the extents from all of S. The l of (7) are full lengths; those here
//   are halves.
#include <math.h>

#include "scalar_ref.h"

enum { OUTER_MAX = 400 }; // vertices of S' for at most 100 slices

// --- book 9.2.1 ---

static real area(real P[3][3]) {
    real square = 0;
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const real c =
            (P[1][j] - P[0][j]) * (P[2][k] - P[0][k]) - (P[1][k] - P[0][k]) * (P[2][j] - P[0][j]);
        square += c * c;
    }
    return (real)sqrt(square) / 2;
}

void REF(ref_covariance)(real (*P)[3][3], int n, real M[3], real V[3][3]) {
    real A_M = 0; // the surface
    for (int i = 0; i < 3; i++) M[i] = 0;
    for (int k = 0; k < n; k++) {
        const real A = area(P[k]);
        A_M += A;
        for (int i = 0; i < 3; i++) M[i] += A * ((P[k][0][i] + P[k][1][i] + P[k][2][i]) / 3);
    }
    for (int i = 0; i < 3; i++) M[i] /= A_M;
    for (int i = 0; i < 9; i++) V[i / 3][i % 3] = 0;
    for (int k = 0; k < n; k++) { // 9.1
        const real A = area(P[k]);
        real p[3], q[3], r[3], m[3];
        for (int i = 0; i < 3; i++) {
            p[i] = P[k][0][i] - M[i];
            q[i] = P[k][1][i] - M[i];
            r[i] = P[k][2][i] - M[i];
            m[i] = (p[i] + q[i] + r[i]) / 3;
        }
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++)
                V[i][j] +=
                    A / 12 * (9 * m[i] * m[j] + p[i] * p[j] + q[i] * q[j] + r[i] * r[j]) / A_M;
        }
    }
}

// The eigenvectors of V, one per row, by Jacobi's method. V becomes diagonal.
static void eigenvectors(real V[3][3], real v[3][3]) {
    for (int i = 0; i < 9; i++) v[i / 3][i % 3] = (real)(i / 3 == i % 3);
    for (int step = 0; step < 30; step++) {
        const int p = step % 3, q = (step + 1) % 3;
        if (V[p][q] == 0) continue;
        const real theta = (V[q][q] - V[p][p]) / (2 * V[p][q]);
        const real size = (real)fabs(theta) + (real)sqrt(theta * theta + 1);
        const real t = (theta < 0 ? -1 : 1) / size, c = 1 / (real)sqrt(t * t + 1), s = t * c;
        for (int k = 0; k < 3; k++) {
            const real x = V[k][p], y = V[k][q];
            V[k][p] = c * x - s * y;
            V[k][q] = s * x + c * y;
        }
        for (int k = 0; k < 3; k++) {
            const real x = V[p][k], y = V[q][k], a = v[p][k], b = v[q][k];
            V[p][k] = c * x - s * y;
            V[q][k] = s * x + c * y;
            v[p][k] = c * a - s * b;
            v[q][k] = s * a + c * b;
        }
    }
}

static real dot(const real a[3], const real b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// 9.2 and 9.3, and (7): the box along v around n vertices.
static void box_along(real v[3][3], real (*S)[3], int n, real C[3], real l[3]) {
    for (int i = 0; i < 3; i++) C[i] = 0;
    for (int k = 0; k < 3; k++) {
        real l_min = dot(S[0], v[k]), l_max = l_min;
        for (int i = 1; i < n; i++) {
            const real at = dot(S[i], v[k]);
            l_min = at < l_min ? at : l_min;
            l_max = at > l_max ? at : l_max;
        }
        for (int i = 0; i < 3; i++) C[i] += (l_min + l_max) / 2 * v[k][i]; // 9.2
        l[k] = (l_max - l_min) / 2;                                        // 9.3
    }
}

void REF(ref_obb_covariance)(real (*P)[3][3], int n, real C[3], real v[3][3], real l[3]) {
    real M[3], V[3][3];
    REF(ref_covariance)(P, n, M, V);
    eigenvectors(V, v);
    box_along(v, P[0], 3 * n, C, l);
}

// --- Geng & Gao 1.3.2 ---

// The axis along which the vertices extend farthest; F_min and F_max are the ends of the extent.
static int longest(real (*S)[3], int n, real *F_min, real *F_max) {
    int axis = 0;
    for (int i = 0; i < 3; i++) {
        real low = S[0][i], high = S[0][i];
        for (int s = 1; s < n; s++) {
            low = S[s][i] < low ? S[s][i] : low;
            high = S[s][i] > high ? S[s][i] : high;
        }
        if (i > 0 && high - low <= *F_max - *F_min) continue;
        axis = i;
        *F_min = low;
        *F_max = high;
    }
    return axis;
}

static bool has(real (*S1)[3], int count, const real s[3]) {
    for (int i = 0; i < count; i++) {
        if (S1[i][0] == s[0] && S1[i][1] == s[1] && S1[i][2] == s[2]) return true;
    }
    return false;
}

int REF(ref_hull)(real (*S)[3], int n, int k, real (*S1)[3]) {
    real F_min, F_max;
    const int X = longest(S, n, &F_min, &F_max);
    const real l = (F_max - F_min) / (real)k;
    int count = 0;
    for (int f = 1; f <= k; f++) {
        int outer[4] = {-1, -1, -1, -1}; // least and largest Y, least and largest Z
        for (int s = 0; s < n; s++) {
            int in = l > 0 ? (int)((S[s][X] - F_min) / l) + 1 : 1; // its S_f
            if (in > k) in = k;
            if (in != f) continue;
            for (int e = 0; e < 4; e++) {
                const int i = (X + 1 + e / 2) % 3;
                const real sign = e % 2 ? 1 : -1;
                if (outer[e] < 0 || sign * S[s][i] > sign * S[outer[e]][i]) outer[e] = s;
            }
        }
        for (int e = 0; e < 4 && outer[0] >= 0; e++) {
            const real *const s = S[outer[e]];
            if (has(S1, count, s)) continue;
            for (int i = 0; i < 3; i++) S1[count][i] = s[i];
            count++;
        }
    }
    return count;
}

void REF(ref_hull_covariance)(real (*S)[3], int n, real mean[3], real V[3][3]) {
    for (int j = 0; j < 3; j++) {
        mean[j] = 0;
        for (int s = 0; s < n; s++) mean[j] += S[s][j] / (real)n; // 4
    }
    for (int j = 0; j < 3; j++) {
        for (int k = 0; k < 3; k++) {
            V[j][k] = 0;
            for (int s = 0; s < n; s++)
                V[j][k] += (S[s][j] - mean[j]) * (S[s][k] - mean[k]) / (real)n; // 5
        }
    }
}

void REF(ref_obb_hull)(real (*S)[3], int n, int k, real C[3], real d[3][3], real l[3]) {
    real S1[OUTER_MAX][3], mean[3], V[3][3];
    const int count = REF(ref_hull)(S, n, k, S1);
    REF(ref_hull_covariance)(S1, count, mean, V);
    eigenvectors(V, d);       // 6
    box_along(d, S, n, C, l); // 7
}

// --- Geng & Gao 1.3.1 ---

void REF(ref_caabb)(real (*P)[3][3], int n, real O[3], real *m) {
    for (int i = 0; i < 3; i++) {
        O[i] = 0;
        for (int k = 0; k < n; k++)
            O[i] += (P[k][0][i] + P[k][1][i] + P[k][2][i]) / 3 / (real)n; // 1, 2
    }
    *m = 0;
    for (int k = 0; k < n; k++) { // 3
        for (int v = 0; v < 3; v++) {
            const real x = P[k][v][0] - O[0], y = P[k][v][1] - O[1], z = P[k][v][2] - O[2];
            const real distance = (real)sqrt(x * x + y * y + z * z);
            *m = distance > *m ? distance : *m;
        }
    }
}
