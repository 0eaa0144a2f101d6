// SPDX-License-Identifier: MIT
// Spheres in straight motion: Gomez 1999, listing 2, decided at the u where they are closest.
//
// The inputs are two spheres, each with its displacement while u runs from 0 to 1. Relative to a,
// b's center moves along c + u v. The spheres are apart if, at the u of [0, 1] where that is
// closest to a's center, it is further away than the sum of the radii by more than rounding can
// make it. The outputs are the verdict, and the two u between which the spheres touch, clamped to
// [0, 1], 2 for a miss. For spheres that touch at u = 0 the first u is 0.
//
// The closest u of the line is -c.v / v.v, and both contacts lie half a chord from it. This avoids
// the discriminant, whose terms are fourth powers and cancel if spheres graze. At rest, v = 0, the
// closest u is a NaN, which min and max pass over; u = 0 then decides, and the last u is 1. v is
// scaled by a power of two, exactly, so that its square keeps all bits in the range.
#include "batch/kernel.h"
#include "math/sweep.h"

#define SPHERE_SWEEP_PAD 0x1.8p-21f // 12 half ulps of 1, see numerics.md
#define SPHERE_SWEEP_FLOOR 0x1p-71f // stands for what squares lose below 2^-74
#define SPHERE_SWEEP_SCALE 0x1p21f  // of v: from 2^-84 .. 2^41 to where squares are normal floats

// The square of the length of c + u v.
FORCE_INLINE vf sweep_square(bool fuse, const vf *c, const vf *v, vf u) {
    vf at[3];
    for (int k = 0; k < 3; k++) at[k] = multiply_add(fuse, u, v[k], c[k]);
    return dot_product(fuse, at, at);
}

// What the verdict needs, and then u; v and u are scaled.
struct sphere_approach {
    vf c[3], v[3], radius, speed, reach_square, closest;
};

FORCE_INLINE vm sphere_sweep_closest(bool fuse, const struct moving_sphere *a,
                                     const struct moving_sphere *b, struct sphere_approach *w) {
    const vf scale = vf_set(SPHERE_SWEEP_SCALE), unit = vf_set(1 / SPHERE_SWEEP_SCALE); // of u
    for (int k = 0; k < 3; k++) {
        w->c[k] = vf_sub(b->sphere.center[k], a->sphere.center[k]);
        w->v[k] = vf_mul(vf_sub(b->delta[k], a->delta[k]), scale);
    }
    w->radius = vf_add(a->sphere.radius, b->sphere.radius);
    w->speed = dot_product(fuse, w->v, w->v);
    const vf slack =
        multiply_add(fuse, l1_norm(w->v), vf_set(SPHERE_SWEEP_PAD / SPHERE_SWEEP_SCALE),
                     vf_set(SPHERE_SWEEP_FLOOR));
    const vf reach = multiply_add(fuse, w->radius, vf_set(1 + SPHERE_SWEEP_PAD), slack);
    w->reach_square = vf_mul(reach, reach);
    w->closest = vf_div(vf_negate(dot_product(fuse, w->c, w->v)), w->speed);
    const vf in_step = vf_min(vf_max(w->closest, vf_set(0)), unit);
    return vf_less(w->reach_square, sweep_square(fuse, w->c, w->v, in_step));
}

FORCE_INLINE vm sphere_sphere_sweep_apart(bool fuse, const struct moving_sphere *a,
                                          const struct moving_sphere *b) {
    struct sphere_approach w;
    return sphere_sweep_closest(fuse, a, b, &w);
}

FORCE_INLINE vm sphere_sphere_sweep_outputs(const struct moving_sphere *a,
                                            const struct moving_sphere *b, vf *u) {
    struct sphere_approach w;
    const vm apart = sphere_sweep_closest(false, a, b, &w);
    const vf zero = vf_set(0), scale = vf_set(SPHERE_SWEEP_SCALE);
    const vf chord = vf_sub(vf_mul(w.radius, w.radius), sweep_square(false, w.c, w.v, w.closest));
    const vf half = vf_sqrt(vf_div(vf_max(chord, zero), w.speed));
    const vf first = vf_mul(vf_sub(w.closest, half), scale);
    const vf last = vf_mul(vf_add(w.closest, half), scale);
    const vm away = vf_less(w.reach_square, dot_product(false, w.c, w.c)); // at u = 0
    sweep_range(apart, vf_max(vm_keep(away, first), zero), last, u);
    return apart;
}

OUTPUT_KERNEL(sphere_sphere_sweep, moving_sphere, moving_sphere,
              .parts = {sphere_floats, sphere_floats}, .symmetric = true, .outputs = 2,
              .fuses = true);

#ifdef LBX_UNIT
#define NAME sphere_sphere_sweep
#define NO_FEW
#include "batch/walks.h"
#else
ENTRIES(lbx_test, sphere_sphere_sweep_test);
ptrdiff_t lbx_sphere_sphere_sweep(const lbx_spheres *a, const lbx_motions *a_motions,
                                  const lbx_spheres *b, const lbx_motions *b_motions, size_t n,
                                  unsigned flags, uint8_t *hits, float *u_first, float *u_last) {
    float *const out[] = {u_first, u_last};
    const struct lbx_given given[] = {{lbx_operand_spheres, a},
                                      {lbx_operand_motions, a_motions},
                                      {lbx_operand_spheres, b},
                                      {lbx_operand_motions, b_motions}};
    struct lbx_operand operands[4];
    const ptrdiff_t answer = open_views(operands, given, 4, n, flags);
    if (answer != LBX_RUN) return answer;
    return ACTIVE(sphere_sphere_sweep_test)(operands, n, flags, hits, out);
}
#endif
