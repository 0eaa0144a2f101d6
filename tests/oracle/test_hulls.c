// SPDX-License-Identifier: MIT
// Known answers of the oracles of segments and triangles.
#include <float.h>
#include <math.h>

#include "examples/random.h"
#include "harness.h"
#include "oracle.h"

static void expect_near(const char *what, const char *which, double got, double want) {
    expect(got == want || fabs(got - want) <= 0x1p-48 * fabs(want), "%s: %s %a, not %a", what,
           which, got, want);
}

static void expect_exact(const char *kernel, const char *what, const float hull[],
                         const float box[], double margin, double weighed) {
    const struct exact exact = oracle_of(kernel)->answer(hull, box);
    expect(exact.hit == (margin >= 0), "%s: hit %d", what, exact.hit);
    expect_near(what, "margin", exact.margin, margin);
    expect_near(what, "weighed", exact.weighed, weighed);
}

// Asks with an axis-aligned box, and with the same box as an oriented one.
static void expect_both(const char *hull_name, const char *what, const float hull[],
                        const float box[6], double margin, double weighed) {
    const bool segment = hull_name[0] == 's';
    float oriented[15] = {0};
    for (int c = 0; c < 3; c++) {
        oriented[c] = (box[c] + box[3 + c]) / 2;
        oriented[3 + c] = (box[3 + c] - box[c]) / 2;
        oriented[6 + 4 * c] = 1;
    }
    expect_exact(segment ? "segment_aabb" : "triangle_aabb", what, hull, box, margin, weighed);
    expect_exact(segment ? "segment_obb" : "triangle_obb", what, hull, oriented, margin, weighed);
}

static const float cube[6] = {-1, -1, -1, 1, 1, 1};

Test(oracle_hulls, segments) {
    expect_both("segment", "through the middle", (float[]){-3, 0, 0, 3, 0, 0}, cube, 1, 1);
    expect_both("segment", "along a face", (float[]){-3, 1, 0, 3, 1, 0}, cube, 0, 0);
    expect_both("segment", "off a face", (float[]){-3, 1.25f, 0, 3, 1.25f, 0}, cube, -.25, -.25);
    expect_both("segment", "ends before a face", (float[]){2, 0, 0, 3, 0, 0}, cube, -1, -1);
    expect_both("segment", "over an edge", (float[]){0, 2, 0, 2, 0, .5f}, cube, 0, 0);
    // Across the edge at (1, 1): d = (2, -2, 1), the sine to z is sqrt(8) / 3, the gap is
    // .5 / sqrt(2).
    expect_both("segment", "off an edge", (float[]){.25f, 2.25f, 0, 2.25f, .25f, 1}, cube,
                -.5 / sqrt(2), -.5 / sqrt(2) * sqrt(8) / 3);
    expect_both("segment", "a point on a corner", (float[]){1, 1, 1, 1, 1, 1}, cube, 0, 0);
    expect_both("segment", "a point off a face", (float[]){0, 0, 3, 0, 0, 3}, cube, -2, -2);
    expect_exact("segment_aabb", "an ulp off", (float[]){0, 0, 1 + 0x1p-23f, 0, 0, 2}, cube,
                 -0x1p-23, -0x1p-23);
    const float point[6] = {1, 2, 3, 1, 2, 3};
    expect_both("segment", "through a point", (float[]){0, 0, 0, 2, 4, 6}, point, 0, 0);
    const float none[2] = {INFINITY, FLT_MAX};
    for (int k = 0; k < 2; k++) {
        const float empty[6] = {none[k], none[k], none[k], -none[k], -none[k], -none[k]};
        expect_exact("segment_aabb", "the empty box", point, empty, -INFINITY, -INFINITY);
    }
}

Test(oracle_hulls, triangles) {
    expect_both("triangle", "in a face", (float[]){1, -9, -9, 1, 9, -9, 1, 0, 20}, cube, 0, 0);
    expect_both("triangle", "off a face", (float[]){3, -9, -9, 3, 9, -9, 3, 0, 20}, cube, -2, -2);
    // The plane x + y + z = 4.5 off the corner (1, 1, 1), an equilateral triangle of sine
    // sqrt(3/4).
    const float over[9] = {5.5f, -.5f, -.5f, -.5f, 5.5f, -.5f, -.5f, -.5f, 5.5f};
    expect_both("triangle", "off a corner", over, cube, -1.5 / sqrt(3), -1.5 / sqrt(3) * sqrt(.75));
    const float on[9] = {5, -1, -1, -1, 5, -1, -1, -1, 5};
    expect_both("triangle", "on a corner", on, cube, 0, 0);
    // A right angle at vertex 1: the sine that counts is 1, whichever vertex has it.
    const float right[9] = {-4, -4, 2, 4, -4, 2, 4, 4, 2};
    expect_both("triangle", "a right angle over a face", right, cube, -1, -1);
    expect_both("triangle", "an edge over the box's", (float[]){0, 2, -3, 2, 0, 3, 2, 2, .25f},
                cube, 0, 0);
    const float lined[9] = {-3, 1.5f, 0, 3, 1.5f, 0, 0, 1.5f, 0};
    expect_both("triangle", "three in a line", lined, cube, -.5, -.5);
    const float point[9] = {0, 0, 2, 0, 0, 2, 0, 0, 2};
    expect_both("triangle", "a point", point, cube, -1, -1);
}

// A flat triangle over a corner: the gap along the normal is multiplied by the largest of its
// sines.
Test(oracle_hulls, flat_triangles) {
    // In the plane x + y + z = 6, with the middle at (2, 2, 2), long along (1, -1, 0), and an
    // eighth as high as long.
    for (int turn = 0; turn < 3; turn++) {
        const float vertex[3][3] = {{10, -6, 2}, {-6, 10, 2}, {1.5f, 1.5f, 3}};
        float triangle[9];
        for (int v = 0; v < 3; v++) {
            for (int c = 0; c < 3; c++) triangle[3 * ((v + turn) % 3) + c] = vertex[v][c];
        }
        // From the apex to the ends: (8.5, -7.5, -1) and (-7.5, 8.5, -1).
        const double gap = 3 / sqrt(3), product = 8.5 * 8.5 + 7.5 * 7.5 + 1;
        const double dot = -2 * 8.5 * 7.5 + 1, sine = sqrt(1 - dot * dot / (product * product));
        const struct exact exact = oracle_of("triangle_aabb")->answer(triangle, cube);
        expect_near("flat", "margin", exact.margin, -gap);
        expect(!exact.hit && exact.weighed <= -gap * sine * (1 - 0x1p-40), "%a", exact.weighed);
    }
}
