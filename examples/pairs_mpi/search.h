// SPDX-License-Identifier: MIT
// The pairs of a rank, and the proof that those of all ranks are the pairs of the set.
#ifndef PAIRS_MPI_SEARCH_H
#define PAIRS_MPI_SEARCH_H

#include "share.h"

/// lbx_pair with 64-bit numbers, for more than 2^32 boxes; a < b.
struct far_pair {
    uint64_t a, b;
};

struct search {
    void *order; // aligned to cache lines
    size_t order_bytes;
    struct buffer pairs;
    size_t count;
    uint64_t sum; // of the pairs' hashes: the same for the same pairs in any order
};

/// Finds the pairs that belong to this rank, in arbitrary order.
void search_pairs(struct search *search, const struct share *share, const struct wire *wire);
void search_free(struct search *search);

/// Gathers the pairs on rank 0, which sorts them and compares them with the pairs that it finds
/// alone from all boxes. Prints the first differences and returns how many there are: pairs that
/// are missing or too many.
uint64_t search_compare(const struct search *search, const struct scene *scene,
                        const struct wire *wire, unsigned step);

#endif
