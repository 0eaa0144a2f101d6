// SPDX-License-Identifier: MIT
// Two triangles by 32 separating axes: the 17 of Gottschalk 1996, and those that segments, points
// and coplanar triangles need.
//
// Triangles that are apart are separated by a cross product of two directions (tests/oracle/solid.h
// has the proof). The directions are the six edges and, since coplanar edges do not span space, x,
// y and z. This gives the axes x, y and z, the two normals, nine products of edges, and 18 products
// of edges with x, y and z. The latter test edges in the projections along x, y and z, and prove
// all that Gottschalk's six in-plane axes prove.
//
// Everything is relative to vertex 0 of A. It is scaled by a power of two so that S, the sum of
// both largest extents and the distance of both vertices 0 along x, y or z, is between 1 and 2.
// Hence no product overflows. Margins are doubled: both radii minus the distance of the middles.
//
// On the product of edges p and q everything is a triple product of p, q and one vector x, off by
// 50 u |p|_1 |q|_1 |x| at most. So the pads are 64 u S, times |p|_1 |q|_1, |p|_1 or |n|_1, the
// edges of the axis (numerics.md).
#ifndef LBX_TRIANGLES_H
#define LBX_TRIANGLES_H

#include "triangle_box.h"

#define TRIANGLES_PAD 0x1p-18f  // 64 u
#define TRIANGLES_MOST 0x1p126f // of S: beyond it no pair is reported apart

struct triangle_pair {
    struct triangle_edges a, b;
    vf offset[2][3]; // twice the vector from A's vertex 0 to B's, and its reverse
    vf size, pad;    // S; the pad of a unit axis
};

// `apart` is the least margin of all axes plus their pads. `touching` is the least margin of
// normals and products of edges minus their pads. If it is above 0 the triangles touch: B then
// crosses the plane of A, so that the edges of both span space and no other axis is needed.
struct margins {
    vf apart, touching;
};

FORCE_INLINE void cross_product(bool fuse, vf *product, const vf *a, const vf *b) {
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        product[i] = multiply_subtract(fuse, a[k], b[j], vf_mul(a[j], b[k]));
    }
}

// The longest edge along x, y or z, which is the largest extent.
FORCE_INLINE vf longest_edge(vf edge[3][3]) {
    vf most = vf_abs(edge[0][0]);
    for (int k = 1; k < 9; k++) most = vf_max(vf_abs(edge[k / 3][k % 3]), most);
    return most;
}

// Computes edges, offset and sizes, scaled; `extra` is added to S.
FORCE_INLINE void open_pair(bool fuse, struct triangle_pair *p, const struct triangle *a,
                            const struct triangle *b, vf extra) {
    vf extent[3];
    vertex_differences(p->a.edge, a);
    vertex_differences(p->b.edge, b);
    for (int c = 0; c < 3; c++) {
        const vf way = vf_sub(b->vertex[0][c], a->vertex[0][c]);
        extent[c] = vf_abs(way);
        p->offset[0][c] = vf_add(way, way);
    }
    p->size = vf_add(vf_add(longest_edge(p->a.edge), longest_edge(p->b.edge)),
                     vf_add(vf_max(vf_max(extent[0], extent[1]), extent[2]), extra));
    const vf scale = vf_inverse_power(p->size);
    for (int c = 0; c < 3; c++) {
        for (int e = 0; e < 3; e++) {
            p->a.edge[e][c] = vf_mul(p->a.edge[e][c], scale);
            p->b.edge[e][c] = vf_mul(p->b.edge[e][c], scale);
        }
        p->offset[0][c] = vf_mul(p->offset[0][c], scale);
        p->offset[1][c] = vf_negate(p->offset[0][c]);
    }
    p->pad = vf_mul(vf_mul(p->size, scale), vf_set(TRIANGLES_PAD));
    open_triangle(fuse, &p->a);
    open_triangle(fuse, &p->b);
}

// --- the axes x, y and z ---

