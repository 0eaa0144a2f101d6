// SPDX-License-Identifier: MIT
// The documents' scalar algorithms on the same pairs: in float the speed to beat, in double the
// truth that the answers are proven against.
#ifndef EXAMPLE_PAIRS_REFERENCE_H
#define EXAMPLE_PAIRS_REFERENCE_H

#include <stdint.h>

#include "pairs_sweep.h"

/// The same boxes in the forms that the references take.
struct reference {
    size_t count;
    struct obb *obbs;           ///< the world's own
    struct float_aabb *aabbs;   ///< by position and extents
    struct double_boxes *truth; ///< both kinds, in double
};

/// What a proof found, over all pairs that it has seen.
struct proof {
    size_t missing; ///< touch in double, and were reported apart
    size_t extra;   ///< reported, and apart in double: allowed within the bound
    size_t beyond;  ///< extra, and further apart than the bound of lanebox.h
};

void reference_make(struct reference *reference, const struct world *world);

/// Takes over the boxes where they are now.
void reference_update(struct reference *reference, const struct world *world);

/// One test in float for each pair; the pairs that hit go to `kept`. Returns how many.
typedef size_t reference_test(const struct reference *reference, const struct pair *pairs, size_t n,
                              struct pair *kept);
reference_test reference_aabb_aabb, reference_obb_obb;

/// Compares n answers of lbx_aabb_aabb. Exact: every extra is beyond the bound. A pair whose OBBs
/// touch is missing too, for then the AABBs are wrong.
typedef void reference_proof(const struct reference *reference, const struct pair *pairs, size_t n,
                             const uint8_t *hits, struct proof *proof);
reference_proof prove_aabb_aabb;

/// Compares n answers of lbx_obb_obb.
reference_proof prove_obb_obb;

void reference_free(struct reference *reference);

#endif
