// SPDX-License-Identifier: MIT
// Ericson, "Real-Time Collision Detection", 2005: triangles within a distance d of each other.
// Unless they intersect, the nearest points lie on one of 15 pairs of features (5.1.10): an edge of
// each (5.1.9, in capsules.c), or a vertex and a face (5.1.5). If they intersect, an edge of one
// passes through the other (5.3.6). Squared distances are compared.
#include "scalar_ref.h"

static real dot(const real a[3], const real b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void minus(const real a[3], const real b[3], real out[3]) {
    for (int c = 0; c < 3; c++) out[c] = a[c] - b[c];
}

static real point_triangle(const real p[3], real T[3][3]) {
    real weight[2];
    int feature;
    return REF(ref_point_triangle)(p, T[0], T[1], T[2], weight, &feature);
}

// 5.3.6, IntersectSegmentTriangle, from either side
static bool segment_triangle(const real p[3], const real q[3], const real a[3], const real b[3],
                             const real c[3]) {
    real ab[3], ac[3], qp[3], ap[3], n[3], e[3];
    minus(b, a, ab), minus(c, a, ac), minus(p, q, qp), minus(p, a, ap);
    for (int k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        n[k] = ab[i] * ac[j] - ab[j] * ac[i];
        e[k] = qp[i] * ap[j] - qp[j] * ap[i];
    }
    real d = dot(qp, n), t = dot(ap, n), v = dot(ac, e), w = -dot(ab, e);
    if (d < 0) d = -d, t = -t, v = -v, w = -w;
    return d > 0 && t >= 0 && t <= d && v >= 0 && v <= d && w >= 0 && v + w <= d;
}

bool REF(ref_triangle_triangle_within)(real A[3][3], real B[3][3], real d) {
    const real square = d * d;
    for (int i = 0; i < 3; i++) {
        const real *const a = A[i], *const a_next = A[(i + 1) % 3];
        for (int j = 0; j < 3; j++) {
            if (REF(ref_segment_segment)(a, a_next, B[j], B[(j + 1) % 3]) <= square) return true;
        }
        if (point_triangle(a, B) <= square) return true;
        if (point_triangle(B[i], A) <= square) return true;
        if (segment_triangle(a, a_next, B[0], B[1], B[2])) return true;
        if (segment_triangle(B[i], B[(i + 1) % 3], A[0], A[1], A[2])) return true;
    }
    return false;
}
