// SPDX-License-Identifier: MIT
// Book 9.2.2 (2): ray against oriented box. The numbers are the book's steps.
#include <math.h>

#include "scalar_ref.h"

static real dot(const real a[3], const real b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

bool REF(ref_ray_obb)(const real P[3], const real d[3], const real C[3], real u[3][3],
                      const real l[3], real *t0, real *t1, real *t, real Q[3]) {
    const real o[3] = {C[0] - P[0], C[1] - P[1], C[2] - P[2]}; // the book's C - P
    *t0 = -(real)INFINITY;                                     // 1
    *t1 = (real)INFINITY;
    for (int k = 0; k < 3; k++) {                             // 2
        const real r = dot(u[k], d);                          // 3
        const real s = dot(u[k], o);                          // 4
        if (r == 0) {                                         // 5
            if (-s - l[k] > 0 || -s + l[k] < 0) return false; // 6-7
        } else {                                              // 9
            // Corrected in 10 and 11: the difference is divided, not l alone.
            real t0_k = (s - l[k]) / r; // 10
            real t1_k = (s + l[k]) / r; // 11
            if (t0_k > t1_k) {          // 12
                const real swap = t0_k; // 13
                t0_k = t1_k;
                t1_k = swap;
            }
            *t0 = t0_k > *t0 ? t0_k : *t0;          // 15
            *t1 = t1_k < *t1 ? t1_k : *t1;          // 16
            if (*t0 > *t1 || *t1 < 0) return false; // 17-18
        }
    }
    *t = *t0 >= 0 ? *t0 : *t1; // 22-26
    // Corrected: if d is 0 and P is inside the box, t is still infinite here and P + t d would be
    // NaN. The first point of such a ray is P.
    if (isinf(*t)) *t = 0;
    for (int i = 0; i < 3; i++) Q[i] = P[i] + *t * d[i]; // 27
    return true;                                         // 28
}
