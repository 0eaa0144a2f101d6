// SPDX-License-Identifier: MIT
// Staging: copies TILE items of any operand into contiguous arrays.
//
// Elements whose floats lie together are read as 16-byte quads, from the lowest float of the
// element to the highest and never past them, and transposed in registers. All other elements are
// read float by float. Gathers were measured to be slower than both.
#ifndef LBX_STAGE_H
#define LBX_STAGE_H

#include <assert.h>
#include <string.h>

#include "../api/operand.h"
#include "../math/shapes.h"

enum {
    LIST_STEP = PAIR_STEP, // of the lists that walks read
    SPAN_QUADS = 16, // most quads of one element: 256 bytes, so two pages at most, both in use
    SINK = LBX_FLOATS_MAX
};

// How the quads of an element fill the rows of a tile.
struct quads {
    unsigned count;
    struct {
        unsigned at;    // bytes above the lowest float
        uint8_t row[4]; // the tile's row for each of its floats
    } quad[SPAN_QUADS];
    uint8_t row_of[LBX_FLOATS_MAX]; // the row of array k; arrays of a view may be one and the same
    const char *base;               // the lowest float of element 0
};

// Plans the quads of an element; false if its floats do not lie together.
static inline bool plan_quads(struct quads *plan, const struct lbx_operand *o, unsigned floats) {
    uintptr_t low = (uintptr_t)o->at[0], high = low;
    for (unsigned k = 1; k < floats; k++) {
        const uintptr_t at = (uintptr_t)o->at[k];
        low = at < low ? at : low;
        high = at > high ? at : high;
    }
    const size_t span = high + 4 - low;
    if (span < 16 || span > 16 * SPAN_QUADS || span > o->step) return false;
    const size_t last = (span - 1) / 16;
    struct quads all;
    for (size_t q = 0; q <= last; q++) {
        all.quad[q].at = (unsigned)(q < last ? 16 * q : span - 16);
        memset(all.quad[q].row, SINK, 4);
    }
    for (unsigned k = 0; k < floats; k++) {
        const size_t at = (uintptr_t)o->at[k] - low, q = at / 16;
        uint8_t *row = &all.quad[q].row[(at - all.quad[q].at) / 4];
        if (*row == SINK) *row = (uint8_t)k;
        plan->row_of[k] = *row;
    }
    plan->base = (const char *)low;
    plan->count = 0;
    for (size_t q = 0; q <= last; q++) {
        const uint8_t *row = all.quad[q].row;
        if (row[0] + row[1] + row[2] + row[3] < 4 * SINK) plan->quad[plan->count++] = all.quad[q];
    }
    return true;
}

// Writes the byte offsets of the items first to first + count - 1, and repeats the last one up to
// LANES. There is one multiplication per item. A second one, for the place in the list, would take
// half the time.
static inline void element_offsets(const struct lbx_operand *o, size_t first, size_t count,
                                   size_t *offset) {
    if (o->list) {
        const char *entry = (const char *)o->list + first * o->list_step;
        for (size_t l = 0; l < LANES; l++) {
            offset[l] = *(const uint32_t *)entry * o->step;
            if (l + 1 < count) entry += o->list_step;
        }
    } else {
        size_t at = first * o->step;
        for (size_t l = 0; l < LANES; l++) {
            offset[l] = at;
            if (l + 1 < count) at += o->step;
        }
    }
}

// Copies LANES items, of which `count` are wanted, into column j of the tile.
static inline void stage_quads(const struct lbx_operand *o, const struct quads *plan, size_t first,
                               size_t count, struct tile *tile, size_t j) {
    assert(count > 0 && count <= LANES && j + LANES <= TILE);
    size_t offset[LANES];
    element_offsets(o, first, count, offset);
    for (unsigned q = 0; q < plan->count; q++) {
        vf x[4];
        vf_load_quads(plan->base + plan->quad[q].at, offset, x);
        for (int f = 0; f < 4; f++) vf_store(tile->at[plan->quad[q].row[f]] + j, x[f]);
    }
}

