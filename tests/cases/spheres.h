// SPDX-License-Identifier: MIT
// What the cases with spheres share.
#ifndef LBX_CASES_SPHERES_H
#define LBX_CASES_SPHERES_H

#include "fill.h"

enum { SPHERE = RADIUS + 1 }; // floats

static inline void view_spheres(union case_view *view, const struct case_side *side) {
    view->spheres = (lbx_spheres){.radius = side->at[RADIUS],
                                  .count = side->count,
                                  .stride = side->stride,
                                  .pick = side->pick};
    memcpy(view->spheres.center, side->at + CENTER, sizeof view->spheres.center);
}

static inline ptrdiff_t check_spheres(const struct case_side *side, size_t n, uint8_t *malformed) {
    union case_view view;
    if (side) view_spheres(&view, side);
    return lbx_spheres_check(side ? &view.spheres : NULL, n, malformed);
}

// Squares of shorter lengths are denormal. This is the absolute part of all bounds.
#define LEAST_SQUARED 0x1p-70

// Whether sums of squares of these floats' differences are exact in double. They are on a grid of
// 2^-24 of the largest float.
static inline bool squares_exactly(const float *const x[2], const unsigned count[2]) {
    int exponent;
    frexpf((float)fmax(magnitude(x[0], count[0]), magnitude(x[1], count[1])), &exponent);
    for (int side = 0; side < 2; side++) {
        for (unsigned k = 0; k < count[side]; k++) {
            const double steps = ldexp(x[side][k], 24 - exponent);
            if (steps != rint(steps)) return false;
        }
    }
    return true;
}

// The uncertainty of a verdict on squares: double is off by a few parts of 2^-53, and at the
// boundary the distance equals the radius.
static inline double square_uncertainty(const float first[], const float second[],
                                        const unsigned count[2], double radius) {
    return squares_exactly((const float *const[]){first, second}, count) ? 0 : 0x1p-49 * radius;
}

#endif
