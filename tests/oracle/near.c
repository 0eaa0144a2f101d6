// SPDX-License-Identifier: MIT
// The distance of convex sets is the largest gap between their projections on a unit vector: no gap
// is larger, and the vector between two nearest points has a gap as large as the distance. Each
// nearest point is a vertex of its triangle, or lies within an edge or a face, and the vector is
// perpendicular to that edge or face. So its direction is one of these: the difference of two
// vertices, the perpendicular from a vertex to the line of an edge, the cross product of two edges,
// or a normal. All are tried; if none has a gap, the triangles meet. For segments and points, some
// of these vectors are 0 and others perpendicular to nothing. They do no harm, and none of them is
// needed.
#include "near.h"

struct gap {
    mpz_ptr square, length; // the square of the largest gap is square / length
    mpz_ptr low[2], high[2], at, other;
    struct vector vertex[2][3];
};

static void project(const struct gap *g, int side, const struct vector *way) {
    for (int v = 0; v < 3; v++) {
        dot(g->at, &g->vertex[side][v], way);
        if (v == 0 || mpz_cmp(g->at, g->low[side]) < 0) mpz_set(g->low[side], g->at);
        if (v == 0 || mpz_cmp(g->at, g->high[side]) > 0) mpz_set(g->high[side], g->at);
    }
}

static void try_way(const struct gap *g, const struct vector *way) {
    if (is_zero(way)) return;
    project(g, 0, way);
    project(g, 1, way);
    mpz_sub(g->at, g->low[0], g->high[1]);
    mpz_sub(g->other, g->low[1], g->high[0]);
    if (mpz_cmp(g->other, g->at) > 0) mpz_swap(g->other, g->at);
    if (mpz_sgn(g->at) <= 0) return;
    mpz_mul(g->at, g->at, g->at);
    dot(g->other, way, way);
    mpz_mul(g->low[0], g->at, g->length);
    mpz_mul(g->high[0], g->square, g->other);
    if (mpz_cmp(g->low[0], g->high[0]) <= 0) return;
    mpz_set(g->square, g->at);
    mpz_set(g->length, g->other);
}

static void difference(const struct vector *out, const struct vector *a, const struct vector *b) {
    for (int c = 0; c < 3; c++) mpz_sub(out->at[c], a->at[c], b->at[c]);
}

static void try_all(const struct gap *g) {
    struct vector edge[2][3];
    const struct vector way = vector(), between = vector();
    for (int s = 0; s < 2; s++) {
        for (int k = 0; k < 3; k++) {
            edge[s][k] = vector();
            difference(&edge[s][k], &g->vertex[s][(k + 1) % 3], &g->vertex[s][k]);
        }
        cross(&way, &edge[s][0], &edge[s][1]);
        try_way(g, &way);
    }
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            cross(&way, &edge[0][i], &edge[1][j]);
            try_way(g, &way);
            difference(&between, &g->vertex[0][i], &g->vertex[1][j]);
            try_way(g, &between);
            for (int s = 0; s < 2; s++) { // perpendicular to the edge, in its plane with the vertex
                const struct vector *const e = &edge[s][s ? j : i], normal = vector();
                for (int k = 0; k < 3; k++) {
                    difference(&between, &g->vertex[s][s ? j : i], &g->vertex[!s][k]);
                    cross(&normal, e, &between);
                    cross(&way, &normal, e);
                    try_way(g, &way);
                }
            }
        }
    }
}

struct exact exact_of_triangles(const struct solid *a, const struct solid *b, mpz_srcptr d,
                                int exponent) {
    struct gap g = {number(), number(), {number(), number()}, {number(), number()},
                    number(), number(), {{vector()}}};
    mpz_set_ui(g.square, 0);
    mpz_set_ui(g.length, 1);
    for (int v = 0; v < 3; v++) {
        g.vertex[0][v] = a->corner[v];
        g.vertex[1][v] = b->corner[v];
    }
    try_all(&g);
    return exact_of_reach(g.square, g.length, d, exponent);
}
