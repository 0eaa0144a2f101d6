// SPDX-License-Identifier: MIT
// On which side of a plane a box lies, by the two corners that the normal picks: book 9.2.4 (1).
//
// In: a plane n.x + d = 0, n of any length, and a box. On every axis the lesser one of the products
// n min and n max belongs to the corner that lies furthest against the normal, the greater one to
// that furthest along it. POSITIVE, NEGATIVE: the first corner lies above the plane, the second one
// below, by more than rounding can make it. TANGENT: one of them is found to lie in the plane.
// INTERSECTING: else. A NaN is one in the slack, or in what is compared with it. The empty box is
// POSITIVE. Fused, the two corners are the center and what the half extents reach: an eighth of the
// time less, a third where the box is one; one plane against arrays of boxes keeps to the corners.
#ifndef LBX_PLANE_AABB_H
#define LBX_PLANE_AABB_H

#include <math.h>

#include "classes.h"

// The empty box is POSITIVE.
FORCE_INLINE struct class_masks or_empty(struct class_masks side, vf min, vf max) {
    const vm empty = vf_less(max, min);
    return (struct class_masks){vm_or(side.low, empty), vm_or(side.high, empty)};
}

#define PLANE_AABB_PAD 0x1.ap-23f // 3.25 half ulps of 1, see docs/numerics.md

// `above`: the least n.x + d of the box; `below`: minus the greatest. No more than one of the two
// exceeds 0.
FORCE_INLINE struct class_masks plane_aabb_side(vf above, vf below, vf slack, vf min, vf max) {
    struct class_masks side = class_of_side(above, vf_max(above, below), slack);
    side.low = vm_and_not(side.low, vf_unordered(slack, slack)); // a corner of NaN touches nothing
    return or_empty(side, min, max);
}

FORCE_INLINE struct class_masks plane_aabb_class(const void *constants, const vf *plane,
                                                 const vf *box) {
    (void)constants;
    vf low = vf_set(0), high = low, size = low; // of no use, but gcc 12 warns
    for (int c = 0; c < 3; c++) {
        const vf p = vf_mul(plane[c], box[c]), q = vf_mul(plane[c], box[3 + c]);
        const vf sizes = vf_add(vf_abs(p), vf_abs(q));
        low = c ? vf_add(low, vf_min(p, q)) : vf_min(p, q);
        high = c ? vf_add(high, vf_max(p, q)) : vf_max(p, q);
        size = c ? vf_add(size, sizes) : sizes;
    }
    return plane_aabb_side(vf_add(low, plane[OFFSET]), vf_negate(vf_add(high, plane[OFFSET])),
                           vf_mul(size, vf_set(PLANE_AABB_PAD)), box[0], box[3]);
}

// Fused, by twice the center and twice the half extents: the chain starts with the offset, so that
// what it is rounded to is never large where the box touches.
#define PLANE_CENTER_PAD 0x1.ap-23f // 3.25 half ulps of 1
#define PLANE_HALF_PAD 0x1.dp-22f   // 7.25

FORCE_INLINE struct class_masks plane_aabb_class_fused(const void *constants, const vf *plane,
                                                       const vf *box) {
    (void)constants;
    const vf offset = vf_hold(plane[OFFSET]);
    vf s = vf_add(offset, offset);
    vf r = s, size = s; // of no use, but gcc 12 warns
    for (int c = 0; c < 3; c++) {
        const vf n = vf_hold(plane[c]), min = vf_hold(box[c]), max = vf_hold(box[3 + c]);
        const vf weight = vf_abs(n), center = vf_add(min, max), half = vf_sub(max, min);
        s = vf_fma(n, center, s);
        r = c ? vf_fma(weight, half, r) : vf_mul(weight, half);
        size = c ? vf_fma(weight, vf_abs(center), size) : vf_mul(weight, vf_abs(center));
    }
    const vf slack = vf_fma(r, vf_set(PLANE_HALF_PAD), vf_mul(size, vf_set(PLANE_CENTER_PAD)));
    return or_empty(class_of_side(s, vf_sub(vf_abs(s), r), slack), box[0], box[3]);
}

// A longer normal goes the way of many planes.
#define PLANE_FUSED_LIMIT 0x1p61f
#define PLANE_FUSED_PAD 0x1.4p-23f // 2.5 half ulps of 1

// One plane against many boxes, fused, by corners: which corner is which is known before the loop.
struct one_plane {
    vf normal[3], minus_normal[3], weight[3], offset, minus_offset; // weight: |n| times the pad
};

enum { NEAR = 0, FAR = 3, MIN_X = 6, MAX_X = 7, CORNERS_FLOATS = 8 };

// The same arrays in the order of the corners, and those of x once more.
static inline struct lbx_operand corners_of(const struct lbx_operand *boxes,
                                            const struct lbx_operand *plane) {
    struct lbx_operand corners = {.kind = boxes->kind};
    for (int c = 0; c < 3; c++) {
        const int against = *plane->at[c] < 0 ? 3 : 0;
        corners.at[NEAR + c] = boxes->at[c + against];
        corners.at[FAR + c] = boxes->at[c + 3 - against];
    }
    corners.at[MIN_X] = boxes->at[0];
    corners.at[MAX_X] = boxes->at[3];
    return corners;
}

