// SPDX-License-Identifier: MIT
// Which side of a plane a box lies on, by the two corners that the normal picks: book 9.2.4 (1).
//
// The inputs are a plane n.x + d = 0, with n of any length, and a box. On every axis the lesser of
// the products n min and n max belongs to the corner that lies furthest against the normal, and the
// greater one to the corner furthest along it. A box is POSITIVE if the first corner lies above the
// plane, and NEGATIVE if the second one lies below it, by more than rounding can make it. It is
// TANGENT if one of the two is found to lie in the plane, and INTERSECTING otherwise. A NaN in the
// input makes the slack, or what is compared with it, a NaN. The empty box is POSITIVE. The fused
// form computes the center and the reach of the half extents instead of the two corners. This saves
// an eighth, or a third for one box. One plane against arrays still uses the corners.
#include "batch/kernel.h"
#include "math/planes.h"

// The empty box is POSITIVE.
FORCE_INLINE struct masks or_empty(struct masks side, vf min, vf max) {
    const vm empty = vf_less(max, min);
    return (struct masks){.low = vm_or(side.low, empty), .high = vm_or(side.high, empty)};
}

#define PLANE_AABB_PAD 0x1.ap-23f // 3.25 half ulps of 1, see numerics.md

// `above`: the least n.x + d of the box; `below`: minus the greatest. At most one exceeds 0.
FORCE_INLINE struct masks plane_aabb_side(vf above, vf below, vf slack, vf min, vf max) {
    struct masks side = class_of_side(above, vf_max(above, below), slack);
    side.low = vm_and_not(side.low, vf_unordered(slack, slack)); // a NaN corner touches nothing
    return or_empty(side, min, max);
}

FORCE_INLINE struct masks plane_aabb_corners(const struct plane *plane, const struct aabb *box) {
    vf low = vf_set(0), high = low, size = low; // of no use, but gcc 12 warns
    for (int c = 0; c < 3; c++) {
        const vf n = plane->normal[c], p = vf_mul(n, box->min[c]), q = vf_mul(n, box->max[c]);
        const vf sizes = vf_add(vf_abs(p), vf_abs(q));
        low = c ? vf_add(low, vf_min(p, q)) : vf_min(p, q);
        high = c ? vf_add(high, vf_max(p, q)) : vf_max(p, q);
        size = c ? vf_add(size, sizes) : sizes;
    }
    return plane_aabb_side(vf_add(low, plane->offset), vf_negate(vf_add(high, plane->offset)),
                           vf_add(vf_mul(size, vf_set(PLANE_AABB_PAD)), vf_set(PLANE_FLOOR)),
                           box->min[0], box->max[0]);
}

// The fused form, by twice the center and twice the half extents. The chain of sums starts with the
// offset, so that its partial sums are never large if the box touches the plane: bounds by the
// magnitudes of all terms took 19.1 cycles for 8, these 16.5.
#define PLANE_CENTER_PAD 0x1.ap-23f // 3.25 half ulps of 1
#define PLANE_HALF_PAD 0x1.dp-22f   // 7.25

FORCE_INLINE struct masks plane_aabb_center(const struct plane *plane, const struct aabb *box) {
    const vf offset = vf_hold(plane->offset);
    vf s = vf_add(offset, offset);
    vf r = s, size = s; // of no use, but gcc 12 warns
    for (int c = 0; c < 3; c++) {
        const vf n = vf_hold(plane->normal[c]);
        const vf min = vf_hold(box->min[c]), max = vf_hold(box->max[c]);
        const vf weight = vf_abs(n), center = vf_add(min, max), half = vf_sub(max, min);
        s = vf_fma(n, center, s);
        r = c ? vf_fma(weight, half, r) : vf_mul(weight, half);
        size = c ? vf_fma(weight, vf_abs(center), size) : vf_mul(weight, vf_abs(center));
    }
    const vf least = vf_fma(s, vf_set(0), vf_set(PLANE_FLOOR)); // a NaN where s overflows
    const vf slack =
        vf_fma(r, vf_set(PLANE_HALF_PAD), vf_fma(size, vf_set(PLANE_CENTER_PAD), least));
    return or_empty(class_of_side(s, vf_sub(vf_abs(s), r), slack), box->min[0], box->max[0]);
}

