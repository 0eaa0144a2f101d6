// SPDX-License-Identifier: MIT
// Known answers of lbx_aabb_aabb_sweep.
#include <float.h>
#include <math.h>
#include <string.h>

#include "answer.h"
#include "examples/random.h"
#include "harness.h"
#include "known.h"

enum { FLOATS = 9, DELTA = 6 };

// Tests either box as the first, and either of them moving.
static void expect_sweep(const char *what, const float a[6], const float b[6], const float v[3],
                         bool hit, double first, double last) {
    const struct lbx_case *c = case_named("aabb_aabb_sweep");
    const double out[2] = {first, last};
    for (int moving = 0; moving < 3; moving++) {
        float x[2][FLOATS] = {{0}};
        memcpy(x[0], a, 6 * sizeof *a);
        memcpy(x[1], b, 6 * sizeof *b);
        for (int k = 0; k < 3; k++) { // b moves by v, a by -v, or both
            x[0][DELTA + k] = moving == 0 ? 0 : moving == 1 ? -v[k] : .5f * v[k];
            x[1][DELTA + k] = moving == 0 ? v[k] : moving == 1 ? 0 : 1.5f * v[k];
        }
        expect_answer(c, what, x[0], x[1], 0, hit, out);
        expect_answer(c, what, x[1], x[0], 0, hit, out);
    }
}

static const float cube[6] = {-1, -1, -1, 1, 1, 1};

Test(aabb_aabb_sweep, along_each_axis) {
    for (int c = 0; c < 3; c++) {
        for (int sign = -1; sign <= 1; sign += 2) {
            float b[6] = {-1, -1, -1, 1, 1, 1}, v[3] = {0, 0, 0};
            b[c] += 5 * (float)sign, b[3 + c] += 5 * (float)sign; // 3 from face to face
            v[c] = -12 * (float)sign;
            expect_sweep("through", cube, b, v, true, .25, 7. / 12);
            v[c] = -4 * (float)sign;
            expect_sweep("into", cube, b, v, true, .75, 1);
            v[c] = -3 * (float)sign;
            expect_sweep("up to", cube, b, v, true, 1, 1);
            v[c] = -2.875f * (float)sign;
            expect_sweep("short of", cube, b, v, false, 2, 2);
            v[c] = 12 * (float)sign;
            expect_sweep("away", cube, b, v, false, 2, 2);
            v[c] = 0;
            expect_sweep("at rest", cube, b, v, false, 2, 2);
            v[(c + 1) % 3] = 4;
            expect_sweep("past", cube, b, v, false, 2, 2);
        }
    }
}

Test(aabb_aabb_sweep, from_within_and_from_contact) {
    expect_sweep("leaves", cube, cube, (float[]){8, 0, 0}, true, 0, .25);
    expect_sweep("leaves by the nearest face", cube, cube, (float[]){8, -16, 4}, true, 0, .125);
    expect_sweep("stays", cube, cube, (float[]){1, 0, -1}, true, 0, 1);
    expect_sweep("at rest", cube, cube, (float[]){0, -0.0f, 0}, true, 0, 1);
    const float beside[6] = {1, -1, -1, 3, 1, 1};
    expect_sweep("touching at rest", cube, beside, (float[]){0, 0, 0}, true, 0, 1);
    expect_sweep("touching and leaving", cube, beside, (float[]){4, 0, 0}, true, 0, 0);
    expect_sweep("touching and entering", cube, beside, (float[]){-8, 0, 0}, true, 0, .5);
    expect_sweep("touching and sliding", cube, beside, (float[]){0, 8, 0}, true, 0, .25);
    const float corner[6] = {1, 1, 1, 2, 2, 2};
    expect_sweep("a corner, leaving", cube, corner, (float[]){1, -1, -1}, true, 0, 0);
    expect_sweep("a corner, entering", cube, corner, (float[]){-1, -1, -1}, true, 0, 1);
}

Test(aabb_aabb_sweep, touching_on_the_way) {
    const float b[6] = {3, 1, -1, 5, 3, 1}; // its face y = 1 lies in the plane of the cube's
    expect_sweep("slides along a face", cube, b, (float[]){-8, 0, 0}, true, .25, .75);
    expect_sweep("comes down as it arrives", cube, b, (float[]){-8, -1, 0}, true, .25, .75);
    expect_sweep("is gone before", cube, b, (float[]){-8, 0x1p-40f, 0}, false, 2, 2);
    const float far[6] = {3, -5, -1, 5, -3, 1}; // an edge passes an edge
    expect_sweep("edge on edge", cube, far, (float[]){-8, 8, 0}, true, .25, .75);
    expect_sweep("past an edge", cube, far, (float[]){-8, 2, 0}, false, 2, 2);
    expect_sweep("an edge at the end of one and the begin of the other", cube,
                 (float[]){3, 1, -1, 5, 2, 1}, (float[]){-8, -12, 0}, true, .25, .25);
    expect_sweep("off that by 2^-12", cube, (float[]){3, 1, -1, 5, 2 - 0x1p-12f, 1},
                 (float[]){-8, -12, 0}, false, 2, 2);
}

