// SPDX-License-Identifier: MIT
// Overlap of oriented boxes by 15 separating axes: book 9.2.6; Gomez 1999, listing 6.
//
// In: two boxes. Apart: on some axis the distance s of the centers exceeds the sum r of the radii
// by more than 5 * 2^-19 S, S being the sum of all half extents. The pad covers rounding, axes that
// are not quite orthonormal, and the cross products of near-parallel axes, which are nothing but
// rounding (docs/numerics.md). The margins r - |s| are folded with min and compared once: min
// passes over a NaN, so that an axis which proves nothing leaves the others to count.
#ifndef LBX_OBB_OBB_H
#define LBX_OBB_OBB_H

#include "frames.h"

#define OBB_PAD 0x1.4p-17f

FORCE_INLINE vm obb_obb_apart(bool fuse, const vf *a, const vf *b) {
    vf offset[3], distance[3], rotation[3][3]; // the latter two in A's frame
    for (int c = 0; c < 3; c++) offset[c] = vf_sub(b[OBB_CENTER + c], a[OBB_CENTER + c]);
    for (int i = 0; i < 3; i++) into_box(fuse, rotation[i], a + OBB_AXIS + 3 * i, b + OBB_AXIS);
    into_box(fuse, distance, offset, a + OBB_AXIS);
    return frames_apart(fuse, OBB_PAD, a + OBB_HALF, b + OBB_HALF, distance, rotation);
}

FORCE_INLINE vm obb_obb_apart_plain(const void *context, const vf *a, const vf *b, size_t i,
                                    size_t count) {
    (void)context, (void)i, (void)count;
    return obb_obb_apart(false, a, b);
}

FORCE_INLINE vm obb_obb_apart_fused(const void *context, const vf *a, const vf *b, size_t i,
                                    size_t count) {
    (void)context, (void)i, (void)count;
    return obb_obb_apart(true, a, b);
}

static size_t obb_obb_loops_plain(const void *context, const struct lbx_operand *a,
                                  const struct lbx_operand *b, size_t first, size_t n,
                                  uint8_t *hits) {
    return heavy_loops(obb_obb_apart_plain, context, a, OBB_FLOATS, b, OBB_FLOATS, QUADS_OF_NONE,
                       first, n, hits);
}

static size_t obb_obb_loops_fused(const void *context, const struct lbx_operand *a,
                                  const struct lbx_operand *b, size_t first, size_t n,
                                  uint8_t *hits) {
    return heavy_loops(obb_obb_apart_fused, context, a, OBB_FLOATS, b, OBB_FLOATS, QUADS_OF_NONE,
                       first, n, hits);
}

static ptrdiff_t obb_obb(const struct lbx_operand *a, const struct lbx_operand *b, size_t n,
                         unsigned flags, uint8_t *hits) {
    const bool fuse = LANES_FUSE && !(flags & LBX_REPRODUCIBLE);
    return batch(fuse ? obb_obb_loops_fused : obb_obb_loops_plain, NULL, a, OBB_FLOATS, b,
                 OBB_FLOATS, QUADS_OF_NONE, n, hits);
}

#endif
