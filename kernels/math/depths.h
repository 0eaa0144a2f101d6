// SPDX-License-Identifier: MIT
// The axis of least penetration of two oriented boxes, among the 15 of book 9.2.6, or where they
// are apart the one of the largest gap. Axes are numbered in the book's order: 0 to 2 are A's, 3 to
// 5 are B's, and 6 + 3 i + k is the cross product of A's axis i and B's axis k.
//
// Cross products are compared without a division, by signed squares: d|d| / m^2, m being the sine.
// What axes lack of being orthonormal is divided by the sine, so whoever returns such an axis
// projects both boxes on it once more.
#ifndef LBX_DEPTHS_H
#define LBX_DEPTHS_H

#include "frames.h"

enum { FACE_AXES = 6, NO_AXIS = 15 };

#define EDGE_SQUARE 0x1p-20f // squares of sines below this give no axis

// Two boxes in the frame of the first, as frames.h takes them, scaled.
struct posed_boxes {
    vf scale, size; // a power of two; what it scales to 1 to 2
    vf a_half[3], b_half[3], distance[3], rotation[3][3], abs_rotation[3][3];
};

// What is known along the axes. Numbers are floats.
struct depths {
    vf least;             // of the margins: depths, times the sine of a cross product
    vf face, face_number; // the least depth along an axis of a box
    vf edge, edge_number; // the same of cross products, INFINITY if none is an axis
    vf sine;              // of that one
};

// Scales lengths so that their size, which is returned, is from 1 to 2: the sum of all half
// extents and, if boxes may be far apart, of the components of `between`, from a's center to b's.
FORCE_INLINE vf scale_boxes(const struct obb *a, const struct obb *b, bool far, vf *scale,
                            vf *a_half, vf *b_half, vf *between) {
    for (int c = 0; c < 3; c++) between[c] = vf_sub(b->center[c], a->center[c]);
    vf size = vf_add(sum_of(a->half), sum_of(b->half));
    if (far) size = vf_add(size, l1_norm(between));
    *scale = vf_inverse_power(size);
    for (int c = 0; c < 3; c++) {
        between[c] = vf_mul(between[c], *scale);
        a_half[c] = vf_mul(a->half[c], *scale);
        b_half[c] = vf_mul(b->half[c], *scale);
    }
    return vf_mul(size, *scale);
}

FORCE_INLINE void pose_boxes(const struct obb *a, const struct obb *b, bool far,
                             struct posed_boxes *p) {
    vf between[3];
    p->size = scale_boxes(a, b, far, &p->scale, p->a_half, p->b_half, between);
    for (int i = 0; i < 3; i++) {
        into_box(false, p->rotation[i], a->axis[i], b);
        for (int k = 0; k < 3; k++) p->abs_rotation[i][k] = vf_abs(p->rotation[i][k]);
    }
    into_box(false, p->distance, between, a);
}

FORCE_INLINE void depths_of_faces(struct posed_boxes *p, struct depths *d) {
    vf margin[FACE_AXES];
    a_margins(false, p->a_half, p->b_half, p->distance, p->abs_rotation, margin);
    b_margins(false, p->a_half, p->b_half, p->distance, p->rotation, p->abs_rotation, margin + 3);
    d->face = margin[0];
    d->face_number = vf_set(0);
    for (int k = 1; k < FACE_AXES; k++) {
        const vm less = vf_less(margin[k], d->face);
        d->face = vf_min(margin[k], d->face);
        d->face_number = vm_select(less, vf_set((float)k), d->face_number);
    }
    d->least = d->face;
}

FORCE_INLINE void depths_of_edges(struct posed_boxes *p, struct depths *d) {
    vf key = vf_set(INFINITY), sine = vf_set(1), margin[3];
    d->edge = vf_set(INFINITY);
    d->edge_number = vf_set(0);
    for (int i = 0; i < 3; i++) {
        const vf *const y = p->rotation[(i + 1) % 3], *const z = p->rotation[(i + 2) % 3];
        edge_margins(false, i, p->a_half, p->b_half, p->distance, p->rotation, p->abs_rotation,
                     margin);
        d->least = least_of(margin, d->least);
        for (int k = 0; k < 3; k++) {
            const vf number = vf_set((float)(FACE_AXES + 3 * i + k));
            const vf square = vf_add(vf_mul(y[k], y[k]), vf_mul(z[k], z[k]));
            const vf squared = vf_mul(margin[k], vf_abs(margin[k]));
            const vm less = vm_and(vf_less(vf_mul(squared, sine), vf_mul(key, square)),
                                   vf_at_most(vf_set(EDGE_SQUARE), square));
            key = vm_select(less, squared, key);
            sine = vm_select(less, square, sine);
            d->edge = vm_select(less, margin[k], d->edge);
            d->edge_number = vm_select(less, number, d->edge_number);
        }
    }
    d->sine = vf_sqrt(sine);
    d->edge = vf_div(d->edge, d->sine);
}

// The depth along the axes that are numbered, INFINITY if that is none.
FORCE_INLINE vf depth_of_number(const struct posed_boxes *p, vf number) {
    vf normal[3] = {vf_set(0), vf_set(0), vf_set(0)}, along[3];
    for (int i = 0; i < 3; i++) {
        const vm of_a = vf_equal(number, vf_set((float)i));
        const vm of_b = vf_equal(number, vf_set((float)(3 + i)));
        normal[i] = vm_select(of_a, vf_set(1), normal[i]);
        for (int c = 0; c < 3; c++) normal[c] = vm_select(of_b, p->rotation[c][i], normal[c]);
        for (int k = 0; k < 3; k++) {
            const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
            const vm of_both = vf_equal(number, vf_set((float)(FACE_AXES + 3 * i + k)));
            normal[i1] = vm_select(of_both, vf_negate(p->rotation[i2][k]), normal[i1]);
            normal[i2] = vm_select(of_both, p->rotation[i1][k], normal[i2]);
        }
    }
    vf depth = vf_negate(vf_abs(dot_product(false, normal, p->distance)));
    for (int k = 0; k < 3; k++) {
        const vf column[3] = {p->rotation[0][k], p->rotation[1][k], p->rotation[2][k]};
        along[k] = dot_product(false, column, normal);
        depth = vf_add(depth, vf_mul(p->a_half[k], vf_abs(normal[k])));
        depth = vf_add(depth, vf_mul(p->b_half[k], vf_abs(along[k])));
    }
    const vf square = dot_product(false, normal, normal);
    return vm_select(vf_less(square, vf_set(EDGE_SQUARE)), vf_set(INFINITY),
                     vf_div(depth, vf_sqrt(square)));
}

#define ROTATION_SUM 8 // more than the sum of the magnitudes of any rotation's entries

// Where nothing in either box is a NaN, sizes and distances are finite, and the axes may be axes.
FORCE_INLINE vm known_boxes(const struct posed_boxes *p) {
    vf length = p->size, sum = vf_set(0);
    for (int i = 0; i < 3; i++) {
        length = vf_add(length, vf_abs(p->distance[i]));
        for (int k = 0; k < 3; k++) sum = vf_add(sum, p->abs_rotation[i][k]);
    }
    return vm_and(vf_less(length, vf_set(INFINITY)), vf_at_most(sum, vf_set(ROTATION_SUM)));
}

#endif
