// SPDX-License-Identifier: MIT
// Cuts of few items: every multiple of a leaf along x, y and z is tried.
#include "item_bounds.h"

#include <string.h>

#include "cut.h"

// Copies items in the order of comes_before. An item's place is the number of those with a lower
// middle, and of equal middles those with a lower number are put before it.
static void sort_items(const struct lbx_tree_item *item, size_t n, int c,
                       struct lbx_tree_item *sorted) {
    float middle[LBX_FEW_ITEMS];
    uint32_t order[LBX_FEW_ITEMS], before[LBX_FEW_ITEMS], equal[LBX_FEW_ITEMS] = {0};
    for (size_t i = 0; i < n; i++) middle[i] = twice_middle(&item[i], c);
    for (size_t i = 0; i < n; i++) {
        const float x = middle[i];
        uint32_t count = 0;
        for (size_t k = 0; k < n; k++) count += middle[k] < x;
        before[i] = count;
    }
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t first = before[i];
        uint32_t at = first + equal[first]++;
        for (; at > first && item[order[at - 1]].id > item[i].id; at--) order[at] = order[at - 1];
        order[at] = i;
    }
    for (size_t i = 0; i < n; i++) sorted[i] = item[order[i]];
}

size_t lbx_cut_few(struct lbx_tree_item *item, size_t n, size_t leaf) {
    struct lbx_tree_item sorted[LBX_FEW_ITEMS];
    double least = INFINITY, above[LBX_FEW_ITEMS];
    size_t best = leaf;
    for (int c = 0; c < 3; c++) {
        sort_items(item, n, c, sorted);
        struct bounds bounds = nothing(), next;
        for (size_t i = n; --i > 0;) {
            next = bounds_of(&sorted[i]);
            add_bounds(&bounds, &next);
            if (i % leaf == 0) above[i] = half_surface(&bounds) * (double)(n - i);
        }
        bounds = nothing();
        bool better = false;
        for (size_t i = 1; i < n; i++) {
            next = bounds_of(&sorted[i - 1]);
            add_bounds(&bounds, &next);
            if (i % leaf != 0) continue;
            const double cost = half_surface(&bounds) * (double)i + above[i];
            if (!(cost < least)) continue;
            least = cost;
            best = i;
            better = true;
        }
        if (better) memcpy(item, sorted, n * sizeof *sorted);
    }
    return best;
}
