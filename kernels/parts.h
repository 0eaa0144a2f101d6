// SPDX-License-Identifier: MIT
// Batches whose sides are made of several views, each with a pick of its own: a sphere and its
// motion. A kernel compiles a single loop, READ_MOVING: what is neither contiguous nor one element
// for all items is staged; where nothing is, the loop runs once over the whole batch.
#ifndef LBX_PARTS_H
#define LBX_PARTS_H

#include "batch.h"

enum { PARTS_MAX = 4 };

struct part {
    const struct lbx_operand *operand;
    unsigned floats;
};

// The floats of one or two parts as one operand, as READ_MOVING reads it: contiguous or one item,
// and so the motion behind it.
static inline void join_parts(struct lbx_operand *joined, const struct block_side *side,
                              unsigned parts) {
    unsigned k = 0;
    joined->kind = side[0].block.kind;
    joined->optional = parts > 1 && side[1].block.kind == OPERAND_ONE ? MOTION_ONE : 0;
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
    for (unsigned p = 0; p < parts; p++) {
        const struct lbx_operand *o = part[p].operand;
        const bool staged = o->kind != OPERAND_CONTIGUOUS && o->kind != OPERAND_ONE;
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
