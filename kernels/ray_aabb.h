// SPDX-License-Identifier: MIT
// Rays against axis-aligned boxes by slabs: book 9.2.2 (1), with the near and far plane of each
// slab picked by the sign of the direction.
//
// In: a ray with a range of t, a box. Apart: the ray enters the last slab after it has left the
// first, by more than rounding can make it: enter > min(exit, t_max) (1 + 2^-21), see
// docs/numerics.md. Out: the verdict; t_enter and t_exit cut to the range, +inf and -inf for a
// miss. A direction of +-0 divides to inf: a plane ahead gives +inf, one behind -inf, and one that
// the ray runs in a NaN, which min and max pass over: the slab is closed at both faces. A NaN in
// the box does the same.
#ifndef LBX_RAY_AABB_H
#define LBX_RAY_AABB_H

#include <math.h>

#include "slabs.h"

#define RAY_FUSED_PAD 0x1p-22f // four half ulps of origin / dir, on either side

// One ray, broadcast, for the loops over many boxes.
struct one_ray {
    struct ray_context context;
    vf origin[3], inverse[3], minus_inverse[3];
    vf near_offset[3], far_offset[3]; // fused: -origin / dir, moved apart by the pad
    vf t_low, t_high;
};

// The t of a plane as (origin - plane) * (-1 / dir): the plane, from memory, can then be the
// operand that is subtracted, and the load costs no instruction of its own. An eighth of the plain
// loop.
FORCE_INLINE vf plane_t(vf origin, vf minus_inverse, vf plane) {
    return vf_mul(vf_sub(origin, plane), minus_inverse);
}

// Rays that differ from lane to lane; `inverse` is -1 / dir, or 1 / dir for minus the t.
FORCE_INLINE void ray_planes(const vf *origin, const vf *inverse, bool forwards, const vf *box,
                             vf *near, vf *far) {
    for (int c = 0; c < 3; c++) {
        vf t[2] = {plane_t(origin[c], inverse[c], box[c]),
                   plane_t(origin[c], inverse[c], box[3 + c])};
        vf_swap(vf_negative(inverse[c]), &t[0], &t[1]);
        near[c] = t[forwards];
        far[c] = t[!forwards];
    }
}

// Without t, backwards: an inv_dir that is given need not be negated.
FORCE_INLINE vm rays_apart(const void *context, const vf *ray, const vf *box, size_t i,
                           size_t count) {
    (void)i, (void)count;
    const struct ray_context *r = context;
    vf inverse[3], near[3], far[3], t_low, t_high;
    for (int c = 0; c < 3; c++) {
        inverse[c] = r->optional & RAY_INVERSE ? ray[3 + c] : vf_div(vf_set(1.0f), ray[3 + c]);
    }
    ray_planes(ray, inverse, false, box, near, far);
    ray_range(r->optional, ray[6], ray[7], &t_low, &t_high);
    vf enter = vf_negate(t_low), exit = vf_negate(t_high);
    for (int c = 0; c < 3; c++) {
        enter = vf_min(near[c], enter);
        exit = vf_max(far[c], exit);
    }
    return vf_less(enter, vf_mul(exit, vf_set(RAY_T_PAD)));
}

FORCE_INLINE vm rays_apart_t(const void *context, const vf *ray, const vf *box, size_t i,
                             size_t count) {
    const struct ray_context *r = context;
    vf inverse[3], near[3], far[3], t_low, t_high;
    for (int c = 0; c < 3; c++) {
        inverse[c] =
            r->optional & RAY_INVERSE ? vf_negate(ray[3 + c]) : vf_div(vf_set(-1.0f), ray[3 + c]);
    }
    ray_planes(ray, inverse, true, box, near, far);
    ray_range(r->optional, ray[6], ray[7], &t_low, &t_high);
    return slabs_apart_t(r, near, far, t_low, t_high, i, count);
}