FORCE_INLINE struct masks plane_aabb_class(bool fuse, const struct plane *plane,
                                           const struct aabb *box) {
    return fuse ? plane_aabb_center(plane, box) : plane_aabb_corners(plane, box);
}

// A normal with components other than 0 and those of this range takes the path for many planes.
#define PLANE_FUSED_LEAST 0x1p-100f
#define PLANE_FUSED_LIMIT 0x1p61f
#define PLANE_FUSED_PAD 0x1.4p-23f // 2.5 half ulps of 1

// One plane against many boxes, fused, by corners. Which corner is which is known before the loop.
static inline enum form plane_aabb_prepare(enum form form, const float *plane, unsigned given,
                                           union lanes *lanes, const float *const *at,
                                           const float **seen) {
    (void)given;
    struct one_plane *one = &lanes->one_plane;
    bool reversed[3];
    for (int c = 0; c < 3; c++) {
        const float size = fabsf(plane[c]);
        if (!(form == FORM_FUSED && size < PLANE_FUSED_LIMIT &&
              (size >= PLANE_FUSED_LEAST || size == 0)))
            return FORM_NONE;
        reversed[c] = plane[c] < 0;
        one->normal[c] = vf_set(plane[c]);
        one->minus_normal[c] = vf_negate(one->normal[c]);
        one->weight[c] = vf_mul(vf_abs(one->normal[c]), vf_set(PLANE_FUSED_PAD));
    }
    one->offset = vf_set(plane[3]);
    one->minus_offset = vf_negate(one->offset);
    pick_corners(reversed, at, seen);
    return FORM_FUSED;
}

// The far corner's products are at most the near one's plus the box's extent, which the two sums
// give. This is cheaper than the greater magnitude of either product.
FORCE_INLINE struct masks one_plane_class(bool fuse, const struct one_plane *plane,
                                          const struct corners *box) {
    (void)fuse;
    vf above = plane->offset, below = plane->minus_offset, slack = above; // of no use, as above
    for (int c = 2; c >= 0; c--) {
        above = vf_fma(plane->normal[c], box->near[c], above);
        below = vf_fma(plane->minus_normal[c], box->far[c], below);
        const vf size = vf_abs(box->near[c]);
        slack = vf_fma(plane->weight[c], size, c < 2 ? slack : vf_set(PLANE_FLOOR));
    }
    // The slack becomes a NaN if one of the two is.
    slack = vf_fnma(vf_add(above, below), vf_set(PLANE_FUSED_PAD), slack);
    return plane_aabb_side(above, below, slack, box->min_x, box->max_x);
}

CLASS_CORE(one_plane, one_plane, corners)
CLASS_KERNEL(plane_aabb, plane, aabb, .quads = QUADS_OF_SECOND, .flip = SIDES_FLIP, .fuses = true,
             .prepare = plane_aabb_prepare, .prepared_floats = corners_floats,
             .core_of_prepared = one_plane_core);

#ifdef LBX_UNIT
#define NAME plane_aabb
#include "batch/walks.h"
#else
ENTRIES(lbx_test, plane_aabb_test);
ENTRIES(lbx_few, plane_aabb_few);
ptrdiff_t lbx_plane_aabb(const lbx_planes *planes, const lbx_aabbs *boxes, size_t n, unsigned flags,
                         uint8_t *sides) {
    struct lbx_dense few[2];
    if (is_few(n, flags) && dense_planes(&few[0], planes, n) && dense_aabbs(&few[1], boxes, n) &&
        !is_one_by_one(few))
        return ACTIVE(plane_aabb_few)(&few[0], &few[1], n, flags, sides, NULL);
    return lbx_call_two(plane_aabb_test_entries, lbx_operand_planes, planes, lbx_operand_aabbs,
                        boxes, n, flags, sides, NULL);
}
#endif
