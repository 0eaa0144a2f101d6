// SPDX-License-Identifier: MIT
// The bounds of the splits' items, in lanes, and the order of items along an axis.
#ifndef LBX_ITEM_BOUNDS_H
#define LBX_ITEM_BOUNDS_H

#include "kernels/lanes/floats.h"

#include <math.h>

#include "kernels/lanes/base.h"
#include "split.h"

// x, y, z and an ignored fourth in one vector; or three vectors of one lane.
enum { SIDES = LANES < 4 ? 3 : 1 };
_Static_assert(LANES == 1 || LANES == 4, "the lanes of the base line");

struct bounds {
    vf min[SIDES], max[SIDES];
};

static inline struct bounds nothing(void) {
    struct bounds b;
    for (int k = 0; k < SIDES; k++) {
        b.min[k] = vf_set(INFINITY);
        b.max[k] = vf_set(-INFINITY);
    }
    return b;
}

static inline void add_bounds(struct bounds *b, const struct bounds *other) {
    for (int k = 0; k < SIDES; k++) {
        b->min[k] = vf_min(other->min[k], b->min[k]);
        b->max[k] = vf_max(other->max[k], b->max[k]);
    }
}

static inline struct bounds bounds_of(const struct lbx_tree_item *item) {
    struct bounds b;
    for (int k = 0; k < SIDES; k++) {
        b.min[k] = vf_load(item->min + k * LANES);
        b.max[k] = vf_load(item->max + k * LANES);
    }
    return b;
}

// Half the surface; products of doubles of lengths up to 2^59.
static inline double half_surface(const struct bounds *b) {
    float min[4], max[4];
    double side[3];
    for (int k = 0; k < SIDES; k++) {
        vf_store(min + k * LANES, b->min[k]);
        vf_store(max + k * LANES, b->max[k]);
    }
    for (int c = 0; c < 3; c++) side[c] = (double)max[c] - (double)min[c];
    return side[0] * side[1] + side[1] * side[2] + side[2] * side[0];
}

static inline float twice_middle(const struct lbx_tree_item *item, int c) {
    return item->min[c] + item->max[c];
}

// Of equal middles the lower number comes first, so the order depends on no other call.
static inline bool comes_before(const struct lbx_tree_item *a, const struct lbx_tree_item *b,
                                int c) {
    const float x = twice_middle(a, c), y = twice_middle(b, c);
    return x < y || (x == y && a->id < b->id);
}

// The bounds of a run of items.
static inline struct bounds bounds_of_all(const struct lbx_tree_item *item, size_t n) {
    struct bounds all = nothing();
    for (size_t i = 0; i < n; i++) {
        const struct bounds b = bounds_of(&item[i]);
        add_bounds(&all, &b);
    }
    return all;
}

#endif
