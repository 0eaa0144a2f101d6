// SPDX-License-Identifier: MIT
// Segments against axis-aligned boxes by 6 separating axes: book 9.2.3; Gomez 1999, listing 7.
//
// In: a segment, which may be a point, and a box. Apart: the segment's ends lie beyond the same
// face, which is exact; or on the cross product of an axis with the segment, d, the distance s of
// the centers exceeds the radius r of the box by more than 2^-20 S |d|_1, S being the sum of all
// half extents, the segment's too (docs/numerics.md). The empty box lies beyond everything. A NaN
// in a coordinate of the segment leaves that axis without proof, and all but the faces.
#ifndef LBX_SEGMENT_AABB_H
#define LBX_SEGMENT_AABB_H

#include "batch/kernel.h"
#include "math/segment_box.h"

#define SEGMENT_AABB_PAD 0x1p-20f

// Everything twice: the center relative to the segment's start, extents instead of halves. Far
// from the origin half an ulp of a center would be larger than the box.
FORCE_INLINE vm segment_aabb_apart(bool fuse, const struct segment *segment,
                                   const struct aabb *box) {
    const vf *const start = segment->start, *const end = segment->end;
    const vf *const min = box->min, *const max = box->max;
    vf direction[3], center[3], extent[3];
    vm apart[3];
    for (int c = 0; c < 3; c++) {
        direction[c] = vf_sub(end[c], start[c]);
        const vf low = vf_min(start[c], end[c]), high = vf_max(start[c], end[c]);
        // A NaN of the start is passed over by min and max, that of the end is not.
        apart[c] = vm_and_not(vm_or(vf_less(high, min[c]), vf_less(max[c], low)),
                              vf_unordered(start[c], start[c]));
        extent[c] = vf_sub(max[c], min[c]);
        center[c] = multiply_add(fuse, vf_set(2), vf_sub(min[c], start[c]), extent[c]);
    }
    const vf length = l1_norm(direction);
    const vf most = vf_mul(vf_mul(vf_add(sum_of(extent), length), vf_set(MARGIN_ROOM)), length);
    // Where a product of a pair that touches overflows, `most` does too: the sum is inf or a NaN,
    // which prove nothing, where a multiply-add would be -inf.
    const vf pad = vf_mul(most, vf_set(SEGMENT_AABB_PAD / MARGIN_ROOM));
    const vf least = vf_add(pad, segment_edges(fuse, center, extent, direction));
    return vm_or(vm_or(apart[0], apart[1]), vm_or(apart[2], vf_less(least, vf_set(-MARGIN_FLOOR))));
}

MASK_KERNEL(segment_aabb, segment, aabb, .quads = QUADS_OF_BOTH, .fuses = true);

#endif
