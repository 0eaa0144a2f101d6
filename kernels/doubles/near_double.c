// SPDX-License-Identifier: MIT
// The distance of two triangles in double, one pair at a time: Ericson 5.1.9, 5.1.5 and 5.1.2. It
// settles what lanes of float leave undecided, once for all instruction sets. numerics.md says
// how close the least value found here comes to the distance.
#include "../lanes/floats.h"

#include "near_double.h"

#include <math.h>
#include <stdbool.h>

#define NEAR_PARALLEL 0x1p-44 // the square of a sine: smaller ones are left to other features

// Computes all other fields from the vertices.
static void open_facet(struct facet *f) {
    for (int k = 0; k < 3; k++) {
        difference_of(f->vertex[(k + 1) % 3], f->vertex[k], f->edge[k]);
        f->square[k] = dot_of(f->edge[k], f->edge[k]);
    }
    cross_of(f->edge[0], f->edge[1], f->normal);
    f->normal_square = dot_of(f->normal, f->normal);
    if (f->normal_square <= product_of(NEAR_PARALLEL, product_of(f->square[0], f->square[1])))
        f->normal_square = 0;
}

// The nearest points found so far, one of each triangle.
struct nearest_points {
    double square, (*point)[3];
};

// Keeps a point of a and the way from it to one of b, if that is shorter.
static void offer_way(struct nearest_points *best, const double from[3], const double way[3]) {
    const double square = dot_of(way, way);
    if (!(square < best->square)) return;
    best->square = square;
    for (int c = 0; c < 3; c++) {
        best->point[0][c] = from[c];
        best->point[1][c] = from[c] + way[c];
    }
}

// Edge i of a and edge j of b: from the start of each edge to the other edge, and between the
// points where their lines are nearest.
static void near_edges(const struct facet *a, int i, const struct facet *b, int j,
                       struct nearest_points *best) {
    double r[3], from_a[3], to_a[3], between[3], on_a[2][3];
    const double *const u = a->edge[i], *const v = b->edge[j];
    const double uu = a->square[i], vv = b->square[j], uv = dot_of(u, v);
    difference_of(a->vertex[i], b->vertex[j], r);
    const double on_u = -dot_of(u, r), on_v = dot_of(v, r);
    const double sine = product_of(uu, vv) - product_of(uv, uv);
    const double s = part_of(on_u, uu), t = part_of(on_v, vv);
    const double both = part_of(product_of(uv, on_v) + product_of(on_u, vv), sine);
    const double across = part_of(product_of(uv, both) + on_v, vv);
    for (int c = 0; c < 3; c++) {
        on_a[0][c] = a->vertex[i][c] + product_of(s, u[c]);
        on_a[1][c] = a->vertex[i][c] + product_of(both, u[c]);
        from_a[c] = product_of(t, v[c]) - r[c];
        to_a[c] = -(r[c] + product_of(s, u[c]));
        between[c] = product_of(across, v[c]) - (r[c] + product_of(both, u[c]));
    }
    offer_way(best, a->vertex[i], from_a);
    offer_way(best, on_a[0], to_a);
    offer_way(best, on_a[1], between);
}

// The face of one side, and the other's vertices and its edges where they cross the face's plane.
static void near_face(const struct facet *f, const struct facet *other, int side,
                      struct nearest_points *best) {
    double height[3];
    if (f->normal_square == 0) return;
    for (int k = 0; k < 3; k++) {
        double r[3], foot[3], way[3];
        difference_of(other->vertex[k], f->vertex[0], r);
        height[k] = dot_of(f->normal, r);
        if (!is_over_face(f->normal, f->edge, f->vertex, other->vertex[k])) continue;
        const double part = height[k] / f->normal_square;
        for (int c = 0; c < 3; c++) {
            const double up = product_of(part, f->normal[c]);
            foot[c] = other->vertex[k][c] - up;
            way[c] = side ? -up : up;
        }
        offer_way(best, side ? other->vertex[k] : foot, way);
    }
    for (int k = 0; k < 3; k++) {
        const double low = height[k], high = height[(k + 1) % 3];
        if ((low < 0) == (high < 0)) continue;
        double point[3];
        for (int c = 0; c < 3; c++)
            point[c] = other->vertex[k][c] + product_of(low / (low - high), other->edge[k][c]);
        if (is_over_face(f->normal, f->edge, f->vertex, point))
            offer_way(best, point, (const double[3]){0, 0, 0});
    }
}

double lbx_nearest_points(struct facet *a, struct facet *b, double point[2][3]) {
    struct nearest_points best = {INFINITY, point};
    open_facet(a);
    open_facet(b);
    near_face(a, b, 0, &best);
    near_face(b, a, 1, &best);
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) near_edges(a, i, b, j, &best);
    }
    return best.square;
}

float lbx_nearest_floats(const float *vertex, size_t step, float *point) {
    struct facet at[2];
    double near[2][3] = {{NAN, NAN, NAN}, {NAN, NAN, NAN}};
    for (int k = 0; k < 18; k++)
        at[k / 9].vertex[k / 3 % 3][k % 3] = (double)vertex[(size_t)k * step];
    const double square = lbx_nearest_points(&at[0], &at[1], near);
    for (int k = 0; k < 6; k++) point[(size_t)k * step] = (float)near[k / 3][k % 3];
    return (float)sqrt(square);
}
