// SPDX-License-Identifier: MIT
// Known answers of lbx_sphere_plane_sweep.
#include <math.h>
#include <string.h>

#include "../kernels/api/range.h"
#include "answer.h"
#include "examples/random.h"
#include "harness.h"
#include "known.h"

enum { FLOATS = 7, RADIUS = 3, DELTA = 4 };

// Tests the plane and its reverse, with normals of several lengths.
static void expect_sweep(const char *what, const float sphere[FLOATS], const float plane[4],
                         bool hit, double u) {
    const struct lbx_case *c = case_named("sphere_plane_sweep");
    static const float lengths[] = {1, -1, 3, -.25f, 0x1p50f, -0x1p-50f};
    double out[4] = {u};
    for (int k = 0; k < 3; k++) out[1 + k] = sphere[k] + u * sphere[DELTA + k];
    for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++) {
        float p[4];
        for (int k = 0; k < 4; k++) p[k] = lengths[l] * plane[k];
        expect_outputs(c, what, sphere, p, hit, out, 0x1p-18);
    }
}

// The plane x[c] = 2, and a sphere of radius 1 at the distance `from`, displaced by `by`.
static void expect_distance(const char *what, double from, double by, bool hit, double u) {
    for (int c = 0; c < 3; c++) {
        for (int side = -1; side <= 1; side += 2) {
            float sphere[FLOATS] = {.5f, -.25f, 3, 1, .125f, 1, -2}, plane[4] = {0, 0, 0, -2};
            plane[c] = 1;
            sphere[c] = (float)(2 + side * from);
            sphere[DELTA + c] = (float)(side * by);
            expect_sweep(what, sphere, plane, hit, u);
        }
    }
}

Test(sphere_plane_sweep, from_both_sides) {
    expect_distance("through", 3, -8, true, .25);
    expect_distance("into", 3, -2.5, true, .8);
    expect_distance("up to", 3, -2, true, 1);
    expect_distance("short of", 3, -1.875, false, 2);
    expect_distance("away", 3, 8, false, 2);
    expect_distance("along", 3, 0, false, 2);
}

Test(sphere_plane_sweep, touching_and_resting) {
    expect_distance("touching at rest", 1, 0, true, 0);
    expect_distance("touching and leaving", 1, 4, true, 0);
    expect_distance("touching and entering", 1, -4, true, 0);
    expect_distance("in the plane at rest", 0, 0, true, 0);
    expect_distance("in the plane, leaving", .25, 7, true, 0);
    expect_distance("just off, at rest", 1 + 0x1p-12, 0, false, 2);
    expect_distance("just off, leaving", 1 + 0x1p-12, 1, false, 2);
}

Test(sphere_plane_sweep, slanted_planes) {
    const float plane[4] = {1, 2, 2, -9}; // 3 long, 3 from the origin
    const float before[FLOATS] = {-1, -2, -2, 3, 2, 4, 4};
    expect_sweep("straight on", before, plane, true, .5);
    const float graze[FLOATS] = {0, 0, 0, 3, 4, -2, 0};
    expect_sweep("along, touching", graze, plane, true, 0);
    const float off[FLOATS] = {0, 0, 0, 3 - 0x1p-10f, 4, -2, 0};
    expect_sweep("along, off by 2^-10", off, plane, false, 2);
    const float point[FLOATS] = {0, 0, 0, 0, 3, 3, 3};
    expect_sweep("a point", point, plane, true, .6);
}

// Points that reach the plane at u = 1. The products are not normal floats, so that one sum is
// rounded away from the other.
Test(sphere_plane_sweep, sums_that_underflow) {
    struct random r = {5};
    for (int i = 0; i < 200; i++) {
        const float tilt = (float)((1 + random_unit(&r)) * 0x1p-86);
        const float plane[4] = {1, tilt, tilt, -1};
        float way[4] = {0}; // from the plane; the last one leads back to it
        for (int k = 0; k < 3; k++) {
            way[k] = ldexpf((float)random_int(&r, 1, 1 << 12), -60);
            way[3] -= way[k];
        }
        const float sphere[FLOATS] = {1, way[0], way[1], 0, 0, way[2], way[3]};
        expect_verdict(case_named("sphere_plane_sweep"), "underflow", sphere, plane, true);
    }
}

