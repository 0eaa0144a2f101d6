// SPDX-License-Identifier: MIT
// Rays against capsules: Ericson 2005, 5.1.9, and 5.3.2 for the balls at the ends.
//
// The inputs are a ray with a range of t, and a solid capsule, whose ends may coincide. They are
// apart if the range is empty, or if the square of the distance of the ray from the capsule's
// segment exceeds that of the radius, made longer by 20 * 2^-24 of it and of |x| + |y| + |z| of the
// segment and of the way from the ray's origin to its start, and by 2^-60. The outputs are the
// verdict, and t_enter and t_exit, clamped to the range, +inf and -inf for a miss. A ray that
// starts inside enters where its range begins. A NaN in the capsule or the origin proves nothing.
#include "math/ray_capsule.h"
#include "batch/kernel.h"
#include "math/slabs.h"

FORCE_INLINE void open_ray(const struct ray *ray, const struct capsule *capsule,
                           struct approach *a) {
    vf low, high;
    ray_range(ray, &low, &high);
    difference(a->from, ray->origin, capsule->start);
    difference(a->segment, capsule->end, capsule->start);
    const vf lengths = vf_add(l1_norm(a->from), l1_norm(a->segment));
    open_approach(a, ray->direction, low, high, capsule->radius, lengths);
}

FORCE_INLINE vm ray_capsule_apart(bool fuse, const struct ray *ray, const struct capsule *capsule) {
    (void)fuse;
    vf nearest;
    struct approach a;
    struct passing p;
    open_ray(ray, capsule, &a);
    find_passing(&a, &p);
    return approach_apart(&a, &p, &nearest);
}

FORCE_INLINE vm ray_capsule_outputs(const struct ray *ray, const struct capsule *capsule, vf *t) {
    vf first, last;
    struct approach a;
    open_ray(ray, capsule, &a);
    const vm apart = approach_range(&a, &first, &last);
    vf low, high;
    ray_range(ray, &low, &high);
    first = vf_min(vf_max(first, low), high);
    last = vf_max(vf_min(last, high), first);
    t[0] = vm_select(apart, vf_set(INFINITY), first);
    t[1] = vm_select(apart, vf_set(-INFINITY), last);
    return apart;
}

OUTPUT_KERNEL(ray_capsule, ray, capsule, .ranged = true, .heavy = true, .outputs = 2);

#ifdef LBX_UNIT
#define NAME ray_capsule
#include "batch/called.h"
#else
ENTRIES(lbx_test, ray_capsule_test);
ptrdiff_t lbx_ray_capsule(const lbx_rays *rays, const lbx_capsules *capsules, size_t n,
                          unsigned flags, uint8_t *hits, float *t_enter, float *t_exit) {
    float *const out[] = {t_enter, t_exit};
    return lbx_call_two(ray_capsule_test_entries, lbx_operand_rays_dir, rays, lbx_operand_capsules,
                        capsules, n, flags, hits, out);
}
#endif
