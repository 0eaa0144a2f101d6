// SPDX-License-Identifier: MIT
// Overlap of axis-aligned boxes: Gomez 1999, listing 3, on min and max instead of center and
// extent, so that it only compares and is exact.
//
// In: two boxes. Apart: on some axis one ends before the other begins, or one of them is empty.
// Touching faces overlap. A NaN compares false and so proves nothing; the other axes still count.
#ifndef LBX_AABB_AABB_H
#define LBX_AABB_AABB_H

#include "batch.h"

FORCE_INLINE vm aabb_aabb_apart(const void *context, const vf *a, const vf *b, size_t i,
                                size_t count) {
    (void)context, (void)i, (void)count;
    // Only (FLT_MAX, -FLT_MAX) against a box that ends there needs it: the other lines call all
    // else apart.
    vm apart = vm_or(vf_less(a[3], a[0]), vf_less(b[3], b[0]));
    for (int c = 0; c < 3; c++) {
        apart = vm_or(apart, vm_or(vf_less(a[3 + c], b[c]), vf_less(b[3 + c], a[c])));
    }
    return apart;
}

FORCE_INLINE size_t aabb_aabb_loop(const struct lbx_operand *a, enum reading a_reading,
                                   const struct lbx_operand *b, enum reading b_reading,
                                   size_t first, size_t n, uint8_t *hits) {
    return loop(aabb_aabb_apart, NULL, a, a_reading, AABB_FLOATS, b, b_reading, AABB_FLOATS,
                LIGHT_GROUP, first, n, hits);
}

static size_t aabb_aabb_loops(const void *context, const struct lbx_operand *a,
                              const struct lbx_operand *b, size_t first, size_t n, uint8_t *hits) {
    (void)context;
    if (a->kind > b->kind) { // the test is symmetric: half of the loops suffice
        const struct lbx_operand *swap = a;
        a = b;
        b = swap;
    }
    if (a->kind == OPERAND_COMPACT)
        return aabb_aabb_loop(a, READ_COMPACT, b, READ_COMPACT, first, n, hits);
    if (a->kind == OPERAND_ONE) return aabb_aabb_loop(a, READ_ONE, b, READ_COMPACT, first, n, hits);
    if (b->kind == OPERAND_COMPACT)
        return aabb_aabb_loop(a, READ_CONTIGUOUS, b, READ_COMPACT, first, n, hits);
    if (b->kind == OPERAND_ONE)
        return aabb_aabb_loop(a, READ_CONTIGUOUS, b, READ_ONE, first, n, hits);
    return aabb_aabb_loop(a, READ_CONTIGUOUS, b, READ_CONTIGUOUS, first, n, hits);
}

static ptrdiff_t aabb_aabb(const struct lbx_operand *a, const struct lbx_operand *b, size_t n,
                           uint8_t *hits) {
    return batch(aabb_aabb_loops, NULL, a, AABB_FLOATS, b, AABB_FLOATS, n, hits);
}

#endif
