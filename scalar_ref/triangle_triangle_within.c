// SPDX-License-Identifier: MIT
// Ericson, "Real-Time Collision Detection", 2005: triangles within a distance d of each other.
// Unless they intersect, the nearest points lie on one of 15 pairs of features (5.1.10): an edge of
// each (5.1.9), or a vertex and a face (5.1.5). If they intersect, an edge of one passes through
// the other (5.3.6). Squared distances are compared.
#include "scalar_ref.h"

static real dot(const real a[3], const real b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void minus(const real a[3], const real b[3], real out[3]) {
    for (int c = 0; c < 3; c++) out[c] = a[c] - b[c];
}

static real clamp(real n) {
    return n < 0 ? 0 : n > 1 ? 1 : n;
}

// 5.1.9, ClosestPtSegmentSegment
static real segment_segment(const real p1[3], const real q1[3], const real p2[3],
                            const real q2[3]) {
    real d1[3], d2[3], r[3], c1[3], c2[3], s, t;
    minus(q1, p1, d1);
    minus(q2, p2, d2);
    minus(p1, p2, r);
    const real a = dot(d1, d1), e = dot(d2, d2), f = dot(d2, r);
    if (a == 0 && e == 0) return dot(r, r);
    if (a == 0) {
        s = 0;
        t = clamp(f / e);
    } else {
        const real c = dot(d1, r);
        if (e == 0) {
            t = 0;
            s = clamp(-c / a);
        } else {
            const real b = dot(d1, d2), denom = a * e - b * b;
            s = denom != 0 ? clamp((b * f - c * e) / denom) : 0;
            t = (b * s + f) / e;
            if (t < 0) {
                t = 0;
                s = clamp(-c / a);
            } else if (t > 1) {
                t = 1;
                s = clamp((b - c) / a);
            }
        }
    }
    for (int k = 0; k < 3; k++) {
        c1[k] = d1[k] * s;
        c2[k] = r[k] - d2[k] * t + c1[k];
    }
    return dot(c2, c2);
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
            if (segment_segment(a, a_next, B[j], B[(j + 1) % 3]) <= square) return true;
        }
        if (point_triangle(a, B) <= square) return true;
        if (point_triangle(B[i], A) <= square) return true;
        if (segment_triangle(a, a_next, B[0], B[1], B[2])) return true;
        if (segment_triangle(B[i], B[(i + 1) % 3], A[0], A[1], A[2])) return true;
    }
    return false;
}