// One ray; the box's corners are the near and the far one.
FORCE_INLINE void one_ray_planes(const struct one_ray *one, const vf *box, vf *near, vf *far) {
    for (int c = 0; c < 3; c++) {
        near[c] = plane_t(one->origin[c], one->minus_inverse[c], box[c]);
        far[c] = plane_t(one->origin[c], one->minus_inverse[c], box[3 + c]);
    }
}

FORCE_INLINE vm one_ray_apart(const void *context, const vf *ray, const vf *box, size_t i,
                              size_t count) {
    (void)ray, (void)i, (void)count;
    const struct one_ray *one = context;
    vf near[3], far[3];
    one_ray_planes(one, box, near, far);
    return slabs_apart(near, far, one->t_low, one->t_high);
}

FORCE_INLINE vm one_ray_apart_t(const void *context, const vf *ray, const vf *box, size_t i,
                                size_t count) {
    (void)ray;
    const struct one_ray *one = context;
    vf near[3], far[3];
    one_ray_planes(one, box, near, far);
    return slabs_apart_t(&one->context, near, far, one->t_low, one->t_high, i, count);
}

// Fused: subtraction shares its pipes with min and max, multiply-add has its own. One axis after
// the other: with all six t first, for slabs_apart, gcc 12 takes 3 % longer.
FORCE_INLINE vm one_ray_apart_fused(const void *context, const vf *ray, const vf *box, size_t i,
                                    size_t count) {
    (void)ray, (void)i, (void)count;
    const struct one_ray *one = context;
    vf enter = one->t_low, exit = one->t_high;
    for (int c = 0; c < 3; c++) {
        vf near = vf_fma(box[c], one->inverse[c], one->near_offset[c]);
        vf far = vf_fma(box[3 + c], one->inverse[c], one->far_offset[c]);
        enter = vf_max(near, enter);
        exit = vf_min(far, exit);
    }
    return vf_less(vf_mul(exit, vf_set(RAY_T_PAD)), enter);
}

FORCE_INLINE size_t one_ray_loop(core *apart, const struct one_ray *one,
                                 const struct lbx_operand *rays, const struct lbx_operand *planes,
                                 size_t first, size_t n, uint8_t *hits) {
    return loop(apart, one, rays, READ_ONE, 0, planes, READ_CONTIGUOUS, AABB_FLOATS, LIGHT_GROUP,
                first, n, hits);
}

// One ray against contiguous boxes: the signs of its direction say which planes are near.
static size_t one_ray_loops(const struct ray_context *r, const struct lbx_operand *rays,
                            const struct lbx_operand *boxes, size_t first, size_t n,
                            uint8_t *hits) {
    struct lbx_operand planes; // near x y z, far x y z
    struct one_ray one;
    one.context = *r;
    bool fuse = r->fuse;
    for (int c = 0; c < 3; c++) {
        const float origin = *rays->at[c], given = *rays->at[3 + c];
        const float inverse = r->optional & RAY_INVERSE ? given : 1.0f / given;
        const float offset = origin * inverse, pad = fabsf(offset) * RAY_FUSED_PAD;
        const int near = signbit(inverse) ? 3 + c : c;
        planes.at[c] = boxes->at[near];
        planes.at[3 + c] = boxes->at[2 * c + 3 - near];
        // A zero has no finite inverse, and huge products overflow: such rays stay plain.
        fuse = fuse && fabsf(inverse) <= RAY_T_LIMIT && fabsf(offset) < 0x1p126f;
        one.origin[c] = vf_set(origin);
        one.inverse[c] = vf_set(inverse);
        one.minus_inverse[c] = vf_set(-inverse);
        one.near_offset[c] = vf_set(-offset - pad);
        one.far_offset[c] = vf_set(-offset + pad);
    }
    ray_range(r->optional, vf_set(*rays->at[6]), vf_set(*rays->at[7]), &one.t_low, &one.t_high);
    if (fuse) return one_ray_loop(one_ray_apart_fused, &one, rays, &planes, first, n, hits);
    return r->t_enter || r->t_exit
               ? one_ray_loop(one_ray_apart_t, &one, rays, &planes, first, n, hits)
               : one_ray_loop(one_ray_apart, &one, rays, &planes, first, n, hits);
}

