// SPDX-License-Identifier: MIT
// Spheres in straight motion against planes: Gomez 1999, listing 1, from both sides, for normals of
// any length.
//
// In: a sphere with its displacement while u runs from 0 to 1, a plane n.x + offset = 0. All is
// compared in units of |n|. Apart: the sphere is further from the plane than its radius, and does
// not come as much nearer, by more than rounding can make it. Out: the verdict; the first u at
// which it touches, 0 where it touches at the start; its center then. A miss writes u 2, center 0.
// What touches and leaves, or rests on the plane, touches at u = 0.
#ifndef LBX_SPHERE_PLANE_SWEEP_H
#define LBX_SPHERE_PLANE_SWEEP_H

#include "sweep.h"

// Half ulps of 1, see docs/numerics.md.
#define PLANE_SWEEP_PAD 0x1.4p-22f           // 5, of all terms
#define PLANE_SWEEP_FUSED_PAD 0x1.00001p-24f // 1 and a bit, of the sums on their way
#define PLANE_SWEEP_WAY 0x1.000006p-1f       // 1/2 and 3
#define PLANE_SWEEP_RADIUS 0x1.000008p+0f    // 1 + 8
#define PLANE_SWEEP_LEAST 0x1p-72f           // of space: more than underflow takes

struct plane_sweep_context {
    float *u_first, *point[3]; // NULL: not wanted
    bool fuse;
};

// What the verdict needs, and u after it: the center's distance at the start and, counted the same
// way, at the end; the radius; what the distances are compared with.
struct plane_approach {
    vf start, end, rise, radius, reach;
};

FORCE_INLINE vm plane_sweep_reach(const vf *sphere, const vf *plane, struct plane_approach *w) {
    vf normal[3], delta[3], at = plane[3], terms = vf_abs(at);
    for (int c = 0; c < 3; c++) {
        const vf center = vf_hold(sphere[c]);
        normal[c] = vf_hold(plane[c]);
        delta[c] = vf_hold(sphere[SPHERE_FLOATS + c]);
        at = vf_add(vf_mul(normal[c], center), at);
        const vf way = vf_add(vf_abs(center), vf_abs(delta[c]));
        terms = vf_add(vf_mul(vf_abs(normal[c]), way), terms);
    }
    const vf rise = dot_product(false, normal, delta);
    w->radius = vf_mul(sphere[3], vf_sqrt(dot_product(false, normal, normal)));
    terms = vf_add(terms, w->radius);
    w->start = vf_abs(at);
    w->rise = vf_flip(rise, at);
    w->end = vf_flip(vf_add(at, rise), at);
    w->reach = vf_add(vf_mul(terms, vf_set(PLANE_SWEEP_PAD)), w->radius);
    return vf_less(w->reach, vf_min(w->start, w->end));
}

FORCE_INLINE vm sphere_plane_sweep_apart(const void *context, const vf *sphere, const vf *plane,
                                         size_t i, size_t count) {
    (void)context, (void)i, (void)count;
    struct plane_approach w;
    return plane_sweep_reach(sphere, plane, &w);
}

// The middle of the way is further from the plane than half the way and the radius: two operations
// less than both ends. Each fused sum is as wrong as it is large, which bounds the error with
// fewer operations than all terms do. The radius, whose root takes longest, is asked for last.
FORCE_INLINE vm sphere_plane_sweep_apart_fused(const void *context, const vf *sphere,
                                               const vf *plane, size_t i, size_t count) {
    (void)context, (void)i, (void)count;
    const vf *const delta = sphere + SPHERE_FLOATS;
    vf normal[3];
    for (int c = 0; c < 3; c++) normal[c] = vf_hold(plane[c]);
    const vf at_x = vf_fma(normal[0], sphere[0], plane[3]);
    const vf at_xy = vf_fma(normal[1], sphere[1], at_x);
    const vf at = vf_fma(normal[2], sphere[2], at_xy);
    const vf rise_x = vf_mul(normal[0], delta[0]);
    const vf rise_xy = vf_fma(normal[1], delta[1], rise_x);
    const vf rise = vf_fma(normal[2], delta[2], rise_xy), way = vf_abs(rise);
    const vf lost =
        vf_add(vf_add(vf_abs(at_x), vf_abs(at_xy)), vf_add(vf_abs(rise_x), vf_abs(rise_xy)));
    const vf middle = vf_abs(vf_fma(rise, vf_set(.5f), at));
    const vf least = vf_fnma(way, vf_set(PLANE_SWEEP_WAY), middle);
    const vf length = vf_sqrt(dot_product(true, normal, normal));
    const vf radius = vf_mul(vf_add(sphere[3], vf_set(PLANE_SWEEP_LEAST)),
                             vf_mul(length, vf_set(PLANE_SWEEP_RADIUS)));
    return vf_less(radius, vf_fnma(lost, vf_set(PLANE_SWEEP_FUSED_PAD), least));
}

