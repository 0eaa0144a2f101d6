// SPDX-License-Identifier: MIT
// Spheres in straight motion against planes: Gomez 1999, listing 1, from both sides, any normal.
//
// The inputs are a sphere with its displacement while u runs from 0 to 1, and a plane n.x + offset
// = 0. All comparisons are in units of |n|. They are apart if the sphere's center is further from
// the plane than the radius, and the motion does not make up the difference, by more than rounding
// can make it. The outputs are the verdict, the first u at which the sphere touches the plane, 0 if
// it touches at the start, and the sphere's center at that u. A miss writes u 2 and center 0. A
// sphere that touches and leaves, or that rests on the plane, touches at u = 0.
#include "batch/kernel.h"
#include "math/sweep.h"

// Half ulps of 1, see numerics.md.
#define PLANE_SWEEP_PAD 0x1.4p-22f           // 5, of all terms
#define PLANE_SWEEP_FUSED_PAD 0x1.00001p-24f // 1 and a bit, of the partial sums
#define PLANE_SWEEP_RISE 0x1.000006p-1f      // 1/2 and 3
#define PLANE_SWEEP_RADIUS 0x1.000008p+0f    // 1 + 8
#define PLANE_SWEEP_FLOOR 0x1p-120f          // more than underflow takes

// What the verdict needs, and then u: the center's distance at the start and, with the same sign
// convention, at the end; the radius; and what the distances are compared with.
struct plane_approach {
    vf start, end, rise, radius, reach;
};

FORCE_INLINE vm plane_sweep_reach(const struct moving_sphere *moving, const struct plane *plane,
                                  struct plane_approach *w) {
    vf normal[3], delta[3], at = plane->offset, terms = vf_abs(at);
    for (int c = 0; c < 3; c++) {
        const vf center = vf_hold(moving->sphere.center[c]);
        normal[c] = vf_hold(plane->normal[c]);
        delta[c] = vf_hold(moving->delta[c]);
        at = vf_add(vf_mul(normal[c], center), at);
        const vf sizes = vf_add(vf_abs(center), vf_abs(delta[c]));
        terms = vf_add(vf_mul(vf_abs(normal[c]), sizes), terms);
    }
    const vf rise = dot_product(false, normal, delta);
    w->radius = vf_mul(moving->sphere.radius, vf_sqrt(dot_product(false, normal, normal)));
    terms = vf_add(terms, w->radius);
    w->start = vf_abs(at);
    w->rise = vf_flip(rise, at);
    w->end = vf_flip(vf_add(at, rise), at);
    const vf slack = vf_add(vf_mul(terms, vf_set(PLANE_SWEEP_PAD)), vf_set(PLANE_SWEEP_FLOOR));
    w->reach = vf_add(slack, w->radius);
    return vf_less(w->reach, vf_min(w->start, w->end));
}

// Apart means that the middle of the path is further from the plane than half the path plus the
// radius. This takes two operations less than testing both ends. The error of each fused sum is
// proportional to its size, which bounds the error with fewer operations than the sizes of all
// terms do. The radius, whose root takes longest, is used last.
FORCE_INLINE vm plane_sweep_middle(const struct moving_sphere *moving, const struct plane *plane) {
    const vf *const center = moving->sphere.center, *const delta = moving->delta;
    vf normal[3];
    for (int c = 0; c < 3; c++) normal[c] = vf_hold(plane->normal[c]);
    const vf at_x = vf_fma(normal[0], center[0], plane->offset);
    const vf at_xy = vf_fma(normal[1], center[1], at_x);
    const vf at = vf_fma(normal[2], center[2], at_xy);
    const vf rise_x = vf_mul(normal[0], delta[0]);
    const vf rise_xy = vf_fma(normal[1], delta[1], rise_x);
    const vf rise = vf_fma(normal[2], delta[2], rise_xy), abs_rise = vf_abs(rise);
    const vf lost =
        vf_add(vf_add(vf_abs(at_x), vf_abs(at_xy)), vf_add(vf_abs(rise_x), vf_abs(rise_xy)));
    const vf middle = vf_abs(vf_fma(rise, vf_set(.5f), at));
    const vf least = vf_fnma(abs_rise, vf_set(PLANE_SWEEP_RISE), middle);
    const vf norm = vf_sqrt(dot_product(true, normal, normal));
    const vf radius = vf_fma(moving->sphere.radius, vf_mul(norm, vf_set(PLANE_SWEEP_RADIUS)),
                             vf_set(PLANE_SWEEP_FLOOR));
    return vf_less(radius, vf_fnma(lost, vf_set(PLANE_SWEEP_FUSED_PAD), least));
}

FORCE_INLINE vm sphere_plane_sweep_apart(bool fuse, const struct moving_sphere *moving,
                                         const struct plane *plane) {
    struct plane_approach w;
    return fuse ? plane_sweep_middle(moving, plane) : plane_sweep_reach(moving, plane, &w);
}

// u, and the center at that u.
FORCE_INLINE vm sphere_plane_sweep_outputs(const struct moving_sphere *moving,
                                           const struct plane *plane, vf *out) {
    struct plane_approach w;
    const vm apart = plane_sweep_reach(moving, plane, &w);
    const vf zero = vf_set(0);
    const vm away = vf_less(w.reach, w.start); // at u = 0
    const vf u = vf_div(vf_sub(w.start, w.radius), vf_negate(w.rise));
    const vf first = vm_keep(away, vf_min(u, vf_set(1)));
    out[0] = vm_select(apart, vf_set(SWEEP_MISSED), first);
    for (int c = 0; c < 3; c++) {
        const vf at = vf_add(moving->sphere.center[c], vf_mul(first, moving->delta[c]));
        const vm number = vf_less(vf_minus_abs(at), zero); // not 0, not NaN
        out[1 + c] = vm_select(apart, zero, vm_select(number, at, zero));
    }
    return apart;
}

OUTPUT_KERNEL(sphere_plane_sweep, moving_sphere, plane, .parts = {sphere_floats}, .outputs = 4,
              .fuses = true);

#ifdef LBX_UNIT
#define NAME sphere_plane_sweep
#define NO_FEW
#include "batch/walks.h"
#else
ENTRIES(lbx_test, sphere_plane_sweep_test);
ptrdiff_t lbx_sphere_plane_sweep(const lbx_spheres *spheres, const lbx_motions *motions,
                                 const lbx_planes *planes, size_t n, unsigned flags, uint8_t *hits,
                                 float *u_first, float *const point[3]) {
    static float *const unwanted[3] = {NULL, NULL, NULL};
    const struct lbx_given given[] = {{lbx_operand_spheres, spheres},
                                      {lbx_operand_motions, motions},
                                      {lbx_operand_planes, planes}};
    struct lbx_operand operands[3];
    const ptrdiff_t answer = open_views(operands, given, 3, n, flags);
    if (answer != LBX_RUN) return answer;
    if (!point) point = unwanted;
    if (!point[0] != !point[1] || !point[0] != !point[2]) return LBX_ERROR_NULL;
    float *const out[] = {u_first, point[0], point[1], point[2]};
    return ACTIVE(sphere_plane_sweep_test)(operands, n, flags, hits, out);
}
#endif