FORCE_INLINE size_t rays_loop(const struct ray_context *context, const struct lbx_operand *rays,
                              enum reading ray_reading, const struct lbx_operand *boxes,
                              enum reading box_reading, size_t first, size_t n, uint8_t *hits) {
    struct ray_context r = *context; // a local copy, which the stores of t cannot change
    const bool wants_t = r.t_enter || r.t_exit;
    if (ray_reading != READ_COMPACT && r.optional & (RAY_T_MIN | RAY_T_MAX)) {
        return wants_t ? loop(rays_apart_t, &r, rays, ray_reading, RAY_FLOATS, boxes, box_reading,
                              AABB_FLOATS, LIGHT_GROUP, first, n, hits)
                       : loop(rays_apart, &r, rays, ray_reading, RAY_FLOATS, boxes, box_reading,
                              AABB_FLOATS, LIGHT_GROUP, first, n, hits);
    }
    r.optional &= RAY_INVERSE;
    return wants_t ? loop(rays_apart_t, &r, rays, ray_reading, RAY_FLOATS_NO_RANGE, boxes,
                          box_reading, AABB_FLOATS, LIGHT_GROUP, first, n, hits)
                   : loop(rays_apart, &r, rays, ray_reading, RAY_FLOATS_NO_RANGE, boxes,
                          box_reading, AABB_FLOATS, LIGHT_GROUP, first, n, hits);
}

static size_t ray_aabb_loops(const void *context, const struct lbx_operand *rays,
                             const struct lbx_operand *boxes, size_t first, size_t n,
                             uint8_t *hits) {
    const struct ray_context *r = context;
    if (rays->kind == OPERAND_ONE) {
        return boxes->kind == OPERAND_CONTIGUOUS
                   ? one_ray_loops(r, rays, boxes, first, n, hits)
                   : rays_loop(r, rays, READ_ONE, boxes, READ_COMPACT, first, n, hits);
    }
    if (rays->kind == OPERAND_COMPACT) {
        return boxes->kind == OPERAND_COMPACT
                   ? rays_loop(r, rays, READ_COMPACT, boxes, READ_COMPACT, first, n, hits)
               : boxes->kind == OPERAND_ONE
                   ? rays_loop(r, rays, READ_COMPACT, boxes, READ_ONE, first, n, hits)
                   : rays_loop(r, rays, READ_COMPACT, boxes, READ_CONTIGUOUS, first, n, hits);
    }
    if (boxes->kind == OPERAND_COMPACT) {
        return rays_loop(r, rays, READ_CONTIGUOUS, boxes, READ_COMPACT, first, n, hits);
    }
    if (boxes->kind == OPERAND_ONE) {
        return rays_loop(r, rays, READ_CONTIGUOUS, boxes, READ_ONE, first, n, hits);
    }
    return rays_loop(r, rays, READ_CONTIGUOUS, boxes, READ_CONTIGUOUS, first, n, hits);
}

static ptrdiff_t ray_aabb(const struct lbx_operand *rays, const struct lbx_operand *boxes, size_t n,
                          unsigned flags, uint8_t *hits, float *t_enter, float *t_exit) {
    const bool fuse = LANES_FUSE && !(flags & LBX_REPRODUCIBLE) && !t_enter && !t_exit;
    const struct ray_context r = {rays->optional, t_enter, t_exit, fuse};
    return batch(ray_aabb_loops, &r, rays, RAY_FLOATS, boxes, AABB_FLOATS, QUADS_OF_BOTH, n, hits);
}

#endif
