// SPDX-License-Identifier: MIT
// The short path of a call: views of dense arrays, with items in order or one for all, which are
// read in place. operand.c handles every other view, and every error.
#ifndef LBX_VIEWS_H
#define LBX_VIEWS_H

#include "table.h"

#define INLINE static inline __attribute__((always_inline))

// `view` is a view, which begins with its arrays in the order of operand.h.
INLINE bool is_dense(struct lbx_dense *d, const void *view, unsigned floats, size_t count,
                     size_t stride, const lbx_pick *pick, size_t n) {
    const float *const *arrays = view;
    for (unsigned k = 0; k < floats; k++)
        if (!arrays[k]) return false;
    d->at = arrays;
    d->first = pick->first;
    d->kind = pick->kind;
    if (d->kind == LBX_PICK_ONE) n = 1;
    return (stride == 0 || stride == 4) && (unsigned)d->kind <= LBX_PICK_ONE && d->first <= count &&
           n <= count - d->first;
}

#define DENSE(shape)                                                                               \
    _Static_assert(offsetof(lbx_##shape##s, count) == shape##_floats * sizeof(float *),            \
                   "the arrays of " #shape);                                                       \
    INLINE bool dense_##shape##s(struct lbx_dense *d, const lbx_##shape##s *v, size_t n) {         \
        return v && is_dense(d, v, shape##_floats, v->count, v->stride, &v->pick, n);              \
    }

DENSE(aabb)
DENSE(obb)
DENSE(segment)
DENSE(plane)
DENSE(triangle)
DENSE(sphere)

// For rays without a range of t.
INLINE bool dense_rays_dir(struct lbx_dense *d, const lbx_rays *v, size_t n) {
    return v && !v->t_min && !v->t_max && !v->inv_dir[0] && !v->inv_dir[1] && !v->inv_dir[2] &&
           is_dense(d, v, ray_floats - RANGE_FLOATS, v->count, v->stride, &v->pick, n);
}

INLINE bool dense_rays(struct lbx_dense *d, const lbx_rays *v, size_t n) {
    return dense_rays_dir(d, v, n);
}

#endif
