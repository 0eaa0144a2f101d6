// SPDX-License-Identifier: MIT
// What the cases of two boxes with 15 axes share.
#ifndef LBX_CASES_FRAMES_H
#define LBX_CASES_FRAMES_H

#include "obbs.h"

// The square of the sine between A's axis i and B's axis k.
static inline double sine_square(double u[3][3], int i, int k) {
    return u[k][(i + 1) % 3] * u[k][(i + 1) % 3] + u[k][(i + 2) % 3] * u[k][(i + 2) % 3];
}

// B in A's frame: its center C and axes u, from the offset of the centers and A's axes. Both
// references need exactly orthonormal axes and have no slack for cross products that are pure
// rounding. So the float axes are made orthonormal, and edges parallel to 1e-8 exactly parallel.
// `uncertainty` covers the change.
static inline void into_frame(const double offset[3], double a_axis[3][3], const float second[],
                              double C[3], double u[3][3]) {
    double b_axis[3][3];
    orthonormal(second, b_axis);
    for (int i = 0; i < 3; i++) {
        C[i] = dot(offset, a_axis[i]);
        for (int k = 0; k < 3; k++) u[k][i] = dot(b_axis[k], a_axis[i]);
    }
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            if (sine_square(u, i, k) > 1e-16) continue;
            const double parallel = u[k][i] < 0 ? -1 : 1;
            for (int j = 0; j < 3; j++) u[k][j] = u[j][i] = 0;
            u[k][i] = parallel;
        }
    }
}

// The least sine between edges, at most 1. The sliver between nearly parallel edges reaches sqrt 2
// times as far as the axes beside it, and by less than 1e-8 of the half extents more.
static inline double least_sine(double u[3][3]) {
    double least = 1;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            const double sine = sqrt(sine_square(u, i, k));
            least = fmin(least, sine > 0 ? sine : .7);
        }
    }
    return least;
}

#endif
