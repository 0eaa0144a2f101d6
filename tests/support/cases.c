// SPDX-License-Identifier: MIT
// The list of cases: a kernel adds its line here.
#include "cases.h"

extern const struct lbx_case case_aabb_aabb, case_aabb_aabb_sweep, case_aabb_obb, case_obb_obb,
    case_obb_obb_prejudge, case_plane_aabb, case_plane_obb, case_ray_aabb, case_ray_obb,
    case_segment_aabb, case_segment_obb, case_sphere_aabb, case_sphere_obb, case_sphere_plane_sweep,
    case_sphere_sphere, case_sphere_sphere_sweep, case_triangle_aabb, case_triangle_obb;

const struct lbx_case *const lbx_cases[] = {
    &case_aabb_aabb,
    &case_ray_aabb,
    &case_ray_obb,
    &case_segment_aabb,
    &case_segment_obb,
    &case_obb_obb,
    &case_aabb_obb,
    &case_triangle_aabb,
    &case_triangle_obb,
    &case_sphere_sphere,
    &case_sphere_aabb,
    &case_sphere_obb,
    &case_plane_aabb,
    &case_plane_obb,
    &case_obb_obb_prejudge,
    &case_aabb_aabb_sweep,
    &case_sphere_sphere_sweep,
    &case_sphere_plane_sweep,
};

const size_t lbx_case_count = sizeof lbx_cases / sizeof *lbx_cases;

const char *const scene_names[SCENES] = {
    "mixed", "sparse",     "all hit", "all miss", "touching", "ulp",
    "along", "degenerate", "scales",  "worst",    "hostile",
};

ptrdiff_t case_run(const struct lbx_case *c, const struct case_side *first,
                   const struct case_side *second, size_t n, unsigned flags, uint8_t *hits,
                   float *const out[CASE_OUTPUTS_MAX]) {
    union case_view a, b;
    if (first) c->view[0](&a, first);
    if (second) c->view[1](&b, second);
    return c->call(first ? &a : NULL, second ? &b : NULL, n, flags, hits, out);
}
