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

// The least of three squared distances between edge i of a and edge j of b: from the start of each
// edge to the other edge, and between the points where their lines are nearest.
static double edge_edge_square(const struct facet *a, int i, const struct facet *b, int j) {
    double r[3], from_a[3], from_b[3], between[3];
    const double *const u = a->edge[i], *const v = b->edge[j];
    const double uu = a->square[i], vv = b->square[j], uv = dot_of(u, v);
    difference_of(a->vertex[i], b->vertex[j], r);
    const double on_u = -dot_of(u, r), on_v = dot_of(v, r);
    const double sine = product_of(uu, vv) - product_of(uv, uv);
    const double s = part_of(on_u, uu), t = part_of(on_v, vv);
    const double both = part_of(product_of(uv, on_v) + product_of(on_u, vv), sine);
    const double across = part_of(product_of(uv, both) + on_v, vv);
    for (int c = 0; c < 3; c++) {
        from_a[c] = r[c] - product_of(t, v[c]);
        from_b[c] = r[c] + product_of(s, u[c]);
        between[c] = r[c] + product_of(both, u[c]) - product_of(across, v[c]);
    }
    const double ends = fmin(dot_of(from_a, from_a), dot_of(from_b, from_b));
    return fmin(ends, dot_of(between, between));
}

// Whether the point's projection along the normal lies within the face.
static bool is_over(const struct facet *f, const double point[3]) {
    for (int k = 0; k < 3; k++) {
        double inward[3], r[3];
        cross_of(f->normal, f->edge[k], inward);
        difference_of(point, f->vertex[k], r);
        if (dot_of(inward, r) < 0) return false;
    }
    return true;
}

// The least squared distance from the face to the other's vertices, and to its edges where they
// cross the face's plane.
static double face_square(const struct facet *f, const struct facet *other) {
    double height[3], least = INFINITY;
    if (f->normal_square == 0) return least;
    for (int k = 0; k < 3; k++) {
        double r[3];
        difference_of(other->vertex[k], f->vertex[0], r);
        height[k] = dot_of(f->normal, r);
        if (is_over(f, other->vertex[k]))
            least = fmin(least, product_of(height[k], height[k]) / f->normal_square);
    }
    for (int k = 0; k < 3; k++) {
        const double low = height[k], high = height[(k + 1) % 3];
        if ((low < 0) == (high < 0)) continue;
        double point[3];
        for (int c = 0; c < 3; c++)
            point[c] = other->vertex[k][c] + product_of(low / (low - high), other->edge[k][c]);
        if (is_over(f, point)) return 0;
    }
    return least;
}

double lbx_nearest_square(struct facet *a, struct facet *b) {
    open_facet(a);
    open_facet(b);
    double least = fmin(face_square(a, b), face_square(b, a));
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) least = fmin(least, edge_edge_square(a, i, b, j));
    }
    return least;
}
