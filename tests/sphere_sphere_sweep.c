// SPDX-License-Identifier: MIT
// Known answers of lbx_sphere_sphere_sweep.
#include <math.h>
#include <string.h>

#include "answer.h"
#include "examples/random.h"
#include "harness.h"
#include "known.h"

enum { FLOATS = 7, RADIUS = 3, DELTA = 4 };

// Sphere a is at the origin; b moves by v relative to it. Tests either one as the first, and either
// of them moving.
static void expect_sweep(const char *what, float a_radius, const float b[4], const float v[3],
                         bool hit, double first, double last) {
    const struct lbx_case *c = case_named("sphere_sphere_sweep");
    const double out[2] = {first, last};
    for (int moving = 0; moving < 3; moving++) {
        float x[2][FLOATS] = {{0, 0, 0, a_radius}};
        memcpy(x[1], b, 4 * sizeof *b);
        for (int k = 0; k < 3; k++) {
            x[0][DELTA + k] = moving == 0 ? 0 : moving == 1 ? -v[k] : .5f * v[k];
            x[1][DELTA + k] = moving == 0 ? v[k] : moving == 1 ? 0 : 1.5f * v[k];
        }
        expect_outputs(c, what, x[0], x[1], hit, out, 0x1p-21);
        expect_outputs(c, what, x[1], x[0], hit, out, 0x1p-21);
    }
}

Test(sphere_sphere_sweep, along_each_axis) {
    for (int c = 0; c < 3; c++) {
        for (int sign = -1; sign <= 1; sign += 2) {
            float b[4] = {0, 0, 0, 1}, v[3] = {0, 0, 0};
            b[c] = 6 * (float)sign; // 3 from surface to surface
            v[c] = -12 * (float)sign;
            expect_sweep("through", 2, b, v, true, .25, .75);
            v[c] = -4 * (float)sign;
            expect_sweep("into", 2, b, v, true, .75, 1);
            v[c] = -3 * (float)sign;
            expect_sweep("up to", 2, b, v, true, 1, 1);
            v[c] = -2.875f * (float)sign;
            expect_sweep("short of", 2, b, v, false, 2, 2);
            v[c] = 12 * (float)sign;
            expect_sweep("away", 2, b, v, false, 2, 2);
            v[c] = 0;
            expect_sweep("at rest", 2, b, v, false, 2, 2);
            v[(c + 1) % 3] = 4;
            expect_sweep("past", 2, b, v, false, 2, 2);
        }
    }
}

Test(sphere_sphere_sweep, from_within_and_from_contact) {
    expect_sweep("leaves", 1, (float[]){0, 0, 0, 1}, (float[]){8, 0, 0}, true, 0, .25);
    expect_sweep("leaves, on the near side", 1, (float[]){1, 0, 0, 1}, (float[]){4, 0, 0}, true, 0,
                 .25);
    expect_sweep("leaves on the far side", 1, (float[]){1, 0, 0, 1}, (float[]){-4, 0, 0}, true, 0,
                 .75);
    expect_sweep("stays", 1, (float[]){0, 0, 0, 1}, (float[]){1, 0, 0}, true, 0, 1);
    expect_sweep("at rest", 1, (float[]){0, 1, 0, 1}, (float[]){0, -0.0f, 0}, true, 0, 1);
    expect_sweep("touching at rest", 2, (float[]){1, 2, 2, 1}, (float[]){0, 0, 0}, true, 0, 1);
    expect_sweep("touching and leaving", 2, (float[]){1, 2, 2, 1}, (float[]){1, 2, 2}, true, 0, 0);
    expect_sweep("touching and entering", 2, (float[]){1, 2, 2, 1}, (float[]){-4, -8, -8}, true, 0,
                 .5);
    expect_sweep("touching and sliding", 2, (float[]){1, 2, 2, 1}, (float[]){4, 0, -2}, true, 0, 0);
}

// Exactly at the closest point: (1, 2, 2) has length 3 and is perpendicular to (2, 1, -2).
Test(sphere_sphere_sweep, grazing) {
    const float b[4] = {1 - 2 * 4, 2 - 1 * 4, 2 + 2 * 4, 1}, v[3] = {16, 8, -16};
    expect_sweep("grazes half way", 2, b, v, true, .5, .5);
    expect_sweep("closer by 2^-8", 2 + 0x1p-8f, b, v, true,
                 .5 - sqrt((3 + 0x1p-8) * (3 + 0x1p-8) - 9) / 24,
                 .5 + sqrt((3 + 0x1p-8) * (3 + 0x1p-8) - 9) / 24);
    expect_sweep("off by 2^-8", 2 - 0x1p-8f, b, v, false, 2, 2);
    expect_sweep("would graze behind the step", 2, b, (float[]){7, 3.5f, -7}, false, 2, 2);
}

Test(sphere_sphere_sweep, points) {
    expect_sweep("two points meet", 0, (float[]){4, 2, 4, 0}, (float[]){-8, -4, -8}, true, .5, .5);
    expect_sweep("two points miss", 0, (float[]){4, 2, 4, 0}, (float[]){-8, -4, -9}, false, 2, 2);
    expect_sweep("the same point", 0, (float[]){0, 0, 0, 0}, (float[]){0, 0, 0}, true, 0, 1);
    expect_sweep("the same point, leaving", 0, (float[]){0, 0, 0, 0}, (float[]){0, 0, 1}, true, 0,
                 0);
    expect_sweep("a point through a ball", 1, (float[]){3, 0, 0, 0}, (float[]){-8, 0, 0}, true, .25,
                 .5);
}

