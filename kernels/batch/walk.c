// SPDX-License-Identifier: MIT
#include "walk.h"

void ask_lines(const struct lbx_operand *a, unsigned a_floats, const struct lbx_operand *b,
               unsigned b_floats, size_t i, size_t count) {
    for (const size_t end = i + count; i < end; i += LINE_FLOATS) {
        for (unsigned k = 0; k < a_floats; k++) prefetch(a->at[k] + i + AHEAD_ITEMS);
        for (unsigned k = 0; k < b_floats; k++) prefetch(b->at[k] + i + AHEAD_ITEMS);
    }
}

// The loops of walk.h read compact elements alike, with constants for `floats`.
void read_listed(union lanes *x, const float *const at[], const uint32_t *list, size_t step,
                 unsigned floats, size_t first, size_t count) {
    struct side side; // with the members that read_lanes uses of a compact side
    side.list = list;
    side.step = step;
    side.at[0] = at[0];
    side.at[3] = at[3];
    switch (floats) { // the loops over an element's floats are unrolled
    case 4: read_lanes(x, &side, (struct layout){READ_COMPACT, 4}, first, count); return;
    case 6: read_lanes(x, &side, (struct layout){READ_COMPACT, 6}, first, count); return;
    default: read_lanes(x, &side, (struct layout){READ_COMPACT, floats}, first, count); return;
    }
}
