// SPDX-License-Identifier: MIT
// Triangles against triangles, in classes certain in float: Gottschalk 1996, math/triangles.h.
//
// Two triangles are APART if lbx_triangle_triangle says so. They are OVERLAPPING if on both normals
// and all products of edges they overlap by more than the pad, so that no axis separates them.
// Otherwise they are UNDECIDED, also if anything is NaN or infinite.
#include "batch/kernel.h"
#include "math/triangles.h"

FORCE_INLINE struct masks triangle_triangle_classify_class(bool fuse, const struct triangle *a,
                                                           const struct triangle *b) {
    const struct masks found = triangles_meet(fuse, a, b, vf_set(0));
    return (struct masks){.low = found.high, .high = vm_or(found.low, found.high)};
}

CLASS_KERNEL(triangle_triangle_classify, triangle, triangle, .flip = 2, .heavy = true,
             .counts_ones = true, .ahead = true, .fuses = true);

#ifdef LBX_UNIT
#define NAME triangle_triangle_classify
#include "batch/walks.h"
#else
ENTRIES(lbx_test, triangle_triangle_classify_test);
ENTRIES(lbx_few, triangle_triangle_classify_few);
ptrdiff_t lbx_triangle_triangle_classify(const lbx_triangles *a, const lbx_triangles *b, size_t n,
                                         unsigned flags, uint8_t *classes) {
    struct lbx_dense few[2];
    if (is_few(n, flags) && dense_triangles(&few[0], a, n) && dense_triangles(&few[1], b, n) &&
        !is_one_by_one(few))
        return ACTIVE(triangle_triangle_classify_few)(&few[0], &few[1], n, flags, classes, NULL);
    return lbx_call_two(triangle_triangle_classify_test_entries, lbx_operand_triangles, a,
                        lbx_operand_triangles, b, n, flags, classes, NULL);
}
#endif
