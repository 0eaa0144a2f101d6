// SPDX-License-Identifier: MIT
// Overlap of spheres: the static part of Gomez 1999, listing 2.
//
// The inputs are two spheres. They are apart if the square of the distance of the centers exceeds
// that of the sum of the radii by more than rounding can make it: by 5 * 2^-23, relative
// (numerics.md). A NaN in either sphere is in the comparison, which then proves nothing.
#include "batch/kernel.h"
#include "math/spheres.h"

#define SPHERE_SPHERE_PAD 0x1.00000ap+0f // 1 + 10 half ulps of 1, see numerics.md

FORCE_INLINE vm sphere_sphere_apart(bool fuse, const struct sphere *a, const struct sphere *b) {
    vf distance[3];
    for (int c = 0; c < 3; c++) distance[c] = vf_sub(b->center[c], a->center[c]);
    const vf reach = vf_add(a->radius, b->radius);
    return is_beyond(fuse, distance, vf_mul(reach_square(reach), vf_set(SPHERE_SPHERE_PAD)));
}

MASK_KERNEL(sphere_sphere, sphere, sphere, .symmetric = true, .short_loops = true,
            .quads = QUADS_OF_BOTH, .fuses = true);

#ifdef LBX_UNIT
#define NAME sphere_sphere
#include "batch/walks.h"
#else
ENTRIES(lbx_test, sphere_sphere_test);
ENTRIES(lbx_few, sphere_sphere_few);
ptrdiff_t lbx_sphere_sphere(const lbx_spheres *a, const lbx_spheres *b, size_t n, unsigned flags,
                            uint8_t *hits) {
    struct lbx_dense few[2];
    if (is_few(n, flags) && dense_spheres(&few[0], a, n) && dense_spheres(&few[1], b, n) &&
        !is_one_by_one(few))
        return ACTIVE(sphere_sphere_few)(&few[0], &few[1], n, flags, hits, NULL);
    return lbx_call_two(sphere_sphere_test_entries, lbx_operand_spheres, a, lbx_operand_spheres, b,
                        n, flags, hits, NULL);
}
#endif
