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

#include "segment_box.h"

#define SEGMENT_AABB_PAD 0x1p-20f

// Everything twice: the center relative to the segment's start, extents instead of halves. Far
// from the origin half an ulp of a center would be larger than the box.
FORCE_INLINE vm segment_aabb_apart(bool fuse, const vf *segment, const vf *box) {
    const vf *const start = segment, *const end = segment + 3, *const min = box,
                    *const max = box + 3;
    vf way[3], center[3], size[3];
    vm apart[3];
    for (int c = 0; c < 3; c++) {
        way[c] = vf_sub(end[c], start[c]);
        const vf low = vf_min(start[c], end[c]), high = vf_max(start[c], end[c]);
        // A NaN of the start is passed over by min and max, that of the end is not.
        apart[c] = vm_and_not(vm_or(vf_less(high, min[c]), vf_less(max[c], low)),
                              vf_unordered(start[c], start[c]));
        size[c] = vf_sub(max[c], min[c]);
        center[c] = multiply_add(fuse, vf_set(2), vf_sub(min[c], start[c]), size[c]);
    }
    const vf length = sum_of_sizes(way);
    const vf pad = vf_mul(vf_add(sum_of(size), length), vf_set(SEGMENT_AABB_PAD));
    // Beyond the range this is inf - inf, which proves nothing, where a multiply-add would be -inf.
    const vf least = vf_add(vf_mul(pad, length), segment_edges(fuse, center, size, way));
    return vm_or(vm_or(apart[0], apart[1]), vm_or(apart[2], vf_less(least, vf_set(0))));
}

FORCE_INLINE vm segment_aabb_apart_plain(const void *context, const vf *segment, const vf *box,
                                         size_t i, size_t count) {
    (void)context, (void)i, (void)count;
    return segment_aabb_apart(false, segment, box);
}

FORCE_INLINE vm segment_aabb_apart_fused(const void *context, const vf *segment, const vf *box,
                                         size_t i, size_t count) {
    (void)context, (void)i, (void)count;
    return segment_aabb_apart(true, segment, box);
}

static size_t segment_aabb_loops_plain(const void *context, const struct lbx_operand *segments,
                                       const struct lbx_operand *boxes, size_t first, size_t n,
                                       uint8_t *hits) {
    return all_loops(segment_aabb_apart_plain, context, segments, SEGMENT_FLOATS, boxes,
                     AABB_FLOATS, QUADS_OF_BOTH, LIGHT_GROUP, first, n, hits);
}

static size_t segment_aabb_loops_fused(const void *context, const struct lbx_operand *segments,
                                       const struct lbx_operand *boxes, size_t first, size_t n,
                                       uint8_t *hits) {
    return all_loops(segment_aabb_apart_fused, context, segments, SEGMENT_FLOATS, boxes,
                     AABB_FLOATS, QUADS_OF_BOTH, LIGHT_GROUP, first, n, hits);
}

static ptrdiff_t segment_aabb(const struct lbx_operand *segments, const struct lbx_operand *boxes,
                              size_t n, unsigned flags, uint8_t *hits) {
    const bool fuse = LANES_FUSE && !(flags & LBX_REPRODUCIBLE);
    return batch(fuse ? segment_aabb_loops_fused : segment_aabb_loops_plain, NULL, segments,
                 SEGMENT_FLOATS, boxes, AABB_FLOATS, QUADS_OF_BOTH, n, hits);
}

#endif
