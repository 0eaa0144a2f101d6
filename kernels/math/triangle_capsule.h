// SPDX-License-Identifier: MIT
// The distance of a segment from a triangle, for triangle_capsule.c and trees: Ericson 2005, 5.1.9
// and 5.1.10.
//
// The nearest points are those of the segment and of an edge, or the segment's point that is
// nearest to the triangle's plane and a point of the face. That point is where the segment crosses
// the plane, or else the nearer one of its ends. All seven distances are found, each by itself, and
// the least one is kept. Slivers, segments and points need no case of their own.
#ifndef LBX_TRIANGLE_CAPSULE_H
#define LBX_TRIANGLE_CAPSULE_H

#include "capsules.h"
#include "near_point.h"

#define TRIANGLE_CAPSULE_PAD 0x1.8p-20f // 24 half ulps of 1, see numerics.md

// A vector of a length between 1 and 2 sqrt 3 in the same direction, so that a product of it and
// two others is as one of two.
FORCE_INLINE void shortened(vf out[3], const vf *x) {
    const vf scale = vf_inverse_power(l1_norm(x));
    for (int c = 0; c < 3; c++) out[c] = vf_mul(x[c], scale);
}

// The square of the distance of the face from the segment that begins at `from`, relative to vertex
// 0, and ends at from - way.
FORCE_INLINE vf crossing_square(const vf *from, const vf *way, const struct known_triangle *k) {
    vf edge[3], rise[3], normal[3], to[3], u, v;
    shortened(edge, k->edge[0]);
    shortened(rise, k->rise);
    for (int c = 0; c < 3; c++) {
        const int d = (c + 1) % 3, e = (c + 2) % 3;
        normal[c] = vf_sub(vf_mul(edge[d], rise[e]), vf_mul(edge[e], rise[d]));
    }
    const vf height = dot_product(false, normal, from);
    const vf part = cut_part(vf_div(height, dot_product(false, normal, way)));
    for (int c = 0; c < 3; c++) to[c] = vf_sub(vf_mul(part, way[c]), from[c]);
    return over_face_square(to, nearest_at(to, k->edge[0], k->inverse[0]), k, &u, &v);
}

// The square of the distance.
FORCE_INLINE vf triangle_segment_square(const struct triangle *triangle,
                                        const struct known_triangle *known, const vf *start,
                                        const vf *end) {
    vf way[3], from[3][3];
    difference(way, start, end);
    for (int v = 0; v < 3; v++) difference(from[v], start, triangle->vertex[v]);
    const vf inverse = vf_div(vf_set(1), dot_product(false, way, way));
    vf square = crossing_square(from[0], way, known);
    for (int e = 0; e < 3; e++) {
        const vf within = within_square(from[e], way, known->edge[e]);
        square = vf_min(square, vf_min(within, end_square(from[e], way, inverse)));
    }
    return square;
}

FORCE_INLINE vm triangle_capsule_apart(bool fuse, const struct triangle *triangle,
                                       const struct capsule *capsule) {
    (void)fuse;
    vf way[3];
    struct known_triangle known;
    know_triangle(triangle, &known);
    difference(way, capsule->end, capsule->start);
    const vf edges = vf_add(l1_norm(known.edge[0]), l1_norm(known.edge[2]));
    const vf square = triangle_segment_square(triangle, &known, capsule->start, capsule->end);
    return vf_less(
        padded_square(capsule->radius, vf_add(l1_norm(way), edges), TRIANGLE_CAPSULE_PAD), square);
}

#endif
