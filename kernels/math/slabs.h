// SPDX-License-Identifier: MIT
// Rays against the slabs of a box: from the t of its planes to the verdict and the t of outputs.
#ifndef LBX_SLABS_H
#define LBX_SLABS_H

#include "shapes.h"

#define RAY_T_LIMIT 0x1p127f     // both ends of a ray are clamped to this: a padded t stays finite
#define RAY_T_PAD 0x1.000008p+0f // 1 + 2^-21

// The range of t, clamped; an empty range ends at -inf.
FORCE_INLINE void ray_range(const struct ray *ray, vf *t_low, vf *t_high) {
    *t_low = vf_set(0);
    *t_high = vf_set(RAY_T_LIMIT);
    if (ray->has_t_min) *t_low = vf_min(vf_max(ray->t_min, *t_low), *t_high);
    if (ray->has_t_max) *t_high = vf_min(ray->t_max, *t_high);
    if (ray->has_t_min && ray->has_t_max)
        *t_high = vm_select(vf_less(ray->t_max, ray->t_min), vf_set(-INFINITY), *t_high);
}

// A t, padded by the most that rounding and underflow can take.
FORCE_INLINE vf slabs_exit(vf t, float least) {
    t = vf_mul(t, vf_set(RAY_T_PAD));
    return least > 0 ? vf_add(t, vf_set(least)) : t;
}

// The verdict from the t of the planes; `least` is more than underflow takes from a t.
FORCE_INLINE vm slabs_apart(const vf *near, const vf *far, vf t_low, vf t_high, float least) {
    vf enter = t_low, exit = t_high;
    for (int c = 0; c < 3; c++) {
        enter = vf_max(near[c], enter);
        exit = vf_min(far[c], exit);
    }
    return vf_less(slabs_exit(exit, least), enter);
}

// The same verdict, with t_enter and t_exit. t_exit is padded before it is clamped.
FORCE_INLINE vm slabs_apart_t(const vf *near, const vf *far, vf t_low, vf t_high, float least,
                              vf *t) {
    vf enter = t_low, exit = vf_set(RAY_T_LIMIT);
    for (int c = 0; c < 3; c++) {
        enter = vf_max(near[c], enter);
        exit = vf_min(far[c], exit);
    }
    exit = slabs_exit(exit, least);
    const vm apart = vf_less(vf_min(exit, slabs_exit(t_high, least)), enter);
    // A miss writes inf and -inf, which absorb all else. A blend would be three operations.
    const vf missed = vm_keep(apart, vf_set(INFINITY));
    t[0] = vf_max(vf_min(enter, t_high), missed);
    t[1] = vf_sub(vf_min(exit, t_high), missed);
    return apart;
}

#endif
