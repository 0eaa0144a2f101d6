// SPDX-License-Identifier: MIT
// Batches whose sides are made of several views, each with a pick of its own: a sphere and its
// motion. A side is contiguous, or one item for all where all of its views are; what is neither is
// staged, and so is the one element of a view beside one that is not. Where nothing is staged, the
// loop runs once over the whole batch.
#ifndef LBX_PARTS_H
#define LBX_PARTS_H

#include "batch.h"

enum { PARTS_MAX = 4 };

struct part {
    const struct lbx_operand *operand;
    unsigned floats;
};

static inline bool all_one(const struct part *part, unsigned parts) {
    bool one = true;
    for (unsigned p = 0; p < parts; p++) one = one && part[p].operand->kind == OPERAND_ONE;
    return one;
}

// The floats of one or two parts as one operand, from the blocks where there are any.
static inline void join_parts(struct lbx_operand *joined, const struct part *part,
                              const struct block_side *side, unsigned parts) {
    unsigned k = 0;
    joined->kind = side ? side[0].block.kind : part[0].operand->kind;
    for (unsigned p = 0; p < parts; p++) {
        const float *const *at = side ? side[p].block.at : part[p].operand->at;
        for (unsigned f = 0; f < part[p].floats; f++) joined->at[k++] = copy_pointer(at[f]);
    }
}

static __attribute__((noinline)) size_t parts_staged(batch_loops *loops, const void *context,
                                                     const struct part *part, unsigned a_parts,
                                                     unsigned parts, const bool *staged, size_t n,
                                                     uint8_t *hits) {
    struct block_side side[PARTS_MAX];
    struct lbx_operand a, b;
    for (unsigned p = 0; p < parts; p++)
        open_blocks(&side[p], part[p].operand, part[p].floats, staged[p], n);
    size_t found = 0;
    for (size_t first = 0; first < n; first += TILE) {
        const size_t count = n - first < TILE ? n - first : TILE;
        for (unsigned p = 0; p < parts; p++) next_block(&side[p], first, count);
        join_parts(&a, part, side, a_parts);
        join_parts(&b, part + a_parts, side + a_parts, parts - a_parts);
        found += loops(context, &a, &b, first, count, hits ? hits + first / 8 : NULL);
    }
    return found;
}

// Runs a kernel's loops; the first `a_parts` parts are its first side.
FORCE_INLINE ptrdiff_t batch_parts(batch_loops *loops, const void *context, const struct part *part,
                                   unsigned a_parts, unsigned parts, size_t n, uint8_t *hits) {
    bool staged[PARTS_MAX], any = false;
    const bool a_one = all_one(part, a_parts);
    const bool b_one = !a_one && all_one(part + a_parts, parts - a_parts); // not both
    for (unsigned p = 0; p < parts; p++) {
        staged[p] = part[p].operand->kind != OPERAND_CONTIGUOUS && !(p < a_parts ? a_one : b_one);
        any = any || staged[p];
    }
    if (any) {
        return (ptrdiff_t)parts_staged(loops, context, part, a_parts, parts, staged, n, hits);
    }
    struct lbx_operand a, b;
    join_parts(&a, part, NULL, a_parts);
    join_parts(&b, part + a_parts, NULL, parts - a_parts);
    return (ptrdiff_t)loops(context, &a, &b, 0, n, hits);
}

#endif
