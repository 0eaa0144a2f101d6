// SPDX-License-Identifier: MIT
// Overlap of an axis-aligned and an oriented box: the 15 separating axes of book 9.2.6, where the
// first box's axes are those of the world.
//
// The inputs are two boxes. They are apart if on some axis the distance of the centers exceeds the
// sum of the radii by more than 2^-17 times the sum of all half extents (numerics.md). The
// first box is moved before its center and half extents are formed, because far from the origin
// half an ulp of its center is more than the whole box. The empty box, min > max on axis 0, is
// apart. A NaN in either box's size makes every comparison one with a NaN, so such a box hits.
#include "batch/kernel.h"
#include "math/frames.h"

#define AABB_OBB_PAD 0x1p-17f

FORCE_INLINE vm aabb_obb_apart(bool fuse, const struct aabb *a, const struct obb *b) {
    vf distance[3], half[3], rotation[3][3];
    for (int c = 0; c < 3; c++) {
        const vf low = vf_sub(a->min[c], b->center[c]), high = vf_sub(a->max[c], b->center[c]);
        distance[c] = vf_mul(vf_add(low, high), vf_set(.5f)); // from B's center; the sign is lost
        half[c] = vf_mul(vf_sub(high, low), vf_set(.5f));
        for (int k = 0; k < 3; k++) rotation[c][k] = b->axis[k][c];
    }
    const vm empty = vf_less(a->max[0], a->min[0]);
    return vm_or(empty, frames_apart(fuse, AABB_OBB_PAD, half, b->half, distance, rotation));
}

MASK_KERNEL(aabb_obb, aabb, obb, .heavy = true, .ahead = true, .quads = QUADS_OF_FIRST,
            .fuses = true);

#ifdef LBX_UNIT
#define NAME aabb_obb
#include "batch/walks.h"
#else
ENTRIES(lbx_test, aabb_obb_test);
ENTRIES(lbx_few, aabb_obb_few);
ptrdiff_t lbx_aabb_obb(const lbx_aabbs *a, const lbx_obbs *b, size_t n, unsigned flags,
                       uint8_t *hits) {
    struct lbx_dense few[2];
    if (is_few(n, flags) && dense_aabbs(&few[0], a, n) && dense_obbs(&few[1], b, n) &&
        !is_one_by_one(few))
        return ACTIVE(aabb_obb_few)(&few[0], &few[1], n, flags, hits, NULL);
    return lbx_call_two(aabb_obb_test_entries, lbx_operand_aabbs, a, lbx_operand_obbs, b, n, flags,
                        hits, NULL);
}
#endif
