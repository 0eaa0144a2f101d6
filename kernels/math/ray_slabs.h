// SPDX-License-Identifier: MIT
// One ray against many axis-aligned boxes, for ray_aabb.c, nodes and orders.
#ifndef LBX_RAY_SLABS_H
#define LBX_RAY_SLABS_H

#include "elements.h"
#include "slabs.h"

#define RAY_FUSED_PAD 0x1p-22f    // four half ulps of origin / dir, on either side
#define RAY_FUSED_OFFSET 0x1p104f // an origin / dir of 2^126, scaled
#define RAY_T_SCALE 0x1p-22f      // of t: the inverse of a denormal is finite, too
#define RAY_T_LEAST 0x1p-122f     // of a scaled t: more than underflow takes, flushed denormals too

// The t of a plane is computed as (origin - plane) * (-1 / dir). The plane is then the subtrahend,
// whose load needs no instruction of its own. This saves an eighth.
FORCE_INLINE vf plane_t(vf origin, vf minus_inverse, vf plane) {
    return vf_mul(vf_sub(origin, plane), minus_inverse);
}

// -RAY_T_SCALE / direction, which is infinite only for a direction of 0. `inverted` is tested once,
// not for each axis, because clang 14 makes a branch of each test: .66 ns a ray, not .57.
FORCE_INLINE void ray_inverse(const struct ray *ray, vf *minus_inverse) {
    const vf scale = vf_set(-RAY_T_SCALE), *const given = ray->direction;
    for (int c = 0; c < 3; c++) minus_inverse[c] = vf_mul(given[c], scale);
    if (ray->inverted) return;
    for (int c = 0; c < 3; c++) minus_inverse[c] = vf_div(scale, given[c]);
}

FORCE_INLINE void scaled_range(const struct ray *ray, vf *t_low, vf *t_high) {
    const vf scale = vf_set(RAY_T_SCALE);
    ray_range(ray, t_low, t_high);
    *t_low = vf_mul(*t_low, scale);
    *t_high = vf_mul(*t_high, scale);
}

FORCE_INLINE void unscale(vf *t) {
    for (int k = 0; k < 2; k++) t[k] = vf_mul(t[k], vf_set(1 / RAY_T_SCALE));
}

// One ray against many boxes: the signs of its direction say which corners are near.
static inline enum form ray_aabb_prepare(enum form form, const float *ray, unsigned given,
                                         union lanes *lanes, bool *reversed) {
    struct one_ray *one = &lanes->one_ray;
    bool fits = true;
    for (int c = 0; c < 3; c++) {
        const float origin = ray[c];
        const float inverse =
            given & RAY_INVERSE ? ray[3 + c] * RAY_T_SCALE : RAY_T_SCALE / ray[3 + c];
        float offset = origin * inverse;
        ROUND_PRODUCT(FLOAT_REGISTER, offset);
        const float pad = fabsf(offset) * RAY_FUSED_PAD;
        reversed[c] = signbit(inverse);
        // The plain form for a zero, which has no finite inverse, and for offsets that could
        // overflow: what bounds them would be a NaN, which proves nothing.
        fits &= fabsf(inverse) <= RAY_T_LIMIT;
        fits &= fabsf(offset) < RAY_FUSED_OFFSET;
        one->origin[c] = vf_set(origin);
        one->inverse[c] = vf_set(inverse);
        one->minus_inverse[c] = vf_set(-inverse);
        one->near_offset[c] = vf_set(-offset - pad);
        one->far_offset[c] = vf_set(-offset + pad);
    }
    const struct ray range = {.t_min = vf_set(ray[RAY_AT_T_MIN]),
                              .t_max = vf_set(ray[RAY_AT_T_MAX]),
                              .has_t_min = given & RAY_T_MIN,
                              .has_t_max = given & RAY_T_MAX};
    scaled_range(&range, &one->t_low, &one->t_high);
    return form == FORM_FUSED && !fits ? FORM_PLAIN : form;
}

// The box is given by its near and its far corner.
FORCE_INLINE void one_ray_planes(const struct one_ray *ray, const struct corners *box, vf *near,
                                 vf *far) {
    for (int c = 0; c < 3; c++) {
        near[c] = plane_t(ray->origin[c], ray->minus_inverse[c], box->near[c]);
        far[c] = plane_t(ray->origin[c], ray->minus_inverse[c], box->far[c]);
    }
}

FORCE_INLINE vm one_ray_apart(bool fuse, const struct one_ray *ray, const struct corners *box) {
    vf near[3], far[3], enter = ray->t_low, exit = ray->t_high;
    if (!fuse) {
        one_ray_planes(ray, box, near, far);
        return slabs_apart(near, far, enter, exit, RAY_T_LEAST);
    }
    // Subtraction shares its pipes with min and max, but multiply-add has its own. The axes are
    // done one after the other: with all t first, gcc 12 takes 3 % longer.
    for (int c = 0; c < 3; c++) {
        enter = vf_max(vf_fma(box->near[c], ray->inverse[c], ray->near_offset[c]), enter);
        exit = vf_min(vf_fma(box->far[c], ray->inverse[c], ray->far_offset[c]), exit);
    }
    return vf_less(vf_fma(exit, vf_set(RAY_T_PAD), vf_set(RAY_T_LEAST)), enter);
}

#endif
