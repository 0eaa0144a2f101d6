// SPDX-License-Identifier: MIT
// Spheres against capsules: Ericson 2005, 4.5.1 and 5.1.2.1.
//
// The inputs are a sphere and a capsule, whose ends may coincide. They are apart if the square of
// the distance from the sphere's center to the nearest point of the capsule's segment exceeds that
// of the sum of the radii, made longer by 11 * 2^-24 of it and of |x| + |y| + |z| of the segment,
// and by 2^-60. The pad covers rounding, and 2^-60 squares that underflow (numerics.md). A NaN in
// either proves nothing.
#include "batch/kernel.h"
#include "math/capsules.h"

#define SPHERE_CAPSULE_PAD 0x1.6p-21f // 11 half ulps of 1, see numerics.md

FORCE_INLINE vm sphere_capsule_apart(bool fuse, const struct sphere *sphere,
                                     const struct capsule *capsule) {
    (void)fuse;
    vf way[3], from[3];
    difference(way, capsule->end, capsule->start);
    difference(from, sphere->center, capsule->start);
    const vf part = cut_part(vf_div(dot_product(false, from, way), dot_product(false, way, way)));
    const vf radii = vf_add(sphere->radius, capsule->radius);
    return vf_less(padded_square(radii, l1_norm(way), SPHERE_CAPSULE_PAD),
                   square_behind(from, part, way));
}

MASK_KERNEL(sphere_capsule, sphere, capsule, .heavy = true);

#ifdef LBX_UNIT
#define NAME sphere_capsule
#include "batch/called.h"
#else
ENTRIES(lbx_test, sphere_capsule_test);
ptrdiff_t lbx_sphere_capsule(const lbx_spheres *spheres, const lbx_capsules *capsules, size_t n,
                             unsigned flags, uint8_t *hits) {
    return lbx_call_two(sphere_capsule_test_entries, lbx_operand_spheres, spheres,
                        lbx_operand_capsules, capsules, n, flags, hits, NULL);
}
#endif
