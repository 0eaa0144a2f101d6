// SPDX-License-Identifier: MIT
// The vectors between two triangles that may be the shortest one: Ericson 5.1.9 and 5.1.5. Each
// leads from a point of b to a point of a, wherever rounding moves these points.
#ifndef LBX_NEAR_TRIANGLES_H
#define LBX_NEAR_TRIANGLES_H

#include "products.h"

#define NEAR_LEAST 0x1p-100f // stands for squares that vanish, so that nothing is divided by 0

// The shortest vector found, and the point of a where it ends, seen from b's vertex 0. Who does not
// read the point does not pay for it.
struct shortest {
    vf to[3], square, point[3];
};

// Edge i runs from vertex i to the next one. [i][j]: vertex or edge i of a, j of b.
struct near_pair {
    vf edge[2][3][3], square[2][3], inverse[2][3]; // of the squares
    vf between[3][3][3];                           // a's vertex minus b's
    vf along[2][3][3]; // dot products of that with edge i of a, edge j of b
};

FORCE_INLINE void open_edges(bool fuse, struct near_pair *p, int side, const struct triangle *t) {
    for (int e = 0; e < 3; e++) {
        for (int c = 0; c < 3; c++)
            p->edge[side][e][c] = vf_sub(t->vertex[(e + 1) % 3][c], t->vertex[e][c]);
        const vf square = dot_product(fuse, p->edge[side][e], p->edge[side][e]);
        p->square[side][e] = square;
        p->inverse[side][e] = vf_div(vf_set(1), vf_max(square, vf_set(NEAR_LEAST)));
    }
}

FORCE_INLINE void open_near(bool fuse, struct near_pair *p, const struct triangle *a,
                            const struct triangle *b) {
    open_edges(fuse, p, 0, a);
    open_edges(fuse, p, 1, b);
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            vf *const between = p->between[i][j];
            for (int c = 0; c < 3; c++) between[c] = vf_sub(a->vertex[i][c], b->vertex[j][c]);
            p->along[0][i][j] = dot_product(fuse, p->edge[0][i], between);
            p->along[1][i][j] = dot_product(fuse, p->edge[1][j], between);
        }
    }
}

// from + x u + y v
FORCE_INLINE void add_two(bool fuse, vf to[3], const vf *from, vf x, const vf *u, vf y,
                          const vf *v) {
    for (int c = 0; c < 3; c++)
        to[c] = multiply_add(fuse, y, v[c], multiply_add(fuse, x, u[c], from[c]));
}

// Keeps the vector and its end if it is valid and shorter.
FORCE_INLINE void offer(bool fuse, struct shortest *best, const vf *to, const vf *point, vm valid) {
    const vf square = dot_product(fuse, to, to);
    const vm shorter = vm_and(valid, vf_less(square, best->square));
    best->square = vm_select(shorter, square, best->square);
    for (int c = 0; c < 3; c++) {
        best->to[c] = vm_select(shorter, to[c], best->to[c]);
        best->point[c] = vm_select(shorter, point[c], best->point[c]);
    }
}

FORCE_INLINE vf to_unit(vf x) {
    return vf_max(vf_min(x, vf_set(1)), vf_set(0));
}

// Edge i of a, at s, and edge j of b, at t: s where the lines are nearest, clamped to its edge,
// then the t nearest to that, then the s nearest to that.
FORCE_INLINE void edge_edge(bool fuse, const struct near_pair *p, int i, int j,
                            struct shortest *best) {
    const vf *const u = p->edge[0][i], *const v = p->edge[1][j];
    const vf c = p->along[0][i][j], f = p->along[1][i][j], b = dot_product(fuse, u, v);
    const vf aa = p->square[0][i], bb = p->square[1][j];
    const vf sine = multiply_subtract(fuse, b, b, vf_mul(aa, bb));
    const vf over = multiply_subtract(fuse, c, bb, vf_mul(b, f));
    vf to[3], point[3], s = to_unit(vf_div(over, vf_max(sine, vf_set(NEAR_LEAST))));
    const vf t = to_unit(vf_mul(multiply_add(fuse, b, s, f), p->inverse[1][j]));
    s = to_unit(vf_mul(vf_sub(vf_mul(b, t), c), p->inverse[0][i]));
    add_two(fuse, to, p->between[i][j], s, u, vf_negate(t), v);
    for (int k = 0; k < 3; k++) point[k] = multiply_add(fuse, s, u[k], p->between[i][0][k]);
    offer(fuse, best, to, point, vf_less(vf_set(-1), s));
}

