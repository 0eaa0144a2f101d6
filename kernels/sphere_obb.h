// SPDX-License-Identifier: MIT
// Spheres against oriented boxes: Arvo 1990 in the frame of the box, as Gomez 1999 has it.
//
// In: a sphere, a box. Apart: the square of the distance from the center to the box exceeds that of
// the radius, made longer by 2^-18 of itself and of the sum of the half extents. The pad covers
// rounding and axes that are not quite orthonormal (docs/numerics.md). A NaN in an axis leaves the
// others to count; one in the center, the radius or a half extent proves nothing.
#ifndef LBX_SPHERE_OBB_H
#define LBX_SPHERE_OBB_H

#include "spheres.h"

#define SPHERE_OBB_PAD 0x1p-18f

FORCE_INLINE vm sphere_obb_apart(bool fuse, const vf *sphere, const vf *box) {
    const vf *const half = box + OBB_HALF;
    vf offset[3], distance[3];
    for (int c = 0; c < 3; c++) offset[c] = vf_sub(sphere[c], box[OBB_CENTER + c]);
    for (int k = 0; k < 3; k++) {
        const vf *const axis = box + OBB_AXIS + 3 * k;
        vf along = vf_mul(offset[0], axis[0]);
        for (int c = 1; c < 3; c++) along = multiply_add(fuse, offset[c], axis[c], along);
        distance[k] = vf_max(vf_sub(vf_abs(along), half[k]), vf_set(0));
    }
    const vf radius = sphere[SPHERE_RADIUS];
    const vf sizes = vf_add(vf_add(vf_add(half[0], half[1]), half[2]), radius);
    return out_of_reach(fuse, distance, multiply_add(fuse, sizes, vf_set(SPHERE_OBB_PAD), radius),
                        1);
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

FORCE_INLINE size_t sphere_obb_loops(core *apart, const struct lbx_operand *spheres,
                                     const struct lbx_operand *boxes, size_t first, size_t n,
                                     uint8_t *hits) {
    return spheres->kind == OPERAND_COMPACT
               ? loop(apart, NULL, spheres, READ_COMPACT, SPHERE_FLOATS, boxes, READ_MEMORY,
                      OBB_FLOATS, HEAVY_GROUP, first, n, hits)
           : spheres->kind == OPERAND_ONE
               ? loop(apart, NULL, spheres, READ_ONE, SPHERE_FLOATS, boxes, READ_MEMORY, OBB_FLOATS,
                      HEAVY_GROUP, first, n, hits)
               : loop(apart, NULL, spheres, READ_CONTIGUOUS, SPHERE_FLOATS, boxes, READ_MEMORY,
                      OBB_FLOATS, HEAVY_GROUP, first, n, hits);
}

static size_t sphere_obb_loops_plain(const void *context, const struct lbx_operand *spheres,
                                     const struct lbx_operand *boxes, size_t first, size_t n,
                                     uint8_t *hits) {
    (void)context;
    return sphere_obb_loops(sphere_obb_apart_plain, spheres, boxes, first, n, hits);
}

static size_t sphere_obb_loops_fused(const void *context, const struct lbx_operand *spheres,
                                     const struct lbx_operand *boxes, size_t first, size_t n,
                                     uint8_t *hits) {
    (void)context;
    return sphere_obb_loops(sphere_obb_apart_fused, spheres, boxes, first, n, hits);
}

static ptrdiff_t sphere_obb(const struct lbx_operand *spheres, const struct lbx_operand *boxes,
                            size_t n, unsigned flags, uint8_t *hits) {
    const bool fuse = LANES_FUSE && !(flags & LBX_REPRODUCIBLE);
    return batch(fuse ? sphere_obb_loops_fused : sphere_obb_loops_plain, NULL, spheres,
                 SPHERE_FLOATS, boxes, OBB_FLOATS, n, hits);
}

#endif
