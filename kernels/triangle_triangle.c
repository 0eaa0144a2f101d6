// SPDX-License-Identifier: MIT
// Triangles against triangles by 32 separating axes: Gottschalk 1996, and math/triangles.h. The
// answers are classes that are certain in float, or masks of those that are not APART.
//
// The inputs are two closed triangles, which may be slivers, segments or points. They are apart if
// on some axis the distance s of the middles exceeds the sum r of the radii by more than its pad,
// which is 2^-19 S times the lengths of the one or two edges that the axis is made of. S is the sum
// of both largest extents along x, y or z and of the distance of both vertices 0 along these. An
// infinity makes S infinite, and so the pair hits; a NaN proves nothing. A pair that touches once
// each coordinate, relative to A's vertex 0, is moved by 2^-24 of itself is not apart either.
//
// They are OVERLAPPING if on both normals and all products of edges they overlap by more than the
// pad, so that no axis separates them. Otherwise they are UNDECIDED, also if anything is NaN or
// infinite.
#include "batch/kernel.h"
#include "math/triangles.h"

FORCE_INLINE struct masks triangle_triangle_class(bool fuse, const struct triangle *a,
                                                  const struct triangle *b) {
    const struct masks found = triangles_meet(fuse, a, b, vf_set(0));
    return (struct masks){.low = found.high, .high = vm_or(found.low, found.high)};
}

CLASS_KERNEL(triangle_triangle, triangle, triangle, .flip = 2, .heavy = true, .counts_ones = true,
             .masked = true, .ahead = true, .fuses = true);

#ifdef LBX_UNIT
#define NAME triangle_triangle
#include "batch/walks.h"
#else
ENTRIES(lbx_test, triangle_triangle_test);
ENTRIES(lbx_few, triangle_triangle_few);

INLINE ptrdiff_t test_triangles(const lbx_triangles *a, const lbx_triangles *b, size_t n,
                                unsigned flags, uint8_t *answers, float *const *out) {
    struct lbx_dense few[2];
    if (is_few(n, flags) && dense_triangles(&few[0], a, n) && dense_triangles(&few[1], b, n) &&
        !is_one_by_one(few))
        return ACTIVE(triangle_triangle_few)(&few[0], &few[1], n, flags, answers, out);
    return lbx_call_two(triangle_triangle_test_entries, lbx_operand_triangles, a,
                        lbx_operand_triangles, b, n, flags, answers, out);
}

ptrdiff_t lbx_triangle_triangle(const lbx_triangles *a, const lbx_triangles *b, size_t n,
                                unsigned flags, uint8_t *hits) {
    static float *const as_mask[] = {NULL};
    return test_triangles(a, b, n, flags, hits, as_mask);
}

ptrdiff_t lbx_triangle_triangle_classify(const lbx_triangles *a, const lbx_triangles *b, size_t n,
                                         unsigned flags, uint8_t *classes) {
    return test_triangles(a, b, n, flags, classes, NULL);
}
#endif
