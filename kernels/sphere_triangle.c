// SPDX-License-Identifier: MIT
// Spheres against triangles: Ericson 2005, 5.1.5 and 5.2.7.
//
// The inputs are a solid sphere and a closed triangle, which may be a sliver, a segment or a point.
// They are apart if the square of the distance from the sphere's center to the nearest point of the
// triangle exceeds that of the radius, made longer by 24 * 2^-24 of it and of |x| + |y| + |z| of
// both edges at vertex 0, and by 2^-60. The pad covers rounding, and 2^-60 squares that underflow
// (numerics.md). A NaN in either proves nothing: the edges are in the comparison.
#include "batch/kernel.h"
#include "math/capsules.h"
#include "math/near_point.h"

#define SPHERE_TRIANGLE_PAD 0x1.8p-20f // 24 half ulps of 1, see numerics.md

FORCE_INLINE vm sphere_triangle_apart(bool fuse, const struct sphere *sphere,
                                      const struct triangle *triangle) {
    (void)fuse;
    vf from[3][3];
    struct known_triangle known;
    struct near_points near;
    know_triangle(triangle, &known);
    for (int v = 0; v < 3; v++) difference(from[v], triangle->vertex[v], sphere->center);
    near_points_of(from, &known, &near);
    const vf edges = vf_add(l1_norm(known.edge[0]), l1_norm(known.edge[2]));
    return vf_less(padded_square(sphere->radius, edges, SPHERE_TRIANGLE_PAD),
                   nearest_square(&near));
}

MASK_KERNEL(sphere_triangle, sphere, triangle, .heavy = true);

#ifdef LBX_UNIT
#define NAME sphere_triangle
#include "batch/called.h"
#else
ENTRIES(lbx_test, sphere_triangle_test);
ptrdiff_t lbx_sphere_triangle(const lbx_spheres *spheres, const lbx_triangles *triangles, size_t n,
                              unsigned flags, uint8_t *hits) {
    return lbx_call_two(sphere_triangle_test_entries, lbx_operand_spheres, spheres,
                        lbx_operand_triangles, triangles, n, flags, hits, NULL);
}
#endif
