// SPDX-License-Identifier: MIT
// What a search is asked: between the public functions and the instruction sets' units.
#ifndef LBX_JOB_H
#define LBX_JOB_H

#include "order.h"

struct lbx_job {
    const struct lbx_order *a, *b; // the same one for the pairs of one set
    bool one_set, filtered;
    lbx_filter a_filter, b_filter; // strides are never 0
    size_t stop;                   // the tile of a that is no longer searched for
};

// Where a search is: the tiles that are next, and how many pairs of theirs the caller has.
struct lbx_place {
    size_t a, b;
    size_t given;
};

// Searches on from a place until `room` pairs are found, or counts the rest without `out`.
typedef size_t lbx_search(const struct lbx_job *job, struct lbx_place *place, lbx_pair *out,
                          size_t room);

#endif
