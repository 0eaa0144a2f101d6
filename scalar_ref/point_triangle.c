// SPDX-License-Identifier: MIT
// Ericson, "Real-Time Collision Detection", 2005, 5.1.5, ClosestPtPointTriangle: the Voronoi region
// that the point is in says on which feature the nearest point is.
#include "scalar_ref.h"

static real dot(const real a[3], const real b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void minus(const real a[3], const real b[3], real out[3]) {
    for (int c = 0; c < 3; c++) out[c] = a[c] - b[c];
}

// The square of the distance; the weights of b and c, and the feature: 0 the face, 1 to 3 edges AB,
// BC and CA, 4 to 6 vertices.
real REF(ref_point_triangle)(const real p[3], const real a[3], const real b[3], const real c[3],
                             real weight[2], int *feature) {
    real ab[3], ac[3], ap[3], bp[3], cp[3], q[3];
    minus(b, a, ab), minus(c, a, ac), minus(p, a, ap), minus(p, b, bp), minus(p, c, cp);
    const real d1 = dot(ab, ap), d2 = dot(ac, ap), d3 = dot(ab, bp), d4 = dot(ac, bp);
    const real d5 = dot(ab, cp), d6 = dot(ac, cp);
    const real va = d3 * d6 - d5 * d4, vb = d5 * d2 - d1 * d6, vc = d1 * d4 - d3 * d2;
    const real sum = va + vb + vc;
    real v = 0, w = 0;
    if (d1 <= 0 && d2 <= 0) { // the vertex region outside A
        *feature = 4;
    } else if (d3 >= 0 && d4 <= d3) { // outside B
        *feature = 5;
        v = 1;
    } else if (vc <= 0 && d1 >= 0 && d3 <= 0 && d1 - d3 > 0) { // the edge region of AB
        *feature = 1;
        v = d1 / (d1 - d3);
    } else if (d6 >= 0 && d5 <= d6) { // outside C
        *feature = 6;
        w = 1;
    } else if (vb <= 0 && d2 >= 0 && d6 <= 0 && d2 - d6 > 0) { // CA
        *feature = 3;
        w = d2 / (d2 - d6);
    } else if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0 && (d4 - d3) + (d5 - d6) > 0) { // BC
        *feature = 2;
        w = (d4 - d3) / ((d4 - d3) + (d5 - d6));
        v = 1 - w;
    } else if (sum > 0) { // inside the face region
        *feature = 0;
        v = vb / sum;
        w = vc / sum;
    } else {
        *feature = 4;
    }
    for (int k = 0; k < 3; k++) q[k] = ap[k] - ab[k] * v - ac[k] * w;
    weight[0] = v;
    weight[1] = w;
    return dot(q, q);
}
