// SPDX-License-Identifier: MIT
// The loop of the conversions, from batches to batches. Structures whose floats are adjacent and in
// order are read and written in quads. Otherwise one or two views are read in place if they are
// contiguous, or staged, and results for anything but dense arrays are scattered from a tile.
#ifndef LBX_CONVERT_H
#define LBX_CONVERT_H

#include "blocks.h"
#include "walk.h"

// Writes the items `from` to count - 1 of a tile, whose item 0 is item `first` of the batch. It
// writes one element after the other, because one array after the other takes a third longer.
FORCE_INLINE void scatter(const struct lbx_target *out, unsigned floats, const struct tile *tile,
                          size_t first, size_t from, size_t count) {
    char *at[LBX_FLOATS_MAX];
    for (unsigned k = 0; k < floats; k++) at[k] = (char *)out->at[k] + first * out->step;
    const size_t step = out->step;
    for (size_t j = from, to = from * step; j < count; j++, to += step) {
        for (unsigned k = 0; k < floats; k++) *(float *)(at[k] + to) = tile->at[k][j];
    }
}

// Where a block is read and written. These are plain local copies of pointers, because the compiler
// would otherwise assume that the stores change the pointers.
struct streams {
    struct side view[2];
    float *to[LBX_FLOATS_MAX];
    char *element; // `step` is the bytes from one to the next
    size_t step;
};

FORCE_INLINE void read_views(const struct conversion *k, const struct streams *s,
                             enum reading reading, size_t j, size_t lanes, union lanes *a,
                             union lanes *b) {
    read_lanes(a, &s->view[0], (struct layout){reading, k->floats[0]}, j, lanes);
    if (k->floats[1]) read_lanes(b, &s->view[1], (struct layout){reading, k->floats[1]}, j, lanes);
}

// Converts one or two vectors of LANES items, or the last few items. All of them are read before
// any is written, so that a conversion may work in place. There is no loop over the vectors,
// because clang 14 would keep in memory what such a loop indexes.
FORCE_INLINE void convert_lanes(const struct conversion *k, converter *one, const struct streams *s,
                                enum reading reading, bool whole_elements, unsigned vectors,
                                size_t j, size_t lanes) {
    union lanes a[MOST_VECTORS], b[MOST_VECTORS], out[MOST_VECTORS];
    assert(vectors == 1 || (vectors == 2 && !whole_elements));
    read_views(k, s, reading, j, lanes, &a[0], &b[0]);
    if (vectors == 2) read_views(k, s, reading, j + LANES, lanes, &a[1], &b[1]);
    one(&a[0], &b[0], &out[0]);
    if (vectors == 2) one(&a[1], &b[1], &out[1]);
    for (unsigned f = 0; whole_elements && f < k->out_floats; f += 4) {
        const unsigned at = quad_at(f, k->out_floats);
        vf_store_quads(s->element + j * s->step + at * sizeof(float), s->step, out[0].at + at);
    }
    for (unsigned f = 0; !whole_elements && f < k->out_floats; f++) {
        store_count(s->to[f] + j, out[0].at[f], lanes);
        if (vectors == 2) store_count(s->to[f] + j + LANES, out[1].at[f], lanes);
    }
}

// Converts the items that fill vectors, and returns the number of the first item that is left.
// There are two loops instead of one that decides: in a shared loop, arrays took a third longer.
FORCE_INLINE size_t convert_vectors(const struct conversion *k, converter *one,
                                    const struct streams *s, enum reading reading,
                                    bool whole_elements, unsigned vectors, size_t count) {
    size_t j = 0;
    for (; j + vectors * LANES <= count; j += vectors * LANES)
        convert_lanes(k, one, s, reading, whole_elements, vectors, j, LANES);
    return j;
}

FORCE_INLINE ptrdiff_t convert(const struct conversion *k, const struct lbx_operand *operands,
                               size_t n, const struct lbx_target *out) {
    const unsigned views = k->floats[1] ? 2 : 1, out_floats = k->out_floats;
    const bool dense = out->step == sizeof(float);
    const bool together = is_together((const float *const *)out->at, out_floats);
    bool whole = dense;                   // in one block
    const bool quads = k->floats[0] >= 4; // an element of three floats has none
    bool structures = together && quads;  // from structures to structures
    struct block_side block[2];
    struct streams s;
    struct tile tile;
    for (unsigned v = 0; v < views; v++) {
        const struct lbx_operand *const o = &operands[v];
        const bool staged = o->kind != OPERAND_CONTIGUOUS;
        open_blocks(&block[v], o, k->floats[v], staged ? WAY_STAGED : WAY_AS_IT_IS, n);
        open_side(&s.view[v], o, (struct layout){READ_ELEMENTS, k->floats[v]});
        whole = whole && !staged;
        // If one element serves all items, the tile is filled once, with the first item.
        structures = structures && staged && o->step > 0 && is_together(o->at, k->floats[v]);
    }
    s.step = out->step;
    s.element = (char *)out->at[0];
    size_t first = 0;
    if (quads && structures) first = convert_vectors(k, k->convert, &s, READ_ELEMENTS, true, 1, n);
    while (first < n) {
        const size_t count = whole || n - first < TILE ? n - first : TILE;
        s.element = (char *)out->at[0] + first * s.step;
        for (unsigned v = 0; v < views; v++) {
            next_block(&block[v], first, count);
            open_side(&s.view[v], &block[v].block, (struct layout){READ_CONTIGUOUS, k->floats[v]});
        }
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

// Defines and exports a conversion.
#define CONVERT(name)                                                                              \
    lbx_conversion EXPORTED(name);                                                                 \
    ptrdiff_t EXPORTED(name)(const struct lbx_operand *operands, size_t n,                         \
                             const struct lbx_target *out) {                                       \
        return convert(&name##_conversion, operands, n, out);                                      \
    }

#endif