// The last quad of an element overlaps the one before if the number of floats is not a multiple of
// four.
FORCE_INLINE unsigned quad_at(unsigned k, unsigned floats) {
    return k + 4 <= floats ? k : floats - 4;
}

// Elements whose floats lie in order need no plan.
FORCE_INLINE void stage_in_order(const struct lbx_operand *o, unsigned floats, size_t first,
                                 size_t n, struct tile *tile) {
    for (size_t j = 0; j < n; j += LANES) {
        size_t offset[LANES];
        element_offsets(o, first + j, n - j < LANES ? n - j : LANES, offset);
        for (unsigned k = 0; k < floats; k += 4) {
            const unsigned at = quad_at(k, floats);
            vf x[4];
            vf_load_quads((const char *)(o->at[0] + at), offset, x);
            for (unsigned f = k - at; f < 4; f++) vf_store(tile->at[at + f] + j, x[f]);
        }
    }
}

// Copies the items first to first + n - 1, n <= TILE, into the tile; plan is NULL if floats lie
// apart.
static inline void stage(const struct lbx_operand *o, unsigned floats, const struct quads *plan,
                         size_t first, size_t n, struct tile *tile) {
    assert(n > 0 && n <= TILE);
    size_t j = 0;
    if (is_together(o->at, floats)) {
        switch (floats) {
        case 4: stage_in_order(o, 4, first, n, tile); return;
        case 6: stage_in_order(o, 6, first, n, tile); return;
        case 7: stage_in_order(o, 7, first, n, tile); return;
        case 9: stage_in_order(o, 9, first, n, tile); return;
        case 15: stage_in_order(o, 15, first, n, tile); return;
        default: break;
        }
    }
    if (plan) {
        for (; j + LANES <= n; j += LANES) stage_quads(o, plan, first + j, LANES, tile, j);
        if (j < n) stage_quads(o, plan, first + j, n - j, tile, j);
        return;
    }
    size_t offset[TILE];
    for (; j < n; j++) offset[j] = operand_element(o, first + j) * o->step;
    for (unsigned k = 0; k < floats; k++) {
        const char *base = (const char *)o->at[k];
        for (j = 0; j < n; j++) tile->at[k][j] = *(const float *)(base + offset[j]);
    }
}

// The highest of n list entries, and of the words beside them: see table.h. This is plain C, which
// the compiler vectorises for the two steps that callers use.
static uint32_t highest_of(const uint32_t *list, size_t step, size_t n, uint32_t *beside) {
    enum { WORDS = 16 };
    assert(n > 0 && step % 4 == 0);
    const size_t words = step / 4; // from one entry to the next
    uint32_t most[2] = {0, 0};     // of the words at even places, and of those beside them
    if (words != 1 && words != 2) {
        for (size_t i = 0; i < n; i++)
            most[0] = list[i * words] > most[0] ? list[i * words] : most[0];
    } else {
        const size_t all = (n - 1) * words + 1;
        size_t i = 0;
        if (all >= 2 * WORDS) {
            uint32_t highest[WORDS];
            memcpy(highest, list, sizeof highest);
            for (i = WORDS; i + WORDS <= all; i += WORDS) {
                for (size_t w = 0; w < WORDS; w++)
                    highest[w] = list[i + w] > highest[w] ? list[i + w] : highest[w];
            }
            for (size_t w = 0; w < WORDS; w++)
                most[w % 2] = highest[w] > most[w % 2] ? highest[w] : most[w % 2];
        }
        for (; i + 1 < all; i += 2) {
            most[0] = list[i] > most[0] ? list[i] : most[0];
            most[1] = list[i + 1] > most[1] ? list[i + 1] : most[1];
        }
        if (i < all) most[0] = list[i] > most[0] ? list[i] : most[0];
        if (words == 1) {
            most[0] = most[0] > most[1] ? most[0] : most[1];
            most[1] = 0;
        }
    }
    *beside = most[1];
    return most[0];
}

#endif
