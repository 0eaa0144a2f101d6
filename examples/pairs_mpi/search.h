// SPDX-License-Identifier: MIT
// The pairs of a rank, and the proof that those of all ranks are the pairs of the set.
#ifndef PAIRS_MPI_SEARCH_H
#define PAIRS_MPI_SEARCH_H

#include "share.h"

/// lbx_pair with numbers that reach beyond 2^32 boxes; a < b.
struct far_pair {
    uint64_t a, b;
};

struct search {
    void *order; // aligned to cache lines
    size_t order_bytes;
    struct buffer pairs;
    size_t count;
    uint64_t sum; // of scattered pairs: the same for the same pairs in any order
};

/// The pairs that belong to this rank, in no order that would mean anything.
void search_pairs(struct search *search, const struct share *share, const struct wire *wire);
void search_free(struct search *search);

/// Gathers the pairs on rank 0, which sorts them and compares them with the list that it finds
/// alone, of all boxes. Prints and returns what is wrong: pairs that are missing, or too many.
uint64_t search_compare(const struct search *search, const struct scene *scene,
                        const struct wire *wire, unsigned step);

#endif
