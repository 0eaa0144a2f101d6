// SPDX-License-Identifier: MIT
// The distance of a segment from a box with its faces along the axes, for capsule_aabb.c,
// capsule_obb.c and queries.
//
// The square of the distance of a point that moves along the segment is convex, and its slope grows
// linearly between the six places where the point crosses the planes of faces. So the nearest point
// lies between two of these places, or ends, at which the slope changes its sign, and is found from
// the two slopes there.
#ifndef LBX_CAPSULE_BOX_H
#define LBX_CAPSULE_BOX_H

#include "capsules.h"

#define CAPSULE_AABB_PAD 0x1p-20f      // 16 half ulps of 1, see numerics.md
#define CAPSULE_BOX_BESIDE 0x1p-23f    // by how much a place is off

// What leads from the box to the point at part * way. `lower` and `upper` are the ends of the box
// relative to the segment's start. The operands are in the order that passes over a NaN in the box.
FORCE_INLINE void out_of_box(vf out[3], const vf *lower, const vf *upper, vf part, const vf *way) {
    for (int c = 0; c < 3; c++) {
        const vf at = vf_mul(part, way[c]);
        out[c] = vf_sub(at, vf_min(upper[c], vf_max(lower[c], at)));
    }
}

// Where the square's slope changes its sign: between low and high.
struct turning {
    vf low, low_slope, high, high_slope;
};

// At the place where an axis begins or ends to count, it does not count: all else would be rounding
// that is multiplied by the way along this axis, beside which the other ones may be short.
FORCE_INLINE void add_place(struct turning *t, const vf *lower, const vf *upper, const vf *way,
                            int axis, vf place) {
    vf out[3];
    const vf part = cut_part(place);
    out_of_box(out, lower, upper, part, way);
    const vm beside = vf_at_most(vf_abs(vf_sub(place, part)), vf_set(CAPSULE_BOX_BESIDE));
    out[axis] = vm_select(beside, vf_set(0), out[axis]);
    const vf slope = dot_product(false, out, way);
    const vm falls = vf_at_most(slope, vf_set(0));
    t->low = vf_max(vm_keep(falls, part), t->low);
    t->low_slope = vf_max(vm_select(falls, slope, vf_set(-INFINITY)), t->low_slope);
    t->high = vf_min(vm_select(falls, vf_set(1), part), t->high);
    t->high_slope = vf_min(vm_select(falls, vf_set(INFINITY), slope), t->high_slope);
}

FORCE_INLINE vf segment_box_square(const vf *lower, const vf *upper, const vf *way) {
    const vf zero = vf_set(0), one = vf_set(1);
    vf out[3];
    out_of_box(out, lower, upper, zero, way);
    struct turning t = {zero, vf_min(dot_product(false, out, way), zero), one, zero};
    out_of_box(out, lower, upper, one, way);
    t.high_slope = vf_max(dot_product(false, out, way), zero);
    for (int c = 0; c < 3; c++) {
        const vf inverse = vf_div(one, way[c]);
        add_place(&t, lower, upper, way, c, vf_mul(lower[c], inverse));
        add_place(&t, lower, upper, way, c, vf_mul(upper[c], inverse));
    }
    const vf share = vf_div(t.low_slope, vf_sub(t.low_slope, t.high_slope));
    const vf part = vf_add(t.low, vf_mul(share, vf_sub(t.high, t.low)));
    out_of_box(out, lower, upper, cut_part(part), way);
    return dot_product(false, out, out);
}

FORCE_INLINE vm capsule_aabb_apart(bool fuse, const struct capsule *capsule,
                                   const struct aabb *box) {
    (void)fuse;
    vf way[3], lower[3], upper[3];
    difference(way, capsule->end, capsule->start);
    difference(lower, box->min, capsule->start);
    difference(upper, box->max, capsule->start);
    return vf_less(padded_square(capsule->radius, l1_norm(way), CAPSULE_AABB_PAD),
                   segment_box_square(lower, upper, way));
}

#endif
