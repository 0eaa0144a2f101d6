// SPDX-License-Identifier: MIT
// The boxes of a view, read a block at a time by lists of their numbers.
#ifndef LBX_BOXES_H
#define LBX_BOXES_H

#include "extents.h"

struct lbx_boxes {
    const struct lbx_operand *view;
    const struct lbx_fill_entry *fill;
};

// An operand of boxes list[0] to list[n - 1], 0 < n <= TILE, of a list whose entries lie `step`
// bytes apart; `elements` is memory that it may need. Prefetches the next `ahead` boxes.
static inline struct lbx_operand lbx_boxes_of(const struct lbx_boxes *boxes, const uint32_t *list,
                                              size_t step, size_t n, size_t ahead,
                                              uint32_t elements[TILE]) {
    struct lbx_operand o = *boxes->view;
    if (o.list) { // a list of places in the view's own
        for (size_t i = 0; i < n; i++) {
            const uint32_t place = *(const uint32_t *)((const char *)list + i * step);
            elements[i] = *(const uint32_t *)((const char *)o.list + place * o.list_step);
        }
        list = elements;
        step = sizeof *elements;
    } else {
        const char *entry = (const char *)list + n * step;
        for (size_t i = 0; i < ahead && i < TILE; i++, entry += step) {
            const size_t at = *(const uint32_t *)entry * o.step;
            __builtin_prefetch((const char *)o.at[0] + at);
            __builtin_prefetch((const char *)o.at[aabb_floats - 1] + at);
        }
    }
    o.list = list;
    o.list_step = step;
    if (o.kind != OPERAND_ONE) o.kind = OPERAND_STAGED;
    return o;
}

#endif
