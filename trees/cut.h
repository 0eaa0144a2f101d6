// SPDX-License-Identifier: MIT
// Cuts: each parts a run of items in two and returns how many are in the first part, a multiple of
// `leaf`.
#ifndef LBX_CUT_H
#define LBX_CUT_H

#include "split.h"

enum {
    LBX_FEW_ITEMS = TREE_WIDTH * LBX_LEAF, // eight leaves' worth
    LBX_CUT_PART = 1 << 11,                // at most, of a part that one worker looks at
    LBX_CUT_ROOM = 2560                    // bytes for what it finds there
};

// Of few items, each multiple of a leaf is tried.
size_t lbx_cut_few(struct lbx_tree_item *item, size_t n, size_t leaf);

// Cuts between bins. If all middles are in one bin, cuts in halves.
size_t lbx_cut_many(struct lbx_tree_item *item, size_t n, size_t leaf);

// In halves along the axis on which the middles extend farthest. This leaves a few levels of nodes
// whatever the triangles; of sizes that differ by powers of ten it halves the powers.
size_t lbx_cut_halves(struct lbx_tree_item *item, size_t n, size_t leaf);

// Where the splits of another tree did first, among equals nearest to the middle, and then at the
// nearest whole leaf: rank[i] is that of the split before item i.
size_t lbx_cut_ranked(const uint32_t *rank, size_t n, size_t leaf, const lbx_workers *workers);

// As lbx_cut_many, shared by workers. The items go to `to`, or, if it cuts in halves, stay where
// they are: *moved says which. `room` has LBX_CUT_ROOM bytes for each part.
size_t lbx_cut_large(struct lbx_tree_item *item, struct lbx_tree_item *to, size_t n, size_t leaf,
                     void *room, const lbx_workers *workers, bool *moved);

// The most parts of a run of n items.
static inline size_t cut_parts(size_t n) {
    return lbx_parts(n, LBX_CUT_PART) + 4;
}

static inline size_t multiple_of(size_t n, size_t leaf) {
    return n < leaf ? leaf : n - n % leaf;
}

#endif
