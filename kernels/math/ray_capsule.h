// SPDX-License-Identifier: MIT
// A point that moves along a line, against a standing capsule, for ray_capsule.c and
// sphere_capsule_sweep.c.
//
// The verdict is that of capsule_capsule.c: the distance of the way from the capsule's segment, by
// both ends of the segment and by the lines' nearest points. A capsule is the union of the balls
// about the points of its segment. The first contact is that with the ball at one of the ends or at
// the point beside which the line enters the cylinder around the segment's line, and likewise the
// last one. Each ball is entered half a chord before the line is nearest to its center, so that no
// discriminant of fourth powers is formed. All have the padded radius, or rounding would hide those
// that a line which is almost parallel to the segment only just meets.
#ifndef LBX_RAY_CAPSULE_H
#define LBX_RAY_CAPSULE_H

#include "capsules.h"

#define RAY_CAPSULE_PAD 0x1.4p-20f // 20 half ulps of 1, see numerics.md

// The point at t is `from` + t * `way` relative to the segment's start, for low <= t <= high. The
// way is scaled by a power of two, so that no square of it underflows; t is `unit` of the caller's.
struct approach {
    vf from[3], way[3], unit, low, high;
    vf segment[3], square, reach; // of the radius and of the padded one
};

#define APPROACH_LIMIT 0x1p126f // of t: its product with a way is finite

// From the way and the range of t as given.
FORCE_INLINE void open_approach(struct approach *a, const vf *way, vf low, vf high, vf radius,
                                vf lengths) {
    const vf limit = vf_set(APPROACH_LIMIT);
    a->unit = vf_inverse_power(l1_norm(way));
    const vf inverse = vf_div(vf_set(1), a->unit);
    for (int c = 0; c < 3; c++) a->way[c] = vf_mul(way[c], a->unit);
    a->low = vf_min(vf_mul(low, inverse), limit);
    a->high = vf_min(vf_mul(high, inverse), limit);
    a->high = vm_select(vf_less(high, low), vf_set(-INFINITY), a->high); // an empty range
    a->square = reach_square(radius);
    a->reach = padded_square(radius, lengths, RAY_CAPSULE_PAD);
}

// Where the line is nearest to a point of the segment that `from` leads from.
FORCE_INLINE vf nearest_t(const vf *from, const vf *way) {
    return vf_negate(vf_div(dot_product(false, from, way), dot_product(false, way, way)));
}

// Clamped to the range. A point at rest has no nearest t: then it is the first one.
FORCE_INLINE vf in_range(const struct approach *a, vf t) {
    return vf_min(vf_max(t, a->low), a->high);
}

FORCE_INLINE void point_at(vf out[3], const vf *from, vf t, const vf *way) {
    for (int c = 0; c < 3; c++) out[c] = vf_add(from[c], vf_mul(t, way[c]));
}

FORCE_INLINE vf square_at(const vf *from, vf t, const vf *way) {
    vf to[3];
    point_at(to, from, t, way);
    return dot_product(false, to, to);
}

// What the line's way has across the segment: it is nearest to the segment's line at t, with the
// square of their distance and of the way across.
struct passing {
    vf t, square, across_square, inverse; // inverse: of the square of the segment's length
};

FORCE_INLINE void find_passing(const struct approach *a, struct passing *p) {
    vf across[3], offset[3];
    p->inverse = vf_div(vf_set(1), dot_product(false, a->segment, a->segment));
    const vf way_part = vf_mul(dot_product(false, a->way, a->segment), p->inverse);
    const vf from_part = vf_mul(dot_product(false, a->from, a->segment), p->inverse);
    for (int c = 0; c < 3; c++) {
        across[c] = vf_sub(a->way[c], vf_mul(way_part, a->segment[c]));
        offset[c] = vf_sub(a->from[c], vf_mul(from_part, a->segment[c]));
    }
    p->across_square = dot_product(false, across, across);
    p->t = vf_negate(vf_div(dot_product(false, offset, across), p->across_square));
    p->square = square_at(offset, p->t, across);
}

// From the segment's point that is nearest to the point at t, to the line's point at 0.
FORCE_INLINE void beside(vf out[3], const struct approach *a, vf t, vf inverse) {
    vf at[3];
    point_at(at, a->from, t, a->way);
    const vf part = cut_part(vf_mul(dot_product(false, at, a->segment), inverse));
    for (int c = 0; c < 3; c++) out[c] = vf_sub(a->from[c], vf_mul(part, a->segment[c]));
}

// The square of the distance of the way from the segment, and where it is nearest to it.
FORCE_INLINE vf approach_square(const struct approach *a, const struct passing *p, vf *nearest) {
    vf far[3], between[3];
    difference(far, a->from, a->segment);
    const vf high = vf_max(a->high, a->low);
    const struct approach ranged = {.low = a->low, .high = high};
    vf t[3] = {in_range(&ranged, nearest_t(a->from, a->way)),
               in_range(&ranged, nearest_t(far, a->way)), in_range(&ranged, p->t)};
    beside(between, a, t[2], p->inverse);
    const vf square[3] = {square_at(a->from, t[0], a->way), square_at(far, t[1], a->way),
                          square_at(between, t[2], a->way)};
    vf least = square[0];
    *nearest = t[0];
    for (int k = 1; k < 3; k++) {
        const vm nearer = vf_less(square[k], least);
        least = vm_select(nearer, square[k], least);
        *nearest = vm_select(nearer, t[k], *nearest);
    }
    return least;
}

// The verdict, and where the way is nearest to the segment.
FORCE_INLINE vm approach_apart(const struct approach *a, const struct passing *p, vf *nearest) {
    const vf square = approach_square(a, p, nearest);
    return vm_or(vf_less(a->reach, square), vf_less(a->high, a->low));
}

// Extends the range of contact by that with the ball about the point that `from` leads from.
FORCE_INLINE void add_ball(const struct approach *a, const vf *from, vf *first, vf *last) {
    const vf t = nearest_t(from, a->way);
    const vf chord = vf_sub(a->reach, square_at(from, t, a->way));
    const vf half = vf_sqrt(vf_div(vf_max(chord, vf_set(0)), dot_product(false, a->way, a->way)));
    const vm met = vf_at_most(vf_set(0), chord);
    *first = vf_min(vm_select(met, vf_sub(t, half), *first), *first);
    *last = vf_max(vm_select(met, vf_add(t, half), *last), *last);
}

// The verdict, and the first and the last t of contact, not clamped to the range.
FORCE_INLINE vm approach_range(const struct approach *a, vf *first, vf *last) {
    struct passing p;
    vf nearest, from[3];
    find_passing(a, &p);
    const vm apart = approach_apart(a, &p, &nearest);
    *first = *last = nearest;
    const vf chord = vf_max(vf_sub(a->square, p.square), vf_set(0));
    const vf half = vf_sqrt(vf_div(chord, p.across_square));
    // A way that begins within reach is in contact from there on.
    beside(from, a, a->low, p.inverse);
    const vm within = vf_at_most(square_at(from, a->low, a->way), a->reach);
    *first = vm_select(within, vf_set(-INFINITY), *first);
    for (int k = 0; k < 4; k++) {
        if (k == 0) memcpy(from, a->from, sizeof from);
        if (k == 1) difference(from, a->from, a->segment);
        if (k >= 2) beside(from, a, k == 2 ? vf_sub(p.t, half) : vf_add(p.t, half), p.inverse);
        add_ball(a, from, first, last);
    }
    *first = vf_mul(*first, a->unit);
    *last = vf_mul(*last, a->unit);
    return apart;
}

#endif
