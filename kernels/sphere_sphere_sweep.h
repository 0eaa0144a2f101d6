// SPDX-License-Identifier: MIT
// Spheres in straight motion: Gomez 1999, listing 2, decided where they come closest.
//
// In: two spheres, each with its displacement while u runs from 0 to 1. As a sees it, b's center
// moves along c + u v. Apart: at the u of [0, 1] where that is closest to a's center, it is further
// than the sum of the radii by more than rounding can make it. Out: the verdict; the u between
// which they touch, cut to [0, 1], 2 for a miss. What touches at u = 0 has 0 for the first.
//
// The closest u of the line is -c.v / v.v, and both contacts lie half a chord from it: no
// discriminant, whose terms are fourth powers and cancel where spheres graze. At rest, v = 0, the
// closest u is a NaN, which min and max pass over: u = 0 decides, and the last u is 1. v is scaled
// by a power of two, exactly, so that its square keeps all its bits whatever the promised range
// allows.
#ifndef LBX_SPHERE_SPHERE_SWEEP_H
#define LBX_SPHERE_SPHERE_SWEEP_H

#include "sweep.h"

#define SPHERE_SWEEP_PAD 0x1.8p-21f // 12 half ulps of 1, see docs/numerics.md
#define SPHERE_SWEEP_FLOOR 0x1p-71f // stands for what squares lose below 2^-74
#define SPHERE_SWEEP_SCALE 0x1p21f  // of v: from 2^-84 .. 2^41 to where squares are normal floats

enum { MOVING_SPHERE_FLOATS = SPHERE_FLOATS + MOTION_FLOATS };

// The square of the distance of c + u v from 0.
FORCE_INLINE vf sweep_square(bool fuse, const vf *c, const vf *v, vf u) {
    vf at[3];
    for (int k = 0; k < 3; k++) at[k] = multiply_add(fuse, u, v[k], c[k]);
    return dot_product(fuse, at, at);
}

// What the verdict needs, and u after it; v and u are scaled.
struct sphere_approach {
    vf c[3], v[3], radius, speed, reach_square, closest;
};

FORCE_INLINE vm sphere_sweep_closest(bool fuse, const vf *a, const vf *b,
                                     struct sphere_approach *w) {
    const vf scale = vf_set(SPHERE_SWEEP_SCALE), unit = vf_set(1 / SPHERE_SWEEP_SCALE); // of u
    for (int k = 0; k < 3; k++) {
        w->c[k] = vf_sub(b[k], a[k]);
        w->v[k] = vf_mul(vf_sub(b[4 + k], a[4 + k]), scale);
    }
    w->radius = vf_add(a[3], b[3]);
    w->speed = dot_product(fuse, w->v, w->v);
    const vf way = sum_of_sizes(w->v);
    const vf slack = multiply_add(fuse, way, vf_set(SPHERE_SWEEP_PAD / SPHERE_SWEEP_SCALE),
                                  vf_set(SPHERE_SWEEP_FLOOR));
    const vf reach = multiply_add(fuse, w->radius, vf_set(1 + SPHERE_SWEEP_PAD), slack);
    w->reach_square = vf_mul(reach, reach);
    w->closest = vf_div(vf_negate(dot_product(fuse, w->c, w->v)), w->speed);
    const vf in_step = vf_min(vf_max(w->closest, vf_set(0)), unit);
    return vf_less(w->reach_square, sweep_square(fuse, w->c, w->v, in_step));
}

FORCE_INLINE vm sphere_sphere_sweep_apart(const void *context, const vf *a, const vf *b, size_t i,
                                          size_t count) {
    (void)context, (void)i, (void)count;
    struct sphere_approach w;
    return sphere_sweep_closest(false, a, b, &w);
}

FORCE_INLINE vm sphere_sphere_sweep_apart_fused(const void *context, const vf *a, const vf *b,
                                                size_t i, size_t count) {
    (void)context, (void)i, (void)count;
    struct sphere_approach w;
    return sphere_sweep_closest(true, a, b, &w);
}

FORCE_INLINE vm sphere_sphere_sweep_apart_u(const void *context, const vf *a, const vf *b, size_t i,
                                            size_t count) {
    struct sphere_approach w;
    const vm apart = sphere_sweep_closest(false, a, b, &w);
    const vf zero = vf_set(0), scale = vf_set(SPHERE_SWEEP_SCALE);
    const vf chord = vf_sub(vf_mul(w.radius, w.radius), sweep_square(false, w.c, w.v, w.closest));
    const vf half = vf_sqrt(vf_div(vf_max(chord, zero), w.speed));
    const vf first = vf_mul(vf_sub(w.closest, half), scale);
    const vf last = vf_mul(vf_add(w.closest, half), scale);
    const vm away = vf_less(w.reach_square, dot_product(false, w.c, w.c)); // at u = 0
    sweep_store_both(context, apart, vm_keep(away, first), last, i, count);
    return apart;
}

FORCE_INLINE size_t sphere_sphere_sweep_loop(core *apart, const struct sweep_context *s,
                                             const struct lbx_operand *a,
                                             const struct lbx_operand *b, size_t first, size_t n,
                                             uint8_t *hits) {
    return symmetric_loops(apart, s, a, b, MOVING_SPHERE_FLOATS, QUADS_OF_NONE, LIGHT_GROUP, first,
                           n, hits);
}

static size_t sphere_sphere_sweep_loops(const void *context, const struct lbx_operand *a,
                                        const struct lbx_operand *b, size_t first, size_t n,
                                        uint8_t *hits) {
    const struct sweep_context s = *(const struct sweep_context *)context;
    if (s.fuse) {
        return sphere_sphere_sweep_loop(sphere_sphere_sweep_apart_fused, &s, a, b, first, n, hits);
    }
    return sweep_wants_u(&s)
               ? sphere_sphere_sweep_loop(sphere_sphere_sweep_apart_u, &s, a, b, first, n, hits)
               : sphere_sphere_sweep_loop(sphere_sphere_sweep_apart, &s, a, b, first, n, hits);
}

static ptrdiff_t sphere_sphere_sweep(const struct lbx_operand *a,
                                     const struct lbx_operand *a_motions,
                                     const struct lbx_operand *b,
                                     const struct lbx_operand *b_motions, size_t n, unsigned flags,
                                     uint8_t *hits, float *u_first, float *u_last) {
    // u comes from the plain form, and so does the verdict beside it.
    const bool fuse = LANES_FUSE && !(flags & LBX_REPRODUCIBLE) && !u_first && !u_last;
    const struct sweep_context s = {u_first, u_last, fuse};
    const struct part parts[] = {{a, SPHERE_FLOATS},
                                 {a_motions, MOTION_FLOATS},
                                 {b, SPHERE_FLOATS},
                                 {b_motions, MOTION_FLOATS}};
    return batch_parts(sphere_sphere_sweep_loops, &s, parts, 2, 4, n, hits);
}

#endif