FORCE_INLINE void unit_axes(struct margins *least, const struct triangle_pair *p) {
    for (int c = 0; c < 3; c++) {
        vf a_middle, a_radius, b_middle, b_radius;
        span_of(p->a.edge[0][c], vf_negate(p->a.edge[1][c]), &a_middle, &a_radius);
        span_of(p->b.edge[0][c], vf_negate(p->b.edge[1][c]), &b_middle, &b_radius);
        const vf s = vf_add(p->offset[0][c], vf_sub(b_middle, a_middle));
        const vf margin = vf_sub(vf_add(a_radius, b_radius), vf_abs(s));
        least->apart = vf_min(vf_add(margin, p->pad), least->apart);
    }
}

// --- the normals ---

// The normal is the product of edge 0 and the shorter of the other two. A sliver's may point
// anywhere. All vertices are projected on it, so that triangles that are apart on it are apart. The
// pad by both edges' lengths ensures that those that meet on it also meet on the true normal.
FORCE_INLINE void normal_axis(bool fuse, struct margins *least, const struct triangle_pair *p,
                              const struct triangle_edges *t) {
    const vm shorter = vf_less(t->l1_norm[2], t->l1_norm[1]);
    vf n[3], a_middle, a_radius, b_middle, b_radius;
    for (int c = 0; c < 3; c++) n[c] = vm_select(shorter, t->normal[1][c], t->normal[0][c]);
    span_of(dot_product(fuse, n, p->a.edge[0]), vf_negate(dot_product(fuse, n, p->a.edge[1])),
            &a_middle, &a_radius);
    span_of(dot_product(fuse, n, p->b.edge[0]), vf_negate(dot_product(fuse, n, p->b.edge[1])),
            &b_middle, &b_radius);
    const vf s = vf_add(dot_product(fuse, n, p->offset[0]), vf_sub(b_middle, a_middle));
    const vf margin = vf_sub(vf_add(a_radius, b_radius), vf_abs(s));
    const vf edges = vf_mul(t->l1_norm[0], vf_min(t->l1_norm[2], t->l1_norm[1]));
    least->apart = vf_min(multiply_add(fuse, p->pad, l1_norm(n), margin), least->apart);
    least->touching = vf_min(multiply_subtract(fuse, p->pad, edges, margin), least->touching);
}

// --- products of edges ---

// For each edge e of a triangle: offset x e + n, the moment of its line about the middle of what
// the line and the triangle's third vertex span. The offset is that to the other triangle, doubled.
FORCE_INLINE void moments_of(bool fuse, vf moment[3][3], const struct triangle_edges *t,
                             const vf *offset) {
    for (int e = 0; e < 3; e++) {
        cross_product(fuse, moment[e], offset, t->edge[e]);
        for (int c = 0; c < 3; c++) moment[e][c] = vf_add(moment[e][c], t->normal[e == 2][c]);
    }
}

// On the axis edge i of A x edge j of B each triangle projects to two points: the edge, and the
// third vertex. Their distance is n of A times edge j for A, and n of B times edge i for B.
FORCE_INLINE void edge_axes(bool fuse, struct margins *least, const struct triangle_pair *p,
                            vf b_moment[3][3]) {
    for (int j = 0; j < 3; j++) {
        const vf pad = vf_mul(p->pad, p->b.l1_norm[j]);
        vf a_third[2];
        for (int k = 0; k < 2; k++) a_third[k] = dot_product(fuse, p->b.edge[j], p->a.normal[k]);
        for (int i = 0; i < 3; i++) {
            const vf *const edge = p->a.edge[i];
            const vf b_third = dot_product(fuse, edge, p->b.normal[j == 2]);
            const vf s = vf_add(dot_product(fuse, edge, b_moment[j]), a_third[i == 2]);
            const vf radii = vf_add(vf_abs(a_third[i == 2]), vf_abs(b_third));
            const vf margin = vf_sub(radii, vf_abs(s));
            const vf edges_pad = vf_mul(pad, p->a.l1_norm[i]);
            least->apart = vf_min(vf_add(margin, edges_pad), least->apart);
            least->touching = vf_min(vf_sub(margin, edges_pad), least->touching);
        }
    }
}

