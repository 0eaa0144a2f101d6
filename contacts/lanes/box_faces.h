// SPDX-License-Identifier: MIT
// The contacts of pairs of oriented boxes whose axis is that of a face.
#ifndef LBX_BOX_FACES_H
#define LBX_BOX_FACES_H

#include "box_lists.h"
#include "face_clip.h"

// A face of the first box and the second one. Returns the lanes whose points are not good enough.
NOINLINE vm face_contacts(const struct box_list *list, const struct box_rows *rows, unsigned first,
                          float margin, struct contact_lanes *out) {
    struct box_pairs p;
    struct faces f;
    struct picked picked[POINTS_MAX];
    vf rotation[3][3], distance[3], axis[3], half[3];
    open_pairs(list, rows, first, FACES, &p);
    for (int i = 0; i < 3; i++) into_box(false, rotation[i], p.box[0].axis[i], &p.box[1]);
    into_box(false, distance, p.between, &p.box[0]);
    const vf side = distance[0];
    distance[0] = vf_abs(distance[0]);
    for (int k = 0; k < 3; k++) rotation[0][k] = vf_flip(rotation[0][k], side);

    // The second box's axis that follows the first one's most, and the two others.
    const vf along[3] = {vf_abs(rotation[0][0]), vf_abs(rotation[0][1]), vf_abs(rotation[0][2])};
    const vm second = vf_less(along[0], along[1]);
    const vm third = vf_less(vf_max(along[0], along[1]), along[2]);
    for (int k = 0; k < 3; k++) {
        const int k1 = (k + 1) % 3, k2 = (k + 2) % 3;
        half[k] = vm_select(third, p.box[1].half[k2],
                            vm_select(second, p.box[1].half[k1], p.box[1].half[k]));
    }
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            const int k1 = (k + 1) % 3, k2 = (k + 2) % 3;
            axis[k] = vm_select(third, rotation[i][k2],
                                vm_select(second, rotation[i][k1], rotation[i][k]));
        }
        rotation[i][0] = axis[0];
        f.u[i] = vf_mul(half[1], axis[1]);
        f.v[i] = vf_mul(half[2], axis[2]);
    }
    const vf down = rotation[0][0];
    for (int i = 0; i < 3; i++)
        f.center[i] = vf_sub(distance[i], vf_flip(vf_mul(half[0], rotation[i][0]), down));
    f.top = p.box[0].half[0];
    f.half[0] = p.box[0].half[1];
    f.half[1] = p.box[0].half[2];
    pick_points(&f, vf_add(f.top, vf_div(vf_set(margin * MARGIN_MORE), p.unit)), picked);

    // Without a slot, the lowest corner and the nearest point of the face.
    const vm none = vf_equal(picked[0].key, vf_set(INFINITY));
    vf low[3], way[3];
    for (int i = 0; i < 3; i++)
        low[i] = vf_sub(vf_sub(f.center[i], vf_flip(f.u[i], f.u[0])), vf_flip(f.v[i], f.v[0]));
    for (int c = 1; c < 3; c++) {
        const vf at = vf_min(vf_max(low[c], vf_negate(f.half[c - 1])), f.half[c - 1]);
        way[c] = vm_keep(none, vf_sub(low[c], at));
        picked[0].at[c] = vm_select(none, vf_mul(vf_add(low[c], at), vf_set(.5f)), picked[0].at[c]);
    }
    way[0] = vm_keep(none, vf_sub(f.top, low[0]));
    picked[0].at[0] = vm_select(none, low[0], picked[0].at[0]);
    picked[0].slot = vm_select(none, vf_set(FEATURE_BITS(SLOTS << 4)), picked[0].slot);

    vf base = vf_or(p.axis, bits_where(vf_less(side, vf_set(0)), 1 << 12));
    base = vf_or(base, bits_where(vf_less(down, vf_set(0)), 1 << 8));
    base = vf_or(base, bits_where(vm_and_not(second, third), 1 << 9));
    base = vf_or(base, bits_where(third, 1 << 10));
    // The fourth one takes the place of a third one that is missing.
    const vm moved = vm_and_not(picked[3].found, picked[2].found);
    for (int c = 0; c < 3; c++)
        picked[2].at[c] = vm_select(moved, picked[3].at[c], picked[2].at[c]);
    picked[2].slot = vm_select(moved, picked[3].slot, picked[2].slot);
    picked[3].found = vm_and(picked[3].found, picked[2].found);
    picked[2].found = vm_or(picked[2].found, moved);
    vf points = vf_set(FEATURE_BITS(1));
    for (int k = 1; k < POINTS_MAX; k++) {
        struct picked *const q = &picked[k];
        for (int c = 0; c < 3; c++) q->at[c] = vm_select(q->found, q->at[c], picked[0].at[c]);
        q->slot = vm_select(q->found, q->slot, picked[0].slot);
        points = vm_select(q->found, vf_set(FEATURE_BITS(k + 1)), points);
    }
#pragma GCC unroll 1
    for (unsigned k = 0; k < POINTS_MAX; k++) {
        const struct picked *const q = &picked[k];
        vf from_first[3];
        const vf depth = vf_sub(f.top, q->at[0]);
        const vf x = vf_flip(vf_mul(vf_add(f.top, q->at[0]), vf_set(.5f)), side);
        for (int c = 0; c < 3; c++) {
            from_first[c] = vf_mul(x, p.box[0].axis[0][c]);
            for (int i = 1; i < 3; i++) {
                const vf part = vf_mul(q->at[i], p.box[0].axis[i][c]);
                from_first[c] = vf_add(from_first[c], part);
            }
        }
        put_point(out, k, &p, from_first, depth, vf_or(base, q->slot));
    }
    vf normal[3];
    const vf from_second = vm_keep(p.exchanged, vf_set(-1));
    for (int c = 0; c < 3; c++)
        normal[c] = vf_flip(vf_flip(p.box[0].axis[0][c], side), from_second);
    put_head(out, &p, p.depth, normal, points);
    return vm_and(none, is_too_far(&p, way));
}

#endif
