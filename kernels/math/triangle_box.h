// SPDX-License-Identifier: MIT
// What the triangle tests share: the nine axes made with an edge, and the triangle's normal, in the
// box's frame. Center and extent are doubled: the center is twice the box's relative to vertex 0,
// `extent` is twice its half extents. Edges are not doubled.
#ifndef LBX_TRIANGLE_BOX_H
#define LBX_TRIANGLE_BOX_H

#include "segment_box.h"

// v1 - v0, v0 - v2, v1 - v2, so that edge 1 x edge 0 and edge 2 x edge 0 are both the normal. Each
// edge is computed from vertices, or a short edge would drown in the rounding of the others.
struct triangle_edges {
    vf edge[3][3], l1_norm[3];
    vf normal[2][3]; // of each product
};

FORCE_INLINE void vertex_differences(vf edge[3][3], const struct triangle *triangle) {
    for (int c = 0; c < 3; c++) {
        const vf x = triangle->vertex[0][c], y = triangle->vertex[1][c], z = triangle->vertex[2][c];
        edge[0][c] = vf_sub(y, x);
        edge[1][c] = vf_sub(x, z);
        edge[2][c] = vf_sub(y, z);
    }
}

// Computes all other fields from the edges. Returns twice the sum of the triangle's extents along
// the axes: the largest of the three differences of three numbers is the sum of the others.
FORCE_INLINE vf open_triangle(bool fuse, struct triangle_edges *t) {
    for (int e = 0; e < 3; e++) t->l1_norm[e] = l1_norm(t->edge[e]);
    for (int e = 1; e < 3; e++) {
        for (int i = 0; i < 3; i++) {
            const int j = (i + 1) % 3, k = (i + 2) % 3;
            const vf product = vf_mul(t->edge[e][j], t->edge[0][k]);
            t->normal[e - 1][i] = multiply_subtract(fuse, t->edge[e][k], t->edge[0][j], product);
        }
    }
    return sum_of(t->l1_norm);
}

// The sum of all extents, including the box's.
FORCE_INLINE vf triangle_sizes(bool fuse, vf twice_extents, const vf *extent) {
    return multiply_add(fuse, vf_set(.5f), twice_extents, sum_of(extent));
}

// The least margin r - |s| on the cross products of the box's axes with edge e. Component i of edge
// x vertex, with the vertex relative to one of the edge's ends, is component i of the normal. On
// this axis the triangle lies between it and 0.
FORCE_INLINE vf triangle_edge(bool fuse, const struct triangle_edges *t, int e, const vf *center,
                              const vf *extent) {
    const vf *const edge = t->edge[e], *const beyond = t->normal[e == 2];
    vf margin[3];
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const vf product = multiply_add(fuse, edge[k], center[j], beyond[i]);
        const vf s = multiply_subtract(fuse, edge[j], center[k], product);
        margin[i] = vf_sub(vf_abs(beyond[i]), vf_abs(s));
    }
    add_radii(fuse, margin, edge, extent);
    return least_of(margin, vf_set(INFINITY));
}

// The least margin on the nine cross products of axes and edges, each with the edge's pad. The pad
// is added by a sum, not a multiply-add, so that overflows end in inf or a NaN.
FORCE_INLINE vf triangle_edges(bool fuse, const struct triangle_edges *t, const vf *pad,
                               const vf *center, const vf *extent, vf least) {
    for (int e = 0; e < 3; e++)
        least = vf_min(vf_add(pad[e], triangle_edge(fuse, t, e, center, extent)), least);
    return least;
}

// Twice the middle and twice the radius of the projections of vertex 0, at 0, and of two others.
FORCE_INLINE void span_of(vf first, vf second, vf *middle, vf *radius) {
    const vf low = vf_min(first, vf_min(second, vf_set(0)));
    const vf high = vf_max(first, vf_max(second, vf_set(0)));
    *middle = vf_add(high, low);
    *radius = vf_sub(high, low);
}

// The margin on the normal. The computed normal of a sliver is not perpendicular to the triangle,
// so all three vertices count. The normal is the product of edge 0 and the shorter of the other
// two. It is divided by a power of two, because the product of three lengths could overflow.
FORCE_INLINE vf triangle_normal(bool fuse, const struct triangle_edges *t, const vf *center,
                                const vf *extent) {
    const vm shorter = vf_less(t->l1_norm[2], t->l1_norm[1]);
    vf normal[3], middle, radius;
    for (int c = 0; c < 3; c++) normal[c] = vm_select(shorter, t->normal[1][c], t->normal[0][c]);
    const vf larger = vf_max(vf_abs(normal[0]), vf_abs(normal[1]));
    const vf scale = vf_inverse_power(vf_max(vf_abs(normal[2]), larger));
    for (int c = 0; c < 3; c++) normal[c] = vf_mul(normal[c], scale);
    const vf second = vf_negate(dot_product(fuse, normal, t->edge[1]));
    span_of(dot_product(fuse, normal, t->edge[0]), second, &middle, &radius);
    vf margin = vf_sub(radius, vf_abs(vf_sub(dot_product(fuse, normal, center), middle)));
    for (int c = 0; c < 3; c++) margin = multiply_add(fuse, vf_abs(normal[c]), extent[c], margin);
    return margin;
}

#endif
