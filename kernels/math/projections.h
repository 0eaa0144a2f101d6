// SPDX-License-Identifier: MIT
// Two triangles before their features are compared, and their projections on a vector, for within.c
// and nearest.c.
#ifndef LBX_PROJECTIONS_H
#define LBX_PROJECTIONS_H

#include "products.h"

#define PROJECTED_LEAST 0x1p-60f // of the square of a vector

// The box around both. S, its longest side, is scaled to 1 .. 2.
struct box_of_two {
    vf scale, size, gap[3]; // S, scaled; the gap between the triangles' own boxes, not scaled
    vm lost;                // there is a NaN
};

// `extra` is added to S.
FORCE_INLINE void box_around_two(const struct triangle *first, const struct triangle *second,
                                 vf extra, struct box_of_two *box) {
    vf size = vf_set(0);
    box->lost = vf_unordered(first->vertex[0][0], second->vertex[0][0]);
    for (int c = 0; c < 3; c++) {
        vf low[2], high[2];
        for (int s = 0; s < 2; s++) {
            const struct triangle *const t = s ? second : first;
            const vf x = t->vertex[0][c], y = t->vertex[1][c], z = t->vertex[2][c];
            low[s] = vf_min(vf_min(x, y), z);
            high[s] = vf_max(vf_max(x, y), z);
        }
        box->gap[c] = vf_max(vf_sub(low[1], high[0]), vf_sub(low[0], high[1]));
        size = vf_max(vf_sub(vf_max(high[0], high[1]), vf_min(low[0], low[1])), size);
        for (int v = 0; v < 3; v++) {
            const vm lost = vf_unordered(first->vertex[v][c], second->vertex[v][c]);
            box->lost = vm_or(box->lost, lost);
        }
    }
    size = vf_add(size, extra);
    box->scale = vf_inverse_power(size);
    box->size = vf_mul(size, box->scale);
}

// Both triangles, scaled, as seen from vertex 0 of the second one.
FORCE_INLINE void relative_to_second(const struct triangle *first, const struct triangle *second,
                                     vf scale, struct triangle *a, struct triangle *b) {
    for (int v = 0; v < 3; v++) {
        for (int c = 0; c < 3; c++) {
            const vf origin = second->vertex[0][c];
            a->vertex[v][c] = vf_mul(vf_sub(first->vertex[v][c], origin), scale);
            b->vertex[v][c] = v ? vf_mul(vf_sub(second->vertex[v][c], origin), scale) : vf_set(0);
        }
    }
}

// The gap between the projections on a vector, in either of its directions; b's vertex 0 is at 0.
FORCE_INLINE vf gap_along(bool fuse, const struct triangle *a, const struct triangle *b,
                          const vf *way) {
    vf at_a[3], at_b[2];
    for (int v = 0; v < 3; v++) at_a[v] = dot_product(fuse, a->vertex[v], way);
    for (int v = 0; v < 2; v++) at_b[v] = dot_product(fuse, b->vertex[v + 1], way);
    const vf low_a = vf_min(vf_min(at_a[0], at_a[1]), at_a[2]);
    const vf high_a = vf_max(vf_max(at_a[0], at_a[1]), at_a[2]);
    const vf low_b = vf_min(vf_min(at_b[0], at_b[1]), vf_set(0));
    const vf high_b = vf_max(vf_max(at_b[0], at_b[1]), vf_set(0));
    return vf_max(vf_sub(low_a, high_b), vf_sub(low_b, high_a));
}

#endif
