// SPDX-License-Identifier: MIT
// What frusta see of spheres: Greene 1994; Ericson 2005, 5.1.2.
//
// The inputs are m frusta and n spheres. Where a center is not within all planes, the sphere's
// distance from the edges decides in double, one by one. Whatever nothing proves is INTERSECTING,
// as is a sphere with a NaN.
#include "batch/frusta.h"

FORCE_INLINE struct verdict frustum_sphere_judge(bool fuse, const struct planes *planes,
                                                 const vf item[]) {
    vf center[3], reach[5];
    center_from_eye(planes, item, center);
    for (int k = 0; k < 5; k++) reach[k] = vf_add(item[3], item[3]);
    const vf slack = slack_of(fuse, planes->pad, vf_add(l1_norm(center), reach[0]));
    return verdict_of(side_of_planes(fuse, planes, center, reach, slack), slack);
}

FORCE_INLINE size_t frustum_sphere_settle(bool fuse, const struct open_items *open) {
    (void)fuse;
    return settle_each(open, sphere_floats, lbx_frame_misses_sphere);
}

#ifdef LBX_UNIT
FRUSTA_TEST(sphere, false)
#else
ENTRIES(lbx_frusta_test, frustum_sphere_test);
ptrdiff_t lbx_frustum_sphere(const lbx_frustums *frustums, size_t m, const lbx_spheres *spheres,
                             size_t n, unsigned flags, uint8_t *classes) {
    const struct lbx_given items = {lbx_operand_spheres, spheres};
    return lbx_call_frusta(frustum_sphere_test_entries, frustums, m, &items, n, flags, classes);
}
#endif
