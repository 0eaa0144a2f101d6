// SPDX-License-Identifier: MIT
// The distance of convex sets is the largest gap between their projections on a unit vector: no gap
// is larger, and the vector between two nearest points has a gap as large as the distance. Each
// nearest point is a vertex of its triangle, or lies within an edge or a face, and the vector is
// perpendicular to that edge or face. So its direction is one of these: the difference of two
// vertices, the perpendicular from a vertex to the line of an edge, the cross product of two edges,
// or a normal. All are tried; if none has a gap, the triangles meet. Segments and points are
// triangles whose vertices coincide: they have fewer edges. If three collinear vertices remain,
// some of these vectors are 0 and others perpendicular to nothing. They do no harm, and none of
// them is needed.
#include "near.h"

struct gap {
    mpz_ptr square, length; // the square of the largest gap is square / length
    mpz_ptr low[2], high[2], at, other;
    struct vector vertex[2][3]; // without those that follow an equal one
    int vertices[2], edges[2];
};

static void project(const struct gap *g, int side, const struct vector *way) {
    for (int v = 0; v < g->vertices[side]; v++) {
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

// The edge from vertex k to the next one.
static struct vector edge_of(const struct gap *g, int side, int k) {
    const struct vector edge = vector();
    difference(&edge, &g->vertex[side][(k + 1) % g->vertices[side]], &g->vertex[side][k]);
    return edge;
}

// Perpendicular to the edge, in its plane with each vertex of the other.
static void try_edge(const struct gap *g, int side, int k, const struct vector *edge) {
    const struct vector way = vector(), between = vector(), normal = vector();
    for (int v = 0; v < g->vertices[!side]; v++) {
        difference(&between, &g->vertex[side][k], &g->vertex[!side][v]);
        cross(&normal, edge, &between);
        cross(&way, &normal, edge);
        try_way(g, &way);
    }
}

static void try_all(const struct gap *g) {
    struct vector edge[2][3];
    const struct vector way = vector();
    for (int s = 0; s < 2; s++) {
        for (int k = 0; k < g->edges[s]; k++) {
            edge[s][k] = edge_of(g, s, k);
            try_edge(g, s, k, &edge[s][k]);
        }
        if (g->edges[s] < 3) continue;
        cross(&way, &edge[s][0], &edge[s][1]);
        try_way(g, &way);
    }
    for (int i = 0; i < g->edges[0]; i++) {
        for (int j = 0; j < g->edges[1]; j++) {
            cross(&way, &edge[0][i], &edge[1][j]);
            try_way(g, &way);
        }
    }
    for (int i = 0; i < g->vertices[0]; i++) {
        for (int j = 0; j < g->vertices[1]; j++) {
            difference(&way, &g->vertex[0][i], &g->vertex[1][j]);
            try_way(g, &way);
        }
    }
}

static bool are_equal(const struct vector *a, const struct vector *b) {
    for (int c = 0; c < 3; c++)
        if (mpz_cmp(a->at[c], b->at[c]) != 0) return false;
    return true;
}

struct exact exact_of_triangles(const struct solid *a, const struct solid *b, mpz_srcptr d,
                                int exponent) {
    struct gap g = {number(), number(), {number(), number()}, {number(), number()},
                    number(), number(), {{vector()}},         {0, 0},
                    {0, 0}};
    mpz_set_ui(g.square, 0);
    mpz_set_ui(g.length, 1);
    const struct solid *const solid[2] = {a, b};
    for (int s = 0; s < 2; s++) {
        int *const count = &g.vertices[s];
        for (int v = 0; v < 3; v++) {
            if (*count > 0 && are_equal(&g.vertex[s][*count - 1], &solid[s]->corner[v])) continue;
            g.vertex[s][(*count)++] = solid[s]->corner[v];
        }
        g.edges[s] = *count == 3 ? 3 : *count - 1;
    }
    try_all(&g);
    return exact_of_reach(g.square, g.length, d, exponent);
}
