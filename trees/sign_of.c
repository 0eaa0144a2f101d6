// SPDX-License-Identifier: MIT
// On which side of a surface a point is, from the triangle that is nearest to it: the side of the
// pseudonormal of the face, edge or vertex that the nearest point is on (Baerentzen and Aanaes
// 2005, "Signed distance computation using the angle weighted pseudonormal"). In double, by + - * /
// and sqrt alone: the same everywhere. numerics.md derives what rounding may do.
#include "kernels/lanes/floats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "signs.h"
#include "volumes/fit.h"

// --- directions ---

// Moves both coordinates towards 0, which folds the octahedron, or away from it.
static void fold(int32_t x[2], int32_t by) {
    for (int c = 0; c < 2; c++) x[c] -= x[c] < 0 ? -by : by;
}

void lbx_normal_put(struct lbx_sign *sign, unsigned k, const double normal[3]) {
    const double size = fabs(normal[0]) + fabs(normal[1]) + fabs(normal[2]);
    int32_t x[2];
    for (int c = 0; c < 2; c++) x[c] = (int32_t)floor(normal[c] / size * NORMAL_MOST + .5);
    const int32_t height = NORMAL_MOST - abs(x[0]) - abs(x[1]);
    if (normal[2] < 0) fold(x, -height);
    const uint64_t bits =
        (uint64_t)(x[0] + NORMAL_MOST) << NORMAL_BITS | (uint64_t)(x[1] + NORMAL_MOST);
    sign->normal[k] = (uint32_t)bits;
    sign->normal[3] |= (uint32_t)(bits >> 32) << 10 * k;
}

void lbx_normal_get(const struct lbx_sign *sign, unsigned k, double normal[3]) {
    const uint64_t bits = (uint64_t)(sign->normal[3] >> 10 * k & 1023) << 32 | sign->normal[k];
    const int32_t mask = (1 << NORMAL_BITS) - 1;
    int32_t x[2] = {(int32_t)(bits >> NORMAL_BITS & mask) - NORMAL_MOST,
                    (int32_t)(bits & mask) - NORMAL_MOST};
    const int32_t height = NORMAL_MOST - abs(x[0]) - abs(x[1]);
    fold(x, height < 0 ? -height : 0);
    normal[0] = x[0];
    normal[1] = x[1];
    normal[2] = height;
}

// --- triangles ---

void lbx_make_unit(double x[3]) {
    const double length = sqrt(dot3(x, x));
    for (int c = 0; c < 3 && length > 0; c++) x[c] /= length;
}

void lbx_sign_corners(const struct lbx_aabb_tree *t, uint32_t place, double corner[3][3]) {
    const struct lbx_aabb_leaf *const leaf = &t->leaf[(place & ~FLAT_BIT) / TREE_WIDTH];
    for (int v = 0; v < 3; v++) {
        for (int c = 0; c < 3; c++) corner[v][c] = (double)leaf->vertex[c][v][place % TREE_WIDTH];
    }
}

// The products that a component is the difference of may cancel. Where they leave the whole normal
// shorter than this part of what it could be, squared, it is computed again, exactly.
#define NORMAL_CANCELLED 0x1p-40

void lbx_sign_normal(double (*corner)[3], double normal[3]) {
    double b[3], c[3];
    minus3(corner[1], corner[0], b);
    minus3(corner[2], corner[0], c);
    cross3(b, c, normal);
    if (!(dot3(normal, normal) >= NORMAL_CANCELLED * dot3(b, b) * dot3(c, c)))
        lbx_cross_exact(corner, normal);
}

struct lbx_flat lbx_flat_of(double (*corner)[3]) {
    struct lbx_flat f = {0, 0, 1, 2};
    double longest = -1;
    for (int c = 0; c < 3; c++) {
        unsigned order[3] = {0, 1, 2};
        for (int k = 0; k < 3; k++) { // three exchanges sort three
            const int at = k % 2;
            if (corner[order[at]][c] <= corner[order[at + 1]][c]) continue;
            const unsigned swap = order[at];
            order[at] = order[at + 1];
            order[at + 1] = swap;
        }
        const double length = corner[order[2]][c] - corner[order[0]][c];
        if (!(length > longest)) continue;
        longest = length;
        f = (struct lbx_flat){c, order[0], order[1], order[2]};
    }
    return f;
}

static unsigned edge_between(unsigned v, unsigned w) {
    return (v + 1) % 3 == w ? v : w;
}

unsigned lbx_flat_edge(const struct lbx_flat *f) {
    return edge_between(f->low, f->high);
}

// The other edge that a point of the long one is on. Of a triangle with two equal vertices, one of
// these is none, but has no points either.
static unsigned short_edge(const struct lbx_flat *f, double (*corner)[3], const double at[3]) {
    return at[f->axis] < corner[f->middle][f->axis] ? edge_between(f->low, f->middle)
                                                    : edge_between(f->middle, f->high);
}

