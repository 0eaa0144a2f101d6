// SPDX-License-Identifier: MIT
// Known answers of lbx_triangle_triangle_within.
#include <float.h>
#include <math.h>
#include <string.h>

#include "harness.h"
#include "known.h"
#include "tables.h"

// Tests one distance with both orders of the triangles, and with the vertices of both in another
// order.
static void expect_within(const char *what, float distance, const float a[9], const float b[9],
                          bool hit) {
    case_distance = distance;
    for (int turn = 0; turn < 3; turn++) {
        float x[9], y[9];
        for (int k = 0; k < 9; k++) {
            x[k] = a[(k + 3 * turn) % 9];
            y[k] = b[(k + 6 * turn) % 9];
        }
        expect_verdict_both_ways(case_named("triangle_triangle_within"), what, x, y, hit);
    }
    case_distance = CASE_DISTANCE;
}

// Expects a hit at the distance, and a miss at a thousandth less.
static void expect_distance(const char *what, float distance, const float a[9], const float b[9]) {
    expect_within(what, distance, a, b, true);
    expect_within(what, distance * 1.5f, a, b, true);
    expect_within(what, distance * .999f, a, b, false);
    expect_within(what, 0, a, b, false);
}

static const float flat[9] = {0, 0, 0, 4, 0, 0, 0, 4, 0};

Test(triangle_triangle_within, nearest_features) {
    expect_distance("vertices", 3, flat, (float[]){-1, -2, -2, -5, -3, -2, -1, -9, -4});
    expect_distance("a vertex and an edge", 5, flat, (float[]){2, -3, 4, 1, -9, 5, 3, -8, 9});
    expect_distance("a vertex and a face", 2, flat, (float[]){1, 1, 2, 8, 1, 3, 1, 8, 4});
    expect_distance("edges that cross", 2, flat, (float[]){1, -3, 2, 1, .5f, 2, 1, -3, 9});
    expect_distance("edges side by side", 3, flat, (float[]){-1, -3, 0, 9, -3, 0, 2, -7, 1});
    expect_distance("faces", 1, flat, (float[]){0, 0, 1, 4, 0, 1, 0, 4, 1});
    expect_distance("one plane", 2, flat, (float[]){-2, -1, 0, -2, 6, 0, -9, 1, 0});
}

Test(triangle_triangle_within, segments_and_points) {
    const float point[9] = {1, 1, 3, 1, 1, 3, 1, 1, 3}, origin[9] = {0};
    const float segment[9] = {-1, 1, 3, 5, 1, 3, 1, 1, 3};
    expect_distance("a point over a face", 3, flat, point);
    expect_distance("a segment over a face", 3, flat, segment);
    expect_distance("a point and a segment", 1, point, (float[]){1, 0, 9, 1, 0, -9, 1, 0, 1});
    expect_distance("points", 7, origin, (float[]){2, 3, 6, 2, 3, 6, 2, 3, 6});
    expect_distance("segments", 2, segment, (float[]){2, 0, 5, 2, 9, 5, 2, 4, 5});
    expect_within("a point on another", 0, point, point, true);
    expect_within("a point on a face", 0, flat, (float[]){1, 1, 0, 1, 1, 0, 1, 1, 0}, true);
    expect_within("a point in one's plane", 0, flat, (float[]){3, 3, 0, 3, 3, 0, 3, 3, 0}, false);
}

Test(triangle_triangle_within, touching) {
    expect_within("itself", 0, flat, flat, true);
    expect_within("a vertex", 0, flat, (float[]){4, 0, 0, 9, 0, 1, 9, 1, 0}, true);
    expect_within("an edge", 0, flat, (float[]){4, 0, 0, 0, 4, 0, 9, 9, 1}, true);
    expect_within("through a face", 0, flat, (float[]){1, 1, -9, 1, 1, 9, 30, 30, 0}, true);
    expect_within("past a face", 0, flat, (float[]){3, 3, -9, 3, 3, 9, 30, 30, 0}, false);
    expect_within("within one plane", 0, flat, (float[]){1, 1, 0, 2, 1, 0, 1, 2, 0}, true);
    // Its edges are far from those of the wide triangle, which it passes through.
    const float wide[9] = {-1000, -1000, 0, 1000, -1000, 0, 0, 1000, 0};
    expect_within("a small one in a wide one", .5f, wide, (float[]){0, 0, -3, 1, 0, 4, 0, 1, 4},
                  true);
}

