// SPDX-License-Identifier: MIT
// Spheres against axis-aligned boxes: Arvo 1990, Gomez 1999, listing 5.
//
// In: a sphere, a box. Apart: the square of the distance from the center to the nearest point of
// the box, which is the center clamped to it, exceeds that of the radius by more than rounding can
// make it: by 2^-21, relative (docs/numerics.md). A NaN among the planes limits nothing; one in the
// sphere is in the square, which then proves nothing. The empty box is clamped to its end at -inf
// or -FLT_MAX, and the square is infinite.
#ifndef LBX_SPHERE_AABB_H
#define LBX_SPHERE_AABB_H

#include "spheres.h"

#define SPHERE_AABB_PAD 0x1.000008p+0f // 1 + 8 half ulps of 1, see docs/numerics.md

// Operands in the order that passes over a NaN in the box.
FORCE_INLINE vm sphere_aabb_apart(bool fuse, const vf *sphere, const vf *box) {
    vf distance[3];
    for (int c = 0; c < 3; c++) {
        const vf center = vf_hold(sphere[c]);
        distance[c] = vf_sub(center, vf_min(box[3 + c], vf_max(box[c], center)));
    }
    const vf square = vf_mul(reach_square(sphere[SPHERE_RADIUS]), vf_set(SPHERE_AABB_PAD));
    return is_beyond(fuse, distance, square);
}

FORCE_INLINE vm sphere_aabb_apart_plain(const void *context, const vf *sphere, const vf *box,
                                        size_t i, size_t count) {
    (void)context, (void)i, (void)count;
    return sphere_aabb_apart(false, sphere, box);
}

FORCE_INLINE vm sphere_aabb_apart_fused(const void *context, const vf *sphere, const vf *box,
                                        size_t i, size_t count) {
    (void)context, (void)i, (void)count;
    return sphere_aabb_apart(true, sphere, box);
}

static size_t sphere_aabb_loops_plain(const void *context, const struct lbx_operand *spheres,
                                      const struct lbx_operand *boxes, size_t first, size_t n,
                                      uint8_t *hits) {
    return all_loops(sphere_aabb_apart_plain, context, spheres, SPHERE_FLOATS, boxes, AABB_FLOATS,
                     QUADS_OF_BOTH, LIGHT_GROUP, first, n, hits);
}

static size_t sphere_aabb_loops_fused(const void *context, const struct lbx_operand *spheres,
                                      const struct lbx_operand *boxes, size_t first, size_t n,
                                      uint8_t *hits) {
    return all_loops(sphere_aabb_apart_fused, context, spheres, SPHERE_FLOATS, boxes, AABB_FLOATS,
                     QUADS_OF_BOTH, LIGHT_GROUP, first, n, hits);
}

static ptrdiff_t sphere_aabb(const struct lbx_operand *spheres, const struct lbx_operand *boxes,
                             size_t n, unsigned flags, uint8_t *hits) {
    const bool fuse = LANES_FUSE && !(flags & LBX_REPRODUCIBLE);
    return batch(fuse ? sphere_aabb_loops_fused : sphere_aabb_loops_plain, NULL, spheres,
                 SPHERE_FLOATS, boxes, AABB_FLOATS, QUADS_OF_BOTH, n, hits);
}

#endif
