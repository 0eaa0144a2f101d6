// SPDX-License-Identifier: MIT
// How far apart the boxes and the triangles of two trees are at least, in lanes. The form is always
// plain, so that searches take the same course on every instruction set.
#ifndef LBX_DISTANCE_BOUNDS_H
#define LBX_DISTANCE_BOUNDS_H

#include "../../kernels/math/nearest.h"
#include "../../kernels/math/obb.h"
#include "box_pairs.h"
#include "leaf_pairs.h"

// --- boxes ---

#define WAY_LEAST 0x1p-100f // stands for squares that vanish: nothing is divided by 0

FORCE_INLINE vf cut_to(vf x, vf most) {
    return vf_max(vf_min(x, most), vf_negate(most));
}

// Where the second box is in the frame of the first one: its center, and its axes, which are the
// columns of `rotation`, here as rows.
struct relative_box {
    vf center[3], rotation[3][3], axis[3][3];
};

// The square of the gap between two boxes along a way between them, 0 if there is none. The way
// leads from a point of the first box to one of the second: twice, each is replaced by the nearest
// one to the other, beginning at the second box's center. With this gap searches visit half as many
// pairs of leaves as with those along the boxes' axes alone.
FORCE_INLINE vf way_square(const vf *half, const vf *other_half, const struct relative_box *f) {
    vf from[3], way[3], gap;
    for (int i = 0; i < 3; i++) from[i] = cut_to(f->center[i], half[i]);
    for (int turn = 0; turn < 2; turn++) {
        vf to[3];
        for (int i = 0; i < 3; i++) {
            if (turn) from[i] = cut_to(vf_add(from[i], way[i]), half[i]);
            way[i] = vf_sub(f->center[i], from[i]);
        }
        for (int j = 0; j < 3; j++)
            to[j] = cut_to(vf_negate(dot_product(false, way, f->axis[j])), other_half[j]);
        for (int i = 0; i < 3; i++) way[i] = vf_add(way[i], dot_product(false, to, f->rotation[i]));
    }
    gap = vf_abs(dot_product(false, way, f->center));
    for (int j = 0; j < 3; j++) {
        gap = vf_sub(gap, vf_mul(half[j], vf_abs(way[j])));
        gap = vf_sub(gap, vf_mul(other_half[j], vf_abs(dot_product(false, way, f->axis[j]))));
    }
    gap = vf_max(gap, vf_set(0));
    // No product has more than two lengths as factors.
    return vf_mul(gap, vf_div(gap, vf_max(dot_product(false, way, way), vf_set(WAY_LEAST))));
}

// The sum of the squares of the gaps along three orthogonal axes; there is none where the boxes
// overlap.
FORCE_INLINE vf gaps_square(vf gap[3]) {
    for (int i = 0; i < 3; i++) gap[i] = vf_max(gap[i], vf_set(0));
    return dot_product(false, gap, gap);
}

// The squares of what a box and the eight of a node are apart at least: along the axes of the one,
// along those of the other, or along the way between them.
FORCE_INLINE void node_squares(const struct obb *box, const struct lbx_obb_node *node,
                               float square[TREE_WIDTH + LANES]) {
    for (unsigned k = 0; k < TREE_WIDTH; k += LANES) {
        struct obb other;
        struct relative_box f;
        vf offset[3], gap[2][3];
        load_node_boxes(node, k, &other);
        for (int c = 0; c < 3; c++) offset[c] = vf_sub(other.center[c], box->center[c]);
        for (int i = 0; i < 3; i++) into_box(false, f.rotation[i], box->axis[i], &other);
        into_box(false, f.center, offset, box);
        into_box(false, gap[1], offset, &other);
        for (int i = 0; i < 3; i++) {
            gap[0][i] = vf_sub(vf_abs(f.center[i]), box->half[i]);
            gap[1][i] = vf_sub(vf_abs(gap[1][i]), other.half[i]);
        }
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                const vf along = vf_abs(f.rotation[i][j]);
                f.axis[j][i] = f.rotation[i][j];
                gap[0][i] = vf_sub(gap[0][i], vf_mul(other.half[j], along));
                gap[1][j] = vf_sub(gap[1][j], vf_mul(box->half[i], along));
            }
        }
        const vf gaps = vf_max(gaps_square(gap[0]), gaps_square(gap[1]));
        vf_store(square + k, vf_max(way_square(box->half, other.half, &f), gaps));
    }
}

