// SPDX-License-Identifier: MIT
// Rays against oriented boxes by slabs in the box's frame: book 9.2.2 (2), with the near and far
// plane of each slab picked by the sign of the direction along its axis.
//
// The inputs are a ray with a range of t, and a box. They are apart as in ray_aabb.c, with a box
// whose half extents are each larger by 5 * 2^-21 (|center - origin|_1 + sum of half). This covers
// all rounding in space, and axes that are not quite orthonormal (numerics.md). The outputs
// are the verdict, and t_enter and t_exit of the larger box, clamped to the range, +inf and -inf
// for a miss. A direction that is +-0 along an axis has the inverse inf. A plane ahead then gives
// +inf, and a plane behind gives -inf. A plane that the ray runs in gives a NaN, which min and max
// pass over. A NaN in the box or the ray has the same effect on every slab that it is in.
#include "batch/kernel.h"
#include "math/obb.h"
#include "math/slabs.h"

#define RAY_OBB_PAD 0x1.4p-19f

// The t of a slab's planes is (s -+ half) / r, where s and r are the components of the center and
// of the direction along its axis. The axes, one after the other, fit in the registers.
FORCE_INLINE void obb_slabs(bool fuse, const struct ray *ray, const struct obb *box, vf *near,
                            vf *far) {
    vf offset[3];
    for (int c = 0; c < 3; c++) offset[c] = vf_sub(box->center[c], ray->origin[c]);
    const vf pad = vf_mul(vf_add(l1_norm(offset), sum_of(box->half)), vf_set(RAY_OBB_PAD));
    for (int k = 0; k < 3; k++) {
        vf axis[3];
        for (int c = 0; c < 3; c++) axis[c] = vf_hold(box->axis[k][c]);
        const vf r = dot_product(fuse, ray->direction, axis), s = dot_product(fuse, offset, axis);
        const vf inverse = vf_div(vf_set(1.0f), r);
        const vf half = vf_flip(vf_add(box->half[k], pad), r);
        near[k] = vf_mul(vf_sub(s, half), inverse);
        far[k] = vf_mul(vf_add(s, half), inverse);
    }
}

FORCE_INLINE vm ray_obb_apart(bool fuse, const struct ray *ray, const struct obb *box) {
    vf near[3], far[3], t_low, t_high;
    obb_slabs(fuse, ray, box, near, far);
    ray_range(ray, &t_low, &t_high);
    return slabs_apart(near, far, t_low, t_high, 0);
}

FORCE_INLINE vm ray_obb_outputs(const struct ray *ray, const struct obb *box, vf *t) {
    vf near[3], far[3], t_low, t_high;
    obb_slabs(false, ray, box, near, far);
    ray_range(ray, &t_low, &t_high);
    return slabs_apart_t(near, far, t_low, t_high, 0, t);
}

OUTPUT_KERNEL(ray_obb, ray, obb, .ranged = true, .outputs = 2, .fuses = true);

#ifdef LBX_UNIT
#define NAME ray_obb
#include "batch/walks.h"
#else
ENTRIES(lbx_test, ray_obb_test);
ENTRIES(lbx_few, ray_obb_few);
ptrdiff_t lbx_ray_obb(const lbx_rays *rays, const lbx_obbs *boxes, size_t n, unsigned flags,
                      uint8_t *hits, float *t_enter, float *t_exit) {
    float *const out[] = {t_enter, t_exit};
    struct lbx_dense few[2];
    if (is_few(n, flags) && dense_rays(&few[0], rays, n) && dense_obbs(&few[1], boxes, n) &&
        !is_one_by_one(few))
        return ACTIVE(ray_obb_few)(&few[0], &few[1], n, flags, hits, out);
    return lbx_call_two(ray_obb_test_entries, lbx_operand_rays_dir, rays, lbx_operand_obbs, boxes,
                        n, flags, hits, out);
}
#endif
