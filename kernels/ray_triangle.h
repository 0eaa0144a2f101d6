// SPDX-License-Identifier: MIT
// Rays against triangles: Woop, Benthin and Wald 2013, with every rounding accounted for.
//
// The inputs are a ray with a range of t, and a closed triangle, which may be a sliver, a segment
// or a point. They are apart if the ray's line misses the triangle, or meets it beyond the range,
// by more than rounding can make of it. What floats leave undecided is settled in double. The
// outputs are the verdict, t of the first contact, and the weights u and v of vertices 1 and 2
// there; +inf, 0 and 0 for a miss. A NaN in the ray or the triangle proves nothing: the ray then
// hits where its range begins.
#ifndef LBX_RAY_TRIANGLE_H
#define LBX_RAY_TRIANGLE_H

#include "batch/kernel.h"
#include "math/ray_contact.h"

// Permutes p so that the axis that the ray follows most comes last.
FORCE_INLINE void turn_point(vm is_x, vm is_y, const vf p[3], vf turned[3]) {
    turned[0] = vm_select(is_x, p[1], vm_select(is_y, p[2], p[0]));
    turned[1] = vm_select(is_x, p[2], vm_select(is_y, p[0], p[1]));
    turned[2] = vm_select(is_x, p[0], vm_select(is_y, p[1], p[2]));
}

// The axis that each ray follows most: z if it is neither x nor y.
struct most {
    vm is_x, is_y;
};

FORCE_INLINE void turn_ray(const struct ray *ray, struct turned_ray *turned, struct most *most) {
    const vf x = vf_abs(ray->direction[0]), y = vf_abs(ray->direction[1]),
             z = vf_abs(ray->direction[2]);
    vf direction[3];
    most->is_x = vm_and(vf_at_most(y, x), vf_at_most(z, x));
    most->is_y = vf_at_most(z, y); // or x
    turn_point(most->is_x, most->is_y, ray->origin, turned->origin);
    turn_point(most->is_x, most->is_y, ray->direction, direction);
    for (int c = 0; c < 2; c++) turned->shear[c] = vf_div(direction[c], direction[2]);
    turned->inverse = vf_div(vf_set(1), direction[2]);
    ray_range(ray, &turned->t_low, &turned->t_high);
}

// Decides in double which of the lanes that `bits` name are apart, and writes t, u and v of the
// others.
static __attribute__((noinline)) vm ray_settle(const struct ray *ray,
                                               const struct triangle *triangle,
                                               const struct turned_ray *turned, uint32_t bits,
                                               vf out[3]) {
    float rays[6][LANES], vertices[9][LANES], range[2][LANES], outs[3][LANES], apart[LANES] = {0};
    for (int k = 0; k < 3; k++) {
        vf_store(rays[k], ray->origin[k]);
        vf_store(rays[3 + k], ray->direction[k]);
        vf_store(outs[k], out[k]);
    }
    for (int k = 0; k < 9; k++) vf_store(vertices[k], triangle->vertex[k / 3][k % 3]);
    vf_store(range[0], turned->t_low);
    vf_store(range[1], turned->t_high);
    for (int l = 0; l < LANES; l++) {
        if (!(bits >> l & 1)) continue;
        float x[6], y[9], t[3];
        for (int k = 0; k < 6; k++) x[k] = rays[k][l];
        for (int k = 0; k < 9; k++) y[k] = vertices[k][l];
        const float ends[2] = {range[0][l], range[1][l]};
        apart[l] = ray_meets_in_double(x, y, ends, t) ? 0 : -1;
        for (int k = 0; k < 3; k++) outs[k][l] = t[k];
    }
    for (int k = 0; k < 3; k++) out[k] = vf_load(outs[k]);
    return vf_less(vf_load(apart), vf_set(0));
}

FORCE_INLINE vm ray_triangle_outputs(const struct ray *ray, const struct triangle *triangle,
                                     vf out[3]) {
    struct turned_ray turned;
    struct most most;
    struct triangle seen;
    struct areas areas;
    turn_ray(ray, &turned, &most);
    for (int v = 0; v < 3; v++)
        turn_point(most.is_x, most.is_y, triangle->vertex[v], seen.vertex[v]);
    areas_of(&turned, &seen, &areas);
    pad_areas(&areas);
    const vm passed = lines_pass(&areas);
    vm apart = passed;
    for (int k = 0; k < 3; k++) out[k] = vf_set(0);
    if (!all_lanes(passed)) {
        struct contacts found;
        contacts_of(&turned, &areas, passed, &found);
        apart = found.apart;
        out[0] = found.t;
        out[1] = found.u;
        out[2] = found.v;
        const vm known = vm_or(apart, found.sure);
        if (!all_lanes(known))
            apart = vm_or(apart, ray_settle(ray, triangle, &turned, ~vm_bits(known), out));
    }
    out[0] = vm_select(apart, vf_set(INFINITY), out[0]);
    out[1] = vm_select(apart, vf_set(0), out[1]);
    out[2] = vm_select(apart, vf_set(0), out[2]);
    return apart;
}

FORCE_INLINE vm ray_triangle_apart(bool fuse, const struct ray *ray,
                                   const struct triangle *triangle) {
    (void)fuse; // a fused verdict could differ from the one that comes with t
    vf out[3];
    return ray_triangle_outputs(ray, triangle, out);
}

OUTPUT_KERNEL(ray_triangle, ray, triangle, .ranged = true, .outputs = 3, .heavy = true);

#endif
