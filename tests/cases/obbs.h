// SPDX-License-Identifier: MIT
// What the cases with oriented boxes share.
#ifndef LBX_CASES_OBBS_H
#define LBX_CASES_OBBS_H

#include "../scenes/rotations.h"
#include "fill.h"

static inline void view_obbs(union case_view *view, const struct case_side *side) {
    view->obbs = (lbx_obbs){.count = side->count, .stride = side->stride, .pick = side->pick};
    memcpy(view->obbs.center, side->at + CENTER, sizeof view->obbs.center);
    memcpy(view->obbs.half, side->at + HALF, sizeof view->obbs.half);
    memcpy(view->obbs.axis, side->at + AXIS, sizeof view->obbs.axis);
}

static inline ptrdiff_t check_obbs(const struct case_side *side, size_t n, uint8_t *malformed) {
    union case_view view;
    if (side) view_obbs(&view, side);
    return lbx_obbs_check(side ? &view.obbs : NULL, n, malformed);
}

static inline void orthonormal(const float x[], double axis[3][3]) {
    for (int k = 0; k < 3; k++) {
        for (int c = 0; c < 3; c++) axis[k][c] = x[AXIS + 3 * k + c];
        for (int j = 0; j < k; j++) reject(axis[k], axis[j]);
        normalize(axis[k]);
    }
}

// How far the products of the axes are from those of orthonormal axes.
static inline double deviation(const float x[]) {
    double most = 0;
    for (int j = 0; j < 3; j++) {
        for (int k = j; k < 3; k++) {
            double product = j == k ? -1 : 0;
            for (int c = 0; c < 3; c++)
                product += (double)x[AXIS + 3 * j + c] * x[AXIS + 3 * k + c];
            most = fmax(most, fabs(product));
        }
    }
    return most;
}

#endif