// --- triangles ---

// What pairs that lbx_obb_tree_collide finds may be apart: the first times S and the root of S w,
// the second times w, and the third. See numerics.md.
#define TOUCH_NEAR 0x1p-15f
#define TOUCH_FAR 0x1p-36f
#define TOUCH_LEAST 0x1p-118f
// Of the largest coordinate: gaps between projections are off by less.
#define PROJECTED_PAD 0x1p-16f
#define GAP_LEAST 0x1p-120f // more than underflow makes of a gap times the length of its way

FORCE_INLINE vf touch_distance(vf size, vf extra) {
    const vf w = vf_mul(extra, vf_set(1 / (float)EXTRA));
    const vf near = vf_mul(vf_add(size, vf_sqrt(vf_mul(size, w))), vf_set(TOUCH_NEAR));
    return vf_add(near, multiply_add(false, w, vf_set(TOUCH_FAR), vf_set(TOUCH_LEAST)));
}

// Whether two triangles neither touch nor are as near as `most`, by the gap along the way between
// their middles. Where boxes are not far enough apart to say so, this still does for seven of eight
// pairs, at a tenth of the price of their distance.
FORCE_INLINE vm are_beyond(const struct triangle *a, const struct triangle *b, vf extra, vf most) {
    vf way[3], at_a[3], at_b[3], largest = vf_set(0);
    for (int c = 0; c < 3; c++) {
        vf middle[2];
        for (int s = 0; s < 2; s++) {
            const struct triangle *const t = s ? b : a;
            middle[s] = vf_add(vf_add(t->vertex[0][c], t->vertex[1][c]), t->vertex[2][c]);
            for (int v = 0; v < 3; v++) largest = vf_max(vf_abs(t->vertex[v][c]), largest);
        }
        way[c] = vf_sub(middle[0], middle[1]);
    }
    for (int v = 0; v < 3; v++) {
        at_a[v] = dot_product(false, a->vertex[v], way);
        at_b[v] = dot_product(false, b->vertex[v], way);
    }
    const vf low = vf_min(vf_min(at_a[0], at_a[1]), at_a[2]);
    const vf high = vf_max(vf_max(at_b[0], at_b[1]), at_b[2]);
    const vf touch = touch_distance(vf_add(largest, largest), extra);
    const vf nearest = multiply_add(false, largest, vf_set(PROJECTED_PAD), vf_max(touch, most));
    const vf length = vf_sqrt(dot_product(false, way, way));
    return vf_less(multiply_add(false, nearest, length, vf_set(GAP_LEAST)), vf_sub(low, high));
}

// The distances of the pairs of two leaves are not below `least` and not above `most`; `least` is 0
// where they may touch. Both are infinite for pairs of which are_beyond says that they are farther
// apart than `nearest`.
static void bound_leaf_pairs(const struct leaf_pairs *pairs, float nearest,
                             float least[LEAF_PAIRS + LANES], float most[LEAF_PAIRS + LANES]) {
    const vf infinity = vf_set(INFINITY);
    for (uint32_t p = 0; p < pairs->count; p += LANES) {
        struct triangle a, b;
        struct near_ends ends;
        vf extra;
        load_leaf_pairs(pairs, p, &a, &b, &extra);
        const vm beyond = are_beyond(&a, &b, extra, vf_set(nearest));
        if (all_lanes(beyond)) {
            vf_store(least + p, infinity);
            vf_store(most + p, infinity);
            continue;
        }
        triangles_nearest(&a, &b, &extra, &ends);
        const vm touch = vf_at_most(ends.least, touch_distance(ends.size, extra));
        const vf above = multiply_add(false, ends.size, vf_set(NEAREST_PAD), ends.distance);
        vf_store(least + p, vm_select(beyond, infinity, vm_select(touch, vf_set(0), ends.least)));
        vf_store(most + p, vm_select(beyond, infinity, above));
    }
}

#endif
