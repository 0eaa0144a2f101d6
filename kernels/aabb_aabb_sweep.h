// SPDX-License-Identifier: MIT
// Axis-aligned boxes in straight motion: Gomez 1999, listing 4, on min and max.
//
// In: two boxes, each with its displacement while u runs from 0 to 1. On every axis b moves by v =
// delta_b - delta_a as a sees it, and they overlap while low <= u v <= high, low = min_a - max_b
// and high = max_a - min_b: a ray against a box, whose numbers are differences of floats. Apart:
// some axis begins to overlap after another one has ceased to, or after u = 1, or has ceased before
// u = 0, by more than rounding can make it. So has every axis of the empty box. Out: the verdict;
// the first and the last u at which they overlap, 2 for a miss.
//
// An axis at rest, v = +-0, divides to inf as a ray's does and is decided by comparison, closed: a
// low of 0 times inf is a NaN, which min and max pass over. Near and far are told apart by the sign
// of v, so that beside a NaN the other plane of the axis still counts. What touches at u = 0 and
// parts is decided exactly, since a difference is 0 only where its terms are equal.
#ifndef LBX_AABB_AABB_SWEEP_H
#define LBX_AABB_AABB_SWEEP_H

#include "sweep.h"

#define AABB_SWEEP_PAD 0x1.00000ap+0f // 1 + 10 half ulps of 1, see docs/numerics.md

enum { MOVING_AABB_FLOATS = AABB_FLOATS + MOTION_FLOATS };

FORCE_INLINE vm aabb_sweep_range(const vf *a, const vf *b, vf *first, vf *last) {
    const vf end = vf_set(AABB_LEAST_END); // cuts only boxes that begin where the empty box ends
    vf enter = vf_set(0), exit = vf_set(1);
    for (int c = 0; c < 3; c++) {
        const vf way = vf_sub(b[6 + c], a[6 + c]), inverse = vf_div(vf_set(1), way);
        const vf low = vf_sub(c ? a[c] : vf_max(a[0], end), b[3 + c]);
        const vf high = vf_sub(a[3 + c], c ? b[c] : vf_max(b[0], end));
        const vm back = vf_negative(way);
        const vf near = vf_mul(vm_select(back, high, low), inverse);
        const vf far = vf_mul(vm_select(back, low, high), inverse);
        enter = vf_max(near, enter);
        exit = vf_min(far, exit);
    }
    *first = enter;
    *last = vf_mul(exit, vf_set(AABB_SWEEP_PAD));
    return vf_less(*last, enter);
}

FORCE_INLINE vm aabb_aabb_sweep_apart(const void *context, const vf *a, const vf *b, size_t i,
                                      size_t count) {
    (void)context, (void)i, (void)count;
    vf first, last;
    return aabb_sweep_range(a, b, &first, &last);
}

FORCE_INLINE vm aabb_aabb_sweep_apart_u(const void *context, const vf *a, const vf *b, size_t i,
                                        size_t count) {
    vf first, last;
    const vm apart = aabb_sweep_range(a, b, &first, &last);
    sweep_store_both(context, apart, first, last, i, count);
    return apart;
}

FORCE_INLINE size_t aabb_aabb_sweep_loop(core *apart, const struct sweep_context *s,
                                         const struct lbx_operand *a, const struct lbx_operand *b,
                                         size_t first, size_t n, uint8_t *hits) {
    return symmetric_loops(apart, s, a, b, MOVING_AABB_FLOATS, QUADS_OF_NONE, HEAVY_GROUP, first, n,
                           hits);
}

static size_t aabb_aabb_sweep_loops(const void *context, const struct lbx_operand *a,
                                    const struct lbx_operand *b, size_t first, size_t n,
                                    uint8_t *hits) {
    const struct sweep_context s = *(const struct sweep_context *)context;
    return sweep_wants_u(&s)
               ? aabb_aabb_sweep_loop(aabb_aabb_sweep_apart_u, &s, a, b, first, n, hits)
               : aabb_aabb_sweep_loop(aabb_aabb_sweep_apart, &s, a, b, first, n, hits);
}

static ptrdiff_t aabb_aabb_sweep(const struct lbx_operand *a, const struct lbx_operand *a_motions,
                                 const struct lbx_operand *b, const struct lbx_operand *b_motions,
                                 size_t n, unsigned flags, uint8_t *hits, float *u_first,
                                 float *u_last) {
    (void)flags; // nothing that could be fused
    const struct sweep_context s = {u_first, u_last, false};
    const struct part parts[] = {
        {a, AABB_FLOATS}, {a_motions, MOTION_FLOATS}, {b, AABB_FLOATS}, {b_motions, MOTION_FLOATS}};
    return batch_parts(aabb_aabb_sweep_loops, &s, parts, 2, 4, n, hits);
}

#endif