Test(aabb_aabb_sweep, points_and_flat_boxes) {
    const float point[6] = {3, 0, 0, 3, 0, 0};
    expect_sweep("a point through", cube, point, (float[]){-8, 0, 0}, true, .25, .5);
    expect_sweep("two points meet", (float[]){1, 2, 3, 1, 2, 3}, (float[]){5, 4, 7, 5, 4, 7},
                 (float[]){-8, -4, -8}, true, .5, .5);
    expect_sweep("two points miss", (float[]){1, 2, 3, 1, 2, 3}, (float[]){5, 4, 7, 5, 4, 7},
                 (float[]){-8, -4, -9}, false, 2, 2);
    expect_sweep("two plates", (float[]){0, -1, -1, 0, 1, 1}, (float[]){3, -1, -1, 3, 1, 1},
                 (float[]){-12, 0, 0}, true, .25, .25);
}

Test(aabb_aabb_sweep, the_empty_box_meets_nothing) {
    const float inf = INFINITY, most = FLT_MAX;
    const float empty[2][6] = {{inf, inf, inf, -inf, -inf, -inf},
                               {most, most, most, -most, -most, -most}};
    const float others[][6] = {{-1, -1, -1, 1, 1, 1},
                               {-most, -most, -most, most, most, most},
                               {-most, -most, -most, -most, -most, -most},
                               {inf, inf, inf, -inf, -inf, -inf},
                               {most, most, most, -most, -most, -most}};
    const float v[][3] = {{0, 0, 0}, {1, -1, 0}, {0x1p40f, 0x1p40f, 0x1p40f}, {0, 0, -0x1p-60f}};
    for (int e = 0; e < 2; e++) {
        for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
            for (size_t j = 0; j < sizeof v / sizeof *v; j++)
                expect_sweep("the empty box", empty[e], others[k], v[j], false, 2, 2);
        }
    }
}

// Short of contact by less than the pad: a hit, whose u is still within the step.
Test(aabb_aabb_sweep, just_short_of_contact) {
    const float a[FLOATS] = {-1, -1, -1, 1, 1, 1, 0, 0, 0};
    float b[FLOATS] = {2 + 0x1p-22f, -1, -1, 4, 1, 1, -1, 0, 0};
    expect_outputs(case_named("aabb_aabb_sweep"), "at the end", a, b, true, (const double[]){1, 1},
                   0);
}

// A NaN proves nothing; the other axes still count.
Test(aabb_aabb_sweep, nan) {
    const struct lbx_case *c = case_named("aabb_aabb_sweep");
    float nothing[FLOATS], a[FLOATS] = {-1, -1, -1, 1, 1, 1, 0, 0, 0};
    const double whole[2] = {0, 1};
    for (int k = 0; k < FLOATS; k++) nothing[k] = NAN;
    expect_answer(c, "NaN against a box", nothing, a, 0, true, whole);
    expect_answer(c, "a box against NaN", a, nothing, 0, true, whole);
    expect_answer(c, "NaN against NaN", nothing, nothing, 0, true, whole);
    for (int k = 0; k < FLOATS; k++) {
        float b[FLOATS] = {5, 5, 5, 7, 7, 7, -8, -8, -8};
        b[k] = NAN;
        expect_verdict_both_ways(c, "one NaN, still meeting", a, b, true);
        const int other = (k + 1) % 3;
        b[DELTA + other] = 1;
        expect_verdict_both_ways(c, "one NaN, still apart", a, b, false);
    }
    for (int k = 0; k < 3; k++) { // one face is NaN; the other one still counts
        for (int sign = -1; sign <= 1; sign += 2) {
            float b[FLOATS] = {-1, -1, -1, 1, 1, 1, 0, 0, 0};
            b[k] = 4 * (float)sign - 1, b[3 + k] = 4 * (float)sign + 1;
            b[sign < 0 ? k : 3 + k] = NAN; // the face away from a
            expect_verdict_both_ways(c, "at rest, a NaN behind", a, b, false);
            b[DELTA + k] = (float)sign;
            expect_verdict_both_ways(c, "moving away, a NaN behind", a, b, false);
            b[DELTA + k] = -(float)sign;
            expect_verdict_both_ways(c, "short of it, a NaN behind", a, b, false);
            b[DELTA + k] *= 3;
            expect_verdict_both_ways(c, "reached, a NaN behind", a, b, true);
        }
    }
}