void lbx_normal_behind(const struct lbx_signs *s, const struct lbx_aabb_tree *t, uint32_t link,
                       const double at[3], double normal[3]) {
    enum { MOST = 64 }; // flat triangles that are crossed
    memset(normal, 0, 3 * sizeof *normal);
    for (int k = 0; k < MOST && link != NO_LINK; k++) {
        const struct lbx_sign *const sign = &s->sign[link_triangle(link)];
        double corner[3][3] = {{0}};
        lbx_sign_corners(t, sign->place, corner);
        if (!(sign->place & FLAT_BIT)) {
            lbx_sign_normal(corner, normal);
            lbx_make_unit(normal);
            return;
        }
        const struct lbx_flat f = lbx_flat_of(corner);
        const unsigned along = lbx_flat_edge(&f);
        link = sign->edge[link_edge(link) == along ? short_edge(&f, corner, at) : along];
    }
}

// --- sides ---

enum { NONE = 3 };

// Along which pseudonormal of an edge the point is: `from` is the way to it, `outwards` that from
// the triangle across the edge, as long as the normal and the edge together.
static double height_over_edge(const double edge[3], const double outwards[3],
                               const double normal[3], const double from[3], float bend) {
    const double flat = fabs((double)bend), bent = sqrt(1 - flat * flat);
    const double up = dot3(normal, from) * sqrt(dot3(edge, edge)) * flat;
    const double beside = dot3(outwards, from) * bent;
    return signbit(bend) ? up - beside : up + beside;
}

static float float_of(uint32_t bits) {
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

// The point of a line that is nearest to a point.
static void foot_of(const double a[3], const double edge[3], const double from[3], double at[3]) {
    const double along = dot3(edge, from) / dot3(edge, edge);
    for (int c = 0; c < 3; c++) at[c] = a[c] + along * edge[c];
}

// Along the sum of two unit normals, which may almost cancel.
static double height_over_both(const double a[3], const double b[3], const double from[3]) {
    const double sum[3] = {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
    return dot3(sum, from);
}

// Over a flat triangle: its nearest point is a vertex, or the surface goes on behind two edges.
static double height_over_flat(const struct lbx_signs *s, const struct lbx_aabb_tree *t,
                               const struct lbx_sign *sign, double (*corner)[3],
                               double from[3][3]) {
    const struct lbx_flat f = lbx_flat_of(corner);
    double all[3], at[3], normal[2][3];
    minus3(corner[f.high], corner[f.low], all);
    foot_of(corner[f.low], all, from[f.low], at);
    const unsigned end = !(dot3(all, from[f.low]) > 0)            ? f.low
                         : !(dot3(all, from[f.high]) < 0)         ? f.high
                         : at[f.axis] == corner[f.middle][f.axis] ? f.middle
                                                                  : NONE;
    if (end != NONE) {
        lbx_normal_get(sign, end, normal[0]);
        return dot3(normal[0], from[end]);
    }
    lbx_normal_behind(s, t, sign->edge[lbx_flat_edge(&f)], at, normal[0]);
    lbx_normal_behind(s, t, sign->edge[short_edge(&f, corner, at)], at, normal[1]);
    return height_over_both(normal[0], normal[1], from[f.low]);
}

// The vertex that is the nearest point of a triangle, or NONE. `edge` and `from` are those of each
// vertex: the edge that begins there, and the way from it to the point.
static unsigned nearest_vertex(double edge[3][3], double from[3][3]) {
    for (unsigned k = 0; k < 3; k++)
        if (dot3(edge[k], from[k]) <= 0 && dot3(edge[(k + 2) % 3], from[k]) >= 0) return k;
    return NONE;
}

// The edge that it is on, between the ends, or NONE. `outwards` leads across each edge.
static unsigned nearest_edge(double edge[3][3], double from[3][3], double outwards[3][3]) {
    for (unsigned k = 0; k < 3; k++) {
        if (dot3(outwards[k], from[k]) > 0 && dot3(edge[k], from[k]) >= 0 &&
            dot3(edge[k], from[(k + 1) % 3]) <= 0)
            return k;
    }
    return NONE;
}

bool lbx_is_behind(const struct lbx_signs *s, const struct lbx_aabb_tree *t, uint32_t triangle,
                   const float point[3]) {
    const struct lbx_sign *const sign = &s->sign[triangle];
    double corner[3][3] = {{0}}, edge[3][3], from[3][3], outwards[3][3], normal[3];
    lbx_sign_corners(t, sign->place, corner);
    for (int v = 0; v < 3; v++) {
        minus3(corner[(v + 1) % 3], corner[v], edge[v]);
        for (int c = 0; c < 3; c++) from[v][c] = (double)point[c] - corner[v][c];
    }
    if (sign->place & FLAT_BIT) return height_over_flat(s, t, sign, corner, from) < 0;
    const unsigned vertex = nearest_vertex(edge, from);
    if (vertex != NONE) {
        lbx_normal_get(sign, vertex, normal);
        return dot3(normal, from[vertex]) < 0;
    }
    lbx_sign_normal(corner, normal);
    for (int v = 0; v < 3; v++) cross3(edge[v], normal, outwards[v]);
    const unsigned k = nearest_edge(edge, from, outwards);
    if (k == NONE) return dot3(normal, from[0]) < 0;
    const uint32_t bend = sign->edge[k];
    if (!(bend & LINK_BIT))
        return height_over_edge(edge[k], outwards[k], normal, from[k], float_of(bend)) < 0;
    double foot[3], behind[3]; // flat triangles are behind the edge
    foot_of(corner[k], edge[k], from[k], foot);
    lbx_normal_behind(s, t, bend, foot, behind);
    lbx_make_unit(normal);
    return height_over_both(normal, behind, from[k]) < 0;
}
