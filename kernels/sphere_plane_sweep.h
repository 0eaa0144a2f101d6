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

#define PLANE_SWEEP_PAD 0x1.4p-22f // five half ulps of 1, of all terms, see docs/numerics.md

struct plane_sweep_context {
    float *u_first, *point[3]; // NULL: not wanted
    bool fuse;
};

// The sum of three products, and the sum of their magnitudes.
FORCE_INLINE vf plane_terms(const vf *a, const vf *b, vf *magnitude) {
    vf product[3];
    for (int k = 0; k < 3; k++) product[k] = vf_mul(a[k], b[k]);
    *magnitude = sum_of_sizes(product);
    return sum_of(product);
}

// n.c, n.v, and the sum of all magnitudes in them.
FORCE_INLINE vf plane_sweep_terms(bool fuse, const vf *plane, const vf *sphere, vf *at, vf *rise) {
    const vf *const motion = sphere + SPHERE_FLOATS;
    if (fuse) {
        vf normal[3], way[3];
        for (int k = 0; k < 3; k++) {
            normal[k] = vf_abs(plane[k]);
            way[k] = vf_add(vf_abs(sphere[k]), vf_abs(motion[k]));
        }
        *at = dot_product(true, plane, sphere);
        *rise = dot_product(true, plane, motion);
        return dot_product(true, normal, way);
    }
    vf size, way;
    *at = plane_terms(plane, sphere, &size);
    *rise = plane_terms(plane, motion, &way);
    return vf_add(size, way);
}

// What the verdict needs, and u after it.
struct plane_approach {
    vf gap, nearer, slack;
};

FORCE_INLINE vm plane_sweep_reach(bool fuse, const vf *sphere, const vf *plane,
                                  struct plane_approach *w) {
    vf at, rise;
    const vf size = plane_sweep_terms(fuse, plane, sphere, &at, &rise);
    const vf distance = vf_add(at, plane[3]);
    const vf radius = vf_mul(sphere[3], vf_sqrt(dot_product(fuse, plane, plane)));
    const vf terms = vf_add(size, vf_add(vf_abs(plane[3]), radius));
    const vf towards = vf_flip(vf_negate(rise), distance);
    w->slack = vf_mul(terms, vf_set(PLANE_SWEEP_PAD));
    w->gap = vf_sub(vf_abs(distance), radius);
    w->nearer = vf_max(towards, vf_set(0));
    return vf_less(w->slack, vf_sub(w->gap, w->nearer));
}

FORCE_INLINE vm sphere_plane_sweep_apart(const void *context, const vf *sphere, const vf *plane,
                                         size_t i, size_t count) {
    (void)context, (void)i, (void)count;
    struct plane_approach w;
    return plane_sweep_reach(false, sphere, plane, &w);
}

FORCE_INLINE vm sphere_plane_sweep_apart_fused(const void *context, const vf *sphere,
                                               const vf *plane, size_t i, size_t count) {
    (void)context, (void)i, (void)count;
    struct plane_approach w;
    return plane_sweep_reach(true, sphere, plane, &w);
}

FORCE_INLINE vm sphere_plane_sweep_apart_u(const void *context, const vf *sphere, const vf *plane,
                                           size_t i, size_t count) {
    const struct plane_sweep_context *s = context;
    struct plane_approach w;
    const vm apart = plane_sweep_reach(false, sphere, plane, &w);
    const vf zero = vf_set(0);
    const vm away = vf_less(w.slack, w.gap); // at u = 0
    const vf first = vm_keep(away, vf_min(vf_div(w.gap, w.nearer), vf_set(1)));
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

// One plane stays in registers, with the length of its normal.
FORCE_INLINE size_t sphere_plane_sweep_loop(core *apart, const struct plane_sweep_context *s,
                                            const struct lbx_operand *spheres,
                                            const struct lbx_operand *planes, size_t first,
                                            size_t n, uint8_t *hits) {
    return planes->kind == OPERAND_ONE
               ? loop(apart, s, spheres, READ_MOVING, SPHERE_FLOATS + MOTION_FLOATS, planes,
                      READ_ONE, PLANE_FLOATS, LIGHT_GROUP, first, n, hits)
               : loop(apart, s, spheres, READ_MOVING, SPHERE_FLOATS + MOTION_FLOATS, planes,
                      READ_MEMORY, PLANE_FLOATS, LIGHT_GROUP, first, n, hits);
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
