// SPDX-License-Identifier: MIT
// What frusta see of oriented boxes, by all separating axes: Greene 1994; Ericson 2005, 5.2.1.
//
// The inputs are m frusta and n boxes. Boxes that straddle more than one plane, and whose centers
// are not within all, are compared along their axes and the products of edges in double, one by
// one. Whatever nothing proves is INTERSECTING, as is a box with a NaN.
#include "batch/frusta.h"

FORCE_INLINE struct verdict frustum_obb_judge(bool fuse, const struct planes *planes,
                                              const vf item[]) {
    vf center[3], half[3], reach[5];
    center_from_eye(planes, item, center);
    for (int c = 0; c < 3; c++) half[c] = vf_add(item[3 + c], item[3 + c]);
    // Along the sides' normals, which are sums of those of the frame.
    for (int k = 0; k < 3; k++) {
        vf along[3];
        for (int n = 0; n < 3; n++)
            along[n] = dot_product(fuse, planes->normal[n], item + 6 + 3 * k);
        for (int s = 0; s < 4; s++) {
            const vf part = multiply_add(fuse, planes->mix[s][1], along[2],
                                         vf_mul(planes->mix[s][0], along[s % 2]));
            reach[s] = k ? multiply_add(fuse, vf_abs(part), half[k], reach[s])
                         : vf_mul(vf_abs(part), half[k]);
        }
        reach[4] = k ? multiply_add(fuse, vf_abs(along[2]), half[k], reach[4])
                     : vf_mul(vf_abs(along[2]), half[k]);
    }
    const vf slack = slack_of(fuse, planes->pad, vf_add(l1_norm(center), sum_of(half)));
    return verdict_of(side_of_planes(fuse, planes, center, reach, slack), slack);
}

FORCE_INLINE size_t frustum_obb_settle(bool fuse, const struct open_items *open) {
    (void)fuse;
    return settle_each(open, obb_floats, lbx_frame_misses_obb);
}

#ifdef LBX_UNIT
FRUSTA_TEST(obb, false)
#else
ENTRIES(lbx_frusta_test, frustum_obb_test);
ptrdiff_t lbx_frustum_obb(const lbx_frustums *frustums, size_t m, const lbx_obbs *boxes, size_t n,
                          unsigned flags, uint8_t *classes) {
    const struct lbx_given items = {lbx_operand_obbs, boxes};
    return lbx_call_frusta(frustum_obb_test_entries, frustums, m, &items, n, flags, classes);
}
#endif
