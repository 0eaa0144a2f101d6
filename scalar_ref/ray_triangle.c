// SPDX-License-Identifier: MIT
// Ray against triangle, twice: Moller & Trumbore 1997, section 2, without culling, and the
// watertight test of Woop, Benthin & Wald 2013, section 3, without culling and without its fallback
// to double. The numbers are the papers' steps.
#include <math.h>

#include "scalar_ref.h"

static void subtract(const real a[3], const real b[3], real out[3]) {
    for (int c = 0; c < 3; c++) out[c] = a[c] - b[c];
}

static void cross(const real a[3], const real b[3], real out[3]) {
    for (int c = 0; c < 3; c++)
        out[c] = a[(c + 1) % 3] * b[(c + 2) % 3] - a[(c + 2) % 3] * b[(c + 1) % 3];
}

static real dot(const real a[3], const real b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// O + t D = (1 - u - v) V0 + u V1 + v V2
bool REF(ref_ray_triangle)(const real O[3], const real D[3], real V[3][3], real *t, real *u,
                           real *v) {
    real E1[3], E2[3], T[3], P[3], Q[3];
    subtract(V[1], V[0], E1);
    subtract(V[2], V[0], E2);
    cross(D, E2, P);
    const real det = dot(P, E1);
    // The paper rejects a determinant below an epsilon; only 0 has no inverse.
    if (det == 0) return false;
    subtract(O, V[0], T);
    cross(T, E1, Q);
    *u = dot(P, T) / det;
    if (*u < 0 || *u > 1) return false;
    *v = dot(Q, D) / det;
    if (*v < 0 || *u + *v > 1) return false;
    *t = dot(Q, E2) / det;
    return true;
}

bool REF(ref_ray_triangle_watertight)(const real org[3], const real dir[3], real V[3][3], real *t,
                                      real *u, real *v) {
    // The dimension in which the ray's direction is largest, and the two others in an order that
    // keeps the winding.
    int kz = fabs((double)dir[0]) > fabs((double)dir[1]) ? 0 : 1;
    if (fabs((double)dir[2]) > fabs((double)dir[kz])) kz = 2;
    int kx = (kz + 1) % 3, ky = (kx + 1) % 3;
    if (dir[kz] < 0) {
        const int swap = kx;
        kx = ky;
        ky = swap;
    }
    const real Sx = dir[kx] / dir[kz], Sy = dir[ky] / dir[kz], Sz = 1 / dir[kz];
    real x[3], y[3], z[3];
    for (int k = 0; k < 3; k++) { // vertices relative to the origin, sheared and scaled
        real A[3];
        subtract(V[k], org, A);
        x[k] = A[kx] - Sx * A[kz];
        y[k] = A[ky] - Sy * A[kz];
        z[k] = Sz * A[kz];
    }
    const real U = x[2] * y[1] - y[2] * x[1]; // scaled weights
    const real V_ = x[0] * y[2] - y[0] * x[2];
    const real W = x[1] * y[0] - y[1] * x[0];
    if ((U < 0 || V_ < 0 || W < 0) && (U > 0 || V_ > 0 || W > 0)) return false;
    const real det = U + V_ + W;
    if (det == 0) return false;
    *t = (U * z[0] + V_ * z[1] + W * z[2]) / det;
    *u = V_ / det; // the paper's u, v and w are the weights of A, B and C
    *v = W / det;
    return true;
}
