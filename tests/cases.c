// SPDX-License-Identifier: MIT
// The list of cases: a kernel adds its line here.
#include "cases.h"

extern const struct lbx_case case_aabb_aabb, case_obb_obb, case_ray_aabb;

const struct lbx_case *const lbx_cases[] = {&case_aabb_aabb, &case_ray_aabb, &case_obb_obb};
const size_t lbx_case_count = sizeof lbx_cases / sizeof *lbx_cases;
