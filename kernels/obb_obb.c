// SPDX-License-Identifier: MIT
// Overlap of oriented boxes by 15 separating axes: book 9.2.6; Gomez 1999, listing 6.
//
// The inputs are two boxes. They are apart if on some axis the distance s of the centers exceeds
// the sum r of the radii by more than 5 * 2^-19 S, where S is the sum of all half extents. The pad
// covers rounding, axes that are not quite orthonormal, and the cross products of near-parallel
// axes, which are nothing but rounding (numerics.md).
#include "batch/kernel.h"
#include "math/frames.h"

MASK_KERNEL(obb_obb, obb, obb, .heavy = true, .ahead = true, .fuses = true);

#ifdef LBX_UNIT
#define NAME obb_obb
#include "batch/walks.h"
#else
ENTRIES(lbx_test, obb_obb_test);
ENTRIES(lbx_few, obb_obb_few);
ptrdiff_t lbx_obb_obb(const lbx_obbs *a, const lbx_obbs *b, size_t n, unsigned flags,
                      uint8_t *hits) {
    struct lbx_dense few[2];
    if (is_few(n, flags) && dense_obbs(&few[0], a, n) && dense_obbs(&few[1], b, n) &&
        !is_one_by_one(few))
        return ACTIVE(obb_obb_few)(&few[0], &few[1], n, flags, hits, NULL);
    return lbx_call_two(obb_obb_test_entries, lbx_operand_obbs, a, lbx_operand_obbs, b, n, flags,
                        hits, NULL);
}
#endif
