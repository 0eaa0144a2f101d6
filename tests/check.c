// SPDX-License-Identifier: MIT
// The _check functions: each kind of malformed item by itself.
#include <float.h>
#include <math.h>
#include <string.h>

#include "../kernels/api/range.h"
#include "examples/random.h"
#include "harness.h"
#include "known.h"

enum { COPIES = 11 };

// One spoiled item among good ones, at every place.
static void expect_malformed(const char *what, const struct lbx_case *c, int s, const float good[],
                             const float item[], unsigned absent, bool malformed) {
    float copies[CASE_FLOATS_MAX][COPIES];
    struct case_side side = {.count = COPIES};
    for (int at = 0; at < COPIES; at++) {
        for (unsigned k = 0; k < c->floats[s]; k++) {
            for (int i = 0; i < COPIES; i++) copies[k][i] = i == at ? item[k] : good[k];
            side.at[k] = absent >> k & 1 ? NULL : copies[k];
        }
        uint8_t mask[2] = {0xa5, 0xa5};
        const ptrdiff_t found = c->check[s](&side, COPIES, mask);
        const unsigned want = malformed ? 1u << at : 0;
        expect(found == malformed && mask[0] == (want & 0xff) && mask[1] == want >> 8,
               "%s, item %d: %td, %02x%02x", what, at, found, mask[1], mask[0]);
    }
}

// Each float by itself is NaN or infinite.
static void expect_finite(const struct lbx_case *c, int s, const float good[]) {
    static const float bad[] = {NAN, -NAN, INFINITY, -INFINITY};
    for (unsigned k = 0; k < c->required[s]; k++) {
        for (int b = 0; b < 4; b++) {
            float item[CASE_FLOATS_MAX];
            memcpy(item, good, c->floats[s] * sizeof *item);
            item[k] = bad[b];
            expect_malformed("not finite", c, s, good, item, 0, true);
        }
    }
}

Test(check, aabbs) {
    const struct lbx_case *c = case_named("aabb_aabb");
    const float good[6] = {-1, -2, -3, 1, 2, 3};
    expect_malformed("good", c, 0, good, good, 0, false);
    expect_finite(c, 0, good);
    for (int k = 0; k < 3; k++) {
        float item[6];
        memcpy(item, good, sizeof item);
        item[k] = item[3 + k];
        expect_malformed("min is max", c, 0, good, item, 0, false);
        item[k] = float_step(item[3 + k], 1);
        expect_malformed("min > max", c, 0, good, item, 0, true);
    }
    const float most = FLT_MAX;
    expect_malformed("empty", c, 0, good, (float[]){most, most, most, -most, -most, -most}, 0,
                     true);
    expect_malformed("the largest", c, 0, good, (float[]){-most, -most, -most, most, most, most}, 0,
                     false);
    expect_malformed("a point at both zeros", c, 0, good, (float[]){0, 0, 0, -0.0f, 0, 0}, 0,
                     false);
    expect_malformed("denormal", c, 0, good, (float[]){0, 0, 0, 0x1p-149f, 1, 1}, 0, false);
}

