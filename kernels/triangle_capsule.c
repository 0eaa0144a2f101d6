// SPDX-License-Identifier: MIT
// Triangles against capsules: Ericson 2005, 4.5.1, 5.1.9 and 5.1.10.
//
// The inputs are a closed triangle, which may be a sliver, a segment or a point, and a solid
// capsule, whose ends may coincide. They are apart if the square of the distance of the capsule's
// segment from the triangle exceeds that of the radius, made longer by 24 * 2^-24 of it and of |x|
// + |y| + |z| of the segment and of both edges at vertex 0, and by 2^-60. The pad covers rounding,
// and 2^-60 squares that underflow (numerics.md). A NaN in either proves nothing: the lengths are
// in the comparison.
#include "math/triangle_capsule.h"
#include "batch/kernel.h"

MASK_KERNEL(triangle_capsule, triangle, capsule, .heavy = true);

#ifdef LBX_UNIT
#define NAME triangle_capsule
#include "batch/called.h"
#else
ENTRIES(lbx_test, triangle_capsule_test);
ptrdiff_t lbx_triangle_capsule(const lbx_triangles *triangles, const lbx_capsules *capsules,
                               size_t n, unsigned flags, uint8_t *hits) {
    return lbx_call_two(triangle_capsule_test_entries, lbx_operand_triangles, triangles,
                        lbx_operand_capsules, capsules, n, flags, hits, NULL);
}
#endif
