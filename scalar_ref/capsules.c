// SPDX-License-Identifier: MIT
// Ericson, "Real-Time Collision Detection", 2005: capsules are segments with a radius. 4.5.1,
// TestSphereCapsule and TestCapsuleCapsule: the distance of the segments is compared with the sum
// of the radii, both squared.
//
// Corrected: a negative sum of radii meets nothing.
#include <math.h>

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

// 5.1.9, ClosestPtSegmentSegment: the square of the distance, the first segment's point, and the
// way to it from the other's
real REF(ref_segments)(const real p1[3], const real q1[3], const real p2[3], const real q2[3],
                       real point[3], real way[3]) {
    real d1[3], d2[3], r[3], s, t;
    minus(q1, p1, d1);
    minus(q2, p2, d2);
    minus(p1, p2, r);
    const real a = dot(d1, d1), e = dot(d2, d2), f = dot(d2, r);
    if (a == 0 && e == 0) {
        s = t = 0;
    } else if (a == 0) {
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
        point[k] = p1[k] + d1[k] * s;
        way[k] = r[k] - d2[k] * t + d1[k] * s;
    }
    return dot(way, way);
}

real REF(ref_segment_segment)(const real p1[3], const real q1[3], const real p2[3],
                              const real q2[3]) {
    real point[3], way[3];
    return REF(ref_segments)(p1, q1, p2, q2, point, way);
}

// 5.1.2.1, SqDistPointSegment
static real point_segment(const real c[3], const real a[3], const real b[3]) {
    real ab[3], ac[3], bc[3];
    minus(b, a, ab), minus(c, a, ac), minus(c, b, bc);
    const real e = dot(ac, ab), f = dot(ab, ab);
    if (e <= 0) return dot(ac, ac);
    if (e >= f) return dot(bc, bc);
    const real square = dot(ac, ac) - e * e / f;
    return square < 0 ? 0 : square; // the difference is rounded
}

bool REF(ref_sphere_capsule)(const real c[3], real r, const real a[3], const real b[3],
                             real capsule_r) {
    const real radius = r + capsule_r;
    return radius >= 0 && point_segment(c, a, b) <= radius * radius;
}

bool REF(ref_capsule_capsule)(const real a1[3], const real b1[3], real r1, const real a2[3],
                              const real b2[3], real r2) {
    const real radius = r1 + r2;
    return radius >= 0 && REF(ref_segment_segment)(a1, b1, a2, b2) <= radius * radius;
}

// 5.2.2, the sphere at each end against the plane: both must be on one side, since the capsule is
// the hull of both. The plane is n.x + d = 0.
enum ref_side REF(ref_plane_capsule)(const real n[3], real d, const real a[3], const real b[3],
                                     real r) {
    const real length = (real)sqrt(dot(n, n));
    const real dist_a = (dot(n, a) + d) / length, dist_b = (dot(n, b) + d) / length;
    const real low = (dist_a < dist_b ? dist_a : dist_b) - r;
    const real high = (dist_a > dist_b ? dist_a : dist_b) + r;
    if (low > 0) return REF_POSITIVE;
    if (high < 0) return REF_NEGATIVE;
    if (low == 0 || high == 0) return REF_TANGENT;
    return REF_INTERSECTING;
}

// 5.2.7, TestSphereTriangle. Corrected: the edges are tried by themselves, since rounding may take
// another feature of a sliver for the nearest.
bool REF(ref_sphere_triangle)(const real s[3], real r, real t[3][3]) {
    real weight[2];
    int feature;
    real least = REF(ref_point_triangle)(s, t[0], t[1], t[2], weight, &feature);
    for (int k = 0; k < 3; k++) {
        const real square = point_segment(s, t[k], t[(k + 1) % 3]);
        if (square < least) least = square;
    }
    return r >= 0 && least <= r * r;
}