// Edges whose nearest points lie in between, at angles that products of floats cannot distinguish
// from 0.
Test(triangle_triangle_within, edges_all_but_parallel) {
    for (int k = 1; k < 30; k++) {
        const float tilt = ldexpf(1, -k);
        const float a[9] = {-1, 0, 0, 1, 0, 0, 0, 0, -1};
        const float b[9] = {-1, -tilt, 1, 1, tilt, 1, 0, 0, 2};
        expect_within("at their distance", 1, a, b, true);
        expect_within("not so near", 1 - 0x1p-14f, a, b, false);
    }
}

// Lines through one point at a small angle, as edges of triangles or as segments. They cross, or
// one of them ends on the other, in a point that only double finds. Any other distance that is
// found is larger than what is near enough. Every coordinate is exact; those along the axis `none`
// are all 0.
static void expect_crossing(const float point[3], const float way[3], const float turned[3],
                            const float steps[2][2], int none) {
    float a[9], b[9];
    for (int c = 0; c < 3; c++) {
        a[c] = point[c] + steps[0][0] * way[c];
        a[3 + c] = point[c] - steps[0][1] * way[c];
        b[c] = point[c] + steps[1][0] * turned[c];
        b[3 + c] = point[c] - steps[1][1] * turned[c];
        a[6 + c] = point[c] - (c == 2 && none != 2 ? 1 : 0);
        b[6 + c] = point[c] + (c == 2 && none != 2 ? 1 : 0);
    }
    expect_within("cross", 0, a, b, true);
    for (int c = 0; c < 3; c++) { // segments; each third vertex lies on its own line
        a[6 + c] = point[c] + 7 * way[c];
        b[6 + c] = point[c] - 8 * turned[c];
    }
    expect_within("segments cross", 0, a, b, true);
    for (int c = 0; c < 3; c++) b[c] = point[c];
    expect_within("end", 0, a, b, true);
}

Test(triangle_triangle_within, edges_that_cross_at_small_angles) {
    static const float at[3] = {0x1.2dp-2f, -0x1.71p-3f, 0x1.05p-1f};
    static const float along[3] = {0x1.9a7p-3f, 0x1.1d3p-5f, -0x1.77p-4f};
    static const float aside[3] = {0x1.ap-4f, -0x1.6p-3f, 0x1.2p-3f};
    for (int none = 0; none <= 3; none++) {
        for (int k = 9; k <= 15; k++) {
            float point[3], way[3], turned[3];
            for (int c = 0; c < 3; c++) {
                point[c] = c == none ? 0 : at[c];
                way[c] = c == none ? 0 : along[c];
                turned[c] = c == none ? 0 : way[c] + ldexpf(aside[c], -k);
            }
            for (int m = 1; m <= 16; m += tests_are_sampled() ? 5 : 1) {
                const float steps[2][2] = {{(float)(m % 4 + 1), (float)(m / 4 + 1)},
                                           {5, (float)(m % 3 + 2)}};
                expect_crossing(point, way, turned, steps, none);
            }
        }
    }
}

// A vertex so near another triangle's edge that in floats the vector between them has length 0,
// while the gap along it has not. All of it is rounding.
Test(triangle_triangle_within, ways_that_all_but_vanish) {
    for (int k = 60; k <= 80; k++) {
        for (int l = 60; l <= 90; l++) {
            const float near = ldexpf(1, -k), off = ldexpf(-1, -l);
            const float a[9] = {1, .5f, 0, near, .5f, 0, 1, 1, 0};
            const float b[9] = {0, 0, 0, off, .5f, 0, -.5f, .25f, 0};
            expect_within("near", .0625f, a, b, true);
        }
    }
}

Test(triangle_triangle_within, distances_of_all_sizes) {
    static const float vertex[9] = {9, 0, 0, 9, 0, 0, 9, 0, 0};
    expect_within("FLT_MAX", FLT_MAX, flat, vertex, true);
    expect_within("a denormal", 0x1p-149f, flat, flat, true);
    expect_within("a denormal, apart", 0x1p-149f, flat, vertex, false);
    expect_within("-0", -0.0f, flat, vertex, false);
    for (int exponent = -56; exponent <= 56; exponent += 14) {
        float a[9], b[9];
        for (int k = 0; k < 9; k++) {
            a[k] = ldexpf(flat[k], exponent);
            b[k] = ldexpf(vertex[k], exponent);
        }
        expect_within("at its distance", ldexpf(5, exponent), a, b, true);
        expect_within("a 2^-14 less", ldexpf(5 - 0x1p-12f, exponent), a, b, false);
    }
}

Test(triangle_triangle_within, nan) {
    for (int k = 0; k < 9; k++) {
        float spoiled[9] = {90, 90, 90, 91, 90, 90, 90, 91, 90};
        expect_within("far away", 1, flat, spoiled, false);
        spoiled[k] = k % 2 ? NAN : -NAN;
        expect_within("a NaN hits", 1, flat, spoiled, true);
    }
}
