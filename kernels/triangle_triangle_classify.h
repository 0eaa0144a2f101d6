// SPDX-License-Identifier: MIT
// Triangles against triangles, with classes that are certain in float: Gottschalk 1996, and
// math/triangles.h.
//
// Two triangles are APART if lbx_triangle_triangle says so. They are OVERLAPPING if on both normals
// and all products of edges they overlap by more than the pad, so that no axis separates them.
// Otherwise they are UNDECIDED, also if anything is NaN or infinite.
#ifndef LBX_TRIANGLE_TRIANGLE_CLASSIFY_H
#define LBX_TRIANGLE_TRIANGLE_CLASSIFY_H

#include "batch/kernel.h"
#include "math/triangles.h"

FORCE_INLINE struct masks triangle_triangle_classify_class(bool fuse, const struct triangle *a,
                                                           const struct triangle *b) {
    const struct masks found = triangles_meet(fuse, a, b, vf_set(0));
    return (struct masks){.low = found.high, .high = vm_or(found.low, found.high)};
}

CLASS_KERNEL(triangle_triangle_classify, triangle, triangle, .flip = 2, .heavy = true,
             .counts_ones = true, .ahead = true, .fuses = true);

#endif
