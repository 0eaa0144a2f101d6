// SPDX-License-Identifier: MIT
// What the cases share: filling a batch item by item.
#ifndef LBX_CASES_FILL_H
#define LBX_CASES_FILL_H

#include "../scenes/scenes.h"
#include "cases.h"

static inline void fill_items(const struct lbx_case *c, scene_item *item, uint64_t seed,
                              enum scene scene, size_t n, float *const first[],
                              float *const second[]) {
    for (size_t i = 0; i < n; i++) {
        struct random r = random_of(scene_stream(seed, scene), i);
        float a[CASE_FLOATS_MAX], b[CASE_FLOATS_MAX];
        if (scene == SCENE_WHOLE_RANGE) {
            whole_range(&r, c, item, a, b);
        } else {
            item(&r, scene, a, b);
        }
        for (unsigned k = 0; k < c->floats[0]; k++) first[k][i] = a[k];
        for (unsigned k = 0; k < c->floats[1]; k++) second[k][i] = b[k];
    }
}

static inline double magnitude(const float x[], unsigned count) {
    float most = 0; // not fmax in double, which aarch64's gcc 12 cannot vectorise and crashes on
    for (unsigned k = 0; k < count; k++) most = fabsf(x[k]) > most ? fabsf(x[k]) : most;
    return most;
}

// Whether sums and differences of these floats are exact in double, with room for a few more.
static inline bool sums_exactly(const float *const x[2], const unsigned count[2]) {
    const double most = fmax(magnitude(x[0], count[0]), magnitude(x[1], count[1]));
    for (int side = 0; side < 2; side++) {
        for (unsigned k = 0; k < count[side]; k++) {
            if (x[side][k] != 0 && fabs(x[side][k]) * 0x1p26 < most) return false;
        }
    }
    return true;
}

static inline void view_aabbs(union case_view *view, const struct case_side *side) {
    view->aabbs = (lbx_aabbs){.count = side->count, .stride = side->stride, .pick = side->pick};
    memcpy(view->aabbs.min, side->at, sizeof view->aabbs.min);
    memcpy(view->aabbs.max, side->at + 3, sizeof view->aabbs.max);
}

static inline ptrdiff_t check_aabbs(const struct case_side *side, size_t n, uint8_t *malformed) {
    union case_view view;
    if (side) view_aabbs(&view, side);
    return lbx_aabbs_check(side ? &view.aabbs : NULL, n, malformed);
}

#endif