// The products of one triangle's edges with the axes x, y and z: component c of x cross e.
FORCE_INLINE void projected_axes(bool fuse, struct margins *least, vf pad,
                                 const struct triangle_edges *t, const struct triangle_edges *other,
                                 vf moment[3][3]) {
    for (int e = 0; e < 3; e++) {
        const vf edge_pad = vf_mul(pad, t->l1_norm[e]);
        vf first[3], second[3];
        cross_product(fuse, first, other->edge[0], t->edge[e]);
        cross_product(fuse, second, t->edge[e], other->edge[1]);
        for (int c = 0; c < 3; c++) {
            vf middle, radius;
            span_of(first[c], second[c], &middle, &radius);
            const vf s = vf_add(moment[e][c], middle);
            radius = vf_add(vf_abs(t->normal[e == 2][c]), radius);
            least->apart = vf_min(vf_add(vf_sub(radius, vf_abs(s)), edge_pad), least->apart);
        }
    }
}

// Tests all axes, while some lane is neither apart nor known to touch. A lane that is known to
// touch is apart on no other axis, whatever the lanes beside it hold. `extra` is added to S.
FORCE_INLINE struct masks triangles_meet_inline(bool fuse, const struct triangle *a,
                                                const struct triangle *b, vf extra) {
    struct margins least = {vf_set(INFINITY), vf_set(INFINITY)};
    struct triangle_pair p;
    open_pair(fuse, &p, a, b, extra);
    const vm there = vf_less(p.size, vf_set(TRIANGLES_MOST));
    unit_axes(&least, &p);
    normal_axis(fuse, &least, &p, &p.a);
    normal_axis(fuse, &least, &p, &p.b);
    vm apart = vm_and(there, vf_less(least.apart, vf_set(-MARGIN_FLOOR)));
    if (all_lanes(apart)) return (struct masks){.low = apart, .high = vm_and_not(apart, apart)};

    vf a_moment[3][3], b_moment[3][3];
    moments_of(fuse, b_moment, &p.b, p.offset[1]);
    edge_axes(fuse, &least, &p, b_moment);
    apart = vm_and(there, vf_less(least.apart, vf_set(-MARGIN_FLOOR)));
    // A NaN in a vertex is in edge 0 or 1, but in no margin: a pair that it hides may be apart.
    const vm hidden = vm_or(vf_unordered(p.a.l1_norm[0], p.a.l1_norm[1]),
                            vf_unordered(p.b.l1_norm[0], p.b.l1_norm[1]));
    const vm touching =
        vm_and_not(vm_and(there, vf_less(vf_set(MARGIN_FLOOR), least.touching)), hidden);
    if (!all_lanes(vm_or(apart, touching))) {
        moments_of(fuse, a_moment, &p.a, p.offset[0]);
        projected_axes(fuse, &least, p.pad, &p.a, &p.b, a_moment);
        projected_axes(fuse, &least, p.pad, &p.b, &p.a, b_moment);
        apart = vm_and(there, vf_less(least.apart, vf_set(-MARGIN_FLOOR)));
    }
    return (struct masks){.low = apart, .high = vm_and_not(touching, apart)};
}

// Both forms are called, not inlined: there would be a copy for every reading of the sides, 10 KB
// each. This costs a tenth more time where one side is one item, and little in lists. Vectors are
// passed by pointer: with a 512-bit vector by value, gcc 12 does not clear the registers' upper
// halves.
typedef void triangles_meet_form(const struct triangle *a, const struct triangle *b,
                                 const vf *extra, struct masks *found);
#define triangles_meet_plain EXPORTED(triangles_meet_plain)
#define triangles_meet_fused EXPORTED(triangles_meet_fused)
triangles_meet_form triangles_meet_plain, triangles_meet_fused;

FORCE_INLINE struct masks triangles_meet(bool fuse, const struct triangle *a,
                                         const struct triangle *b, vf extra) {
    struct masks found;
    (LANES_FUSE && fuse ? triangles_meet_fused : triangles_meet_plain)(a, b, &extra, &found);
    return found;
}

#endif
