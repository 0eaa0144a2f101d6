// SPDX-License-Identifier: MIT
// Rays against triangles: Woop, Benthin and Wald 2013, with every rounding accounted for.
//
// The inputs are a ray with a range of t, and a closed triangle, which may be a sliver, a segment
// or a point. They are apart if the ray's line misses the triangle, or meets it beyond the range,
// by more than rounding can make of it. What floats leave undecided is settled in double. The
// outputs are the verdict, t of the first contact, and the weights u and v of vertices 1 and 2
// there; +inf, 0 and 0 for a miss. A NaN in the ray or the triangle proves nothing: the ray then
// hits where its range begins.
#include "batch/kernel.h"
#include "math/ray_contact.h"

// Decides in double which lanes of `bits` are apart, and writes t, u and v of the others.
NOINLINE vm ray_settle(const struct ray *ray, const struct triangle *triangle,
                       const struct turned_ray *turned, uint32_t bits, vf out[3]) {
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
        apart[l] = lbx_ray_meets_in_double(x, y, ends, t) ? 0 : -1;
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

#ifdef LBX_UNIT
#define NAME ray_triangle
#include "batch/walks.h"
#else
ENTRIES(lbx_test, ray_triangle_test);
ENTRIES(lbx_few, ray_triangle_few);
ptrdiff_t lbx_ray_triangle(const lbx_rays *rays, const lbx_triangles *triangles, size_t n,
                           unsigned flags, uint8_t *hits, float *t, float *u, float *v) {
    float *const out[] = {t, u, v};
    struct lbx_dense few[2];
    if (is_few(n, flags) && dense_rays(&few[0], rays, n) &&
        dense_triangles(&few[1], triangles, n) && !is_one_by_one(few))
        return ACTIVE(ray_triangle_few)(&few[0], &few[1], n, flags, hits, out);
    return lbx_call_two(ray_triangle_test_entries, lbx_operand_rays_dir, rays,
                        lbx_operand_triangles, triangles, n, flags, hits, out);
}
#endif
