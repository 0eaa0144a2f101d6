// SPDX-License-Identifier: MIT
// Triangles that come within a distance d of each other: Ericson 2005, 5.1.
//
// The inputs are two closed triangles, which may be slivers, segments or points, and the call's d.
// They are apart if, along some vector w, the gap between the triangles' projections exceeds d |w|
// by more than rounding can make of it. Two vectors are tried: the gap between the triangles'
// boxes, and the shortest vector between their features. The triangles are near if that shortest
// vector is no longer than d and a little more. What neither proves, one pair in thousands, is
// settled in double. A NaN in a triangle proves nothing: such a pair hits.
#include <float.h>

#include "batch/kernel.h"
#include "math/within.h"

FORCE_INLINE vm triangle_triangle_within_apart(bool fuse, const struct grown_triangle *first,
                                               const struct triangle *second) {
    return triangle_triangle_within_apart_sized(fuse, first, second, vf_set(0), &(uint32_t){0});
}

MASK_KERNEL(triangle_triangle_within, grown_triangle, triangle, .grown = true, .heavy = true,
            .fuses = true);

#ifdef LBX_UNIT
#define NAME triangle_triangle_within
#include "batch/called.h"
#else
ENTRIES(lbx_test, triangle_triangle_within_test);

ptrdiff_t lbx_triangle_triangle_within(const lbx_triangles *a, const lbx_triangles *b, float d,
                                       size_t n, unsigned flags, uint8_t *hits) {
    const struct lbx_given given[] = {{lbx_operand_triangles, a}, {lbx_operand_triangles, b}};
    struct lbx_operand operands[2];
    if (flags <= LBX_REPRODUCIBLE && !(d >= 0 && d <= FLT_MAX)) return LBX_ERROR_DISTANCE;
    const ptrdiff_t answer = open_views(operands, given, 2, n, flags);
    if (answer != LBX_RUN) return answer;
    operands[0].distance = d;
    return ACTIVE(triangle_triangle_within_test)(operands, n, flags, hits, NULL);
}
#endif
