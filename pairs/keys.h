// SPDX-License-Identifier: MIT
// Boxes while they are sorted, and the grid whose cells are what they are sorted by.
#ifndef LBX_KEYS_H
#define LBX_KEYS_H

#include <math.h>

#include "boxes.h"
#include "kernels/api/parts.h"

struct entry { // a box, as lbx_radix_sort sorts it by its key
    uint32_t number, key;
};

// What is sorted: n entries, with room for as many in each of two other places.
struct sort {
    const struct lbx_boxes *boxes;
    const lbx_workers *workers;
    struct entry *x, *scratch, *spare;
    size_t n;
    unsigned depth; // how many grids they have been sorted by
};

enum {
    GRID_BITS = 10,
    GRID_CELLS = 1 << GRID_BITS, // of an axis
    KEYS_PART = 4096             // boxes
};
_Static_assert(KEYS_PART % TILE == 0, "parts are whole blocks");

// Reads a block from box `first` on. Returns how many boxes it has.
size_t lbx_read_block(const struct sort *s, size_t first, struct lbx_extents *e);

// Sets the middles of boxes larger than `large`, and of empty ones, to NaN. The loops run over the
// whole block, with constant length and without branches, so that compilers vectorise them.
static inline void leave_out(struct lbx_extents *e, float large) {
    for (size_t j = 0; j < TILE; j++) {
        const float kept = e->longest[j] <= large ? 0 : NAN;
        for (unsigned c = 0; c < 3; c++) e->middle[c][j] += kept;
    }
}

// Cells of half a usual box, or larger ones where the set would need more than GRID_CELLS along an
// axis: cell k of axis c begins at least[c] + k / (scale[c] * prescale[c]). A coarse grid scales
// its axes together: none has cells LARGE_SIZE times as thin as usual boxes are long, and all are
// larger where one has to be. A fine grid, for boxes that lie in one cell of a coarse one, scales
// each axis by itself.
struct grid {
    float least[3];
    float scale[3], prescale[3]; // in two factors: the inverse of a denormal is infinite
    float large;                 // sizes above it are LARGE
    unsigned levels;             // 2^levels cells along the longest axis
};

struct grid lbx_grid_of(const struct sort *s, bool fine);

#endif
