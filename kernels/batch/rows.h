// SPDX-License-Identifier: MIT
// The walk over pairs of compact boxes, by lists of entries LIST_STEP bytes apart. It compares
// boxes as they lie in memory: a quad of a box is loaded into its place in a row, and nothing is
// transposed. Answers are stored a byte at a time: joining four took 1.03 ns a pair, not .95.
#ifndef LBX_ROWS_H
#define LBX_ROWS_H

#include "walk.h"

#if LANES_ROWS
// The core's answers for the items i to i + count - 1, at most ROW_ITEMS: 1 if apart.
FORCE_INLINE uint32_t ask_rows(core_of_rows *ask, const struct side *as, const struct side *bs,
                               size_t i, size_t count) {
    vmr m[4];
    for (size_t l = 0; l < 4; l++) {
        size_t a_at[QUADS], b_at[QUADS];
        for (size_t q = 0; q < QUADS; q++) {
            const size_t item = i + (l + 4 * q < count ? l + 4 * q : count - 1);
            a_at[q] = listed_offset(as, item);
            b_at[q] = listed_offset(bs, item);
        }
        const struct aabb_row a = {vr_load((const char *)as->at[0], a_at),
                                   vr_load((const char *)(as->at[3] - 1), a_at)};
        const struct aabb_row b = {vr_load((const char *)bs->at[0], b_at),
                                   vr_load((const char *)(bs->at[3] - 1), b_at)};
        m[l] = ask(&a, &b);
    }
    return vmr_bits(m);
}

FORCE_INLINE size_t walk_rows(core_of_rows *ask, const struct lbx_operand *a,
                              const struct lbx_operand *b, size_t n, uint8_t *answers) {
    assert(a->kind == OPERAND_COMPACT && b->kind == OPERAND_COMPACT && n > 0);
    const struct layout listed = {READ_COMPACT, aabb_floats};
    struct side as, bs;
    open_side(&as, a, listed);
    open_side(&bs, b, listed);
    size_t found = 0, i = 0;
    for (; i + 8 <= n; i += 8) {
        uint32_t bits = ask_rows(ask, &as, &bs, i, ROW_ITEMS);
        if (ROW_ITEMS < 8) bits |= ask_rows(ask, &as, &bs, i + 4, ROW_ITEMS) << 4;
        bits = ~bits & 0xff;
        if (answers) *answers++ = (uint8_t)bits;
        found += bits_count(bits);
    }
    if (i == n) return found;
    uint32_t bits = 0;
    for (size_t j = i; j < n; j += ROW_ITEMS) {
        const size_t left = n - j;
        bits |= ask_rows(ask, &as, &bs, j, left < ROW_ITEMS ? left : ROW_ITEMS) << (j - i);
    }
    bits = ~bits & ((1u << (n - i)) - 1);
    if (answers) *answers = (uint8_t)bits;
    return found + bits_count(bits);
}
#endif

#endif
