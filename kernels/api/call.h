// SPDX-License-Identifier: MIT
// What public functions are made of: the short path of a call, which reads dense arrays in place (8
// boxes take 13 ns, by operands 22), and the way of all other calls and of every error.
#ifndef LBX_CALL_H
#define LBX_CALL_H

#include "entries.h"
#include "operand.h"

#define INLINE static inline __attribute__((always_inline))

// A view of dense arrays: item i is element first + i, or `first` for every item.
struct lbx_dense {
    const float *const *at;
    size_t first;
    int kind;       // LBX_PICK_FROM or LBX_PICK_ONE
    float distance; // as an operand's
};

// A kernel over n > 0 items. `operands` has one operand per view, in the order of the public
// function. `answers` is the mask or the classes, `out` the other outputs. Any may be NULL.
typedef ptrdiff_t lbx_test(const struct lbx_operand *operands, size_t n, unsigned flags,
                           uint8_t *answers, float *const *out);

// The short path of a kernel: 1 to LBX_FEW items of two such views, not both of one element.
enum { LBX_FEW = 32 };
typedef ptrdiff_t lbx_few(const struct lbx_dense *a, const struct lbx_dense *b, size_t n,
                          unsigned flags, uint8_t *answers, float *const *out);

// What a conversion's object exports: a conversion of n > 0 items.
typedef ptrdiff_t lbx_conversion(const struct lbx_operand *operands, size_t n,
                                 const struct lbx_target *out);

// --- the short path ---

INLINE bool is_few(size_t n, unsigned flags) {
    return n - 1 < LBX_FEW && flags <= LBX_REPRODUCIBLE;
}

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

// Rays with a direction and without a range of t.
INLINE bool dense_rays(struct lbx_dense *d, const lbx_rays *v, size_t n) {
    if (!v) return false;
    const float *const optional[] = {v->t_min,      v->t_max,  v->inv_dir[0], v->inv_dir[1],
                                     v->inv_dir[2], v->end[0], v->end[1],     v->end[2]};
    uintptr_t given = 0; // one branch instead of eight, 2 ns a call
    for (size_t k = 0; k < sizeof optional / sizeof *optional; k++) given |= (uintptr_t)optional[k];
    return !given && is_dense(d, v, RAY_AT_T_MIN, v->count, v->stride, &v->pick, n);
}

INLINE bool is_one_by_one(const struct lbx_dense sides[2]) {
    return sides[0].kind == LBX_PICK_ONE && sides[1].kind == LBX_PICK_ONE;
}

// --- all other calls ---

// A view as it is given, and the function that makes its operand.
struct lbx_given {
    lbx_make_operand *make;
    const void *view;
};

enum { LBX_RUN = 1 };

// Checks the flags and makes an operand of each view. Returns LBX_RUN, or the call's answer if
// there is nothing to run: an error, or 0 for no items. Inlined, so that calls are direct.
INLINE ptrdiff_t open_views(struct lbx_operand operands[], const struct lbx_given given[],
                            unsigned views, size_t n, unsigned flags) {
    if (flags & ~(unsigned)LBX_REPRODUCIBLE) return LBX_ERROR_FLAGS;
    if (n == 0) return 0;
    struct lbx_lists lists;
    lists.list = NULL;
    // There is no loop, because gcc 12 would not unroll it.
    ptrdiff_t error = given[0].make(&operands[0], given[0].view, n, &lists);
    if (!error && views > 1) error = given[1].make(&operands[1], given[1].view, n, &lists);
    if (!error && views > 2) error = given[2].make(&operands[2], given[2].view, n, &lists);
    if (!error && views > 3) error = given[3].make(&operands[3], given[3].view, n, &lists);
    if (error) return error;
    return LBX_RUN;
}

// Calls the active instruction set's kernel with two views.
ptrdiff_t lbx_call_two(lbx_test *const entries[], lbx_make_operand *make_a, const void *a,
                       lbx_make_operand *make_b, const void *b, size_t n, unsigned flags,
                       uint8_t *answers, float *const out[]);

#endif
