// SPDX-License-Identifier: MIT
// Segments against axis-aligned boxes by 6 separating axes: book 9.2.3; Gomez 1999, listing 7.
//
// The inputs are a segment, which may be a point, and a box. They are apart if both ends of the
// segment lie beyond the same face, which is exact. They are also apart if, on the cross product of
// an axis with the segment d, the distance s of the centers exceeds the radius r of the box by more
// than 2^-20 S |d|_1, where S is the sum of all half extents, including the segment's
// (numerics.md). The empty box lies beyond everything. With a NaN in a coordinate of the
// segment, only the faces of the other axes can prove anything.
#include "batch/kernel.h"
#include "math/segment_box.h"

#define SEGMENT_AABB_PAD 0x1p-20f

// All lengths are doubled: the center is relative to the segment's start, and full extents take the
// place of half extents. Far from the origin half an ulp of a center would be larger than the box.
FORCE_INLINE vm segment_aabb_apart(bool fuse, const struct segment *segment,
                                   const struct aabb *box) {
    const vf *const start = segment->start, *const end = segment->end;
    const vf *const min = box->min, *const max = box->max;
    vf direction[3], center[3], extent[3];
    vm apart[3];
    for (int c = 0; c < 3; c++) {
        direction[c] = vf_sub(end[c], start[c]);
        const vf low = vf_min(start[c], end[c]), high = vf_max(start[c], end[c]);
        // min and max pass over a NaN of the start, but not over a NaN of the end.
        apart[c] = vm_and_not(vm_or(vf_less(high, min[c]), vf_less(max[c], low)),
                              vf_unordered(start[c], start[c]));
        extent[c] = vf_sub(max[c], min[c]);
        center[c] = multiply_add(fuse, vf_set(2), vf_sub(min[c], start[c]), extent[c]);
    }
    const vf length = l1_norm(direction);
    const vf most = vf_mul(vf_mul(vf_add(sum_of(extent), length), vf_set(MARGIN_ROOM)), length);
    // If a product of a touching pair overflows, `most` overflows too. The sum is then inf or a
    // NaN, which prove nothing, whereas a multiply-add would give -inf.
    const vf pad = vf_mul(most, vf_set(SEGMENT_AABB_PAD / MARGIN_ROOM));
    const vf least = vf_add(pad, segment_edges(fuse, center, extent, direction));
    return vm_or(vm_or(apart[0], apart[1]), vm_or(apart[2], vf_less(least, vf_set(-MARGIN_FLOOR))));
}

MASK_KERNEL(segment_aabb, segment, aabb, .quads = QUADS_OF_BOTH, .fuses = true);

#ifdef LBX_UNIT
#define NAME segment_aabb
#include "batch/walks.h"
#else
ENTRIES(lbx_test, segment_aabb_test);
ENTRIES(lbx_few, segment_aabb_few);
ptrdiff_t lbx_segment_aabb(const lbx_segments *segments, const lbx_aabbs *boxes, size_t n,
                           unsigned flags, uint8_t *hits) {
    struct lbx_dense few[2];
    if (is_few(n, flags) && dense_segments(&few[0], segments, n) &&
        dense_aabbs(&few[1], boxes, n) && !is_one_by_one(few))
        return ACTIVE(segment_aabb_few)(&few[0], &few[1], n, flags, hits, NULL);
    return lbx_call_two(segment_aabb_test_entries, lbx_operand_segments, segments,
                        lbx_operand_aabbs, boxes, n, flags, hits, NULL);
}
#endif