// 5.1.10: the nearest points of a segment and a triangle are those of the segment and an edge, or
// an end and its nearest point, unless the segment crosses the triangle.
static real segment_triangle(const real p[3], const real q[3], real t[3][3]) {
    real weight[2], e[3], f[3], n[3], at[3], from[3], to[3];
    int feature;
    real least = REF(ref_point_triangle)(p, t[0], t[1], t[2], weight, &feature);
    const real other = REF(ref_point_triangle)(q, t[0], t[1], t[2], weight, &feature);
    if (other < least) least = other;
    for (int k = 0; k < 3; k++) {
        const real square = REF(ref_segment_segment)(p, q, t[k], t[(k + 1) % 3]);
        if (square < least) least = square;
    }
    minus(t[1], t[0], e), minus(t[2], t[0], f), minus(p, t[0], from), minus(q, t[0], to);
    for (int c = 0; c < 3; c++)
        n[c] = e[(c + 1) % 3] * f[(c + 2) % 3] - e[(c + 2) % 3] * f[(c + 1) % 3];
    const real h = dot(n, from), g = dot(n, to);
    if (h * g > 0 || h == g) return least;
    for (int c = 0; c < 3; c++) at[c] = p[c] + h / (h - g) * (q[c] - p[c]);
    const real there = REF(ref_point_triangle)(at, t[0], t[1], t[2], weight, &feature);
    return feature == 0 ? 0 : there < least ? there : least;
}

bool REF(ref_triangle_capsule)(real t[3][3], const real p[3], const real q[3], real r) {
    return r >= 0 && segment_triangle(p, q, t) <= r * r;
}

// The nearest points of a segment and a box are those of the segment and one of its edges, or an
// end and its nearest point (5.1.3), unless the segment meets the box.
bool REF(ref_capsule_box)(const real p[3], const real q[3], real r, const real P[3], real B[3][3],
                          const real E[3]) {
    if (REF(ref_sphere_obb)(E, P, B, r, p) || REF(ref_sphere_obb)(E, P, B, r, q) ||
        (r >= 0 && REF(ref_segment_box)(p, q, P, B, E)))
        return true;
    for (int k = 0; k < 12; k++) {
        const int along = k % 3;
        real from[3], to[3];
        for (int c = 0; c < 3; c++) {
            from[c] = P[c] - E[along] * B[along][c];
            for (int j = 1; j < 3; j++) {
                const int axis = (along + j) % 3;
                from[c] += (k / 3 & j ? 1 : -1) * E[axis] * B[axis][c];
            }
            to[c] = from[c] + 2 * E[along] * B[along][c];
        }
        if (r >= 0 && REF(ref_segment_segment)(p, q, from, to) <= r * r) return true;
    }
    return false;
}

static void take(real t, real *t0, real *t1) {
    if (t < *t0) *t0 = t;
    if (t > *t1) *t1 = t;
}

// 5.3.2, IntersectRaySphere, with both points
static void ray_sphere(const real m[3], const real d[3], real r, real *t0, real *t1) {
    const real a = dot(d, d), b = dot(m, d), c = dot(m, m) - r * r, discr = b * b - a * c;
    if (discr < 0 || a == 0) return;
    take((-b - (real)sqrt(discr)) / a, t0, t1);
    take((-b + (real)sqrt(discr)) / a, t0, t1);
}

// 5.3.7, IntersectSegmentCylinder, without its end caps, and the spheres at both ends: where the
// line enters and leaves the capsule.
bool REF(ref_ray_capsule)(const real P[3], const real n[3], const real p[3], const real q[3],
                          real r, real *t0, real *t1) {
    real d[3], m[3], far[3];
    minus(q, p, d), minus(P, p, m), minus(P, q, far);
    *t0 = (real)INFINITY;
    *t1 = -(real)INFINITY;
    if (r < 0) return false;
    ray_sphere(m, n, r, t0, t1);
    ray_sphere(far, n, r, t0, t1);
    const real dd = dot(d, d), nd = dot(n, d), md = dot(m, d);
    if (dd > 0) {
        real across[3], offset[3];
        for (int c = 0; c < 3; c++) {
            across[c] = n[c] - nd / dd * d[c];
            offset[c] = m[c] - md / dd * d[c];
        }
        const real a = dot(across, across), b = dot(offset, across);
        const real discr = b * b - a * (dot(offset, offset) - r * r);
        for (int k = 0; k < 2 && a > 0 && discr >= 0; k++) {
            const real t = (-b + (k ? 1 : -1) * (real)sqrt(discr)) / a, at = md + t * nd;
            if (at >= 0 && at <= dd) take(t, t0, t1);
        }
    }
    return *t0 <= *t1;
}
