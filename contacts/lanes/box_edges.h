// SPDX-License-Identifier: MIT
// The contacts of pairs of oriented boxes whose axis is across two edges: Ericson 2005, 5.1.9.
#ifndef LBX_BOX_EDGES_H
#define LBX_BOX_EDGES_H

#include "box_lists.h"

// Two edges, each along the first axis of its box.
NOINLINE vm edge_contacts(const struct box_list *list, const struct box_rows *rows, unsigned first,
                          struct contact_lanes *out) {
    struct box_pairs p;
    vf normal[3], along[2][3], w[3], depth;
    open_pairs(list, rows, first, EDGES, &p);
    const vf *const u = p.box[0].axis[0], *const v = p.box[1].axis[0];
    for (int c = 0; c < 3; c++) {
        const int d = (c + 1) % 3, e = (c + 2) % 3;
        normal[c] = vf_sub(vf_mul(u[d], v[e]), vf_mul(u[e], v[d]));
    }
    const vf square = dot_product(false, normal, normal);
    const vf inverse =
        vf_flip(vf_div(vf_set(1), vf_sqrt(square)), dot_product(false, normal, p.between));
    for (int c = 0; c < 3; c++) normal[c] = vf_mul(normal[c], inverse);
    for (int s = 0; s < 2; s++) into_box(false, along[s], normal, &p.box[s]);
    depth = vf_negate(dot_product(false, normal, p.between));
    for (int s = 0; s < 2; s++) {
        for (int k = 0; k < 3; k++)
            depth = vf_add(depth, vf_mul(p.box[s].half[k], vf_abs(along[s][k])));
    }
    // From the second edge's middle to the first one's: corners on the boxes' sides to each other.
    vf feature = p.axis, corner[3];
    for (int c = 0; c < 3; c++) {
        w[c] = vf_negate(p.between[c]);
        corner[c] = vf_set(0);
    }
    for (int s = 0; s < 2; s++) {
        for (int k = 1; k < 3; k++) {
            const vf half = vf_flip(p.box[s].half[k], along[s][k]);
            for (int c = 0; c < 3; c++) {
                const vf step = vf_mul(half, p.box[s].axis[k][c]);
                w[c] = vf_add(w[c], step);
                if (s == 0) corner[c] = vf_add(corner[c], step);
            }
            feature =
                vf_or(feature, bits_where(vf_less(along[s][k], vf_set(0)), 1u << (2 + 2 * s + k)));
        }
    }
    const vf uv = dot_product(false, u, v), uw = dot_product(false, u, w),
             vw = dot_product(false, v, w);
    const vf low[2] = {vf_negate(p.box[0].half[0]), vf_negate(p.box[1].half[0])};
    vf s = vf_div(vf_sub(vf_mul(uv, vw), uw), square);
    const vf t = vf_min(vf_max(vf_add(vf_mul(uv, s), vw), low[1]), p.box[1].half[0]);
    s = vf_min(vf_max(vf_sub(vf_mul(uv, t), uw), low[0]), p.box[0].half[0]);
    vf way[3], at[3];
    for (int c = 0; c < 3; c++) {
        const vf on_first = vf_add(corner[c], vf_mul(s, u[c]));
        way[c] = vf_sub(vf_add(w[c], vf_mul(s, u[c])), vf_mul(t, v[c]));
        at[c] = vf_sub(on_first, vf_mul(way[c], vf_set(.5f)));
    }
    p.depth = depth;
#pragma GCC unroll 1
    for (unsigned k = 0; k < POINTS_MAX; k++) put_point(out, k, &p, at, depth, feature);
    put_head(out, &p, depth, normal, vf_set(FEATURE_BITS(1)));
    return is_too_far(&p, way);
}

#endif
