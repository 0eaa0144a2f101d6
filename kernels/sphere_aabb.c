// SPDX-License-Identifier: MIT
// Spheres against axis-aligned boxes: Arvo 1990, Gomez 1999, listing 5.
//
// The inputs are a sphere and a box. The nearest point of the box is the sphere's center clamped to
// the box. They are apart if the square of the distance from the center to this point exceeds that
// of the radius by more than rounding can make it: by 2^-21, relative (numerics.md). A NaN
// among the planes clamps nothing. A NaN in the sphere is in the square, which then proves nothing.
// The empty box clamps the center to -inf or -FLT_MAX: the square is infinite.
#include "batch/kernel.h"
#include "math/spheres.h"

#define SPHERE_AABB_PAD 0x1.000008p+0f // 1 + 8 half ulps of 1, see numerics.md

// The operands are in the order that passes over a NaN in the box.
FORCE_INLINE vm sphere_aabb_apart(bool fuse, const struct sphere *sphere, const struct aabb *box) {
    vf distance[3];
    for (int c = 0; c < 3; c++) {
        const vf center = vf_hold(sphere->center[c]);
        distance[c] = vf_sub(center, vf_min(box->max[c], vf_max(box->min[c], center)));
    }
    const vf square = vf_mul(reach_square(sphere->radius), vf_set(SPHERE_AABB_PAD));
    return is_beyond(fuse, distance, square);
}

MASK_KERNEL(sphere_aabb, sphere, aabb, .quads = QUADS_OF_BOTH, .short_loops = true, .fuses = true);

#ifdef LBX_UNIT
#define NAME sphere_aabb
#include "batch/walks.h"
#else
ENTRIES(lbx_test, sphere_aabb_test);
ENTRIES(lbx_few, sphere_aabb_few);
ptrdiff_t lbx_sphere_aabb(const lbx_spheres *spheres, const lbx_aabbs *boxes, size_t n,
                          unsigned flags, uint8_t *hits) {
    struct lbx_dense few[2];
    if (is_few(n, flags) && dense_spheres(&few[0], spheres, n) && dense_aabbs(&few[1], boxes, n) &&
        !is_one_by_one(few))
        return ACTIVE(sphere_aabb_few)(&few[0], &few[1], n, flags, hits, NULL);
    return lbx_call_two(sphere_aabb_test_entries, lbx_operand_spheres, spheres, lbx_operand_aabbs,
                        boxes, n, flags, hits, NULL);
}
#endif
