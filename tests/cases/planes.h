// SPDX-License-Identifier: MIT
// What the cases with planes share.
#ifndef LBX_CASES_PLANES_H
#define LBX_CASES_PLANES_H

#include "fill.h"

static inline void view_planes(union case_view *view, const struct case_side *side) {
    view->planes = (lbx_planes){.offset = side->at[OFFSET],
                                .count = side->count,
                                .stride = side->stride,
                                .pick = side->pick};
    memcpy(view->planes.normal, side->at + NORMAL, sizeof view->planes.normal);
}

static inline ptrdiff_t check_planes(const struct case_side *side, size_t n, uint8_t *malformed) {
    union case_view view;
    if (side) view_planes(&view, side);
    return lbx_planes_check(side ? &view.planes : NULL, n, malformed);
}

static inline double length_of(const float x[]) {
    return sqrt((double)x[0] * x[0] + (double)x[1] * x[1] + (double)x[2] * x[2]);
}

// The number of classes that the kernels answer, and a bit for each of them that is a hit.
enum { SIDE_CLASSES = LBX_INTERSECTING + 1, SIDE_HITS = 1 << LBX_TANGENT | 1 << LBX_INTERSECTING };

static inline bool side_hits(unsigned side) {
    return SIDE_HITS >> side & 1;
}

#endif
