// SPDX-License-Identifier: MIT
// Book 9.2.2 (1): ray against axis-aligned box. The numbers are the book's steps.
#include <math.h>

#include "scalar_ref.h"

bool REF(ref_ray_aabb)(const real P[3], const real d[3], const real b_min[3], const real b_max[3],
                       real *t0, real *t1, real *t, real Q[3]) {
    *t0 = -(real)INFINITY; // 1
    *t1 = (real)INFINITY;
    for (int i = 0; i < 3; i++) {                                 // 2
        if (d[i] == 0) {                                          // 3
            if (P[i] < b_min[i] || P[i] > b_max[i]) return false; // 4-5
        } else {                                                  // 7
            real t0_i = (b_min[i] - P[i]) / d[i];                 // 8
            real t1_i = (b_max[i] - P[i]) / d[i];                 // 9
            if (t0_i > t1_i) {                                    // 10
                const real swap = t0_i;                           // 11
                t0_i = t1_i;
                t1_i = swap;
            }
            *t0 = t0_i > *t0 ? t0_i : *t0;          // 13
            *t1 = t1_i < *t1 ? t1_i : *t1;          // 14
            if (*t0 > *t1 || *t1 < 0) return false; // 15-16
        }
    }
    *t = *t0 >= 0 ? *t0 : *t1; // 20-24
    // Corrected: if d is 0 and P is inside the box, t is still infinite here and P + t d would be
    // NaN. The first point of such a ray is P.
    if (isinf(*t)) *t = 0;
    for (int i = 0; i < 3; i++) Q[i] = P[i] + *t * d[i]; // 25
    return true;                                         // 26
}
