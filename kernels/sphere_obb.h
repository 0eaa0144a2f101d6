// SPDX-License-Identifier: MIT
// Spheres against oriented boxes: Arvo 1990 in the frame of the box, as Gomez 1999 has it.
//
// In: a sphere, a box. Apart: the square of the distance from the center to the box exceeds that of
// the radius, made longer by 2^-18 of itself and of the sum of the half extents, and by 2^-72. The
// pad covers rounding and axes that are not quite orthonormal, 2^-72 squares that underflow
// (docs/numerics.md). A NaN in an axis leaves the others to count; one in the center, the
// radius or a half extent proves nothing.
#ifndef LBX_SPHERE_OBB_H
#define LBX_SPHERE_OBB_H

#include "obb.h"
#include "spheres.h"

#define SPHERE_OBB_PAD 0x1p-18f
#define SPHERE_OBB_FLOOR 0x1p-72f

// The reach is summed so that what one side has of it is computed once where it is one item.
FORCE_INLINE vm sphere_obb_apart(bool fuse, const vf *sphere, const vf *box) {
    vf offset[3], along[3], distance[3], half[3];
    for (int c = 0; c < 3; c++) offset[c] = vf_sub(sphere[c], box[OBB_CENTER + c]);
    into_box(fuse, along, offset, box + OBB_AXIS);
    for (int k = 0; k < 3; k++) {
        half[k] = vf_hold(box[OBB_HALF + k]);
        distance[k] = vf_max(vf_sub(vf_abs(along[k]), half[k]), vf_set(0));
    }
    const vf of_sphere = multiply_add(fuse, sphere[SPHERE_RADIUS], vf_set(1 + SPHERE_OBB_PAD),
                                      vf_set(SPHERE_OBB_FLOOR));
    const vf reach = multiply_add(fuse, sum_of(half), vf_set(SPHERE_OBB_PAD), of_sphere);
    return is_beyond(fuse, distance, reach_square(reach));
}

FORCE_INLINE vm sphere_obb_apart_plain(const void *context, const vf *sphere, const vf *box,
                                       size_t i, size_t count) {
    (void)context, (void)i, (void)count;
    return sphere_obb_apart(false, sphere, box);
}

FORCE_INLINE vm sphere_obb_apart_fused(const void *context, const vf *sphere, const vf *box,
                                       size_t i, size_t count) {
    (void)context, (void)i, (void)count;
    return sphere_obb_apart(true, sphere, box);
}

static size_t sphere_obb_loops_plain(const void *context, const struct lbx_operand *spheres,
                                     const struct lbx_operand *boxes, size_t first, size_t n,
                                     uint8_t *hits) {
    return all_loops(sphere_obb_apart_plain, context, spheres, SPHERE_FLOATS, boxes, OBB_FLOATS,
                     QUADS_OF_FIRST, LIGHT_GROUP, first, n, hits);
}

static size_t sphere_obb_loops_fused(const void *context, const struct lbx_operand *spheres,
                                     const struct lbx_operand *boxes, size_t first, size_t n,
                                     uint8_t *hits) {
    return all_loops(sphere_obb_apart_fused, context, spheres, SPHERE_FLOATS, boxes, OBB_FLOATS,
                     QUADS_OF_FIRST, LIGHT_GROUP, first, n, hits);
}

static ptrdiff_t sphere_obb(const struct lbx_operand *spheres, const struct lbx_operand *boxes,
                            size_t n, unsigned flags, uint8_t *hits) {
    const bool fuse = LANES_FUSE && !(flags & LBX_REPRODUCIBLE);
    return batch(fuse ? sphere_obb_loops_fused : sphere_obb_loops_plain, NULL, spheres,
                 SPHERE_FLOATS, boxes, OBB_FLOATS, QUADS_OF_FIRST, n, hits);
}

#endif
