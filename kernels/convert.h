// SPDX-License-Identifier: MIT
// The loop of the conversions: batches in, batches out. Structures whose floats lie one beside the
// other, in order, are read and written in quads. Else one or two views are read where they are
// contiguous, or staged, and what is no dense array is scattered from a tile.
#ifndef LBX_CONVERT_H
#define LBX_CONVERT_H

#include "batch.h"

// Vectors that are read before one is written, into arrays: two halve the work on pointers, where
// the registers hold them.
enum { LIGHT_VECTORS = 2, HEAVY_VECTORS = 1, MOST_VECTORS = LIGHT_VECTORS };

// From the floats of an element of either view to those that are written; b is not to be used where
// there is one view.
typedef void converter(const vf *a, const vf *b, vf *out);

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

// Where a block is read and written: plain local copies, as batch.h's sides are, of pointers that
// the stores would else seem to change.
struct streams {
    const float *a[LBX_FLOATS_MAX], *b[LBX_FLOATS_MAX];
    float *to[LBX_FLOATS_MAX];
    char *element; // and the bytes from one to the next
    size_t step;
};

// Whether the floats of an element lie one beside the other, in order.
FORCE_INLINE bool is_together(const float *const *at, unsigned floats) {
    for (unsigned k = 1; k < floats; k++) {
        if ((uintptr_t)at[k] != (uintptr_t)at[0] + k * sizeof(float)) return false;
    }
    return true;
}

// The last quad of an element overlaps the one before where its floats are no multiple of four.
FORCE_INLINE unsigned quad_at(unsigned k, unsigned floats) {
    return k + 4 <= floats ? k : floats - 4;
}

FORCE_INLINE void load_elements(vf *x, const struct lbx_operand *o, unsigned floats, size_t i) {
    size_t offset[LANES];
    element_offsets(o, i, LANES, offset);
    for (unsigned k = 0; k < floats; k += 4) {
        vf quad[4];
        const unsigned at = quad_at(k, floats);
        vf_load_quads((const char *)(o->at[0] + at), offset, quad);
        for (unsigned f = 0; f < 4; f++) x[at + f] = quad[f];
    }
}

FORCE_INLINE void store_elements(char *to, size_t step, const vf *x, unsigned floats) {
    for (unsigned k = 0; k < floats; k += 4) {
        const unsigned at = quad_at(k, floats);
        vf_store_quads(to + at * sizeof(float), step, x + at);
    }
}

FORCE_INLINE void load_streams(vf x[][LBX_FLOATS_MAX], const float *const at[], unsigned floats,
                               unsigned vectors, size_t j, size_t lanes) {
    for (unsigned k = 0; k < floats; k++) {
        for (unsigned v = 0; v < vectors; v++) {
            const float *p = at[k] + j + v * LANES;
            x[v][k] = lanes == LANES ? vf_load(p) : vf_load_first(p, lanes);
        }
    }
}

// `vectors` of LANES items, or the last few. All of them are read before one is written: what is
// written may be what is read.
FORCE_INLINE void convert_lanes(converter *one, const struct streams *s, unsigned a_floats,
                                unsigned b_floats, unsigned out_floats, bool whole_elements,
                                unsigned vectors, size_t j, size_t lanes) {
    vf a[MOST_VECTORS][LBX_FLOATS_MAX], b[MOST_VECTORS][LBX_FLOATS_MAX],
        out[MOST_VECTORS][LBX_FLOATS_MAX];
    load_streams(a, s->a, a_floats, vectors, j, lanes);
    load_streams(b, s->b, b_floats, vectors, j, lanes);
    for (unsigned v = 0; v < vectors; v++) one(a[v], b[v], out[v]);
    if (whole_elements) {
        for (unsigned v = 0; v < vectors; v++)
            store_elements(s->element + (j + v * LANES) * s->step, s->step, out[v], out_floats);
    } else {
        for (unsigned k = 0; k < out_floats; k++) {
            for (unsigned v = 0; v < vectors; v++)
                store_count(s->to[k] + j + v * LANES, out[v][k], lanes);
        }
    }
}

