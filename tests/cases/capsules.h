// SPDX-License-Identifier: MIT
// What the cases with capsules share.
#ifndef LBX_CASES_CAPSULES_H
#define LBX_CASES_CAPSULES_H

#include "fill.h"

enum { CAPSULE = AROUND + 1 }; // floats

// What squares that underflow are covered by: the absolute part of the bounds.
#define CAPSULE_ABSOLUTE 0x1p-59

static inline void view_capsules(union case_view *view, const struct case_side *side) {
    view->capsules = (lbx_capsules){.radius = side->at[AROUND],
                                    .count = side->count,
                                    .stride = side->stride,
                                    .pick = side->pick};
    memcpy(view->capsules.start, side->at + START, sizeof view->capsules.start);
    memcpy(view->capsules.end, side->at + END, sizeof view->capsules.end);
}

static inline ptrdiff_t check_capsules(const struct case_side *side, size_t n, uint8_t *malformed) {
    union case_view view;
    if (side) view_capsules(&view, side);
    return lbx_capsules_check(side ? &view.capsules : NULL, n, malformed);
}

struct ends {
    double start[3], end[3], radius;
};

static inline struct ends ends_of(const float x[]) {
    struct ends e = {.radius = x[AROUND]};
    for (int c = 0; c < 3; c++) {
        e.start[c] = x[START + c];
        e.end[c] = x[END + c];
    }
    return e;
}

// The length of a capsule's segment.
static inline double capsule_length(const float x[]) {
    double square = 0;
    for (int c = 0; c < 3; c++) {
        const double way = (double)x[END + c] - x[START + c];
        square += way * way;
    }
    return sqrt(square);
}

#endif
