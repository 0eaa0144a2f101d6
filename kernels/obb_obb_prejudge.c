// SPDX-License-Identifier: MIT
// What the inner and outer spheres of two oriented boxes decide: Geng & Gao, equations 9 to 11.
//
// The inputs are two boxes, of which only centers and half extents are read. They are APART if the
// distance of the centers exceeds the sum of the half diagonals, and OVERLAPPING if it is less than
// the sum of the least half extents. Otherwise they are UNDECIDED. Squares are compared, and
// widened both ways by the effect of rounding and of axes that are not quite orthonormal
// (numerics.md). A NaN in a half extent makes the diagonal a NaN, which min passes on.
#include "batch/kernel.h"
#include "math/products.h"

#define PREJUDGE_APART 0x1.00007p+0f        // 1 + 112 half ulps of 1
#define PREJUDGE_MORE 0x1p-96f              // more than underflow takes from the diagonals
#define PREJUDGE_LESS 0x1p-120f             // and from the other squares
#define PREJUDGE_OVERLAPPING 0x1.ffffa8p-1f // 1 - 44

FORCE_INLINE struct masks obb_obb_prejudge_class(bool fuse, const struct extents *a,
                                                 const struct extents *b) {
    const vf *const a_half = a->half, *const b_half = b->half;
    vf offset[3];
    for (int c = 0; c < 3; c++) offset[c] = vf_sub(b->center[c], a->center[c]);
    const vf distance = dot_product(fuse, offset, offset);
    const vf most = vf_add(vf_sqrt(dot_product(fuse, a_half, a_half)),
                           vf_sqrt(dot_product(fuse, b_half, b_half)));
    const vf least = vf_add(vf_min(vf_min(a_half[0], a_half[1]), a_half[2]),
                            vf_min(vf_min(b_half[0], b_half[1]), b_half[2]));
    const vf far =
        multiply_add(fuse, vf_mul(most, most), vf_set(PREJUDGE_APART), vf_set(PREJUDGE_MORE));
    const vf within = multiply_add(fuse, vf_mul(least, least), vf_set(PREJUDGE_OVERLAPPING),
                                   vf_set(-PREJUDGE_LESS));
    const vf near = vf_min(within, far);
    const vm overlapping = vf_less(distance, near);
    return (struct masks){.low = overlapping, .high = vm_or(overlapping, vf_less(far, distance))};
}

// If one side is one box, its roots are taken once.
CLASS_KERNEL(obb_obb_prejudge, extents, extents, .flip = 2, .counts_ones = true, .fuses = true);

#ifdef LBX_UNIT
#define NAME obb_obb_prejudge
#include "batch/walks.h"
#else
ENTRIES(lbx_test, obb_obb_prejudge_test);
ENTRIES(lbx_few, obb_obb_prejudge_few);
ptrdiff_t lbx_obb_obb_prejudge(const lbx_obbs *a, const lbx_obbs *b, size_t n, unsigned flags,
                               uint8_t *classes) {
    struct lbx_dense few[2];
    if (is_few(n, flags) && dense_obbs(&few[0], a, n) && dense_obbs(&few[1], b, n) &&
        !is_one_by_one(few))
        return ACTIVE(obb_obb_prejudge_few)(&few[0], &few[1], n, flags, classes, NULL);
    return lbx_call_two(obb_obb_prejudge_test_entries, lbx_operand_obbs, a, lbx_operand_obbs, b, n,
                        flags, classes, NULL);
}
#endif
