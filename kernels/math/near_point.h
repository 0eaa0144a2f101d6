// SPDX-License-Identifier: MIT
// The point of a triangle that is nearest to a point: Ericson 2005, 5.1.5, for point_triangle.c.
//
// The nearest points of the three edges and of the face are found, each by itself, and the nearest
// of them is kept. Each is a point of the triangle whatever rounding makes of its weights, so that
// an answer is never too near, and slivers, segments and points need no case of their own. The
// point of an edge is clamped to its ends: where it is one of them, the feature is a vertex.
#ifndef LBX_NEAR_POINT_H
#define LBX_NEAR_POINT_H

#include "lanebox.h"
#include "products.h"

#define NEAR_POINT_LEAST 0x1p-126f // stands for squares that vanish: nothing is divided by 0

// What depends on the triangle alone. Edge k runs from vertex k to the next one.
struct known_triangle {
    vf edge[3][3], inverse[3]; // of the squares of their lengths
    vf foot;                   // where on edge 0 the perpendicular to vertex 2 begins,
    vf rise[3], inverse_rise;  // the perpendicular, and the inverse of its square, or NaN
};

FORCE_INLINE vf inverse_square(const vf *x) {
    return vf_div(vf_set(1), vf_max(dot_product(false, x, x), vf_set(NEAR_POINT_LEAST)));
}

FORCE_INLINE void know_triangle(const struct triangle *t, struct known_triangle *k) {
    for (int e = 0; e < 3; e++) {
        for (int c = 0; c < 3; c++)
            k->edge[e][c] = vf_sub(t->vertex[(e + 1) % 3][c], t->vertex[e][c]);
        k->inverse[e] = inverse_square(k->edge[e]);
    }
    const vf along = vf_mul(dot_product(false, k->edge[2], k->edge[0]), k->inverse[0]);
    k->foot = vf_negate(along);
    for (int c = 0; c < 3; c++) k->rise[c] = vf_sub(vf_mul(along, k->edge[0][c]), k->edge[2][c]);
    // Without a height there is no face: v is NaN.
    const vf inverse = inverse_square(k->rise);
    k->inverse_rise =
        vm_select(vf_less(inverse, vf_set(1 / NEAR_POINT_LEAST)), inverse, vf_set(NAN));
}

// Where on a line the point is nearest to the origin: at `from` + that * `way`.
FORCE_INLINE vf nearest_at(const vf *from, const vf *way, vf inverse) {
    return vf_negate(vf_mul(dot_product(false, from, way), inverse));
}

FORCE_INLINE void add_part(vf to[3], const vf *from, vf part, const vf *way) {
    for (int c = 0; c < 3; c++) to[c] = vf_add(vf_mul(part, way[c]), from[c]);
}

// The squares of the distances, and where the nearest points are.
struct near_points {
    vf edge_square[3], at[3]; // from 0 to 1 along each edge
    vf face_square, u, v;     // infinite unless it is within the face
};

// The square of the distance from the face, and where its nearest point is, infinite unless this is
// within it. `from` is vertex 0 relative to the point, `along` where on edge 0 it is nearest.
FORCE_INLINE vf over_face_square(const vf *from, vf along, const struct known_triangle *k, vf *u,
                                 vf *v) {
    vf to[3];
    add_part(to, from, along, k->edge[0]);
    *v = nearest_at(to, k->rise, k->inverse_rise);
    *u = vf_sub(along, vf_mul(*v, k->foot));
    add_part(to, to, *v, k->rise);
    const vf rest = vf_sub(vf_sub(vf_set(1), *u), *v);
    const vm within = vf_at_most(vf_set(0), vf_min(vf_min(*u, *v), rest));
    return vm_select(within, dot_product(false, to, to), vf_set(INFINITY));
}

// `from` are the vertices relative to the point.
FORCE_INLINE void near_points_of(vf from[3][3], const struct known_triangle *k,
                                 struct near_points *near) {
    vf to[3], along = vf_set(0);
    for (int e = 0; e < 3; e++) {
        const vf at = nearest_at(from[e], k->edge[e], k->inverse[e]);
        if (e == 0) along = at;
        near->at[e] = vf_max(vf_min(at, vf_set(1)), vf_set(0));
        add_part(to, from[e], near->at[e], k->edge[e]);
        near->edge_square[e] = dot_product(false, to, to);
    }
    near->face_square = over_face_square(from[0], along, k, &near->u, &near->v);
}

// The least of the squares.
FORCE_INLINE vf nearest_square(const struct near_points *near) {
    const vf edges =
        vf_min(near->edge_square[2], vf_min(near->edge_square[1], near->edge_square[0]));
    return vf_min(near->face_square, edges);
}

// The nearest point of all, the feature as bits.
FORCE_INLINE void nearest_of(const struct near_points *near, struct nearest *out) {
    const vf zero = vf_set(0), one = vf_set(1);
    const vf u[3] = {near->at[0], vf_sub(one, near->at[1]), zero};
    const vf v[3] = {zero, vf_sub(one, u[1]), vf_sub(one, near->at[2])};
    for (int e = 0; e < 3; e++) {
        const vf end = vf_set(FEATURE_BITS(LBX_VERTEX + (e + 1) % 3));
        vf feature = vf_set(FEATURE_BITS(LBX_EDGE + e));
        feature = vm_select(vf_less(near->at[e], one), feature, end);
        feature =
            vm_select(vf_less(zero, near->at[e]), feature, vf_set(FEATURE_BITS(LBX_VERTEX + e)));
        const vm nearer = vf_less(near->edge_square[e], out->distance);
        out->distance =
            e ? vm_select(nearer, near->edge_square[e], out->distance) : near->edge_square[0];
        out->u = e ? vm_select(nearer, u[e], out->u) : u[0];
        out->v = e ? vm_select(nearer, v[e], out->v) : v[0];
        out->feature = e ? vm_select(nearer, feature, out->feature) : feature;
    }
    const vm face = vf_at_most(near->face_square, out->distance);
    out->distance = vf_sqrt(vm_select(face, near->face_square, out->distance));
    out->u = vm_select(face, near->u, out->u);
    out->v = vm_select(face, near->v, out->v);
    out->feature = vm_select(face, vf_set(FEATURE_BITS(LBX_FACE)), out->feature);
}

#endif
