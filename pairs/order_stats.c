// SPDX-License-Identifier: MIT
// How good an order is: the bounds of tiles, and how deep they are in each other.
#include "kernels/lanes/floats.h"

#include <float.h>

#include "measure.h"
#include "order.h"

static double cut(float x) {
    return (double)(x < -FLT_MAX ? -FLT_MAX : x > FLT_MAX ? FLT_MAX : x);
}

// An entry's box, with its sides cut at FLT_MAX. False if there is none, or an empty one.
static bool extent_of(const struct lbx_tile *t, unsigned entry, struct lbx_extent *e) {
    for (int c = 0; c < 3; c++) {
        const float min = t->min[c][entry], max = t->max[c][entry];
        if (!(min <= max)) return false;
        e->min[c] = cut(min);
        e->max[c] = cut(max);
    }
    return true;
}

static void add_extent(struct lbx_extent *all, const struct lbx_extent *e) {
    for (int c = 0; c < 3; c++) {
        all->min[c] = e->min[c] < all->min[c] ? e->min[c] : all->min[c];
        all->max[c] = e->max[c] > all->max[c] ? e->max[c] : all->max[c];
    }
}

int lbx_order_stats(const void *order, lbx_tree_stats *stats) {
    struct lbx_order o;
    const int error = lbx_order_open(&o, order);
    if (error) return error;
    if (!stats) return LBX_ERROR_NULL;
    *stats = (lbx_tree_stats){
        .bytes = o.header->bytes, .items = o.n, .leaves = o.tiles[0], .height = o.top};
    struct lbx_measures sums = {0, 0, 0, 0};
    struct lbx_extent root = {{0, 0, 0}, {0, 0, 0}};
    for (unsigned level = o.top; level > 0; level--) {
        for (size_t t = 0; t < o.tiles[level]; t++) {
            struct lbx_extent child[ORDER_TILE];
            unsigned n = 0;
            for (unsigned e = 0; e < ORDER_TILE; e++) {
                if (!extent_of(&o.level[level][t], e, &child[n])) continue;
                *(level > 1 ? &sums.node_area : &sums.leaf_area) += lbx_area(&child[n]);
                if (level == o.top) {
                    if (n == 0) root = child[0];
                    add_extent(&root, &child[n]);
                }
                n++;
            }
            lbx_measure_siblings(&sums, child, n);
        }
        stats->nodes += o.tiles[level];
    }
    lbx_measured(&sums, lbx_area(&root), stats);
    return 0;
}
