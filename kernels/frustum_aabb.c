// SPDX-License-Identifier: MIT
// What frusta see of axis-aligned boxes, by all separating axes: Greene 1994; Ericson 2005, 5.2.1.
//
// The inputs are m frusta and n boxes. Boxes that straddle more than one plane are compared along
// x, y, z and the products of edges, LANES at a time. Whatever nothing proves is INTERSECTING, as
// is a box with a NaN. The empty box is OUTSIDE.
#include "batch/frusta.h"

FORCE_INLINE struct verdict frustum_aabb_judge(bool fuse, const struct planes *planes,
                                               const vf item[]) {
    const struct seen box = see(fuse, planes, planes->pad, item, item + 3);
    const struct sides side = side_of_box(fuse, planes, &box);
    const vm empty = vf_less(item[3], item[0]);
    return (struct verdict){vm_or(outside_of(&side, box.slack), empty), side.inside, side.but_one};
}

FORCE_INLINE size_t frustum_aabb_settle(bool fuse, const struct open_items *open) {
    float at[aabb_floats][FRUSTA_REST];
    size_t found = 0;
    if (open->count && !open->frustum->crossed) lbx_frustum_cross(open->frustum);
    for (size_t i = 0; i < open->count; i++)
        for (int k = 0; k < aabb_floats; k++) at[k][i] = open->block->at[k][open->item[i]];
    for (size_t first = 0; first < open->count; first += LANES) {
        const size_t rest = open->count - first < LANES ? open->count - first : LANES;
        vf box[aabb_floats];
        for (int k = 0; k < aabb_floats; k++) box[k] = vf_load_first(at[k] + first, rest);
        const struct seen seen = see(fuse, open->planes, open->planes->pad, box, box + 3);
        uint32_t outside = vm_bits(outside_across(fuse, open->frustum, &seen));
        outside &= (uint32_t)((UINT64_C(1) << rest) - 1);
        found += bits_count(outside);
        for (; outside; outside &= outside - 1)
            open->block->classes[open->item[first + (size_t)__builtin_ctz(outside)]] = LBX_OUTSIDE;
    }
    return found;
}

#ifdef LBX_UNIT
FRUSTA_TEST(aabb, true)
#else
ENTRIES(lbx_frusta_test, frustum_aabb_test);
ptrdiff_t lbx_frustum_aabb(const lbx_frustums *frustums, size_t m, const lbx_aabbs *boxes, size_t n,
                           unsigned flags, uint8_t *classes) {
    const struct lbx_given items = {lbx_operand_aabbs, boxes};
    return lbx_call_frusta(frustum_aabb_test_entries, frustums, m, &items, n, flags, classes);
}
#endif
