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

// Decides in double, and writes t, u and v.
static __attribute__((unused)) bool ray_triangle_settle(const float *ray, const float *triangle,
                                                        unsigned given, float *out) {
    float range[2] = {0, RAY_T_LIMIT};
    if (given & (RAY_T_MIN | RAY_T_MAX)) { // vectors for one ray take a fifth of all (AVX-512)
        const struct ray lanes = {.t_min = vf_set(ray[RAY_AT_T_MIN]),
                                  .t_max = vf_set(ray[RAY_AT_T_MAX]),
                                  .has_t_min = given & RAY_T_MIN,
                                  .has_t_max = given & RAY_T_MAX};
        vf t_low, t_high;
        ray_range(&lanes, &t_low, &t_high);
        vf_store_first(&range[0], t_low, 1);
        vf_store_first(&range[1], t_high, 1);
    }
    const bool meets = lbx_ray_meets_in_double(ray, triangle, range, out);
    if (meets) return false;
    out[0] = INFINITY;
    out[1] = out[2] = 0;
    return true;
}

// Which lanes are apart, and which are decided; `out` holds what is right for these.
FORCE_INLINE struct masks areas_judge(bool wanted, const struct turned_ray *ray,
                                      struct areas *areas, vf *out) {
    pad_areas(areas);
    const vm passed = lines_pass(areas);
    struct masks m = {passed, passed};
    for (int k = 0; k < 3; k++) out[k] = vf_set(0);
    if (!all_lanes(passed)) {
        struct contacts found;
        contacts_of(ray, areas, passed, &found);
        m.low = found.apart;
        m.high = vm_or(found.apart, wanted ? found.sure : found.met);
        out[0] = found.t;
        out[1] = found.u;
        out[2] = found.v;
    }
    out[0] = vm_select(m.low, vf_set(INFINITY), out[0]);
    out[1] = vm_select(m.low, vf_set(0), out[1]);
    out[2] = vm_select(m.low, vf_set(0), out[2]);
    return m;
}

// For rays that differ from lane to lane.
FORCE_INLINE struct masks ray_triangle_judge(bool wanted, const struct ray *ray,
                                             const struct triangle *triangle, vf *out) {
    struct turned_ray turned;
    struct most most;
    struct areas areas;
    turn_ray(ray, &turned, &most);
    for (int v = 0; v < 3; v++) {
        vf p[3];
        for (int c = 0; c < 3; c++) p[c] = vf_sub(triangle->vertex[v][c], ray->origin[c]);
        turn_point(&most, p);
        shear_vertex(&turned, p, &areas, v);
    }
    areas_between(&areas);
    return areas_judge(wanted, &turned, &areas, out);
}

// One ray against many triangles, whose arrays are picked in the order that exchanges the axes.
static inline enum form ray_triangle_prepare(enum form form, const float *ray, unsigned given,
                                             union lanes *one, const float *const *at,
                                             const float **seen) {
    struct ray lanes = {.t_min = vf_set(ray[RAY_AT_T_MIN]),
                        .t_max = vf_set(ray[RAY_AT_T_MAX]),
                        .has_t_min = given & RAY_T_MIN,
                        .has_t_max = given & RAY_T_MAX};
    struct most most;
    for (int c = 0; c < 3; c++) {
        lanes.origin[c] = vf_set(ray[c]);
        lanes.direction[c] = vf_set(ray[3 + c]);
    }
    turn_ray(&lanes, &one->turned_ray, &most);
    const unsigned axis = vm_bits(most.is_x) ? 0 : vm_bits(most.is_y) ? 1 : 2;
    for (unsigned k = 0; k < triangle_floats; k++)
        seen[k] = at[k / 3 * 3 + turned_axis(axis, k % 3)];
    return form;
}

FORCE_INLINE struct masks turned_ray_judge(bool wanted, const struct turned_ray *ray,
                                           const struct triangle *turned, vf *out) {
    struct areas areas;
    areas_of(ray, turned, &areas);
    return areas_judge(wanted, ray, &areas, out);
}

JUDGED_CORE(turned_ray, turned_ray, triangle)
SETTLED_KERNEL(ray_triangle, ray, triangle, .ranged = true, .outputs = 3, .heavy = true,
               .prepare = ray_triangle_prepare, .always_prepared = true,
               .prepared_floats = triangle_floats, .core_of_prepared = turned_ray_core);

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