// The face of one side: vertex 0 + x u - y v with x, y and 1 - x - y not negative, where u and v
// are its first and its last edge. `vertex` are the other side's vertices relative to vertex 0; x
// and y say where they lie over the face, and `height` how high, times |u x v|. `corner` is vertex
// 0 seen from b's.
struct face {
    int side; // 0: it is a's
    const vf *u, *v, (*edge)[3], *corner;
    vf vertex[3][3], x[3], y[3], height[3];
};

FORCE_INLINE vm in_face(vf x, vf y) {
    const vf third = vf_sub(vf_sub(vf_set(1), x), y);
    return vf_at_most(vf_set(0), vf_min(vf_min(x, y), third));
}

// Offers the vector between the face's point at x and y and a point of the other side.
FORCE_INLINE void offer_face(bool fuse, const struct face *f, const vf *other, vf x, vf y, vm valid,
                             struct shortest *best) {
    vf to[3], point[3];
    add_two(fuse, to, other, vf_negate(x), f->u, y, f->v);
    add_two(fuse, point, f->corner, x, f->u, vf_negate(y), f->v);
    for (int c = 0; c < 3; c++) to[c] = f->side ? to[c] : vf_negate(to[c]);
    offer(fuse, best, to, f->side ? other : point, vm_and(valid, in_face(x, y)));
}

// From the other side's vertices to the face.
FORCE_INLINE void vertices_face(bool fuse, const struct near_pair *p, int side, struct face *f,
                                struct shortest *best) {
    vf normal[3];
    f->side = side;
    f->corner = p->between[0][0];
    f->u = p->edge[side][0];
    f->v = p->edge[side][2];
    f->edge = p->edge[!side];
    const vf uu = p->square[side][0], vv = p->square[side][2];
    const vf uv = dot_product(fuse, f->u, f->v);
    const vf sine = multiply_subtract(fuse, uv, uv, vf_mul(uu, vv));
    const vf inverse = vf_div(vf_set(1), vf_max(sine, vf_set(NEAR_LEAST)));
    for (int c = 0; c < 3; c++) {
        const int d = (c + 1) % 3, e = (c + 2) % 3;
        normal[c] = multiply_subtract(fuse, f->u[e], f->v[d], vf_mul(f->u[d], f->v[e]));
    }
    for (int k = 0; k < 3; k++) {
        for (int c = 0; c < 3; c++)
            f->vertex[k][c] = side ? p->between[k][0][c] : vf_negate(p->between[0][k][c]);
        const vf on_u = side ? p->along[1][k][0] : vf_negate(p->along[0][0][k]);
        const vf on_v = side ? vf_sub(vv, p->along[1][k][2]) : vf_add(vv, p->along[0][2][k]); // -v
        f->x[k] = vf_mul(multiply_add(fuse, uv, on_v, vf_mul(vv, on_u)), inverse);
        f->y[k] = vf_mul(multiply_add(fuse, uv, on_u, vf_mul(uu, on_v)), inverse);
        f->height[k] = dot_product(fuse, normal, f->vertex[k]);
        offer_face(fuse, f, f->vertex[k], f->x[k], f->y[k], vf_less(vf_set(0), sine), best);
    }
}

// The points where the other side's edges go through the face.
FORCE_INLINE void edges_face(bool fuse, const struct face *f, struct shortest *best) {
    for (int k = 0; k < 3; k++) {
        const int l = (k + 1) % 3;
        const vf part = vf_div(f->height[k], vf_sub(f->height[k], f->height[l]));
        const vf x = multiply_add(fuse, part, vf_sub(f->x[l], f->x[k]), f->x[k]);
        const vf y = multiply_add(fuse, part, vf_sub(f->y[l], f->y[k]), f->y[k]);
        const vm on_edge = vm_and(vf_at_most(vf_set(0), part), vf_at_most(part, vf_set(1)));
        vf point[3];
        for (int c = 0; c < 3; c++)
            point[c] = multiply_add(fuse, part, f->edge[k][c], f->vertex[k][c]);
        offer_face(fuse, f, point, x, y, on_edge, best);
    }
}

#endif
