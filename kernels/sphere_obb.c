// SPDX-License-Identifier: MIT
// Spheres against oriented boxes: Arvo 1990 in the frame of the box, as Gomez 1999 has it.
//
// The inputs are a sphere and a box. They are apart if the square of the distance from the center
// to the box exceeds that of the radius, made longer by 2^-18 of itself and of the sum of the half
// extents, and by 2^-72. The pad covers rounding and axes that are not quite orthonormal, and 2^-72
// covers squares that underflow (numerics.md). With a NaN in an axis the other axes still
// count. A NaN in the center, the radius or a half extent proves nothing.
#include "batch/kernel.h"
#include "math/obb.h"
#include "math/spheres.h"

#define SPHERE_OBB_PAD 0x1p-18f
#define SPHERE_OBB_FLOOR 0x1p-72f

// The reach is summed so that the part of a side that is one item is computed once.
FORCE_INLINE vm sphere_obb_apart(bool fuse, const struct sphere *sphere, const struct obb *box) {
    vf offset[3], along[3], distance[3], half[3];
    for (int c = 0; c < 3; c++) offset[c] = vf_sub(sphere->center[c], box->center[c]);
    into_box(fuse, along, offset, box);
    for (int k = 0; k < 3; k++) {
        half[k] = vf_hold(box->half[k]);
        distance[k] = vf_max(vf_sub(vf_abs(along[k]), half[k]), vf_set(0));
    }
    const vf of_sphere =
        multiply_add(fuse, sphere->radius, vf_set(1 + SPHERE_OBB_PAD), vf_set(SPHERE_OBB_FLOOR));
    const vf reach = multiply_add(fuse, sum_of(half), vf_set(SPHERE_OBB_PAD), of_sphere);
    return is_beyond(fuse, distance, reach_square(reach));
}

MASK_KERNEL(sphere_obb, sphere, obb, .quads = QUADS_OF_FIRST, .fuses = true);

#ifdef LBX_UNIT
#define NAME sphere_obb
#include "batch/walks.h"
#else
ENTRIES(lbx_test, sphere_obb_test);
ENTRIES(lbx_few, sphere_obb_few);
ptrdiff_t lbx_sphere_obb(const lbx_spheres *spheres, const lbx_obbs *boxes, size_t n,
                         unsigned flags, uint8_t *hits) {
    struct lbx_dense few[2];
    if (is_few(n, flags) && dense_spheres(&few[0], spheres, n) && dense_obbs(&few[1], boxes, n) &&
        !is_one_by_one(few))
        return ACTIVE(sphere_obb_few)(&few[0], &few[1], n, flags, hits, NULL);
    return lbx_call_two(sphere_obb_test_entries, lbx_operand_spheres, spheres, lbx_operand_obbs,
                        boxes, n, flags, hits, NULL);
}
#endif
