// SPDX-License-Identifier: MIT
// Rays against oriented boxes by slabs in the box's frame: book 9.2.2 (2), with the near and far
// plane of each slab picked by the sign of the direction along its axis.
//
// In: a ray with a range of t, a box. Apart: as in ray_aabb.h, of a box whose half extents are each
// larger by 5 * 2^-21 (|center - origin|_1 + sum of half): this covers all rounding in space, and
// axes that are not quite orthonormal (docs/numerics.md). Out: the verdict; t_enter and t_exit of
// the larger box, cut to the range, +inf and -inf for a miss. A direction that is +-0 along an axis
// divides to inf: a plane ahead gives +inf, one behind -inf, and one that the ray runs in a NaN,
// which min and max pass over. A NaN in the box or the ray does the same to every slab that it is
// in.
#ifndef LBX_RAY_OBB_H
#define LBX_RAY_OBB_H

#include "obb.h"
#include "slabs.h"

#define RAY_OBB_PAD 0x1.4p-19f

// The t of a slab's planes is (s -+ half) / r, s and r being the center's and the direction's part
// along its axis. One axis after the other: all at once they need more registers than there are.
FORCE_INLINE void obb_slabs(bool fuse, const vf *ray, const vf *box, vf *near, vf *far) {
    const vf *const box_half = box + OBB_HALF;
    vf offset[3];
    for (int c = 0; c < 3; c++) offset[c] = vf_sub(box[OBB_CENTER + c], ray[c]);
    const vf pad = vf_mul(vf_add(sum_of_sizes(offset), sum_of(box_half)), vf_set(RAY_OBB_PAD));
    for (int k = 0; k < 3; k++) {
        vf axis[3];
        for (int c = 0; c < 3; c++) axis[c] = vf_hold(box[OBB_AXIS + 3 * k + c]);
        const vf r = dot_product(fuse, ray + 3, axis), s = dot_product(fuse, offset, axis);
        const vf inverse = vf_div(vf_set(1.0f), r);
        const vf half = vf_flip(vf_add(box_half[k], pad), r);
        near[k] = vf_mul(vf_sub(s, half), inverse);
        far[k] = vf_mul(vf_add(s, half), inverse);
    }
}

FORCE_INLINE vm ray_obb_apart(bool fuse, const struct ray_context *context, const vf *ray,
                              const vf *box) {
    vf near[3], far[3], t_low, t_high;
    obb_slabs(fuse, ray, box, near, far);
    ray_range(context->optional, ray[6], ray[7], &t_low, &t_high);
    return slabs_apart(near, far, t_low, t_high);
}

FORCE_INLINE vm ray_obb_apart_plain(const void *context, const vf *ray, const vf *box, size_t i,
                                    size_t count) {
    (void)i, (void)count;
    return ray_obb_apart(false, context, ray, box);
}

FORCE_INLINE vm ray_obb_apart_fused(const void *context, const vf *ray, const vf *box, size_t i,
                                    size_t count) {
    (void)i, (void)count;
    return ray_obb_apart(true, context, ray, box);
}

FORCE_INLINE vm ray_obb_apart_t(const void *context, const vf *ray, const vf *box, size_t i,
                                size_t count) {
    const struct ray_context *r = context;
    vf near[3], far[3], t_low, t_high;
    obb_slabs(false, ray, box, near, far);
    ray_range(r->optional, ray[6], ray[7], &t_low, &t_high);
    return slabs_apart_t(r, near, far, t_low, t_high, i, count);
}

FORCE_INLINE size_t ray_obb_loop(core *apart, const struct ray_context *context,
                                 const struct lbx_operand *rays, const struct lbx_operand *boxes,
                                 size_t first, size_t n, uint8_t *hits) {
    struct ray_context r = *context; // a local copy, which the stores of t cannot change
    if (r.optional & (RAY_T_MIN | RAY_T_MAX)) {
        return all_loops(apart, &r, rays, RAY_FLOATS, boxes, OBB_FLOATS, QUADS_OF_NONE, LIGHT_GROUP,
                         first, n, hits);
    }
    r.optional = 0;
    return all_loops(apart, &r, rays, RAY_FLOATS_NO_RANGE, boxes, OBB_FLOATS, QUADS_OF_NONE,
                     LIGHT_GROUP, first, n, hits);
}

static size_t ray_obb_loops(const void *context, const struct lbx_operand *rays,
                            const struct lbx_operand *boxes, size_t first, size_t n,
                            uint8_t *hits) {
    const struct ray_context *r = context;
    return r->t_enter || r->t_exit ? ray_obb_loop(ray_obb_apart_t, r, rays, boxes, first, n, hits)
           : r->fuse ? ray_obb_loop(ray_obb_apart_fused, r, rays, boxes, first, n, hits)
                     : ray_obb_loop(ray_obb_apart_plain, r, rays, boxes, first, n, hits);
}

static ptrdiff_t ray_obb(const struct lbx_operand *rays, const struct lbx_operand *boxes, size_t n,
                         unsigned flags, uint8_t *hits, float *t_enter, float *t_exit) {
    const bool fuse = LANES_FUSE && !(flags & LBX_REPRODUCIBLE);
    const struct ray_context r = {rays->optional, t_enter, t_exit, fuse};
    return batch(ray_obb_loops, &r, rays, RAY_FLOATS, boxes, OBB_FLOATS, QUADS_OF_NONE, n, hits);
}

#endif
