// SPDX-License-Identifier: MIT
// The distance of two triangles in double, tested directly against the reference. The kernels use
// it so rarely that their own tests reach few of its features.
#include <math.h>
#include <string.h>

#include "examples/random.h"
#include "harness.h"
#include "kernels/doubles/near_double.h"
#include "scalar_ref.h"

enum { PAIRS = 60000 };

// Corners on a small grid have equal distances, parallel edges, and points for triangles. The
// others are random.
static void make(struct random *r, double vertex[3][3], bool on_grid) {
    for (int v = 0; v < 3; v++) {
        for (int c = 0; c < 3; c++)
            vertex[v][c] = on_grid ? random_int(r, -3, 3) : random_between(r, -3, 3);
    }
}

// Puts the third corner between the other two.
static void make_segment(double vertex[3][3], double part) {
    for (int c = 0; c < 3; c++) vertex[2][c] = vertex[0][c] + part * (vertex[1][c] - vertex[0][c]);
}

// A point of a triangle is at no distance from it.
static void expect_within(double vertex[3][3], const double point[3]) {
    double all[3][3];
    for (int v = 0; v < 3; v++) memcpy(all[v], point, sizeof all[v]);
    expect(ref_triangle_triangle_within_double(vertex, all, 0x1p-20), "the point is off");
}

static double distance_of(double vertex[2][3][3]) {
    struct facet at[2];
    double point[2][3], square = 0;
    for (int s = 0; s < 2; s++) memcpy(at[s].vertex, vertex[s], sizeof vertex[s]);
    const double distance = sqrt(lbx_nearest_points(&at[0], &at[1], point));
    for (int c = 0; c < 3; c++) square += pow(point[1][c] - point[0][c], 2);
    expect(fabs(sqrt(square) - distance) < 0x1p-40, "%a, and the points %a apart", distance,
           sqrt(square));
    for (int s = 0; s < 2; s++) expect_within(vertex[s], point[s]);
    return distance;
}

Test(near_double, agrees_with_the_reference) {
    struct random r = random_of(1, 12);
    size_t apart = 0, meeting = 0;
    for (size_t i = 0; i < PAIRS; i++) {
        double vertex[2][3][3];
        for (int s = 0; s < 2; s++) {
            const bool on_grid = random_chance(&r, 2), segment = random_chance(&r, 3);
            const bool point = random_chance(&r, 6);
            make(&r, vertex[s], on_grid);
            const double part = random_int(&r, 0, 2) / 2.0; // without rounding on the grid
            if (on_grid && segment) make_segment(vertex[s], part);
            for (int v = 1; point && v < 3; v++)
                memcpy(vertex[s][v], vertex[s][0], sizeof vertex[s][v]);
        }
        const double distance = distance_of(vertex), off = 0x1p-20;
        expect(ref_triangle_triangle_within_double(vertex[0], vertex[1], distance + off),
               "pair %zu: %a is less than the distance", i, distance);
        meeting += distance <= off;
        if (distance <= off) continue;
        apart++;
        expect(!ref_triangle_triangle_within_double(vertex[0], vertex[1], distance - off),
               "pair %zu: %a is more than the distance", i, distance);
    }
    expect(apart > PAIRS / 2 && meeting > PAIRS / 50, "%zu apart, %zu meeting", apart, meeting);
}

// A triangle whose third corner is nearly on the line of the other two is as far away as if it were
// on it.
Test(near_double, slivers_are_as_far_as_segments) {
    struct random r = random_of(2, 12);
    for (size_t i = 0; i < PAIRS; i++) {
        double vertex[2][3][3];
        make(&r, vertex[0], i / 2 % 2);
        make(&r, vertex[1], i % 2);
        make_segment(vertex[1], random_unit(&r));
        const double segment = distance_of(vertex);
        const unsigned c = random_below(&r, 3);
        vertex[1][2][c] += random_scale(&r, -60, -22);
        const double sliver = distance_of(vertex);
        expect(fabs(sliver - segment) <= 0x1p-20, "pair %zu: %a, and the segment %a", i, sliver,
               segment);
    }
}

Test(near_double, nothing_is_near_infinity) {
    float vertex[18] = {0, 0, 0, 4, 0, 0, 0, 4, 0}, point[6] = {0};
    for (int k = 9; k < 18; k++) vertex[k] = INFINITY;
    expect(isinf(lbx_nearest_floats(vertex, 1, point)), "no distance");
    for (int k = 0; k < 6; k++) expect(isnan(point[k]), "%d is %a", k, (double)point[k]);
}