// The far corner's products are at most the near one's and the box's extent, which the two sums
// give: cheaper than the greater magnitude of either.
FORCE_INLINE struct class_masks one_plane_class(const void *constants, const vf *none,
                                                const vf *box) {
    const struct one_plane *plane = constants;
    (void)none;
    vf above = plane->offset, below = plane->minus_offset, slack;
    for (int c = 2; c >= 0; c--) {
        above = vf_fma(plane->normal[c], box[NEAR + c], above);
        below = vf_fma(plane->minus_normal[c], box[FAR + c], below);
        const vf size = vf_abs(box[NEAR + c]);
        slack = c < 2 ? vf_fma(plane->weight[c], size, slack) : vf_mul(plane->weight[c], size);
    }
    // A NaN where one of the two is.
    slack = vf_fnma(vf_add(above, below), vf_set(PLANE_FUSED_PAD), slack);
    return plane_aabb_side(above, below, slack, box[MIN_X], box[MAX_X]);
}

static size_t plane_aabb_one(const void *context, const struct lbx_operand *plane,
                             const struct lbx_operand *boxes, size_t first, size_t n) {
    const struct lbx_operand corners = corners_of(boxes, plane);
    struct one_plane one;
    for (int c = 0; c < 3; c++) {
        one.normal[c] = vf_set(*plane->at[c]);
        one.minus_normal[c] = vf_negate(one.normal[c]);
        one.weight[c] = vf_mul(vf_abs(one.normal[c]), vf_set(PLANE_FUSED_PAD));
    }
    one.offset = vf_set(*plane->at[OFFSET]);
    one.minus_offset = vf_negate(one.offset);
    const struct class_context to = {((const struct class_context *)context)->classes, &one};
    return class_loop(one_plane_class, SIDES_FLIP, false, &to, plane, READ_ONE, 0, &corners,
                      READ_CONTIGUOUS, CORNERS_FLOATS, first, n);
}

FORCE_INLINE size_t plane_aabb_loop(class_core *class_of, const void *context,
                                    const struct lbx_operand *planes, enum reading planes_reading,
                                    const struct lbx_operand *boxes, enum reading boxes_reading,
                                    size_t first, size_t n) {
    return class_loop(class_of, SIDES_FLIP, false, context, planes, planes_reading, PLANE_FLOATS,
                      boxes, boxes_reading, AABB_FLOATS, first, n);
}

FORCE_INLINE size_t plane_aabb_loops(class_core *class_of, const void *context,
                                     const struct lbx_operand *planes,
                                     const struct lbx_operand *boxes, size_t first, size_t n) {
    if (planes->kind == OPERAND_ONE) {
        return boxes->kind == OPERAND_COMPACT ? plane_aabb_loop(class_of, context, planes, READ_ONE,
                                                                boxes, READ_COMPACT, first, n)
                                              : plane_aabb_loop(class_of, context, planes, READ_ONE,
                                                                boxes, READ_CONTIGUOUS, first, n);
    }
    if (boxes->kind == OPERAND_COMPACT) {
        return plane_aabb_loop(class_of, context, planes, READ_CONTIGUOUS, boxes, READ_COMPACT,
                               first, n);
    }
    return boxes->kind == OPERAND_ONE ? plane_aabb_loop(class_of, context, planes, READ_CONTIGUOUS,
                                                        boxes, READ_ONE, first, n)
                                      : plane_aabb_loop(class_of, context, planes, READ_CONTIGUOUS,
                                                        boxes, READ_CONTIGUOUS, first, n);
}

static size_t plane_aabb_loops_plain(const void *context, const struct lbx_operand *planes,
                                     const struct lbx_operand *boxes, size_t first, size_t n,
                                     uint8_t *none) {
    (void)none;
    return plane_aabb_loops(plane_aabb_class, context, planes, boxes, first, n);
}

static size_t plane_aabb_loops_fused(const void *context, const struct lbx_operand *planes,
                                     const struct lbx_operand *boxes, size_t first, size_t n,
                                     uint8_t *none) {
    (void)none;
    bool one = planes->kind == OPERAND_ONE && boxes->kind == OPERAND_CONTIGUOUS;
    for (int c = 0; c < 3; c++) one = one && fabsf(*planes->at[c]) < PLANE_FUSED_LIMIT;
    return one ? plane_aabb_one(context, planes, boxes, first, n)
               : plane_aabb_loops(plane_aabb_class_fused, context, planes, boxes, first, n);
}

static ptrdiff_t plane_aabb(const struct lbx_operand *planes, const struct lbx_operand *boxes,
                            size_t n, unsigned flags, uint8_t *sides) {
    const bool fuse = LANES_FUSE && !(flags & LBX_REPRODUCIBLE);
    const struct class_context to = {sides, NULL};
    return batch(fuse ? plane_aabb_loops_fused : plane_aabb_loops_plain, &to, planes, PLANE_FLOATS,
                 boxes, AABB_FLOATS, QUADS_OF_BOTH, n, NULL);
}

#endif
