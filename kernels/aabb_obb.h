// SPDX-License-Identifier: MIT
// Overlap of an axis-aligned and an oriented box: the 15 separating axes of book 9.2.6 with the
// first box's axes those of the world.
//
// In: two boxes. Apart: on some axis the distance of the centers exceeds the sum of the radii by
// more than 2^-17 times the sum of all half extents (docs/numerics.md). The first box is moved
// before its center and half extents are formed: far from the origin half an ulp of its center is
// more than all of it. The empty box, min > max on axis 0, is apart. A NaN in either box's size is
// a NaN in every comparison: such a box hits.
#ifndef LBX_AABB_OBB_H
#define LBX_AABB_OBB_H

#include "frames.h"

#define AABB_OBB_PAD 0x1p-17f

FORCE_INLINE vm aabb_obb_apart(bool fuse, const vf *a, const vf *b) {
    const vf *const axes = b + OBB_AXIS;
    vf distance[3], half[3], rotation[3][3];
    for (int c = 0; c < 3; c++) {
        const vf low = vf_sub(a[c], b[OBB_CENTER + c]), high = vf_sub(a[3 + c], b[OBB_CENTER + c]);
        distance[c] = vf_mul(vf_add(low, high), vf_set(.5f)); // from B's center: its sign is lost
        half[c] = vf_mul(vf_sub(high, low), vf_set(.5f));
        for (int k = 0; k < 3; k++) rotation[c][k] = axes[3 * k + c];
    }
    const vm empty = vf_less(a[3], a[0]);
    return vm_or(empty, frames_apart(fuse, AABB_OBB_PAD, half, b + OBB_HALF, distance, rotation));
}

FORCE_INLINE vm aabb_obb_apart_plain(const void *context, const vf *a, const vf *b, size_t i,
                                     size_t count) {
    (void)context, (void)i, (void)count;
    return aabb_obb_apart(false, a, b);
}

FORCE_INLINE vm aabb_obb_apart_fused(const void *context, const vf *a, const vf *b, size_t i,
                                     size_t count) {
    (void)context, (void)i, (void)count;
    return aabb_obb_apart(true, a, b);
}

static size_t aabb_obb_loops_plain(const void *context, const struct lbx_operand *a,
                                   const struct lbx_operand *b, size_t first, size_t n,
                                   uint8_t *hits) {
    return heavy_loops(aabb_obb_apart_plain, context, a, AABB_FLOATS, b, OBB_FLOATS, QUADS_OF_FIRST,
                       first, n, hits);
}

static size_t aabb_obb_loops_fused(const void *context, const struct lbx_operand *a,
                                   const struct lbx_operand *b, size_t first, size_t n,
                                   uint8_t *hits) {
    return heavy_loops(aabb_obb_apart_fused, context, a, AABB_FLOATS, b, OBB_FLOATS, QUADS_OF_FIRST,
                       first, n, hits);
}

static ptrdiff_t aabb_obb(const struct lbx_operand *a, const struct lbx_operand *b, size_t n,
                          unsigned flags, uint8_t *hits) {
    const bool fuse = LANES_FUSE && !(flags & LBX_REPRODUCIBLE);
    return batch(fuse ? aabb_obb_loops_fused : aabb_obb_loops_plain, NULL, a, AABB_FLOATS, b,
                 OBB_FLOATS, QUADS_OF_FIRST, n, hits);
}

#endif
