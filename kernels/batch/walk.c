// SPDX-License-Identifier: MIT
#include "walk.h"

void ask_lines(const struct lbx_operand *a, unsigned a_floats, const struct lbx_operand *b,
               unsigned b_floats, size_t i, size_t count) {
    for (const size_t end = i + count; i < end; i += LINE_FLOATS) {
        for (unsigned k = 0; k < a_floats; k++) prefetch(a->at[k] + i + AHEAD_ITEMS);
        for (unsigned k = 0; k < b_floats; k++) prefetch(b->at[k] + i + AHEAD_ITEMS);
    }
}
