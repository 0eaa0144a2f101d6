// SPDX-License-Identifier: MIT
// What the cases with rays share.
#ifndef LBX_CASES_RAYS_H
#define LBX_CASES_RAYS_H

#include "fill.h"

static inline void view_rays(union case_view *view, const struct case_side *side) {
    lbx_rays *rays = &view->rays;
    *rays = (lbx_rays){.count = side->count, .stride = side->stride, .pick = side->pick};
    memcpy(rays->origin, side->at + ORIGIN, sizeof rays->origin);
    memcpy(rays->dir, side->at + DIR, sizeof rays->dir);
    memcpy(rays->inv_dir, side->at + INV_DIR, sizeof rays->inv_dir);
    rays->t_min = side->at[T_MIN];
    rays->t_max = side->at[T_MAX];
}

static inline ptrdiff_t check_rays(const struct case_side *side, size_t n, uint8_t *malformed) {
    union case_view view;
    if (side) view_rays(&view, side);
    return lbx_rays_check(side ? &view.rays : NULL, n, malformed);
}

// The book's line inside the box, from t0 to t1, cut to the ray's range as the contract says.
static inline struct case_truth cut_to_range(const float ray[], bool hit, double t0, double t1) {
    struct case_truth truth = {.out = {INFINITY, -INFINITY}};
    if (!hit || ray[T_MIN] > ray[T_MAX]) return truth;
    const double limit = 0x1p127, t_max = fmin(ray[T_MAX], limit);
    const double enter = fmax(t0, fmin(fmax(ray[T_MIN], 0), limit)), exit = fmin(t1, t_max);
    if (enter > exit) return truth;
    truth.hit = truth.alternative = true;
    truth.out[0] = enter;
    truth.out[1] = exit;
    return truth;
}

#endif