Test(sphere_sphere_sweep, range) {
    for (int scale = -58; scale <= 36; scale++) {
        const float s = ldexpf(1, scale);
        expect_sweep("through", 2 * s, (float[]){6 * s, 0, 0, s}, (float[]){-12 * s, 0, 0}, true,
                     .25, .75);
        expect_sweep("past", 2 * s, (float[]){6 * s, 4 * s, 0, s}, (float[]){-12 * s, 0, 0}, false,
                     2, 2);
    }
    const float huge = 0x1p60f;
    expect_sweep("the largest, touching", huge, (float[]){huge, huge, 0, huge},
                 (float[]){0x1p40f, 0, 0}, true, 0, 1);
    expect_sweep("the largest, apart", .5f * huge, (float[]){huge, huge, huge, 0x1p58f},
                 (float[]){-0x1p40f, 0, 0}, false, 2, 2);
    // As if at rest: deep in each other, with a relative motion of 2^-80.
    float x[2][FLOATS] = {{0, 0, 0, 1, 0, 0, 0}, {1, 0, 0, 1, 0, 0, 0}};
    x[0][DELTA] = 0x1p-57f;
    x[1][DELTA] = float_step(0x1p-57f, 1);
    expect_outputs(case_named("sphere_sphere_sweep"), "motions that cancel", x[0], x[1], true,
                   (const double[]){0, 1}, 0);
}

Test(sphere_sphere_sweep, nan) {
    const struct lbx_case *c = case_named("sphere_sphere_sweep");
    const float a[FLOATS] = {0, 0, 0, 1, 0, 0, 0};
    const double whole[2] = {0, 1};
    float nothing[FLOATS];
    for (int k = 0; k < FLOATS; k++) nothing[k] = NAN;
    expect_outputs(c, "NaN against a ball", nothing, a, true, whole, 0);
    expect_outputs(c, "a ball against NaN", a, nothing, true, whole, 0);
    expect_outputs(c, "NaN against NaN", nothing, nothing, true, whole, 0);
    for (int k = 0; k < FLOATS; k++) {
        float b[FLOATS] = {9, 0, 0, 1, 0, 0, 0};
        b[k] = NAN;
        expect_verdict_both_ways(c, "one NaN: nothing is proven", a, b, true);
    }
}

// Splits x 2^-44, with x of at most 2^46, into two floats whose difference it is.
static void split(int64_t x, float *low, float *high) {
    const int64_t rest = x % (1 << 22);
    *low = (float)-rest * 0x1p-44f;
    *high = (float)(x - rest) * 0x1p-44f;
}

// How far from 0 the kernel finds c + u v at the closest point, as a part of |v|_1.
static float rounded_distance(const float c[3], const float v[3]) {
    float dot = 0, speed = 0, way = 0, square = 0;
    for (int k = 0; k < 3; k++) {
        const float product = c[k] * v[k], self = v[k] * v[k];
        dot += product;
        speed += self;
        way += fabsf(v[k]);
    }
    const float u = -dot / speed;
    for (int k = 0; k < 3; k++) {
        const float step = (u < 1 ? u : 1) * v[k], at = c[k] + step, self = at * at;
        square += self;
    }
    return sqrtf(square) / way;
}

// Points that meet nearly at the end of the step and nearly along an axis. The closest u is off by
// 8 roundings, and this error is the distance that is found. The worst of many need 3.8 to 5.7 half
// ulps of |v|_1, where a quarter of the pad has 3.
Test(sphere_sphere_sweep, points_that_meet) {
    enum { VECTORS = 60, TRIES = 5000 };
    for (uint64_t i = 0; i < VECTORS; i++) {
        struct random r = random_of(47, i);
        const int axis = (int)(i % 3);
        float worst = -1, a[FLOATS] = {0}, b[FLOATS] = {0};
        for (int try = 0; try < TRIES; try++) {
            const int u = random_int(&r, 900, 1023); // of 1024
            float x[2][FLOATS] = {{0}}, c[3], v[3];
            for (int k = 0; k < 3; k++) {
                const int at = (axis + k) % 3;
                // In units of 2^-34: 1 to 1 + 2^-4, or about 2^-10.
                const int64_t part = random_int(&r, 1, (1 << 30) - 1);
                const int64_t way = k == 0 ? (INT64_C(1) << 34) + part : (part - (1 << 29)) / 16;
                split(-u * way, &x[0][at], &x[1][at]);
                split(1024 * way, &x[0][DELTA + at], &x[1][DELTA + at]);
                c[at] = x[1][at] - x[0][at];
                v[at] = x[1][DELTA + at] - x[0][DELTA + at];
            }
            const float distance = rounded_distance(c, v);
            if (distance <= worst) continue;
            worst = distance;
            memcpy(a, x[0], sizeof a);
            memcpy(b, x[1], sizeof b);
        }
        expect_verdict_both_ways(case_named("sphere_sphere_sweep"), "points that meet", a, b, true);
    }
}
