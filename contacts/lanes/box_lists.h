// SPDX-License-Identifier: MIT
// Pairs of oriented boxes that touch, listed by whether the axis is a face's or two edges', and
// read again with their axes turned so that the one that counts is the first.
#ifndef LBX_BOX_LISTS_H
#define LBX_BOX_LISTS_H

#include "contact_lanes.h"
#include "kernels/batch/blocks.h"
#include "kernels/math/depths.h"

#define POINT_MORE 0x1p-11f // what a point may lie farther off, times the sum of all half extents
#define MARGIN_MORE 0x1.0001p0f // more than what gaps are off by, a part of themselves

enum { FACES, EDGES };

struct box_list {
    unsigned count;
    uint32_t element[2][TILE];
    size_t place[TILE];
    uint32_t item[TILE];
    float depth[TILE], number[TILE];
    float axis[TILE]; // the number as bits
};

// The floats of both boxes of what is listed.
struct box_rows {
    const float *at[2][obb_floats];
};

// LANES of these pairs, scaled so that the sum of all half extents, `size`, is from 1 to 2.
struct box_pairs {
    struct obb box[2];
    vf depth, axis;
    vm exchanged;              // b is the first box
    vf unit, size, between[3]; // from the first box's center to the second one's
};

FORCE_INLINE void turn_axes(struct obb *box, vf turn) {
    struct obb was;
    for (int j = 0; j < 3; j++) {
        was.half[j] = box->half[j];
        for (int c = 0; c < 3; c++) was.axis[j][c] = box->axis[j][c];
    }
    const vm once = vf_equal(turn, vf_set(1)), twice = vf_equal(turn, vf_set(2));
    for (int j = 0; j < 3; j++) {
        const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
        box->half[j] = vm_select(twice, was.half[j2], vm_select(once, was.half[j1], was.half[j]));
        for (int c = 0; c < 3; c++) {
            box->axis[j][c] =
                vm_select(twice, was.axis[j2][c], vm_select(once, was.axis[j1][c], was.axis[j][c]));
        }
    }
}

// Field by field: gcc copies whole structures by rep movs, which begins slowly.
FORCE_INLINE void read_box(struct obb *box, const float *const *rows, unsigned k) {
    for (int c = 0; c < 3; c++) {
        box->center[c] = vf_load(rows[c] + k);
        box->half[c] = vf_load(rows[3 + c] + k);
        for (int j = 0; j < 3; j++) box->axis[j][c] = vf_load(rows[6 + 3 * j + c] + k);
    }
}

FORCE_INLINE void swap_boxes(vm where, struct obb *a, struct obb *b) {
    for (int c = 0; c < 3; c++) {
        vf_swap(where, &a->center[c], &b->center[c]);
        vf_swap(where, &a->half[c], &b->half[c]);
        for (int j = 0; j < 3; j++) vf_swap(where, &a->axis[j][c], &b->axis[j][c]);
    }
}

// Reads the pairs from `k` on.
FORCE_INLINE void open_pairs(const struct box_list *list, const struct box_rows *rows, unsigned k,
                             int kind, struct box_pairs *p) {
    for (unsigned s = 0; s < 2; s++) read_box(&p->box[s], rows->at[s], k);
    p->depth = vf_load(list->depth + k);
    p->axis = vf_load(list->axis + k);
    const vf number = vf_load(list->number + k), three = vf_set(3), six = vf_set(6);
    if (kind == FACES) { // of B from 3 on
        p->exchanged = vf_at_most(three, number);
        swap_boxes(p->exchanged, &p->box[0], &p->box[1]);
        turn_axes(&p->box[0], vf_sub(number, vm_keep(p->exchanged, three)));
    } else { // 6 + 3 i + k
        const vm second = vf_at_most(vf_set(9), number), third = vf_at_most(vf_set(12), number);
        const vf one = vf_set(1), i = vf_add(vm_keep(second, one), vm_keep(third, one));
        turn_axes(&p->box[0], i);
        turn_axes(&p->box[1], vf_sub(vf_sub(number, six), vf_mul(three, i)));
    }
    vf half[2][3], scale;
    p->size = scale_boxes(&p->box[0], &p->box[1], false, &scale, half[0], half[1], p->between);
    for (unsigned s = 0; s < 2; s++)
        for (int c = 0; c < 3; c++) p->box[s].half[c] = half[s][c];
    p->unit = vf_div(vf_set(1), scale);
    p->depth = vf_mul(p->depth, scale);
}

// Where a point midway between two that are `way` apart may be farther from a box than promised.
FORCE_INLINE vm is_too_far(const struct box_pairs *p, const vf *way) {
    const vf most =
        vf_add(vf_mul(vf_abs(p->depth), vf_set(2)), vf_mul(p->size, vf_set(POINT_MORE)));
    return vf_less(vf_mul(most, most), dot_product(false, way, way));
}

FORCE_INLINE void put_head(struct contact_lanes *out, const struct box_pairs *p, vf depth,
                           const vf *normal, vf points) {
    const vf inverse = vf_div(vf_set(1), vf_sqrt(dot_product(false, normal, normal)));
    out->at[WORD_AXIS] = p->axis;
    out->at[WORD_POINTS] = points;
    out->at[WORD_DEPTH] = vf_mul(depth, p->unit);
    for (int c = 0; c < 3; c++) // without a zero that is negative
        out->at[WORD_NORMAL + c] = vf_add(vf_mul(normal[c], inverse), vf_set(0));
}

FORCE_INLINE void put_point(struct contact_lanes *out, unsigned k, const struct box_pairs *p,
                            const vf *from_first, vf depth, vf feature) {
    vf *const to = out->at + WORD_POINT + k * POINT_WORDS;
    for (int c = 0; c < 3; c++) to[c] = vf_add(p->box[0].center[c], vf_mul(from_first[c], p->unit));
    to[POINT_DEPTH] = vf_mul(depth, p->unit);
    to[POINT_FEATURE] = feature;
}

#endif
