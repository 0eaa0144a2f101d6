// SPDX-License-Identifier: MIT
// Rays against axis-aligned boxes by slabs: book 9.2.2 (1), with the near and far plane of each
// slab picked by the sign of the direction.
//
// The inputs are a ray with a range of t, and a box. They are apart if the ray enters the last slab
// after it has left the first, by more than rounding can make it: enter > min(exit, t_max) (1 +
// 2^-21), see numerics.md. The outputs are the verdict, and t_enter and t_exit clamped to the
// range, +inf and -inf for a miss. A direction of +-0 has the inverse inf. A plane ahead then gives
// +inf, and a plane behind gives -inf. A plane that the ray runs in gives a NaN, which min and max
// pass over, so that the slab is closed at both faces. A NaN in the box has the same effect.
#include "batch/kernel.h"
#include "math/ray_slabs.h"

// For rays that differ from lane to lane.
FORCE_INLINE void ray_planes(const struct ray *ray, const struct aabb *box, vf *near, vf *far) {
    vf minus_inverse[3];
    ray_inverse(ray, minus_inverse);
    for (int c = 0; c < 3; c++) {
        far[c] = plane_t(ray->origin[c], minus_inverse[c], box->min[c]);
        near[c] = plane_t(ray->origin[c], minus_inverse[c], box->max[c]);
        vf_swap(vf_negative(minus_inverse[c]), &near[c], &far[c]);
    }
}

FORCE_INLINE vm ray_aabb_apart(bool fuse, const struct ray *ray, const struct aabb *box) {
    (void)fuse; // fusing was not measured to pay off for rays that differ
    vf near[3], far[3], t_low, t_high;
    ray_planes(ray, box, near, far);
    scaled_range(ray, &t_low, &t_high);
    return slabs_apart(near, far, t_low, t_high, RAY_T_LEAST);
}

FORCE_INLINE vm ray_aabb_outputs(const struct ray *ray, const struct aabb *box, vf *t) {
    vf near[3], far[3], t_low, t_high;
    ray_planes(ray, box, near, far);
    scaled_range(ray, &t_low, &t_high);
    const vm apart = slabs_apart_t(near, far, t_low, t_high, RAY_T_LEAST, t);
    unscale(t);
    return apart;
}

FORCE_INLINE vm one_ray_outputs(const struct one_ray *ray, const struct corners *box, vf *t) {
    vf near[3], far[3];
    one_ray_planes(ray, box, near, far);
    const vm apart = slabs_apart_t(near, far, ray->t_low, ray->t_high, RAY_T_LEAST, t);
    unscale(t);
    return apart;
}

static inline enum form one_ray_prepare(enum form form, const float *ray, unsigned given,
                                        union lanes *one, const float *const *at,
                                        const float **seen) {
    bool reversed[3];
    form = ray_aabb_prepare(form, ray, given, one, reversed);
    pick_corners(reversed, at, seen);
    return form;
}

OUTPUT_CORE(one_ray, one_ray, corners)
OUTPUT_KERNEL(ray_aabb, ray, aabb, .ranged = true, .short_loops = true, .quads = QUADS_OF_BOTH,
              .outputs = 2, .fuses = true, .fuses_prepared = true, .prepare = one_ray_prepare,
              .always_prepared = true, .prepared_floats = corners_floats,
              .core_of_prepared = one_ray_core);

#ifdef LBX_UNIT
#define NAME ray_aabb
#include "batch/walks.h"
#else
ENTRIES(lbx_test, ray_aabb_test);
ENTRIES(lbx_few, ray_aabb_few);
ptrdiff_t lbx_ray_aabb(const lbx_rays *rays, const lbx_aabbs *boxes, size_t n, unsigned flags,
                       uint8_t *hits, float *t_enter, float *t_exit) {
    float *const out[] = {t_enter, t_exit};
    struct lbx_dense few[2];
    if (is_few(n, flags) && dense_rays(&few[0], rays, n) && dense_aabbs(&few[1], boxes, n) &&
        !is_one_by_one(few))
        return ACTIVE(ray_aabb_few)(&few[0], &few[1], n, flags, hits, out);
    return lbx_call_two(ray_aabb_test_entries, lbx_operand_rays, rays, lbx_operand_aabbs, boxes, n,
                        flags, hits, out);
}
#endif
