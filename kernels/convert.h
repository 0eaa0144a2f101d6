// SPDX-License-Identifier: MIT
// The loop of the conversions: batches in, batches out. One or two views are read as parts.h reads
// them; what is written is dense, or scattered from a tile.
#ifndef LBX_CONVERT_H
#define LBX_CONVERT_H

#include "parts.h"

// From the floats of an element of either view to those that are written; b is not to be used where
// there is one view.
typedef void converter(const vf *a, const vf *b, vf *out);

FORCE_INLINE void load_part(vf *x, const struct block_side *side, size_t j, size_t lanes) {
    for (unsigned k = 0; k < side->floats; k++) {
        const float *at = side->block.at[k] + j;
        x[k] = lanes == LANES ? vf_load(at) : vf_load_first(at, lanes);
    }
}

static inline void scatter(const struct lbx_target *out, unsigned floats, const struct tile *tile,
                           size_t first, size_t count) {
    for (unsigned k = 0; k < floats; k++) {
        char *at = (char *)out->at[k] + first * out->step;
        for (size_t j = 0; j < count; j++, at += out->step) *(float *)at = tile->at[k][j];
    }
}

// Reads LANES items before it writes them: what is written may be what is read.
FORCE_INLINE ptrdiff_t convert(converter *one, const struct part *part, unsigned parts,
                               const struct lbx_target *out, unsigned out_floats, size_t n) {
    struct block_side side[2];
    struct tile tile;
    for (unsigned p = 0; p < parts; p++) open_part(&side[p], &part[p], n);
    const bool dense = out->step == sizeof(float);
    for (size_t first = 0; first < n; first += TILE) {
        const size_t count = n - first < TILE ? n - first : TILE;
        for (unsigned p = 0; p < parts; p++) next_part(&side[p], first, count);
        for (size_t j = 0; j < count; j += LANES) {
            const size_t lanes = count - j < LANES ? count - j : LANES;
            vf x[2][LBX_FLOATS_MAX], y[LBX_FLOATS_MAX];
            for (unsigned p = 0; p < parts; p++) load_part(x[p], &side[p], j, lanes);
            one(x[0], x[1], y);
            for (unsigned k = 0; k < out_floats; k++) {
                store_count(dense ? out->at[k] + first + j : tile.at[k] + j, y[k], lanes);
            }
        }
        if (!dense) scatter(out, out_floats, &tile, first, count);
    }
    return (ptrdiff_t)n;
}

#endif
