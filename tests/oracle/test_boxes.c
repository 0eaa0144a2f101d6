// SPDX-License-Identifier: MIT
// Known answers of the oracles of boxes.
#include <float.h>
#include <math.h>
#include <string.h>

#include "examples/random.h"
#include "harness.h"
#include "oracle.h"

static void expect_near(const char *what, const char *which, double got, double want) {
    expect(got == want || (isfinite(want) && fabs(got - want) <= 0x1p-49 * fabs(want)),
           "%s: %s %a, not %a", what, which, got, want);
}

// Asks with the sides in either order.
static void expect_margin(const char *kernel, const char *what, const float a[], const float b[],
                          double margin) {
    for (int swap = 0; swap < 2; swap++) {
        const struct exact exact = oracle_of(kernel)->answer(swap ? b : a, swap ? a : b);
        expect(exact.hit == (margin >= 0), "%s: hit %d", what, exact.hit);
        expect_near(what, "margin", exact.margin, margin);
        if (exact.hit) expect_near(what, "weighed", exact.weighed, margin);
    }
}

static void expect_aabbs(const char *what, const float a[6], const float b[6], double margin) {
    expect_margin("aabb_aabb", what, a, b, margin);
}

static void expect_obbs(const char *what, const float a[15], const float b[15], double margin) {
    expect_margin("obb_obb", what, a, b, margin);
}

static void expect_weighed(const char *what, const float a[15], const float b[15], double weighed) {
    for (int swap = 0; swap < 2; swap++) {
        const struct exact exact = oracle_of("obb_obb")->answer(swap ? b : a, swap ? a : b);
        expect_near(what, "weighed", exact.weighed, weighed);
    }
}

Test(oracle_aabb_aabb, known) {
    const float cube[6] = {0, 0, 0, 1, 1, 1};
    for (int c = 0; c < 3; c++) {
        float b[6] = {0, 0, 0, 1, 1, 1};
        b[c] = 1, b[3 + c] = 2;
        expect_aabbs("a face", cube, b, 0);
        b[c] = float_step(1, 1);
        expect_aabbs("a face, an ulp off", cube, b, -0x1p-23);
        b[c] = float_step(1, -1);
        expect_aabbs("a face, an ulp in", cube, b, 0x1p-24);
        b[c] = -1, b[3 + c] = -0x1p-149f;
        expect_aabbs("a denormal off", cube, b, -0x1p-149);
        b[3 + c] = -0.0f;
        expect_aabbs("zeros of both signs", cube, b, 0);
        b[3 + c] = -.25f, b[(c + 1) % 3] = 3, b[3 + (c + 1) % 3] = 4;
        expect_aabbs("apart on two axes", cube, b, -2);
        b[c] = -FLT_MAX, b[3 + c] = FLT_MAX;
        expect_aabbs("a huge box, apart on another axis", cube, b, -2);
        memcpy(b, cube, sizeof b);
        b[c] = .75f, b[3 + c] = .25f;
        expect_aabbs("no box", cube, b, -INFINITY);
    }
    expect_aabbs("an edge", cube, (float[]){1, 1, 0, 2, 2, 1}, 0);
    expect_aabbs("a corner", cube, (float[]){1, -1, 1, 2, 0, 2}, 0);
    expect_aabbs("the same", cube, cube, 1);
    expect_aabbs("nested", cube, (float[]){.5f, .25f, .5f, .625f, .375f, .625f}, .375);
    expect_aabbs("a point within", cube, (float[]){.5f, .5f, .25f, .5f, .5f, .25f}, .25);
    expect_aabbs("two points", (float[]){1, 2, 3, 1, 2, 3}, (float[]){1, 2, 3, 1, 2, 3}, 0);
    const float far = 1e6f, next = float_step(far, 1);
    expect_aabbs("an ulp at 1e6", (float[]){0, 0, 0, far, far, far},
                 (float[]){next, 0, 0, 2 * far, far, far}, -.0625);
    const float empty[2][6] = {{INFINITY, INFINITY, INFINITY, -INFINITY, -INFINITY, -INFINITY},
                               {FLT_MAX, FLT_MAX, FLT_MAX, -FLT_MAX, -FLT_MAX, -FLT_MAX}};
    for (int e = 0; e < 2; e++) {
        expect_aabbs("the empty box", empty[e], cube, -INFINITY);
        expect_aabbs("two empty boxes", empty[e], empty[1], -INFINITY);
    }
}

static void box(float x[15], const float center[3], const float half[3], const float axis[9]) {
    memcpy(x, center, 3 * sizeof *x);
    memcpy(x + 3, half, 3 * sizeof *x);
    memcpy(x + 6, axis, 9 * sizeof *x);
}