// The items that fill vectors; returns the number of the first that is left. Two loops, not one
// that decides: beside the other, arrays took a third longer.
FORCE_INLINE size_t convert_vectors(converter *one, const struct streams *s, unsigned a_floats,
                                    unsigned b_floats, unsigned out_floats, bool whole_elements,
                                    unsigned vectors, size_t count) {
    size_t j = 0;
    for (; j + vectors * LANES <= count; j += vectors * LANES) {
        convert_lanes(one, s, a_floats, b_floats, out_floats, whole_elements, vectors, j, LANES);
    }
    return j;
}

// Whether a side that would be staged can be read in quads instead. Of one element for all the
// tile is filled once, with the first item.
FORCE_INLINE bool is_structures(const struct block_side *side) {
    const struct lbx_operand *o = side->operand;
    return side->staged && o->step > 0 && is_together(o->at, side->floats);
}

// From structures to structures, without a tile: the items that fill vectors. Returns their number.
FORCE_INLINE size_t convert_elements(converter *one, const struct lbx_operand *a, unsigned a_floats,
                                     const struct lbx_operand *b, unsigned b_floats,
                                     const struct lbx_target *out, unsigned out_floats, size_t n) {
    vf x[LBX_FLOATS_MAX], y[LBX_FLOATS_MAX], to[LBX_FLOATS_MAX];
    char *element = (char *)out->at[0];
    const size_t step = out->step;
    size_t i = 0;
    for (; i + LANES <= n; i += LANES, element += LANES * step) {
        load_elements(x, a, a_floats, i);
        if (b_floats) load_elements(y, b, b_floats, i);
        one(x, y, to);
        store_elements(element, step, to, out_floats);
    }
    return i;
}

FORCE_INLINE void open_streams(const float *at[], struct block_side *side, size_t first,
                               size_t count) {
    next_block(side, first, count);
    for (unsigned k = 0; k < side->floats; k++) at[k] = copy_pointer(side->block.at[k]);
}

// `b_floats` is 0 where there is one view.
FORCE_INLINE ptrdiff_t convert(converter *one, const struct lbx_operand *a, unsigned a_floats,
                               const struct lbx_operand *b, unsigned b_floats,
                               const struct lbx_target *out, unsigned out_floats, unsigned vectors,
                               size_t n) {
    struct block_side as, bs;
    struct tile tile;
    open_blocks(&as, a, a_floats, a->kind != OPERAND_CONTIGUOUS, n);
    if (b_floats) open_blocks(&bs, b, b_floats, b->kind != OPERAND_CONTIGUOUS, n);
    const bool dense = out->step == sizeof(float);
    const bool together = is_together((const float *const *)out->at, out_floats);
    const bool whole = dense && !as.staged && !(b_floats && bs.staged); // in one block
    const bool elements = together && is_structures(&as) && (!b_floats || is_structures(&bs));
    size_t first = 0;
    if (elements) first = convert_elements(one, a, a_floats, b, b_floats, out, out_floats, n);
    while (first < n) {
        const size_t count = whole || n - first < TILE ? n - first : TILE;
        struct streams s;
        s.step = out->step;
        s.element = (char *)out->at[0] + first * s.step;
        open_streams(s.a, &as, first, count);
        if (b_floats) open_streams(s.b, &bs, first, count);
        for (unsigned k = 0; k < out_floats; k++) s.to[k] = dense ? out->at[k] + first : tile.at[k];
        const size_t j =
            together
                ? convert_vectors(one, &s, a_floats, b_floats, out_floats, true, 1, count)
                : convert_vectors(one, &s, a_floats, b_floats, out_floats, false, vectors, count);
        for (size_t i = j; i < count; i += LANES) {
            convert_lanes(one, &s, a_floats, b_floats, out_floats, false, 1, i,
                          count - i < LANES ? count - i : LANES);
        }
        if (!dense) scatter(out, out_floats, &tile, first, together ? j : 0, count);
        first += count;
    }
    return (ptrdiff_t)n;
}

#endif
