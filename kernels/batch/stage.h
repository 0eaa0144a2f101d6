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

// Writes the byte offsets of the items first to first + count - 1, and repeats the last one up to
// LANES. A second multiplication per item, for the place in the list, would take half the time.
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

// The last quad of an element overlaps the one before unless their number is a multiple of four.
FORCE_INLINE unsigned quad_at(unsigned k, unsigned floats) {
    return k + 4 <= floats ? k : floats - 4;
}

// Exported by stage.c.
#define plan_quads EXPORTED(plan_quads)
#define stage_items EXPORTED(stage_items)

// Plans the quads of an element; false if its floats do not lie together.
bool plan_quads(struct quads *plan, const struct lbx_operand *o, unsigned floats);

// Copies the items first to first + n - 1, n <= TILE, into the tile; no plan if floats lie apart.
void stage_items(const struct lbx_operand *o, unsigned floats, const struct quads *plan,
                 size_t first, size_t n, struct tile *tile);

#endif