FORCE_INLINE vm sphere_plane_sweep_apart_u(const void *context, const vf *sphere, const vf *plane,
                                           size_t i, size_t count) {
    const struct plane_sweep_context *s = context;
    struct plane_approach w;
    const vm apart = plane_sweep_reach(sphere, plane, &w);
    const vf zero = vf_set(0);
    const vm away = vf_less(w.reach, w.start); // at u = 0
    const vf u = vf_div(vf_sub(w.start, w.radius), vf_negate(w.rise));
    const vf first = vm_keep(away, vf_min(u, vf_set(1)));
    if (s->u_first)
        store_count(s->u_first + i, vm_select(apart, vf_set(SWEEP_MISSED), first), count);
    for (int c = 0; c < 3 && s->point[0]; c++) {
        const vf at = vf_add(sphere[c], vf_mul(first, sphere[SPHERE_FLOATS + c]));
        const vm number = vf_less(vf_minus_abs(at), zero); // not 0, not NaN
        const vf point = vm_select(apart, zero, vm_select(number, at, zero));
        store_count(s->point[c] + i, point, count);
    }
    return apart;
}

FORCE_INLINE size_t sphere_plane_sweep_loop(core *apart, const struct plane_sweep_context *s,
                                            const struct lbx_operand *spheres,
                                            const struct lbx_operand *planes, size_t first,
                                            size_t n, uint8_t *hits) {
    return all_loops(apart, s, spheres, SPHERE_FLOATS + MOTION_FLOATS, planes, PLANE_FLOATS,
                     QUADS_OF_NONE, LIGHT_GROUP, first, n, hits);
}

static size_t sphere_plane_sweep_loops(const void *context, const struct lbx_operand *spheres,
                                       const struct lbx_operand *planes, size_t first, size_t n,
                                       uint8_t *hits) {
    const struct plane_sweep_context s = *(const struct plane_sweep_context *)context;
    if (s.fuse) {
        return sphere_plane_sweep_loop(sphere_plane_sweep_apart_fused, &s, spheres, planes, first,
                                       n, hits);
    }
    return s.u_first || s.point[0] ? sphere_plane_sweep_loop(sphere_plane_sweep_apart_u, &s,
                                                             spheres, planes, first, n, hits)
                                   : sphere_plane_sweep_loop(sphere_plane_sweep_apart, &s, spheres,
                                                             planes, first, n, hits);
}

static ptrdiff_t sphere_plane_sweep(const struct lbx_operand *spheres,
                                    const struct lbx_operand *motions,
                                    const struct lbx_operand *planes, size_t n, unsigned flags,
                                    uint8_t *hits, float *u_first, float *const point[3]) {
    // u comes from the plain form, and so does the verdict beside it.
    const bool fuse = LANES_FUSE && !(flags & LBX_REPRODUCIBLE) && !u_first && !point[0];
    const struct plane_sweep_context s = {u_first, {point[0], point[1], point[2]}, fuse};
    const struct part parts[] = {
        {spheres, SPHERE_FLOATS}, {motions, MOTION_FLOATS}, {planes, PLANE_FLOATS}};
    return batch_parts(sphere_plane_sweep_loops, &s, parts, 2, 3, n, hits);
}

#endif
