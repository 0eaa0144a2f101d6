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

// The floats of one or two parts as one operand.
static inline void join_parts(struct lbx_operand *joined, const struct block_side *side,
                              unsigned parts) {
    unsigned k = 0;
    joined->kind = side[0].block.kind;
    for (unsigned p = 0; p < parts; p++) {
        for (unsigned f = 0; f < side[p].floats; f++) joined->at[k++] = side[p].block.at[f];
    }
}

// Runs a kernel's loops; the first `a_parts` parts are its first side.
static ptrdiff_t batch_parts(batch_loops *loops, const void *context, const struct part *part,
                             unsigned a_parts, unsigned parts, size_t n, uint8_t *hits) {
    struct block_side side[PARTS_MAX];
    struct lbx_operand a, b;
    size_t most = n; // items of a block
    const bool a_one = all_one(part, a_parts);
    const bool b_one = !a_one && all_one(part + a_parts, parts - a_parts); // not both
    for (unsigned p = 0; p < parts; p++) {
        const struct lbx_operand *o = part[p].operand;
        const bool staged = o->kind != OPERAND_CONTIGUOUS && !(p < a_parts ? a_one : b_one);
        open_blocks(&side[p], o, part[p].floats, staged, n);
        if (staged) most = TILE;
    }
    size_t found = 0;
    for (size_t first = 0; first < n; first += most) {
        const size_t count = n - first < most ? n - first : most;
        for (unsigned p = 0; p < parts; p++) next_block(&side[p], first, count);
        join_parts(&a, side, a_parts);
        join_parts(&b, side + a_parts, parts - a_parts);
        found += loops(context, &a, &b, first, count, hits ? hits + first / 8 : NULL);
    }
    return (ptrdiff_t)found;
}

#endif
