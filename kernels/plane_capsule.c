// SPDX-License-Identifier: MIT
// Which side of a plane a capsule lies on: Ericson 2005, 5.2.2, of a sphere at each end.
//
// The inputs are a plane n.x + d = 0, with n of any length, and a capsule, whose ends may coincide.
// The capsule is POSITIVE or NEGATIVE if both ends lie beyond r = |n| radius on one side, by more
// than rounding can make it. It is TANGENT if the nearer end is found to be at r, and INTERSECTING
// otherwise, as with a NaN in either.
#include "batch/kernel.h"
#include "math/planes.h"

// Half ulps of 1, see numerics.md.
#define PLANE_CAPSULE_PAD 0x1.ap-23f        // 3.25
#define PLANE_CAPSULE_RADIUS_PAD 0x1.bp-22f // 6.75

FORCE_INLINE struct masks plane_capsule_class(bool fuse, const struct plane *plane,
                                              const struct capsule *capsule) {
    (void)fuse;
    vf start = plane->offset, end = start, scale = start; // of scale unused, but gcc 12 warns
    for (int c = 0; c < 3; c++) {
        const vf n = plane->normal[c], x = capsule->start[c], y = capsule->end[c];
        start = vf_add(vf_mul(n, x), start);
        end = vf_add(vf_mul(n, y), end);
        const vf far = vf_mul(vf_abs(n), vf_max(vf_abs(x), vf_abs(y)));
        scale = c ? vf_add(far, scale) : far;
    }
    const vf length = vf_sqrt(dot_product(false, plane->normal, plane->normal));
    const vf r = vf_mul(capsule->radius, length);
    const vf lost = vm_keep(vf_unordered(start, end), vf_set(NAN)); // max may pass over one
    const vf near = vf_max(vf_min(start, end), vf_negate(vf_max(start, end)));
    const vf least = vf_add(vf_mul(scale, vf_set(PLANE_CAPSULE_PAD)), vf_set(PLANE_FLOOR));
    const vf slack = vf_add(vf_mul(r, vf_set(PLANE_CAPSULE_RADIUS_PAD)), least);
    return class_of_side(start, vf_or(vf_sub(near, r), lost), slack);
}

CLASS_KERNEL(plane_capsule, plane, capsule, .flip = SIDES_FLIP);

#ifdef LBX_UNIT
#define NAME plane_capsule
#include "batch/called.h"
#else
ENTRIES(lbx_test, plane_capsule_test);
ptrdiff_t lbx_plane_capsule(const lbx_planes *planes, const lbx_capsules *capsules, size_t n,
                            unsigned flags, uint8_t *sides) {
    return lbx_call_two(plane_capsule_test_entries, lbx_operand_planes, planes,
                        lbx_operand_capsules, capsules, n, flags, sides, NULL);
}
#endif
