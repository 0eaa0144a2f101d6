// SPDX-License-Identifier: MIT
// The distance of a segment from a box with its faces along the axes, for capsule_aabb.c,
// capsule_obb.c and queries.
//
// The square of the distance of a point that moves along the segment is convex, and its slope grows
// linearly between the six places where the point crosses the planes of faces. So the nearest point
// lies between two of these places, or ends, at which the slope changes its sign, and is found from
// the two slopes there. Where a place is rounded, all slopes are those of a box whose face is
// there.
#ifndef LBX_CAPSULE_BOX_H
#define LBX_CAPSULE_BOX_H

#include "capsules.h"

#define CAPSULE_AABB_PAD 0x1.ep-21f // 15 half ulps of 1, see numerics.md
#define CAPSULE_BOX_FAR 0x1p60f     // places beyond it are as good as there

// What leads from the box to the point at part * way. `lower` and `upper` are the ends of the box
// relative to the segment's start. The operands are in the order that passes over a NaN in the box.
FORCE_INLINE void out_of_box(vf out[3], const vf *lower, const vf *upper, vf part, const vf *way) {
    for (int c = 0; c < 3; c++) {
        const vf at = vf_mul(part, way[c]);
        out[c] = vf_sub(at, vf_min(upper[c], vf_max(lower[c], at)));
    }
}

// An axis: where the point enters and leaves its slab, as parts of the way, and the square of the
// way along it. A way of 0 enters nowhere.
struct slab {
    vf near, far, weight;
};

// The operands are in the order that keeps a NaN: slab_slope passes over it.
FORCE_INLINE vf as_place(vf part) {
    return vf_max(vf_set(-CAPSULE_BOX_FAR), vf_min(vf_set(CAPSULE_BOX_FAR), part));
}

FORCE_INLINE struct slab slab_of(vf lower, vf upper, vf way) {
    const vf inverse = vf_div(vf_set(1), way);
    const vf at_lower = vf_mul(lower, inverse), at_upper = vf_mul(upper, inverse);
    const vm back = vf_less(way, vf_set(0));
    return (struct slab){as_place(vm_select(back, at_upper, at_lower)),
                         as_place(vm_select(back, at_lower, at_upper)), vf_mul(way, way)};
}

// What an axis adds to half of the slope at `place`. It grows with the place, rounding or not.
FORCE_INLINE vf slab_slope(const struct slab *slab, vf place) {
    const vf out = vf_sub(place, vf_min(slab->far, vf_max(slab->near, place)));
    return vf_mul(slab->weight, out);
}

// Where the slope changes its sign: between low and high.
struct turning {
    vf low, low_slope, high, high_slope;
};

// Adds a place where an axis is crossed, which adds nothing there, from what two others add.
FORCE_INLINE void add_place(struct turning *t, vf place, const struct slab *x,
                            const struct slab *y) {
    const vf slope = vf_add(slab_slope(x, place), slab_slope(y, place)), part = cut_part(place);
    const vm falls = vf_at_most(slope, vf_set(0));
    t->low = vf_max(vm_keep(falls, part), t->low);
    t->low_slope = vf_max(vm_select(falls, slope, vf_set(-INFINITY)), t->low_slope);
    t->high = vf_min(vm_select(falls, vf_set(1), part), t->high);
    t->high_slope = vf_min(vm_select(falls, vf_set(INFINITY), slope), t->high_slope);
}

FORCE_INLINE vf slope_at(const struct slab *slabs, vf place) {
    const vf two = vf_add(slab_slope(&slabs[0], place), slab_slope(&slabs[1], place));
    return vf_add(two, slab_slope(&slabs[2], place));
}

FORCE_INLINE vf segment_box_square(const vf *lower, const vf *upper, const vf *way) {
    const vf zero = vf_set(0), one = vf_set(1);
    struct slab slabs[3];
    for (int c = 0; c < 3; c++) slabs[c] = slab_of(lower[c], upper[c], way[c]);
    struct turning t = {zero, vf_min(slope_at(slabs, zero), zero), one,
                        vf_max(slope_at(slabs, one), zero)};
    for (int c = 0; c < 3; c++) {
        const struct slab *const x = &slabs[c == 0], *const y = &slabs[2 - (c == 2)];
        add_place(&t, slabs[c].near, x, y);
        add_place(&t, slabs[c].far, x, y);
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