Test(check, obbs) {
    const struct lbx_case *c = case_named("obb_obb");
    const float good[15] = {1, 2, 3, 1, 0, 5, .6f, .8f, 0, -.8f, .6f, 0, 0, 0, 1};
    expect_malformed("good", c, 0, good, good, 0, false);
    expect_finite(c, 0, good);
    float item[15];
    for (int k = 3; k < 6; k++) {
        memcpy(item, good, sizeof item);
        item[k] = -0x1p-149f;
        expect_malformed("negative half extent", c, 0, good, item, 0, true);
        item[k] = -0.0f;
        expect_malformed("-0 is 0", c, 0, good, item, 0, false);
    }
    for (int k = 6; k < 15; k++) {
        memcpy(item, good, sizeof item);
        item[k] = -item[k];
        expect_malformed("one component flipped", c, 0, good, item, 0,
                         k != 14 && item[k] != 0); // (0, 0, -1) is of the other handedness
        memcpy(item, good, sizeof item);
        item[k] += 0x1p-17f;
        expect_malformed("one component off", c, 0, good, item, 0, true);
    }
    const float plain[15] = {0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    for (int k = 0; k < 3; k++) { // length^2 - 1 is twice the excess
        memcpy(item, plain, sizeof item);
        item[6 + 4 * k] = 1 + 0x1p-21f;
        expect_malformed("a length off by 2^-20", c, 0, good, item, 0, false);
        item[6 + 4 * k] = 1 + 0x1.8p-20f;
        expect_malformed("a length off by 2^-18.4", c, 0, good, item, 0, true);
        item[6 + 4 * k] = 1 - 0x1.8p-20f;
        expect_malformed("a length short by 2^-18.4", c, 0, good, item, 0, true);
        for (int j = 1; j < 3; j++) { // axis k leans towards axis k + j
            memcpy(item, plain, sizeof item);
            item[6 + 3 * k + (k + j) % 3] = 0x1p-20f;
            expect_malformed("leaning by 2^-20", c, 0, good, item, 0, false);
            item[6 + 3 * k + (k + j) % 3] = 0x1.8p-19f;
            expect_malformed("leaning by 2^-18.4", c, 0, good, item, 0, true);
        }
    }
    // Closer to the tolerance than sums in float are exact: off by 2^-19 + 1.6e-9, and by 2^-19 -
    // 8e-10.
    const float x[2] = {0x1.edfebap-2f, 0x1.92e4dcp-1f}, y[2] = {0x1.c07b92p-1f, 0x1.3bf1ccp-1f};
    for (int k = 0; k < 2; k++) {
        memcpy(item, plain, sizeof item);
        item[6] = item[10] = x[k];
        item[7] = y[k];
        item[9] = -y[k];
        expect_malformed("a length off by nearly 2^-20", c, 0, good, item, 0, k == 0);
    }
    memcpy(item, good, sizeof item);
    memcpy(item + 9, item + 6, 3 * sizeof *item);
    expect_malformed("two axes alike", c, 0, good, item, 0, true);
}

Test(check, rays) {
    const struct lbx_case *c = case_named("ray_aabb");
    const float good[11] = {1, 2, 3, 3, 0, -0.0f, 1.0f / 3, INFINITY, -INFINITY, 0, INFINITY};
    enum { NO_INVERSE = 7 << 6, NO_RANGE = 3 << 9 };
    for (unsigned absent = 0; absent < 4; absent++) {
        const unsigned arrays = (absent & 1 ? NO_INVERSE : 0) | (absent & 2 ? NO_RANGE : 0);
        expect_malformed("good", c, 0, good, good, arrays, false);
        float still[11] = {1, 2, 3, 0, -0.0f, 0, INFINITY, -INFINITY, INFINITY, 0, INFINITY};
        expect_malformed("no direction", c, 0, good, still, arrays, true);
    }
    expect_finite(c, 0, good);
    float item[11];
    for (int k = 3; k < 6; k++) {
        memcpy(item, good, sizeof item);
        item[k] = INFINITY;
        expect_malformed("an endless direction", c, 0, good, item, NO_INVERSE, true);
    }
    for (int k = 6; k < 9; k++) {
        memcpy(item, good, sizeof item);
        item[k] = k == 6 ? float_step(good[k], 1) : -good[k];
        expect_malformed("inv_dir off by an ulp, or of the wrong sign", c, 0, good, item, 0, true);
        expect_malformed("not looked at", c, 0, good, item, NO_INVERSE, false);
        item[k] = NAN;
        expect_malformed("inv_dir NaN", c, 0, good, item, 0, true);
    }
    for (int k = 4; k < 6; k++) { // with a direction that is long enough
        memcpy(item, good, sizeof item);
        item[k] = 0x1p-126f;
        item[k + 3] = 0x1p126f;
        expect_malformed("the least component", c, 0, good, item, 0, false);
        item[k] = -0x1p-127f;
        item[k + 3] = -0x1p127f;
        expect_malformed("a lesser one, whose inverse may be that of 0", c, 0, good, item, 0, true);
        expect_malformed("not inverted", c, 0, good, item, NO_INVERSE, false);
    }
    memcpy(item, good, sizeof item);
    for (int k = 0; k < 3; k++) {
        item[9] = k == 0 ? NAN : k == 1 ? INFINITY : -INFINITY;
        expect_malformed("t_min not finite", c, 0, good, item, 0, true);
        expect_malformed("no t_min", c, 0, good, item, NO_RANGE, false);
    }
    item[9] = -5;
    expect_malformed("t_min negative", c, 0, good, item, 0, false);
    item[10] = NAN;
    expect_malformed("t_max NaN", c, 0, good, item, 0, true);
    item[10] = -INFINITY;
    expect_malformed("t_max infinite", c, 0, good, item, 0, false);
}

Test(check, segments_and_triangles) {
    static const char *const kernels[] = {"segment_aabb", "triangle_aabb"};
    for (int k = 0; k < 2; k++) {
        const struct lbx_case *c = case_named(kernels[k]);
        const float good[9] = {1, 2, 3, 4, 5, 6, 7, 8, 10}, point[9] = {0};
        expect_malformed("good", c, 0, good, good, 0, false);
        expect_malformed("a point", c, 0, good, point, 0, false);
        expect_finite(c, 0, good);
        float item[9];
        for (int f = 0; f < 12; f++) {
            memcpy(item, good, sizeof item);
            item[f / 2] = f % 2 ? RANGE_LENGTH : -0x1p-149f;
            expect_malformed("large or denormal", c, 0, good, item, 0, false);
        }
    }
}

Test(check, motions_beside_boxes) {
    const struct lbx_case *c = case_named("aabb_aabb_sweep");
    const float good[9] = {-1, -2, -3, 1, 2, 3, 0, -0.0f, 5};
    expect_malformed("good", c, 0, good, good, 0, false);
    expect_finite(c, 0, good);
    expect_malformed("the largest and the least", c, 0, good,
                     (float[]){0, 0, 0, 1, 1, 1, RANGE_SPEED, -RANGE_SPEED, 0x1p-149f}, 0, false);
}

Test(check, spheres_that_move) {
    const struct lbx_case *c = case_named("sphere_sphere_sweep");
    const float good[7] = {1, 2, 3, 4, 0, 0, -5};
    expect_malformed("good", c, 0, good, good, 0, false);
    expect_finite(c, 0, good);
    expect_malformed("a point", c, 0, good, (float[]){1, 2, 3, 0, 1, 1, 1}, 0, false);
    expect_malformed("-0 is 0", c, 0, good, (float[]){1, 2, 3, -0.0f, 1, 1, 1}, 0, false);
    expect_malformed("a negative radius", c, 0, good, (float[]){1, 2, 3, -0x1p-149f, 1, 1, 1}, 0,
                     true);
}

Test(check, planes_of_sweeps) {
    const struct lbx_case *c = case_named("sphere_plane_sweep");
    const float good[4] = {3, 0, -4, 7};
    expect_malformed("good", c, 1, good, good, 0, false);
    expect_finite(c, 1, good);
    expect_malformed("no normal", c, 1, good, (float[]){0, -0.0f, 0, 7}, 0, true);
    for (int k = 0; k < 3; k++) {
        float item[4] = {0, 0, 0, 0};
        item[k] = k == 1 ? -RANGE_NORMAL_LEAST : RANGE_NORMAL_LEAST;
        expect_malformed("a short normal", c, 1, good, item, 0, false);
    }
}

Test(check, spheres) {
    const struct lbx_case *c = case_named("sphere_sphere");
    const float good[4] = {-1, 2, -0.0f, 3};
    expect_malformed("good", c, 0, good, good, 0, false);
    expect_finite(c, 0, good);
    for (int zero = 0; zero < 2; zero++) {
        const float point[4] = {1, 2, 3, zero ? -0.0f : 0};
        expect_malformed("a point", c, 0, good, point, 0, false);
    }
    expect_malformed("a negative radius", c, 0, good, (float[]){1, 2, 3, -0x1p-149f}, 0, true);
    expect_malformed("the least radius", c, 0, good, (float[]){1, 2, 3, RANGE_RADIUS_LEAST}, 0,
                     false);
    expect_malformed("a lesser one", c, 0, good, (float[]){1, 2, 3, RANGE_RADIUS_LEAST / 2}, 0,
                     true);
    expect_malformed("the largest", c, 0, good,
                     (float[]){RANGE_LENGTH, -RANGE_LENGTH, 0, RANGE_LENGTH}, 0, false);
}

Test(check, capsules) {
    const struct lbx_case *c = case_named("sphere_capsule");
    const float good[7] = {-1, 2, -0.0f, 4, 5, 6, 3};
    expect_malformed("good", c, 1, good, good, 0, false);
    expect_finite(c, 1, good);
    expect_malformed("a sphere", c, 1, good, (float[]){1, 2, 3, 1, 2, 3, 4}, 0, false);
    expect_malformed("a segment", c, 1, good, (float[]){1, 2, 3, 4, 5, 6, -0.0f}, 0, false);
    expect_malformed("a negative radius", c, 1, good, (float[]){1, 2, 3, 4, 5, 6, -0x1p-149f}, 0,
                     true);
    expect_malformed("the least radius", c, 1, good,
                     (float[]){1, 2, 3, 4, 5, 6, RANGE_RADIUS_LEAST}, 0, false);
    expect_malformed("a lesser one", c, 1, good,
                     (float[]){1, 2, 3, 4, 5, 6, RANGE_RADIUS_LEAST / 2}, 0, true);
    expect_malformed("the largest", c, 1, good,
                     (float[]){RANGE_LENGTH, -RANGE_LENGTH, 0, 0, 0, -RANGE_LENGTH, RANGE_LENGTH},
                     0, false);
}

// No case has poses, because they are no side of a test.
static bool pose_malformed(const float pose[7]) {
    const lbx_poses poses = {{&pose[0], &pose[1], &pose[2]},
                             {&pose[3], &pose[4], &pose[5], &pose[6]},
                             1,
                             0,
                             lbx_from(0)};
    uint8_t mask = 0xa5;
    const ptrdiff_t found = lbx_poses_check(&poses, 1, &mask);
    expect(mask <= 1 && found == mask, "%td, %02x", found, mask);
    return mask;
}

Test(check, poses) {
    const float good[7] = {1, -2, 3, .5f, -.5f, .5f, .5f};
    expect(!pose_malformed(good), "good");
    for (int k = 0; k < 7; k++) {
        static const float bad[] = {NAN, -NAN, INFINITY, -INFINITY};
        float pose[7], turn[7] = {RANGE_LENGTH, -RANGE_LENGTH, -0.0f};
        memcpy(pose, good, sizeof pose);
        for (int b = 0; b < 4; b++) {
            pose[k] = bad[b];
            expect(pose_malformed(pose), "float %d is not finite", k);
        }
        for (int way = -1; way <= 1 && k >= 3; way += 2) { // too short, and too long by as much
            turn[k] = 1 + (float)way * 0x1p-19f;
            expect(!pose_malformed(turn), "float %d alone is %a", k, (double)turn[k]);
            turn[k] = float_step(turn[k], way);
            expect(pose_malformed(turn), "float %d alone is %a", k, (double)turn[k]);
            turn[k] = 0;
            expect(pose_malformed(turn), "no rotation");
        }
    }
}

// Nor points.
Test(check, points) {
    for (int k = 0; k < 3; k++) {
        static const struct {
            float x;
            bool malformed;
        } of[] = {{RANGE_LENGTH, false}, {-RANGE_LENGTH, false}, {0x1.000002p60f, true},
                  {-FLT_MAX, true},      {INFINITY, true},       {NAN, true}};
        for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
            float point[3] = {1, -2, 0x1p-149f};
            point[k] = of[i].x;
            const lbx_points points = lbx_points_of(point, 1, sizeof point);
            uint8_t mask = 0xa5;
            expect(lbx_points_check(&points, 1, &mask) == of[i].malformed &&
                       mask == of[i].malformed,
                   "%a along axis %d", (double)of[i].x, k);
        }
    }
}

