// SPDX-License-Identifier: MIT
// Spheres against capsules in straight motion: Ericson 2005, 5.5.5, as a ray against a capsule.
//
// The inputs are a sphere and a capsule, each with its displacement while u runs from 0 to 1.
// Relative to the capsule, the sphere's center moves along a segment, which is tested against a
// capsule whose radius is the sum of both as in ray_capsule.c; what the radii are made longer by is
// 20 * 2^-24 of them, of |x| + |y| + |z| of the relative displacement and of the capsule's segment,
// and 2^-60. The outputs are the verdict, and the two u between which they touch, clamped to [0,
// 1], 2 for a miss. If they touch at u = 0, the first u is 0. A NaN in either proves nothing.
#include "batch/kernel.h"
#include "math/ray_capsule.h"
#include "math/sweep.h"

FORCE_INLINE void open_sweep(const struct moving_sphere *a, const struct moving_capsule *b,
                             struct approach *w) {
    vf way[3];
    difference(way, a->delta, b->delta);
    difference(w->from, a->sphere.center, b->capsule.start);
    difference(w->segment, b->capsule.end, b->capsule.start);
    const vf lengths = vf_add(l1_norm(way), l1_norm(w->segment));
    open_approach(w, way, vf_set(0), vf_set(1), vf_add(a->sphere.radius, b->capsule.radius),
                  lengths);
}

FORCE_INLINE vm sphere_capsule_sweep_apart(bool fuse, const struct moving_sphere *a,
                                           const struct moving_capsule *b) {
    (void)fuse;
    vf nearest;
    struct approach w;
    struct passing p;
    open_sweep(a, b, &w);
    find_passing(&w, &p);
    return approach_apart(&w, &p, &nearest);
}

FORCE_INLINE vm sphere_capsule_sweep_outputs(const struct moving_sphere *a,
                                             const struct moving_capsule *b, vf *u) {
    vf first, last;
    struct approach w;
    open_sweep(a, b, &w);
    const vm apart = approach_range(&w, &first, &last);
    const vm moves = vf_less(vf_set(0), dot_product(false, w.way, w.way));
    sweep_range(apart, vf_max(first, vf_set(0)), vm_select(moves, last, vf_set(1)), u);
    return apart;
}

OUTPUT_KERNEL(sphere_capsule_sweep, moving_sphere, moving_capsule,
              .parts = {sphere_floats, capsule_floats}, .quads = QUADS_NEVER, .heavy = true,
              .outputs = 2);

#ifdef LBX_UNIT
#define NAME sphere_capsule_sweep
#include "batch/called.h"
#else
ENTRIES(lbx_test, sphere_capsule_sweep_test);
ptrdiff_t lbx_sphere_capsule_sweep(const lbx_spheres *spheres, const lbx_motions *sphere_motions,
                                   const lbx_capsules *capsules, const lbx_motions *capsule_motions,
                                   size_t n, unsigned flags, uint8_t *hits, float *u_first,
                                   float *u_last) {
    float *const out[] = {u_first, u_last};
    const struct lbx_given given[] = {{lbx_operand_spheres, spheres},
                                      {lbx_operand_motions, sphere_motions},
                                      {lbx_operand_capsules, capsules},
                                      {lbx_operand_motions, capsule_motions}};
    struct lbx_operand operands[4];
    const ptrdiff_t answer = open_views(operands, given, 4, n, flags);
    if (answer != LBX_RUN) return answer;
    return ACTIVE(sphere_capsule_sweep_test)(operands, n, flags, hits, out);
}
#endif
