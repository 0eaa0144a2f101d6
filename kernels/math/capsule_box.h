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

#define CAPSULE_AABB_PAD 0x1.cp-21f // 14 half ulps of 1, see numerics.md
#define CAPSULE_BOX_BESIDE 0x1p-22f // of the way: more than rounding moves a place

// What leads from the box to the point at part * way. `lower` and `upper` are the ends of the box
// relative to the segment's start. The operands are in the order that passes over a NaN in the box.
FORCE_INLINE void out_of_box(vf out[3], const vf *lower, const vf *upper, vf part, const vf *way) {
    for (int c = 0; c < 3; c++) {
        const vf at = vf_mul(part, way[c]);
        out[c] = vf_sub(at, vf_min(upper[c], vf_max(lower[c], at)));
    }
}

// Half of the slope of the square at part * way. An axis counts only from a little beyond the face
// on: its rounding, multiplied by the way along it, might be more than all that other axes add,
// along which the way is short.
FORCE_INLINE vf box_slope(const vf *lower, const vf *upper, vf part, const vf *way) {
    vf out[3];
    out_of_box(out, lower, upper, part, way);
    for (int c = 0; c < 3; c++) {
        const vf beside = vf_mul(vf_abs(way[c]), vf_set(CAPSULE_BOX_BESIDE));
        out[c] = vm_keep(vf_less(beside, vf_abs(out[c])), out[c]);
    }
    return dot_product(false, out, way);
}

// Where the slope changes its sign: between low and high.
struct turning {
    vf low, low_slope, high, high_slope;
};

FORCE_INLINE void add_place(struct turning *t, vf part, vf slope) {
    const vm falls = vf_at_most(slope, vf_set(0));
    t->low = vf_max(vm_keep(falls, part), t->low);
    t->low_slope = vf_max(vm_select(falls, slope, vf_set(-INFINITY)), t->low_slope);
    t->high = vf_min(vm_select(falls, vf_set(1), part), t->high);
    t->high_slope = vf_min(vm_select(falls, vf_set(INFINITY), slope), t->high_slope);
}

FORCE_INLINE vf segment_box_square(const vf *lower, const vf *upper, const vf *way) {
    const vf zero = vf_set(0), one = vf_set(1);
    struct turning t = {zero, vf_min(box_slope(lower, upper, zero, way), zero), one,
                        vf_max(box_slope(lower, upper, one, way), zero)};
    for (int k = 0; k < 6; k++) {
        const vf place = cut_part(vf_div((k < 3 ? lower : upper)[k % 3], way[k % 3]));
        add_place(&t, place, box_slope(lower, upper, place, way));
    }
    const vf share = vf_div(t.low_slope, vf_sub(t.low_slope, t.high_slope));
    const vf part = cut_part(vf_add(t.low, vf_mul(share, vf_sub(t.high, t.low))));
    vf out[3];
    out_of_box(out, lower, upper, part, way);
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