// errors.c tests NULL views, counts and the rest. Here: a NULL mask only counts.
Test(check, an_array_is_missing) {
    static const float numbers[COPIES] = {0};
    for (size_t k = 0; k < lbx_case_count; k++) {
        const struct lbx_case *c = lbx_cases[k];
        for (int s = 0; s < 2; s++) {
            for (unsigned missing = 0; missing < c->required[s]; missing++) {
                struct case_side side = {.count = COPIES};
                for (unsigned f = 0; f < c->floats[s]; f++)
                    side.at[f] = f == missing ? NULL : numbers;
                uint8_t mask[2] = {0xa5, 0xa5};
                const ptrdiff_t got = c->check[s](&side, COPIES, mask);
                expect(got == LBX_ERROR_NULL && mask[0] == 0xa5 && mask[1] == 0xa5,
                       "%s, side %d, array %u: %td", c->name, s, missing, got);
            }
        }
    }
}

Test(check, mask_may_be_null) {
    const float min[4] = {0, 2, 0, NAN}, max[4] = {1, 1, 1, 1};
    const lbx_aabbs boxes = {{min, min, min}, {max, max, max}, 4, 0, lbx_from(0)};
    expect(lbx_aabbs_check(&boxes, 4, NULL) == 2, "%td", lbx_aabbs_check(&boxes, 4, NULL));
}