static const float origin[3] = {0, 0, 0}, ones[3] = {1, 1, 1}, none[3] = {0, 0, 0};
static const float straight[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, zero[9] = {0};

// Axes turned by 45 degrees about one axis, not quite of unit length, so that float sums are exact.
#define R 0x1.6ap-1f
static const float about[3][9] = {
    {1, 0, 0, 0, R, R, 0, -R, R}, {R, 0, -R, 0, 1, 0, R, 0, R}, {R, R, 0, -R, R, 0, 0, 0, 1}};

Test(oracle_obb_obb, faces_edges_and_corners) {
    float a[15], b[15];
    box(a, origin, ones, straight);
    expect_obbs("the same", a, a, 2);
    for (int c = 0; c < 3; c++) {
        for (int sign = -1; sign <= 1; sign += 2) {
            float at[3] = {.25f, -.5f, .75f};
            at[c] = 2 * (float)sign;
            box(b, at, ones, straight);
            expect_obbs("a face", a, b, 0);
            b[c] = float_step(b[c], 1);
            expect_obbs("a face, an ulp off", a, b, -0x1p-22);
            b[c] = float_step(b[c], -2);
            expect_obbs("a face, an ulp in", a, b, 0x1p-23);
            b[c] = 2 * (float)sign, b[(c + 1) % 3] = 2;
            expect_obbs("an edge", a, b, 0);
            b[(c + 2) % 3] = -2;
            expect_obbs("a corner", a, b, 0);
            // B's edge towards A's face: its reach is 2 R.
            box(b, origin, ones, about[(c + 1) % 3]);
            b[c] = (float)sign * (1 + 2 * R);
            expect_obbs("an edge on a face", a, b, 0);
            b[c] = float_step(b[c], 1);
            expect_obbs("an edge an ulp off a face", a, b, -0x1p-22);
            b[c] = float_step(b[c], -2);
            expect_obbs("an edge an ulp into a face", a, b, 0x1p-22);
        }
    }
    // 3-4-5 triangles on both, as integers: axes of length 5, halves of fifths, a face along
    // (3, 4, 0).
    const float turned[9] = {3, 4, 0, -4, 3, 0, 0, 0, 5};
    box(a, origin, ones, turned);
    box(b, (float[]){6, 8, 0}, ones, turned);
    expect_obbs("a turned face", a, b, 0);
    b[0] = 9, b[1] = 12;
    expect_obbs("off a turned face", a, b, -5);
    b[0] = 3, b[1] = 4;
    expect_obbs("into a turned face", a, b, 5);
}

// Roofs whose ridges cross: only the cross product of the ridges separates them.
Test(oracle_obb_obb, crossed_edges) {
    for (int ridge_a = 0; ridge_a < 3; ridge_a++) {
        for (int ridge_b = 0; ridge_b < 3; ridge_b++) {
            if (ridge_a == ridge_b) continue;
            const int up = 3 - ridge_a - ridge_b;
            float a[15], b[15];
            box(a, origin, ones, about[ridge_a]);
            box(b, origin, ones, about[ridge_b]);
            a[3 + ridge_a] = b[3 + ridge_b] = 10;
            b[up] = 4 * R;
            expect_obbs("ridges touch", a, b, 0);
            b[up] = float_step(b[up], 1);
            expect_obbs("ridges an ulp apart", a, b, -0x1p-22);
            b[up] = 4 * R + .25f;
            expect_obbs("ridges apart", a, b, -.25);
            b[up] = 4 * R - .25f;
            expect_obbs("ridges cross", a, b, .25);
            if (ridge_a != 0 || ridge_b != 1) continue;
            // B turned about z until its ridge lies along (3, 4, 0) / 5: the sine is .8.
            const float ridge[9] = {4, -3, -5, 3, 4, 0, 4, -3, 5};
            box(b, (float[]){0, 0, 2 * R + 10 + .25f}, (float[]){1, 20, 1}, ridge);
            expect_obbs("ridges at an angle apart", a, b, -.25);
            expect_weighed("ridges at an angle apart", a, b, -.2);
        }
    }
}

// The cross product of near-parallel edges is short, but exact arithmetic adds no noise to it.
Test(oracle_obb_obb, near_parallel_edges) {
    float a[15], b[15];
    box(a, origin, ones, straight);
    for (int power = 1; power < 60; power++) {
        const float lean = ldexpf(1, -power);
        box(b, (float[]){.5f, 1.5f, 1.5f}, ones, straight);
        b[7] = lean;
        // B's face along its axis 1 stays flat, and its reach along y grows by the lean.
        expect_obbs("leaning edges overlap", a, b, .5);
        if (power > 22) continue; // 2 + lean is not a float
        b[1] = 2 + lean;
        expect_obbs("leaning edges touch", a, b, 0);
        b[1] = float_step(b[1], 1);
        expect_obbs("leaning edges an ulp apart", a, b, -0x1p-22);
    }
    box(b, (float[]){.5f, 1.5f, 1.5f}, ones, straight);
    b[7] = 1e-8f;
    expect_obbs("1e-8", a, b, .5);
}

// A sheared box: the normals of its faces are neither its own axes nor those of the other box.
Test(oracle_obb_obb, parallelepipeds) {
    const float sheared[9] = {1, 0, 0, 1, 1, 0, 0, 0, 1},
                mirrored[9] = {1, 0, 0, -1, -1, 0, 0, 0, 1};
    float a[15], b[15];
    for (int k = 0; k < 2; k++) {
        box(a, origin, ones, k ? mirrored : sheared);
        box(b, (float[]){1.75f, .75f, 0}, none, straight);
        expect_obbs("a point on the slanted face", a, b, 0);
        b[1] = float_step(b[1], -1);
        expect_obbs("a point an ulp off it", a, b, -0x1p-24 / sqrt(2));
        b[1] = .5f;
        expect_obbs("a point off it", a, b, -.25 / sqrt(2));
        box(b, (float[]){2.75f, -.75f, 0}, ones, straight);
        expect_obbs("a corner off it", a, b, -.5 / sqrt(2));
        box(b, (float[]){2.5f, -.5f, 0}, ones, straight);
        expect_obbs("a corner on it", a, b, 0);
    }
    // Long axes and short halves are the same box.
    const float scaled[9] = {1024, 0, 0, 1024, 1024, 0, 0, 0, .125f};
    box(a, origin, (float[]){0x1p-10f, 0x1p-10f, 8}, scaled);
    box(b, (float[]){2.75f, -.75f, 0}, ones, straight);
    expect_obbs("the same box", a, b, -.5 / sqrt(2));
}

// Boxes without volume: with half extents of 0, with axes that are zero, and with dependent axes.
Test(oracle_obb_obb, degenerate) {
    const float along_x[9] = {1, 0, 0}, along_y[9] = {0, 1, 0}, in_z[9] = {1, 0, 0, 0, 1, 0};
    const float diamond[9] = {1, 1, 0, 1, -1, 0}, doubled[9] = {1, 0, 0, 2, 0, 0, 3, 0, 0};
    const float slanted[9] = {1, 1, 1, 2, 2, 2};
    float a[15], b[15];
    for (int half = 0; half < 2; half++) {
        for (int axes = 0; axes < 2; axes++) { // points, in three ways
            if (half && axes) continue;
            box(a, origin, half ? ones : none, axes ? straight : zero);
            box(b, origin, half ? ones : none, axes ? straight : zero);
            expect_obbs("two points, the same", a, b, 0);
            b[2] = 0x1p-149f;
            expect_obbs("two points a denormal apart", a, b, -0x1p-149);
            box(b, (float[]){0, 0, 1}, ones, straight);
            expect_obbs("a point on a face", a, b, 0);
            b[2] = float_step(1, 1);
            expect_obbs("a point off a face", a, b, -0x1p-23);
            box(b, (float[]){1, 1, 1}, ones, straight);
            expect_obbs("a point on a corner", a, b, 0);
            box(b, (float[]){1, 0, 0}, ones, along_x);
            expect_obbs("a point at the tip of a stick", a, b, 0);
            b[0] = float_step(1, 1);
            expect_obbs("a point off the tip", a, b, -0x1p-23);
            box(b, (float[]){1, 1, 1}, ones, slanted);
            b[4] = 0;
            expect_obbs("a point at the tip of a slanted stick", a, b, 0);
            b[0] = 0, b[1] = 1, b[2] = 2;
            expect_obbs("a point beside a slanted stick", a, b, -sqrt(2));
        }
    }
    box(a, origin, ones, along_x);
    box(b, (float[]){2, 0, 0}, ones, along_x);
    expect_obbs("collinear sticks touch", a, b, 0);
    b[0] = float_step(2, 1);
    expect_obbs("collinear sticks an ulp apart", a, b, -0x1p-22);
    b[0] = 1;
    expect_obbs("collinear sticks overlap", a, b, 0);
    b[1] = .5f;
    expect_obbs("parallel sticks", a, b, -.5);
    box(b, (float[]){7, 0, 0}, ones, doubled);
    expect_obbs("axes that depend reach 6", a, b, 0);
    b[0] = 8;
    expect_obbs("axes that depend reach no further", a, b, -1);
    box(b, (float[]){.5f, -.25f, 0}, ones, along_y);
    expect_obbs("sticks cross", a, b, 0);
    b[2] = .25f;
    expect_obbs("sticks pass", a, b, -.25);
    box(b, (float[]){1, 1, 0}, ones, along_y);
    expect_obbs("sticks meet at their tips", a, b, 0);

    box(a, origin, ones, in_z);
    box(b, (float[]){2, 0, 0}, ones, diamond);
    expect_obbs("plates in a plane overlap", a, b, 0);
    b[0] = 3;
    expect_obbs("plates in a plane touch", a, b, 0);
    b[0] = 3.5f;
    expect_obbs("plates in a plane apart", a, b, -.5);
    b[0] = b[1] = 2;
    expect_obbs("a plate's corner on the other's edge", a, b, 0);
    b[0] = b[1] = 2.25f;
    expect_obbs("a plate's corner off the other's edge", a, b, -.5 / sqrt(2));
    b[0] = 1, b[1] = 0, b[2] = -.5f;
    expect_obbs("plates above each other", a, b, -.5);
    box(b, (float[]){1, 0, 0}, ones, (float[]){0, 0, 1, 0, 1, 0, 0, 0, 0});
    expect_obbs("a plate stands on the other's edge", a, b, 0);
    box(b, (float[]){1.5f, 0, 0}, ones, (float[]){0, 0, 1, 0, 1, 0, 0, 0, 0});
    expect_obbs("a plate stands beside the other", a, b, -.5);
    // The same with boxes whose half extents are zero and whose axes are not.
    const float flat[3] = {1, 1, 0}, stick[3] = {1, 0, 0};
    box(a, origin, flat, straight);
    box(b, (float[]){2.25f, 2.25f, 0}, flat, (float[]){1, 1, 0, 1, -1, 0, 0, 0, 1});
    expect_obbs("flat boxes, a corner off an edge", a, b, -.5 / sqrt(2));
    box(b, (float[]){3, 1, 0}, stick, (float[]){1, 0, 0, 0, 1, 1, 0, 1, -1});
    expect_obbs("a stick in a flat box's plane, apart", a, b, -1);
    b[0] = 2;
    expect_obbs("a stick in a flat box's plane, at its corner", a, b, 0);
}

static void expect_mixed(const char *what, const float a[6], const float b[15], double margin) {
    const struct exact exact = oracle_of("aabb_obb")->answer(a, b);
    expect(exact.hit == (margin >= 0), "%s: hit %d", what, exact.hit);
    expect_near(what, "margin", exact.margin, margin);
}

Test(oracle_aabb_obb, known) {
    const float cube[6] = {-1, -1, -1, 1, 1, 1}, sheared[9] = {1, 0, 0, 1, 1, 0, 0, 0, 1};
    float b[15];
    for (int c = 0; c < 3; c++) {
        for (int sign = -1; sign <= 1; sign += 2) {
            float at[3] = {.25f, -.5f, .75f};
            at[c] = 2 * (float)sign;
            box(b, at, ones, straight);
            expect_mixed("a face", cube, b, 0);
            b[c] = (float)sign * float_step(2, 1);
            expect_mixed("a face, an ulp off", cube, b, -0x1p-22);
            // B's edge towards A's face: its reach is 2 R.
            box(b, origin, ones, about[(c + 1) % 3]);
            b[c] = (float)sign * (1 + 2 * R);
            expect_mixed("an edge on a face", cube, b, 0);
            b[c] = (float)sign * (1.25f + 2 * R);
            expect_mixed("an edge off a face", cube, b, -.25);
        }
    }
    box(b, origin, ones, sheared);
    expect_mixed("a corner on a slanted face", (float[]){1.5f, -1.5f, -1, 3.5f, .5f, 1}, b, 0);
    expect_mixed("a corner off it", (float[]){1.75f, -1.75f, -1, 3.75f, .25f, 1}, b, -.5 / sqrt(2));
    expect_mixed("a point on it", (float[]){1.75f, .75f, 0, 1.75f, .75f, 0}, b, 0);
    expect_mixed("no box", (float[]){1, -1, -1, -1, 1, 1}, b, -INFINITY);
    expect_mixed("the empty box",
                 (float[]){FLT_MAX, FLT_MAX, FLT_MAX, -FLT_MAX, -FLT_MAX, -FLT_MAX}, b, -INFINITY);
    // Far away, where the center of the axis-aligned box is not a float.
    box(b, (float[]){0x1p24f + 4, 0, 0}, (float[]){2, 2, 2}, straight);
    expect_mixed("a face, far away", (float[]){0x1p24f, -1, -1, 0x1p24f + 2, 1, 1}, b, 0);
    box(b, (float[]){0x1p24f + 6, 0, 0}, (float[]){2, 2, 2}, straight);
    expect_mixed("off a face, far away", (float[]){0x1p24f, -1, -1, 0x1p24f + 2, 1, 1}, b, -2);
}
