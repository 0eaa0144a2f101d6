// SPDX-License-Identifier: MIT
// Triangle against triangle by separating axes (Gottschalk, Lin and Manocha, OBBTree, 1996). The 17
// axes are both normals, the nine cross products of edges and, for coplanar triangles, the cross
// products of the edges and the normal.
//
// Corrected: if a triangle is a segment or a point, these axes are zero and separate nothing. The
// cross products of any two of the six edges and x, y and z separate all triangles that are apart.
// The 17 axes are among them, except for the products with the normal, which products with x, y and
// z replace. A gap within rounding does not count as a gap.
#include <math.h>
#include <string.h>

#include "scalar_ref.h"

enum { EDGES = 3, DIRECTIONS = 2 * EDGES + 3 };

#define ROUNDING (sizeof(real) == sizeof(float) ? (real)0x1p-20 : (real)0x1p-49)

static real sum_of_sizes(const real a[3]) {
    return (real)fabs(a[0]) + (real)fabs(a[1]) + (real)fabs(a[2]);
}

static void project(real P[3][3], const real L[3], real *low, real *high) {
    for (int v = 0; v < 3; v++) {
        const real at = L[0] * P[v][0] + L[1] * P[v][1] + L[2] * P[v][2];
        if (v == 0 || at < *low) *low = at;
        if (v == 0 || at > *high) *high = at;
    }
}

bool REF(ref_triangle_triangle)(real A[3][3], real B[3][3], real within) {
    real P[2][3][3], direction[DIRECTIONS][3], size = 0;
    for (int v = 0; v < 3; v++) {
        for (int i = 0; i < 3; i++) { // relative to a vertex, to stay precise far from the origin
            P[0][v][i] = A[v][i] - A[0][i];
            P[1][v][i] = B[v][i] - A[0][i];
            const int next = (v + 1) % 3;
            direction[v][i] = A[next][i] - A[v][i];
            direction[EDGES + v][i] = B[next][i] - B[v][i];
            direction[2 * EDGES + v][i] = v == i;
        }
    }
    for (int v = 0; v < 6; v++) size = (real)fmax(size, sum_of_sizes(P[v / 3][v % 3]));
    for (int p = 0; p < DIRECTIONS; p++) {
        for (int q = p + 1; q < DIRECTIONS; q++) {
            const real *const a = direction[p], *const b = direction[q];
            const real L[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
                               a[0] * b[1] - a[1] * b[0]};
            const real length = (real)sqrt(L[0] * L[0] + L[1] * L[1] + L[2] * L[2]);
            const real rounding = ROUNDING * sum_of_sizes(a) * sum_of_sizes(b) * size;
            real low[2], high[2];
            for (int k = 0; k < 2; k++) project(P[k], L, &low[k], &high[k]);
            const real gap = (real)fmax(low[1] - high[0], low[0] - high[1]);
            if (gap > within * length + rounding) return false;
        }
    }
    return true;
}
