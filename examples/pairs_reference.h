// SPDX-License-Identifier: MIT
// The documents' scalar algorithms on the same pairs: in float the speed to beat, in double the
// ground truth that the answers are proven against.
#ifndef EXAMPLE_PAIRS_REFERENCE_H
#define EXAMPLE_PAIRS_REFERENCE_H

#include <stdint.h>

#include "pairs_engine.h"

/// The same boxes in the forms that the references take.
struct reference {
    size_t count;
    struct obb *obbs;           ///< the world's own
    struct float_aabb *aabbs;   ///< by position and extents
    struct double_boxes *truth; ///< both kinds, in double
    struct span *spans;         ///< the boxes along x, in order
    struct pair_list pairs;     ///< that the reference found
};

/// What a proof found, over all pairs that it has seen.
struct proof {
    size_t tested;  ///< pairs
    size_t missing; ///< pairs that touch in double but were reported apart
    size_t extra;   ///< pairs that were reported but are apart in double: allowed within the bound
    size_t beyond;  ///< extra pairs that are further apart than the bound of lanebox.h
};

void reference_make(struct reference *reference, const struct world *world);

/// Copies the boxes at their current places.
void reference_update(struct reference *reference, const struct world *world);

/// Finds all pairs of overlapping AABBs and returns how many: sorts the boxes along x and tests
/// those that overlap there in float.
size_t reference_pairs(struct reference *reference);

/// Compares the sorted answers of lbx_pairs with all pairs of boxes. lbx_pairs is exact, so every
/// extra pair counts as beyond the bound. An unreported pair also counts as missing if only its
/// OBBs touch, because then its AABBs are wrong.
void prove_pairs(struct reference *reference, const lbx_pair *pairs, size_t n, struct proof *proof);

/// Tests the OBBs of n pairs in float. Returns how many touch.
size_t reference_obb_obb(const struct reference *reference, const lbx_pair *pairs, size_t n);

/// Checks n answers of lbx_obb_obb.
void prove_obb_obb(const struct reference *reference, const lbx_pair *pairs, size_t n,
                   const uint8_t *hits, struct proof *proof);

void reference_free(struct reference *reference);

#endif
