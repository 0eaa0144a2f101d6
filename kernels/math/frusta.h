// SPDX-License-Identifier: MIT
// Frusta against items, for batch/frusta.h and searches of orders: Greene 1994; Ericson 2005,
// 5.2.1.
#ifndef LBX_FRUSTA_H
#define LBX_FRUSTA_H

#include "../api/frustum.h"
#include "products.h"

#define FRUSTUM_FLOOR 0x1p-120f // more than underflow takes

// What planes need of a frustum, in all lanes: a broadcast for each use takes longer.
struct planes {
    vf eye[3], pad, normal[3][3], mix[4][2], offset[FRUSTUM_SIDES], size[5][3];
};

FORCE_INLINE void set_planes(struct planes *to, const struct lbx_frustum_ready *f) {
    const float *const from[] = {f->eye, &f->pad, f->normal[0], f->mix[0], f->offset, f->size[0]};
    vf *const at[] = {to->eye, &to->pad, to->normal[0], to->mix[0], to->offset, to->size[0]};
    static const unsigned char count[] = {3, 1, 9, 8, FRUSTUM_SIDES, 15};
    for (size_t k = 0; k < sizeof count; k++)
        for (size_t i = 0; i < count[k]; i++) at[k][i] = vf_set(from[k][i]);
}

// Twice the center and the half extents of boxes, relative to the eye, and what rounding may make
// of a comparison.
struct seen {
    vf center[3], half[3], slack;
};

// What rounding may make of a comparison of an item with a frustum: `size` is the sum of its
// center's components and of its extents, doubled.
FORCE_INLINE vf slack_of(bool fuse, vf pad, vf size) {
    return multiply_add(fuse, size, pad, vf_set(FRUSTUM_FLOOR));
}

// Twice the center of an item, relative to the eye.
FORCE_INLINE void center_from_eye(const struct planes *f, const vf item[], vf center[3]) {
    for (int c = 0; c < 3; c++) {
        const vf from_eye = vf_sub(item[c], f->eye[c]);
        center[c] = vf_add(from_eye, from_eye);
    }
}

FORCE_INLINE struct seen see(bool fuse, const struct planes *f, vf pad, const vf min[3],
                             const vf max[3]) {
    struct seen box;
    for (int c = 0; c < 3; c++) {
        const vf low = vf_sub(min[c], f->eye[c]), high = vf_sub(max[c], f->eye[c]);
        box.center[c] = vf_add(high, low);
        box.half[c] = vf_sub(high, low);
    }
    box.slack = slack_of(fuse, pad, vf_add(l1_norm(box.center), sum_of(box.half)));
    return box;
}

// What the planes say of boxes: beyond one of them, within all, within all but one. A box across
// one alone has its furthest corner within all, so that no axis can separate it.
struct sides {
    vf furthest; // how far the furthest corner is within the plane that it is least within
    vf center;   // the same of the center
    vm inside, but_one;
};

FORCE_INLINE void add_side(struct sides *s, int side, vf center, vf reach, vf slack) {
    const vf furthest = vf_add(center, reach);
    const vm inside = vf_less(slack, vf_sub(center, reach));
    s->furthest = side ? vf_min(furthest, s->furthest) : furthest;
    s->center = side ? vf_min(center, s->center) : center;
    if (side) s->but_one = vm_or(side > 1 ? vm_and(s->but_one, inside) : inside, s->inside);
    s->inside = side ? vm_and(s->inside, inside) : inside;
}

// `center` is doubled and relative to the eye. `reach` is half of an item's extent, doubled, along
// the normals of the four sides, and along that of near and far.
FORCE_INLINE struct sides side_of_planes(bool fuse, const struct planes *f, const vf center[3],
                                         const vf reach[5], vf slack) {
    struct sides s;
    vf at[3];
    for (int k = 0; k < 3; k++) at[k] = dot_product(fuse, f->normal[k], center);
    add_side(&s, 0, vf_sub(at[2], f->offset[4]), reach[4], slack);
    add_side(&s, 1, vf_sub(f->offset[5], at[2]), reach[4], slack);
    for (int side = 0; side < 4; side++) {
        const vf across = multiply_add(fuse, f->mix[side][0], at[side % 2], f->offset[side]);
        add_side(&s, 2 + side, multiply_add(fuse, f->mix[side][1], at[2], across), reach[side],
                 slack);
    }
    return s;
}

FORCE_INLINE struct sides side_of_box(bool fuse, const struct planes *f, const struct seen *box) {
    vf reach[5];
    for (int k = 0; k < 5; k++) reach[k] = dot_product(fuse, f->size[k], box->half);
    return side_of_planes(fuse, f, box->center, reach, box->slack);
}

FORCE_INLINE vm outside_of(const struct sides *s, vf slack) {
    return vf_less(s->furthest, vf_negate(slack));
}

// The lanes that x, y, z or a product of edges separates from the frustum.
FORCE_INLINE vm outside_across(bool fuse, const struct lbx_frustum_ready *f,
                               const struct seen *box) {
    vf above = vf_set(INFINITY), below = above; // two chains of minima
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const vf low = vf_sub(box->center[i], box->half[i]);
        const vf high = vf_add(box->center[i], box->half[i]);
        above = vf_min(vf_sub(vf_set(f->high[i]), low), above);
        below = vf_min(vf_sub(high, vf_set(f->low[i])), below);
        for (unsigned e = 0; e < f->crosses[i]; e++) {
            const struct lbx_frustum_cross *const x = &f->cross[i][e];
            const vf a = vf_set(x->at[0]), b = vf_set(x->at[1]);
            const vf at = multiply_add(fuse, b, box->center[k], vf_mul(a, box->center[j]));
            const vf reach =
                multiply_add(fuse, vf_abs(b), box->half[k], vf_mul(vf_abs(a), box->half[j]));
            above = vf_min(vf_sub(vf_set(x->high), vf_sub(at, reach)), above);
            below = vf_min(vf_sub(vf_add(at, reach), vf_set(x->low)), below);
        }
    }
    return vf_less(vf_min(above, below), vf_negate(box->slack));
}

#endif
