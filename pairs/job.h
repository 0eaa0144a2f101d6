// SPDX-License-Identifier: MIT
// A search, as the public functions pass it to the instruction sets' units.
#ifndef LBX_JOB_H
#define LBX_JOB_H

#include "order.h"

// What looks for boxes of an order: the tiles of another order or of the same one, or the items of
// a view.
enum lbx_seeker {
    SEEK_TILES,
    SEEK_AABBS,
    SEEK_RAYS,
    SEEK_SWEEPS,
    SEEK_FRUSTA,
    SEEK_CAPSULES,
    SEEKERS
};

struct lbx_operand;
// Boxes, rays, frusta or capsules; of sweeps, how the boxes move. Frusta take both operands.
enum { JOB_ITEMS, JOB_MOTIONS, JOB_OPERANDS };

struct lbx_job {
    const struct lbx_order *a, *b;     // the same one for the pairs of one set; a: tiles alone
    const struct lbx_operand *operand; // of items, JOB_OPERANDS at most
    bool one_set, filtered;
    lbx_filter a_filter, b_filter; // strides are never 0
    size_t stop;                   // the first tile or item that does not seek
    uint64_t budget;               // tile tests, JOB_LEAST_BUDGET at least
};

// A search that continues tests a node on each level above the boxes before it is where it was. The
// next test is progress.
enum { JOB_LEAST_BUDGET = ORDER_LEVELS };

// Where a search is: which seeker is next, in which tile of b, and how many of their pairs the
// caller has got (give, lanes/search.c).
struct lbx_place {
    size_t a, b;
    size_t given;
};

// Continues a search from a place until `room` pairs are found or the budget is spent. Without
// `out` it counts, and there is no end to the room.
typedef size_t lbx_search(const struct lbx_job *job, struct lbx_place *place, lbx_pair *out,
                          size_t room);

struct lbx_search_entry {
    lbx_search *search[SEEKERS];
};

// The seeker at which part k begins.
static inline size_t lbx_first_seeker(size_t seekers, uint32_t k, uint32_t parts) {
    return (size_t)((uint64_t)seekers * k / parts);
}

#endif
