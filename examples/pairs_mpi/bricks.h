// SPDX-License-Identifier: MIT
// Space, divided among ranks: a k-d tree of cuts whose leaves, the bricks, belong to one rank each.
//
// A brick is half-open, [low, high) along each axis, and the outermost bricks are unbounded, so
// every point, even an infinite one, belongs to exactly one rank. Ranks are halved, not space: a
// node of three ranks gives one rank and a third of the boxes to its left, and two ranks to its
// right.
//
// Boxes are treated as by lbx_aabb_aabb. A NaN proves nothing on its axis, so a min that is NaN
// counts as -inf and a max that is NaN as +inf; after that, two boxes overlap if and only if
// neither begins behind the other's end. A box whose min is larger than its max has no points, but
// it still meets a box that reaches around both its ends. (lanebox decides which boxes are empty:
// these are in no pair, whichever rank holds them.)
//
// **Every pair is found, and once.** For two overlapping boxes, let m be the componentwise maximum
// of both min corners. The pair belongs to the rank that owns m; there is exactly one. That rank
// holds both boxes: along each axis m is one of the two mins, is no less than the other, and is no
// larger than the other box's max because they overlap. So m lies in [min, largest of min and max]
// of both, and bricks_touched follows each side of a cut on which that interval has points. Each
// rank holds a box at most once, and lbx_pairs reports a pair once.
#ifndef PAIRS_MPI_BRICKS_H
#define PAIRS_MPI_BRICKS_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "tests/support/sets.h"

struct corner {
    float at[3];
};

// What lies below `at` along an axis is on the left.
struct cut {
    float at;
    int axis;
};

struct brick {
    float low[3], high[3];
};

struct bricks {
    int ranks;
    struct cut *cuts; // cuts[k] separates ranks below k from ranks from k on; cuts[0] is unused
};

void bricks_make(struct bricks *bricks, int ranks);
void bricks_free(struct bricks *bricks);

/// Computes cuts[rank] so that all ranks have equally many samples, as far as the samples differ:
/// boxes that all begin at one point stay with one rank. The result depends on the samples and
/// their order, which must be the same on all ranks; the call changes the order. Each rank computes
/// only its own cut, on one path down the tree, and gets the other cuts from the other ranks.
struct cut bricks_cut(const struct bricks *bricks, int rank, struct corner *samples, size_t count);

/// The box's min corner, with NaN replaced by -inf.
struct corner min_corner(const struct set_box *box);

bool has_nan(const struct set_box *box);

int bricks_owner(const struct bricks *bricks, const struct corner *point);

/// Finds the ranks, in ascending order, that may own the m of a pair of this box; returns how many.
/// A box with a NaN is sent to all, which is more than the proof needs. A box wider than a brick
/// needs no special rule: it touches all bricks that it reaches. `ranks` has room for all ranks.
size_t bricks_touched(const struct bricks *bricks, const struct set_box *box, int *ranks);

struct brick bricks_of(const struct bricks *bricks, int rank);

/// Whether a brick holds a point: bricks_owner for a single rank.
static inline bool brick_holds(const struct brick *brick, const struct corner *point) {
    for (int c = 0; c < 3; c++) {
        const bool unbounded = brick->high[c] == INFINITY; // holds +inf too
        if (!(point->at[c] >= brick->low[c] && (unbounded || point->at[c] < brick->high[c])))
            return false;
    }
    return true;
}

#endif
