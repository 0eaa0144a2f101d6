// SPDX-License-Identifier: MIT
// Gomez, "OBB to AABB conversion", and related conversions that the documents do not spell out: the
// box around a triangle, the sphere around an oriented box, an oriented box under a rigid
// transform.
#include <math.h>

#include "scalar_ref.h"

// "The extent of the OBB along the x axis" of its parent frame, and likewise along y and z, for the
// box of extents a and basis A.
void REF(ref_aabb_from_obb)(const real a[3], real A[3][3], real E[3]) {
    for (int i = 0; i < 3; i++) {
        E[i] = a[0] * (real)fabs(A[0][i]) + a[1] * (real)fabs(A[1][i]) + a[2] * (real)fabs(A[2][i]);
    }
}

void REF(ref_aabb_from_triangle)(const real P0[3], const real P1[3], const real P2[3], real min[3],
                                 real max[3]) {
    for (int i = 0; i < 3; i++) {
        const real low = P0[i] < P1[i] ? P0[i] : P1[i], high = P0[i] > P1[i] ? P0[i] : P1[i];
        min[i] = low < P2[i] ? low : P2[i];
        max[i] = high > P2[i] ? high : P2[i];
    }
}

// The box around the spheres of radius r about both ends.
void REF(ref_aabb_from_capsule)(const real a[3], const real b[3], real r, real min[3],
                                real max[3]) {
    for (int i = 0; i < 3; i++) {
        min[i] = (a[i] < b[i] ? a[i] : b[i]) - r;
        max[i] = (a[i] > b[i] ? a[i] : b[i]) + r;
    }
}

// Half of the diagonal.
real REF(ref_sphere_from_obb)(const real a[3]) {
    return (real)sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
}

static void cross(const real a[3], const real b[3], real out[3]) {
    for (int i = 0; i < 3; i++) {
        out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
    }
}

// Rotates v by the quaternion q (x, y, z, w) of any length: v + 2 (w (q x v) + q x (q x v)) / q.q.
void REF(ref_rotate)(const real q[4], const real v[3], real out[3]) {
    const real square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    real once[3], twice[3];
    cross(q, v, once);
    cross(q, once, twice);
    for (int i = 0; i < 3; i++) out[i] = v[i] + 2 * (q[3] * once[i] + twice[i]) / square;
}
