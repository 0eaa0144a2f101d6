// SPDX-License-Identifier: MIT
// Segments against oriented boxes by 6 axes, in the box's frame: book 9.2.3; Gomez 1999, listing 7.
//
// The inputs are a segment, which may be a point, and a box. They are apart if, on an axis of the
// box or on the cross product of such an axis with the segment d, the distance s of the centers
// exceeds the sum r of the radii by more than 2^-17 S, times |d|_1 on a cross product. S is the sum
// of all half extents, with the segment's taken along the box's axes. The pad covers rounding and
// axes that are not quite orthonormal (numerics.md). A NaN makes S a NaN: a hit.
#include "batch/kernel.h"
#include "math/segment_box.h"

#define SEGMENT_OBB_PAD 0x1p-17f

FORCE_INLINE vm segment_obb_apart(bool fuse, const struct segment *segment, const struct obb *box) {
    const vf *const half = box->half, one_half = vf_set(.5f);
    vf direction[3], offset[3], turned[3], center[3], padded[3], margin[3];
    for (int c = 0; c < 3; c++) { // the center relative to the segment's middle
        direction[c] = vf_sub(segment->end[c], segment->start[c]);
        const vf from_start = vf_sub(box->center[c], segment->start[c]);
        offset[c] = multiply_subtract(fuse, one_half, direction[c], from_start);
    }
    into_box(fuse, turned, direction, box);
    into_box(fuse, center, offset, box);
    const vf length = l1_norm(turned);
    const vf sizes = multiply_add(fuse, one_half, length, sum_of(half));
    const vf pad = vf_mul(sizes, vf_set(SEGMENT_OBB_PAD));
    for (int k = 0; k < 3; k++) padded[k] = vf_add(half[k], pad);
    for (int k = 0; k < 3; k++) margin[k] = vf_sub(padded[k], vf_abs(center[k]));
    for (int k = 0; k < 3; k++)
        margin[k] = multiply_add(fuse, one_half, vf_abs(turned[k]), margin[k]);
    const vf edges = vf_add(vf_mul(pad, length), segment_edges(fuse, center, half, turned));
    return vf_less(vf_min(edges, least_of(margin, vf_set(INFINITY))), vf_set(-MARGIN_FLOOR));
}

MASK_KERNEL(segment_obb, segment, obb, .heavy = true, .ahead = true, .fuses = true);

#ifdef LBX_UNIT
#define NAME segment_obb
#include "batch/walks.h"
#else
ENTRIES(lbx_test, segment_obb_test);
ENTRIES(lbx_few, segment_obb_few);
ptrdiff_t lbx_segment_obb(const lbx_segments *segments, const lbx_obbs *boxes, size_t n,
                          unsigned flags, uint8_t *hits) {
    struct lbx_dense few[2];
    if (is_few(n, flags) && dense_segments(&few[0], segments, n) && dense_obbs(&few[1], boxes, n) &&
        !is_one_by_one(few))
        return ACTIVE(segment_obb_few)(&few[0], &few[1], n, flags, hits, NULL);
    return lbx_call_two(segment_obb_test_entries, lbx_operand_segments, segments, lbx_operand_obbs,
                        boxes, n, flags, hits, NULL);
}
#endif
