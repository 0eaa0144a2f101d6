// SPDX-License-Identifier: MIT
// The method that book 9.2.5 cites for triangles against boxes (Voorhies 1992; Green and Hatch
// 1995): they overlap if and only if a vertex lies in the box, an edge meets the box, or a diagonal
// of the box meets the triangle. The vertices are in the box's frame, where its center is 0.
#include <math.h>

#include "scalar_ref.h"

typedef real point[3];

static real dot(const point a, const point b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const point a, const point b, point out) {
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        out[i] = a[j] * b[k] - a[k] * b[j];
    }
}

static void difference(const point a, const point b, point out) {
    for (int i = 0; i < 3; i++) out[i] = a[i] - b[i];
}

static bool vertex_in_box(const point P, const real l[3]) {
    return (real)fabs(P[0]) <= l[0] && (real)fabs(P[1]) <= l[1] && (real)fabs(P[2]) <= l[2];
}

// Clips the edge to the slab between each pair of faces: t from `enter` to `exit` remains.
static bool edge_meets_box(const point P, const point Q, const real l[3]) {
    real enter = 0, exit = 1;
    for (int i = 0; i < 3; i++) {
        const real d = Q[i] - P[i];
        if (d == 0) {
            if ((real)fabs(P[i]) > l[i]) return false;
            continue;
        }
        const real t0 = (-l[i] - P[i]) / d, t1 = (l[i] - P[i]) / d;
        const real low = t0 < t1 ? t0 : t1, high = t0 < t1 ? t1 : t0;
        enter = low > enter ? low : enter;
        exit = high < exit ? high : exit;
    }
    return enter <= exit;
}

// Whether X, a point of the triangle's plane, lies on the inner side of all three edges.
static bool in_triangle(point P[3], const point n, const point X) {
    for (int k = 0; k < 3; k++) {
        point edge, to, across;
        difference(P[(k + 1) % 3], P[k], edge);
        difference(X, P[k], to);
        cross(edge, to, across);
        if (dot(across, n) < 0) return false;
    }
    return true;
}

static bool diagonal_meets_triangle(point P[3], const point corner) {
    point e0, e1, n, X;
    difference(P[1], P[0], e0);
    difference(P[2], P[0], e1);
    cross(e0, e1, n);
    if (dot(n, n) == 0) return false; // degenerate: the edges were tested already
    const real along = dot(n, corner), plane = dot(n, P[0]);
    real t = 1; // the diagonal is t * corner, for t from -1 to 1
    if (along != 0) t = plane / along;
    if (!((real)fabs(t) <= 1) || (along == 0 && plane != 0)) return false;
    for (int i = 0; i < 3; i++) X[i] = t * corner[i];
    return in_triangle(P, n, X);
}

bool REF(ref_triangle_box_voorhies)(real P[3][3], const real l[3]) {
    for (int k = 0; k < 3; k++) {
        if (vertex_in_box(P[k], l)) return true;
    }
    for (int k = 0; k < 3; k++) {
        if (edge_meets_box(P[k], P[(k + 1) % 3], l)) return true;
    }
    for (int k = 0; k < 4; k++) {
        const point corner = {k & 1 ? -l[0] : l[0], k & 2 ? -l[1] : l[1], l[2]};
        if (diagonal_meets_triangle(P, corner)) return true;
    }
    return false;
}
