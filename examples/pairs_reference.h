// SPDX-License-Identifier: MIT
// The documents' scalar algorithms on the same pairs: in float the speed to beat, in double the
// truth that the answers are proven against.
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
    struct pair_list pairs;     ///< of the reference
};

/// What a proof found, over all pairs that it has seen.
struct proof {
    size_t tested;  ///< pairs
    size_t missing; ///< touch in double, and were reported apart
    size_t extra;   ///< reported, and apart in double: allowed within the bound
    size_t beyond;  ///< extra, and further apart than the bound of lanebox.h
};

void reference_make(struct reference *reference, const struct world *world);

/// Takes over the boxes where they are now.
void reference_update(struct reference *reference, const struct world *world);

/// Finds all pairs of overlapping AABBs: sorts them along x, and tests those that overlap there in
/// float. Returns how many.
size_t reference_pairs(struct reference *reference);

/// Compares the answers of lbx_pairs, sorted, with all pairs of boxes. Exact: every extra is beyond
/// the bound. A pair whose OBBs touch is missing too, for then the AABBs are wrong.
void prove_pairs(struct reference *reference, const lbx_pair *pairs, size_t n, struct proof *proof);

/// Tests the OBBs of n pairs in float. Returns how many touch.
size_t reference_obb_obb(const struct reference *reference, const lbx_pair *pairs, size_t n);

/// Compares n answers of lbx_obb_obb.
void prove_obb_obb(const struct reference *reference, const lbx_pair *pairs, size_t n,
                   const uint8_t *hits, struct proof *proof);

void reference_free(struct reference *reference);

#endif
