// SPDX-License-Identifier: MIT
// The loop of the conversions: batches in, batches out. One or two views are read where they are
// contiguous, else staged; what is written is dense, or scattered from a tile.
#ifndef LBX_CONVERT_H
#define LBX_CONVERT_H

#include "batch.h"

// From the floats of an element of either view to those that are written; b is not to be used where
// there is one view.
typedef void converter(const vf *a, const vf *b, vf *out);

// One element after the other: by arrays it takes a third longer.
FORCE_INLINE void scatter(const struct lbx_target *out, unsigned floats, const struct tile *tile,
                          size_t first, size_t count) {
    char *at[LBX_FLOATS_MAX];
    for (unsigned k = 0; k < floats; k++) at[k] = (char *)out->at[k] + first * out->step;
    const size_t step = out->step;
    for (size_t j = 0, to = 0; j < count; j++, to += step) {
        for (unsigned k = 0; k < floats; k++) *(float *)(at[k] + to) = tile->at[k][j];
    }
}

// Where a block is read and written: plain local copies, as batch.h's sides are, of pointers that
// the stores would else seem to change.
struct streams {
    const float *a[LBX_FLOATS_MAX], *b[LBX_FLOATS_MAX];
    float *to[LBX_FLOATS_MAX];
};

FORCE_INLINE void load_streams(vf *x, const float *const at[], unsigned floats, size_t j,
                               size_t lanes) {
    for (unsigned k = 0; k < floats; k++)
        x[k] = lanes == LANES ? vf_load(at[k] + j) : vf_load_first(at[k] + j, lanes);
}

// LANES items or the last few. All of them are read before one is written: what is written may be
// what is read.
FORCE_INLINE void convert_lanes(converter *one, const struct streams *s, unsigned a_floats,
                                unsigned b_floats, unsigned out_floats, size_t j, size_t lanes) {
    vf a[LBX_FLOATS_MAX], b[LBX_FLOATS_MAX], out[LBX_FLOATS_MAX];
    load_streams(a, s->a, a_floats, j, lanes);
    load_streams(b, s->b, b_floats, j, lanes);
    one(a, b, out);
    for (unsigned k = 0; k < out_floats; k++) store_count(s->to[k] + j, out[k], lanes);
}

FORCE_INLINE void open_streams(const float *at[], struct block_side *side, size_t first,
                               size_t count) {
    next_block(side, first, count);
    for (unsigned k = 0; k < side->floats; k++) at[k] = copy_pointer(side->block.at[k]);
}

// `b_floats` is 0 where there is one view.
FORCE_INLINE ptrdiff_t convert(converter *one, const struct lbx_operand *a, unsigned a_floats,
                               const struct lbx_operand *b, unsigned b_floats,
                               const struct lbx_target *out, unsigned out_floats, size_t n) {
    struct block_side as, bs;
    struct tile tile;
    open_blocks(&as, a, a_floats, a->kind != OPERAND_CONTIGUOUS, n);
    if (b_floats) open_blocks(&bs, b, b_floats, b->kind != OPERAND_CONTIGUOUS, n);
    const bool dense = out->step == sizeof(float);
    const bool whole = dense && !as.staged && !(b_floats && bs.staged); // in one block
    for (size_t first = 0; first < n;) {
        const size_t count = whole || n - first < TILE ? n - first : TILE;
        struct streams s;
        open_streams(s.a, &as, first, count);
        if (b_floats) open_streams(s.b, &bs, first, count);
        for (unsigned k = 0; k < out_floats; k++) s.to[k] = dense ? out->at[k] + first : tile.at[k];
        size_t j = 0;
        for (; j + LANES <= count; j += LANES)
            convert_lanes(one, &s, a_floats, b_floats, out_floats, j, LANES);
        if (j < count) convert_lanes(one, &s, a_floats, b_floats, out_floats, j, count - j);
        if (!dense) scatter(out, out_floats, &tile, first, count);
        first += count;
    }
    return (ptrdiff_t)n;
}

#endif
