// SPDX-License-Identifier: MIT
// Ericson, "Real-Time Collision Detection", 2005: triangles within a distance d of each other.
// Unless they intersect, the nearest points lie on one of 15 pairs of features (5.1.10): an edge of
// each (5.1.9, in capsules.c), or a vertex and a face (5.1.5). If they intersect, an edge of one
// passes through the other (5.3.6). Squared distances are compared. The distance by itself is the
// least of these.
#include <math.h>

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

// 5.3.6, IntersectSegmentTriangle, from either side; `at` is the point where they intersect.
static bool segment_triangle(const real p[3], const real q[3], const real a[3], const real b[3],
                             const real c[3], real at[3]) {
    real ab[3], ac[3], qp[3], ap[3], n[3], e[3];
    minus(b, a, ab), minus(c, a, ac), minus(p, q, qp), minus(p, a, ap);
    for (int k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        n[k] = ab[i] * ac[j] - ab[j] * ac[i];
        e[k] = qp[i] * ap[j] - qp[j] * ap[i];
    }
    real d = dot(qp, n), t = dot(ap, n), v = dot(ac, e), w = -dot(ab, e);
    if (d < 0) d = -d, t = -t, v = -v, w = -w;
    for (int k = 0; k < 3; k++) at[k] = p[k] - qp[k] * (t / d);
    return d > 0 && t >= 0 && t <= d && v >= 0 && v <= d && w >= 0 && v + w <= d;
}

bool REF(ref_triangle_triangle_within)(real A[3][3], real B[3][3], real d) {
    const real square = d * d;
    real at[3];
    for (int i = 0; i < 3; i++) {
        const real *const a = A[i], *const a_next = A[(i + 1) % 3];
        for (int j = 0; j < 3; j++) {
            if (REF(ref_segment_segment)(a, a_next, B[j], B[(j + 1) % 3]) <= square) return true;
        }
        if (point_triangle(a, B) <= square) return true;
        if (point_triangle(B[i], A) <= square) return true;
        if (segment_triangle(a, a_next, B[0], B[1], B[2], at)) return true;
        if (segment_triangle(B[i], B[(i + 1) % 3], A[0], A[1], A[2], at)) return true;
    }
    return false;
}

// A point of A, the way to it from one of B, and its square.
struct nearest {
    real square, point[3], way[3];
};

static void keep(struct nearest *best, const struct nearest *other) {
    if (other->square < best->square) *best = *other;
}

// 5.1.5, vertex p and the other's face T; `sign` is 1 if the vertex is A's, and -1 if it is B's.
static void vertex_face(const real p[3], real T[3][3], real sign, struct nearest *best) {
    struct nearest found;
    real weight[2], q[3];
    int feature;
    found.square = REF(ref_point_triangle)(p, T[0], T[1], T[2], weight, &feature);
    for (int c = 0; c < 3; c++) {
        q[c] = T[0][c] + weight[0] * (T[1][c] - T[0][c]) + weight[1] * (T[2][c] - T[0][c]);
        found.point[c] = sign > 0 ? p[c] : q[c];
        found.way[c] = sign * (p[c] - q[c]);
    }
    keep(best, &found);
}

real REF(ref_triangle_triangle_distance)(real A[3][3], real B[3][3], real point[3], real way[3]) {
    const struct nearest none = {(real)INFINITY, {0, 0, 0}, {0, 0, 0}};
    struct nearest best = none, found = none;
    for (int i = 0; i < 3; i++) {
        const real *const a = A[i], *const a_next = A[(i + 1) % 3];
        const real *const b = B[i], *const b_next = B[(i + 1) % 3];
        for (int j = 0; j < 3; j++) {
            found.square =
                REF(ref_segments)(a, a_next, B[j], B[(j + 1) % 3], found.point, found.way);
            keep(&best, &found);
        }
        vertex_face(a, B, 1, &best);
        vertex_face(b, A, -1, &best);
        found = none;
        if (segment_triangle(a, a_next, B[0], B[1], B[2], found.point) ||
            segment_triangle(b, b_next, A[0], A[1], A[2], found.point)) {
            found.square = 0;
            keep(&best, &found);
        }
    }
    for (int c = 0; c < 3; c++) {
        point[c] = best.point[c];
        way[c] = best.way[c];
    }
    return best.square;
}
