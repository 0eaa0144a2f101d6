// SPDX-License-Identifier: MIT
// Measures of boxes, for the statistics of orders and trees: in double, in the order written here.
#ifndef LBX_MEASURE_H
#define LBX_MEASURE_H

#include <stdint.h>

#include "lanebox/pairs.h"

struct lbx_extent {
    double min[3], max[3];
};

// Half the surface. The ratios of areas are the same.
static inline double lbx_area(const struct lbx_extent *e) {
    const double x = e->max[0] - e->min[0], y = e->max[1] - e->min[1], z = e->max[2] - e->min[2];
    return x * y + y * z + z * x;
}

// How deep two boxes are in each other: see lbx_tree_stats.
static inline double lbx_depth(const struct lbx_extent *a, const struct lbx_extent *b) {
    double depth = 1;
    for (int c = 0; c < 3; c++) {
        const double low = a->min[c] > b->min[c] ? a->min[c] : b->min[c];
        const double high = a->max[c] < b->max[c] ? a->max[c] : b->max[c];
        const double a_side = a->max[c] - a->min[c], b_side = b->max[c] - b->min[c];
        const double side = a_side < b_side ? a_side : b_side;
        if (high < low) return 0;
        if (side > 0 && (high - low) / side < depth) depth = (high - low) / side;
    }
    return depth;
}

// Sums that become statistics.
struct lbx_measures {
    double node_area, leaf_area, depth;
    uint64_t pairs; // of siblings
};

static inline void lbx_measure_siblings(struct lbx_measures *m, const struct lbx_extent *box,
                                        unsigned n) {
    for (unsigned i = 1; i < n; i++) {
        for (unsigned k = 0; k < i; k++) m->depth += lbx_depth(&box[k], &box[i]);
    }
    m->pairs += n * (n - (n > 0)) / 2;
}

// Writes what follows from the sums, the root's area, and the numbers that are already in `stats`.
static inline void lbx_measured(const struct lbx_measures *m, double root, lbx_tree_stats *stats) {
    stats->leaf_items = stats->leaves ? (double)stats->items / (double)stats->leaves : 0;
    stats->area_ratio = root > 0 ? m->node_area / root : 0;
    stats->leaf_area_ratio = root > 0 ? m->leaf_area / root : 0;
    stats->overlap = m->pairs ? m->depth / (double)m->pairs : 0;
}

#endif