// The shortest normal, with lengths hardly longer than the least that is distinguished.
Test(sphere_plane_sweep, short_normals) {
    const float plane[4] = {RANGE_NORMAL_LEAST, 0, 0, 0};
    float sphere[FLOATS] = {0x1p-60f, 0, 0, 0x1p-60f, 0, 0, 0};
    const struct lbx_case *c = case_named("sphere_plane_sweep");
    expect_verdict(c, "touching", sphere, plane, true);
    sphere[0] = 0x1.02p-60f;
    expect_verdict(c, "2^-67 off", sphere, plane, false);
}

// At rest, with the plane through the origin and all products of one sign. The radius is as large
// as their sum, and the pad must cover the rounding of both.
Test(sphere_plane_sweep, a_radius_as_large_as_the_products) {
    struct random r = {9};
    for (int i = 0; i < 500; i++) {
        float sphere[FLOATS] = {0}, plane[4] = {0};
        double distance = 0, square = 0;
        for (int c = 0; c < 3; c++) {
            plane[c] = (float)random_between(&r, .5, 1);
            sphere[c] = (float)random_between(&r, .5, 1);
            distance += (double)plane[c] * sphere[c];
            square += (double)plane[c] * plane[c];
        }
        sphere[RADIUS] = (float)(distance / sqrt(square));
        while (sphere[RADIUS] * sqrt(square) < distance * (1 + 0x1p-50))
            sphere[RADIUS] = float_step(sphere[RADIUS], 1);
        expect_verdict(case_named("sphere_plane_sweep"), "touching", sphere, plane, true);
    }
}

// An item of NaN alone hits, and its point is 0.
Test(sphere_plane_sweep, nan) {
    const struct lbx_case *c = case_named("sphere_plane_sweep");
    const float sphere[FLOATS] = {5, 6, 7, 1, 1, 1, 1}, plane[4] = {1, 0, 0, 0};
    float nothing[FLOATS];
    for (int k = 0; k < FLOATS; k++) nothing[k] = NAN;
    expect_outputs(c, "a sphere of NaN", nothing, plane, true, (const double[]){0, 0, 0, 0}, 0);
    expect_outputs(c, "a plane of NaN", sphere, nothing, true, (const double[]){0, 5, 6, 7}, 0);
    expect_outputs(c, "NaN against NaN", nothing, nothing, true, (const double[]){0, 0, 0, 0}, 0);
    for (int k = 0; k < FLOATS; k++) {
        float x[FLOATS];
        memcpy(x, sphere, sizeof x);
        x[k] = NAN;
        double out[4] = {0, 5, 6, 7};
        if (k < RADIUS) out[1 + k] = 0;
        if (k >= DELTA) out[1 + k - DELTA] = 0;
        expect_outputs(c, "one NaN", x, plane, true, out, 0);
    }
}

// The point is rounded as C + u d in float, with the u that is returned.
Test(sphere_plane_sweep, point_is_the_center_at_u) {
    enum { ITEMS = 2001 };
    const struct lbx_case *c = case_named("sphere_plane_sweep");
    for (enum scene scene = 0; scene < SCENE_HOSTILE; scene++) {
        struct batch batch = batch_fill(c, 8, scene, ITEMS);
        const struct case_side a = dense_side(&batch.side[0]), b = dense_side(&batch.side[1]);
        for (size_t t = 0; t < test_tables()->count; t++) {
            const struct question q = {&batch,  &test_tables()->at[t], {&a, &b}, ITEMS, 0, false,
                                       "points"};
            struct answer answer = ask(&q);
            for (size_t i = 0; i < ITEMS; i++) {
                if (!answer_hit(&answer, i)) continue;
                for (int k = 0; k < 3; k++) {
                    const float way = answer.out[0][i] * a.at[DELTA + k][i];
                    if (answer.out[1 + k][i] != a.at[k][i] + way)
                        fail_item(&q, i, &answer, NULL, "not the center at u");
                }
            }
            answer_free(&answer);
        }
        batch_free(&batch);
    }
}
