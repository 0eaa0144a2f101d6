// SPDX-License-Identifier: MIT
// The loop of the conversions: batches in, batches out. Structures whose floats layout one beside
// the other, in order, are read and written in quads. Else one or two views are read where they are
// contiguous, or staged, and what is no dense array is scattered from a tile.
#ifndef LBX_CONVERT_H
#define LBX_CONVERT_H

#include "blocks.h"
#include "walk.h"

// Items `from` to count - 1 of a tile, whose item 0 is item `first` of the batch. One element after
// the other: by arrays it takes a third longer.
FORCE_INLINE void scatter(const struct lbx_target *out, unsigned floats, const struct tile *tile,
                          size_t first, size_t from, size_t count) {
    char *at[LBX_FLOATS_MAX];
    for (unsigned k = 0; k < floats; k++) at[k] = (char *)out->at[k] + first * out->step;
    const size_t step = out->step;
    for (size_t j = from, to = from * step; j < count; j++, to += step) {
        for (unsigned k = 0; k < floats; k++) *(float *)(at[k] + to) = tile->at[k][j];
    }
}

// Where a block is read and written: plain local copies, of pointers that the stores would else
// seem to change.
struct streams {
    struct side a, b;
    float *to[LBX_FLOATS_MAX];
    char *element; // and the bytes from one to the next
    size_t step;
};

// Whether the floats of an element layout one beside the other, in order.
FORCE_INLINE bool is_together(const float *const *at, unsigned floats) {
    for (unsigned k = 1; k < floats; k++) {
        if ((uintptr_t)at[k] != (uintptr_t)at[0] + k * sizeof(float)) return false;
    }
    return true;
}

FORCE_INLINE void store_elements(char *to, size_t step, const vf *x, unsigned floats) {
    for (unsigned k = 0; k < floats; k += 4) {
        const unsigned at = quad_at(k, floats);
        vf_store_quads(to + at * sizeof(float), step, x + at);
    }
}

// `vectors` of LANES items, or the last few. All of them are read before one is written: what is
// written may be what is read.
FORCE_INLINE void convert_lanes(const struct conversion *k, converter *one, const struct streams *s,
                                enum reading reading, bool whole_elements, unsigned vectors,
                                size_t j, size_t lanes) {
    const struct layout a_layout = {reading, k->floats[0]}, b_layout = {reading, k->floats[1]};
    union lanes a[MOST_VECTORS], b[MOST_VECTORS], out[MOST_VECTORS];
    for (unsigned v = 0; v < vectors; v++) {
        read_lanes(&a[v], &s->a, a_layout, j + v * LANES, lanes);
        if (k->floats[1]) read_lanes(&b[v], &s->b, b_layout, j + v * LANES, lanes);
    }
    for (unsigned v = 0; v < vectors; v++) one(&a[v], &b[v], &out[v]);
    if (whole_elements) {
        for (unsigned v = 0; v < vectors; v++)
            store_elements(s->element + (j + v * LANES) * s->step, s->step, out[v].at,
                           k->out_floats);
    } else {
        for (unsigned f = 0; f < k->out_floats; f++) {
            for (unsigned v = 0; v < vectors; v++)
                store_count(s->to[f] + j + v * LANES, out[v].at[f], lanes);
        }
    }
}

// The items that fill vectors; returns the number of the first that is left. Two loops, not one
// that decides: beside the other, arrays took a third longer.
FORCE_INLINE size_t convert_vectors(const struct conversion *k, converter *one,
                                    const struct streams *s, enum reading reading,
                                    bool whole_elements, unsigned vectors, size_t count) {
    size_t j = 0;
    for (; j + vectors * LANES <= count; j += vectors * LANES)
        convert_lanes(k, one, s, reading, whole_elements, vectors, j, LANES);
    return j;
}

// Whether a side that would be staged can be read in quads instead. Of one element for all the
// tile is filled once, with the first item.
FORCE_INLINE bool is_structures(const struct lbx_operand *o, unsigned floats) {
    return o->kind != OPERAND_CONTIGUOUS && o->step > 0 && is_together(o->at, floats);
}

FORCE_INLINE void open_streams(struct side *side, struct block_side *block, size_t first,
                               size_t count, unsigned floats) {
    next_block(block, first, count);
    open_side(side, &block->block, (struct layout){READ_CONTIGUOUS, floats});
}

FORCE_INLINE ptrdiff_t convert(const struct conversion *k, const struct lbx_operand *operands,
                               size_t n, const struct lbx_target *out) {
    const struct lbx_operand *const a = &operands[0], *const b = &operands[1];
    const unsigned a_floats = k->floats[0], b_floats = k->floats[1], out_floats = k->out_floats;
    struct block_side as, bs;
    struct tile tile;
    open_blocks(&as, a, a_floats, a->kind != OPERAND_CONTIGUOUS, n);
    if (b_floats) open_blocks(&bs, b, b_floats, b->kind != OPERAND_CONTIGUOUS, n);
    const bool dense = out->step == sizeof(float);
    const bool together = is_together((const float *const *)out->at, out_floats);
    const bool whole = dense && !as.staged && !(b_floats && bs.staged); // in one block
    struct streams s;
    s.step = out->step;
    size_t first = 0;
    if (together && is_structures(a, a_floats) && (!b_floats || is_structures(b, b_floats))) {
        // From structures to structures, without a tile: the items that fill vectors.
        s.element = (char *)out->at[0];
        open_side(&s.a, a, (struct layout){READ_ELEMENTS, a_floats});
        if (b_floats) open_side(&s.b, b, (struct layout){READ_ELEMENTS, b_floats});
        first = convert_vectors(k, k->convert, &s, READ_ELEMENTS, true, 1, n);
    }
    while (first < n) {
        const size_t count = whole || n - first < TILE ? n - first : TILE;
        s.element = (char *)out->at[0] + first * s.step;
        open_streams(&s.a, &as, first, count, a_floats);
        if (b_floats) open_streams(&s.b, &bs, first, count, b_floats);
        for (unsigned f = 0; f < out_floats; f++) s.to[f] = dense ? out->at[f] + first : tile.at[f];
        const size_t j =
            together
                ? convert_vectors(k, k->convert, &s, READ_CONTIGUOUS, true, 1, count)
                : convert_vectors(k, k->convert, &s, READ_CONTIGUOUS, false, k->vectors, count);
        for (size_t i = j; i < count; i += LANES) {
            convert_lanes(k, k->convert, &s, READ_CONTIGUOUS, false, 1, i,
                          count - i < LANES ? count - i : LANES);
        }
        if (!dense) scatter(out, out_floats, &tile, first, together ? j : 0, count);
        first += count;
    }
    return (ptrdiff_t)n;
}

#endif
