// SPDX-License-Identifier: MIT
// Overlap of spheres: the static part of Gomez 1999, listing 2.
//
// In: two spheres. Apart: the square of the distance of the centers exceeds that of the sum of the
// radii by more than rounding can make it: by 5 * 2^-23, relative (docs/numerics.md). A NaN in
// either is in the comparison, which then proves nothing.
#ifndef LBX_SPHERE_SPHERE_H
#define LBX_SPHERE_SPHERE_H

#include "spheres.h"

#define SPHERE_SPHERE_PAD 0x1.00000ap+0f // 1 + 10 half ulps of 1, see docs/numerics.md

FORCE_INLINE vm sphere_sphere_apart(bool fuse, const vf *a, const vf *b) {
    vf distance[3];
    for (int c = 0; c < 3; c++) distance[c] = vf_sub(b[c], a[c]);
    const vf reach = vf_add(a[SPHERE_RADIUS], b[SPHERE_RADIUS]);
    return is_beyond(fuse, distance, vf_mul(reach_square(reach), vf_set(SPHERE_SPHERE_PAD)));
}

FORCE_INLINE vm sphere_sphere_apart_plain(const void *context, const vf *a, const vf *b, size_t i,
                                          size_t count) {
    (void)context, (void)i, (void)count;
    return sphere_sphere_apart(false, a, b);
}

FORCE_INLINE vm sphere_sphere_apart_fused(const void *context, const vf *a, const vf *b, size_t i,
                                          size_t count) {
    (void)context, (void)i, (void)count;
    return sphere_sphere_apart(true, a, b);
}

static size_t sphere_sphere_loops_plain(const void *context, const struct lbx_operand *a,
                                        const struct lbx_operand *b, size_t first, size_t n,
                                        uint8_t *hits) {
    return symmetric_loops(sphere_sphere_apart_plain, context, a, b, SPHERE_FLOATS, QUADS_OF_BOTH,
                           LIGHT_GROUP, first, n, hits);
}

static size_t sphere_sphere_loops_fused(const void *context, const struct lbx_operand *a,
                                        const struct lbx_operand *b, size_t first, size_t n,
                                        uint8_t *hits) {
    return symmetric_loops(sphere_sphere_apart_fused, context, a, b, SPHERE_FLOATS, QUADS_OF_BOTH,
                           LIGHT_GROUP, first, n, hits);
}

static ptrdiff_t sphere_sphere(const struct lbx_operand *a, const struct lbx_operand *b, size_t n,
                               unsigned flags, uint8_t *hits) {
    const bool fuse = LANES_FUSE && !(flags & LBX_REPRODUCIBLE);
    return batch(fuse ? sphere_sphere_loops_fused : sphere_sphere_loops_plain, NULL, a,
                 SPHERE_FLOATS, b, SPHERE_FLOATS, QUADS_OF_BOTH, n, hits);
}

#endif
