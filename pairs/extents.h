// SPDX-License-Identifier: MIT
// What boxes are sorted by, as the instruction sets' units compute it for pairs/keys.c.
#ifndef LBX_EXTENTS_H
#define LBX_EXTENTS_H

#include "../kernels/api/operand.h"
#include "order.h"

// A quarter of min + max and of max - min of a block of boxes, their sides cut at FLT_MAX: they and
// their differences are finite. A NaN becomes the end that proves nothing.
struct lbx_extents {
    float middle[3][TILE], size[3][TILE];
    float longest[TILE]; // of the sizes; NaN of empty boxes, as those behind the boxes are
};

struct lbx_fill_entry {
    // Reads n boxes, 0 < n <= TILE.
    void (*read_extents)(const struct lbx_operand *boxes, size_t n, struct lbx_extents *extents);

    // Fills tiles of an order with them; returns how many are not empty.
    size_t (*fill_tiles)(const struct lbx_operand *boxes, size_t n, struct lbx_tile *tiles);

    // Writes the bounds of n tiles as entries of the level above, from its entry 0 on.
    void (*span_tiles)(const struct lbx_tile *tiles, size_t n, struct lbx_tile *above);

    // The part of an order's sum of n words, which follow so many tiles.
    uint64_t (*sum_words)(const void *words, size_t n, size_t tiles);
};

#endif
