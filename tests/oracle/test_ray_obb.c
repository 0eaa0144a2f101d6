// SPDX-License-Identifier: MIT
// Known answers of the oracle of rays against oriented boxes. Its margin is the amount by which
// each half extent has to shrink, or to grow, for the ray to just touch the box.
#include <math.h>
#include <string.h>

#include "examples/random.h"
#include "harness.h"
#include "oracle.h"

enum { RAY = 11, BOX = 15 };

static const float straight[BOX] = {0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1},
                   sheared[BOX] = {0, 0, 0, 1, 1, 1, 1, 0, 0, 1, 1, 0, 0, 0, 1},
                   mirrored[BOX] = {0, 0, 0, 1, 1, 1, 1, 0, 0, -1, -1, 0, 0, 0, 1},
                   scaled[BOX] = {0, 0, 0,    0x1p-10f, 0x1p-10f, 8, 1024, 0,
                                  0, 0, 1024, 0,        0,        0, .125f};

// inv_dir is NaN, because the oracle must not read it.
static void put_ray(float x[RAY], const float origin[3], const float dir[3], float t_min,
                    float t_max) {
    for (int c = 0; c < 3; c++) {
        x[c] = origin[c];
        x[3 + c] = dir[c];
        x[6 + c] = NAN;
    }
    x[9] = t_min;
    x[10] = t_max;
}

static void expect_hit(const char *what, const float ray[RAY], const float box[BOX], double enter,
                       double exit, double margin) {
    const struct exact exact = oracle_of("ray_obb")->answer(ray, box);
    expect(exact.hit && exact.out[0] == enter && exact.out[1] == exit && exact.margin == margin,
           "%s: hit %d, t %a to %a, margin %a", what, exact.hit, exact.out[0], exact.out[1],
           exact.margin);
}

static void expect_miss(const char *what, const float ray[RAY], const float box[BOX],
                        double margin) {
    const struct exact exact = oracle_of("ray_obb")->answer(ray, box);
    expect(!exact.hit && exact.margin == margin, "%s: hit %d, margin %a", what, exact.hit,
           exact.margin);
}

Test(oracle_ray_obb, through_and_past) {
    const float inf = INFINITY;
    for (int c = 0; c < 3; c++) {
        for (int sign = -1; sign <= 1; sign += 2) {
            float origin[3] = {0, 0, 0}, dir[3] = {0, 0, 0}, ray[RAY];
            origin[c] = -5 * (float)sign;
            dir[c] = 2 * (float)sign;
            put_ray(ray, origin, dir, 0, inf);
            expect_hit("along an axis", ray, straight, 2, 3, 1);
            put_ray(ray, origin, dir, -3, 2.25f);
            expect_hit("ends within", ray, straight, 2, 2.25, .5);
            put_ray(ray, origin, dir, 2.75f, inf);
            expect_hit("begins within", ray, straight, 2.75, 3, .5);
            put_ray(ray, origin, dir, 0, 1.5f);
            expect_miss("ends before", ray, straight, -1);
            put_ray(ray, origin, dir, 3.5f, inf);
            expect_miss("begins behind", ray, straight, -1);
            put_ray(ray, origin, dir, 3, 2);
            expect_miss("no range", ray, straight, -inf);
            put_ray(ray, origin, dir, -2, -1);
            expect_miss("a range before 0", ray, straight, -inf);
            origin[(c + 1) % 3] = 1;
            put_ray(ray, origin, dir, 0, inf);
            expect_hit("on a face", ray, straight, 2, 3, 0);
            origin[(c + 1) % 3] = float_step(1, 1);
            put_ray(ray, origin, dir, 0, inf);
            expect_miss("an ulp off a face", ray, straight, -0x1p-23);
        }
    }
    float ray[RAY];
    put_ray(ray, (float[]){0, 3, .5f}, (float[]){1, -1, 0}, 0, inf);
    expect_miss("past an edge", ray, straight, -.5);
    put_ray(ray, (float[]){0, 2, .5f}, (float[]){1, -1, 0}, 0, inf);
    expect_hit("across an edge", ray, straight, 1, 1, 0);
    put_ray(ray, (float[]){.5f, 0, 0}, (float[]){0, -0.0f, 0}, 0, 7);
    expect_hit("no direction, within", ray, straight, 0, 7, .5);
    put_ray(ray, (float[]){3, 0, 0}, (float[]){0, -0.0f, 0}, 0, 7);
    expect_miss("no direction, outside", ray, straight, -2);
}

// The box is the parallelepiped that its axes span, whatever their lengths and angles.
Test(oracle_ray_obb, skewed_axes) {
    float ray[RAY];
    for (int k = 0; k < 2; k++) {
        const float *const box = k ? mirrored : sheared;
        put_ray(ray, (float[]){-5, .5f, 0}, (float[]){1, 0, 0}, 0, INFINITY);
        expect_hit("through slanted faces", ray, box, 4.5, 6.5, .5);
        put_ray(ray, (float[]){-5, 1, 1}, (float[]){1, 0, 0}, 0, INFINITY);
        expect_hit("on a slanted box's edge", ray, box, 5, 7, 0);
        put_ray(ray, (float[]){1, -5, 0}, (float[]){0, 2, 0}, 0, INFINITY);
        expect_hit("up, out at the top", ray, box, 2.5, 3, .5);
        put_ray(ray, (float[]){2, -5, 0}, (float[]){0, 2, 0}, 0, INFINITY);
        expect_hit("up, at the corner", ray, box, 3, 3, 0);
        put_ray(ray, (float[]){3, -5, 0}, (float[]){0, 2, 0}, 0, INFINITY);
        expect_miss("up, past the corner", ray, box, -.5);
    }
    put_ray(ray, (float[]){-5, .5f, 0}, (float[]){2, 0, 0}, 0, INFINITY);
    expect_hit("long axes, short halves", ray, scaled, 2, 3, 0x1p-11);
}

// With the world's axes, the answers are those of the oracle of axis-aligned boxes.
Test(oracle_ray_obb, identity_axes) {
    struct random r = {9};
    unsigned hits = 0, touching = 0;
    for (int k = 0; k < 3000; k++) {
        float ray[RAY], obb[BOX], box[6];
        memcpy(obb, straight, sizeof obb);
        for (int c = 0; c < 3; c++) {
            obb[c] = (float)random_int(&r, -2, 2);
            obb[3 + c] = (float)random_int(&r, 0, 3);
            box[c] = obb[c] - obb[3 + c];
            box[3 + c] = obb[c] + obb[3 + c];
            ray[c] = (float)random_int(&r, -6, 6);
            ray[3 + c] = random_chance(&r, 4) ? 0 : (float)random_int(&r, -3, 3) - ray[c];
        }
        ray[9] = (float)random_int(&r, -1, 3) / 4;
        ray[10] = (float)random_int(&r, 3, 8) / 4;
        const struct exact want = oracle_of("ray_aabb")->answer(ray, box),
                           got = oracle_of("ray_obb")->answer(ray, obb);
        expect(got.hit == want.hit, "ray %d: %a, the box %a", k, got.margin, want.margin);
        // The distance is at least the growth that is needed, and at most sqrt(3) times that.
        if (!want.hit) {
            expect(got.margin >= want.margin && got.margin * 1.7320509 <= want.margin,
                   "ray %d: grown by %a, gap %a", k, got.margin, want.margin);
            continue;
        }
        expect(got.out[0] == want.out[0] && got.out[1] == want.out[1], "ray %d: t %a to %a", k,
               got.out[0], got.out[1]);
        expect(want.margin > 0 || got.margin == 0, "ray %d: %a, the box %a", k, got.margin,
               want.margin);
        hits++;
        touching += got.margin == 0;
    }
    expect(hits > 500 && hits < 2500 && touching > 100, "%u hit, %u touch", hits, touching);
}

static double error_of(const float ray[RAY], const float box[BOX], unsigned k, float got) {
    const struct exact exact = oracle_of("ray_obb")->answer(ray, box);
    return oracle_of("ray_obb")->output_error(&exact, ray, box, k, got);
}

// The ray enters at 4/3 and leaves at 2. Growth by the bound, 3 * 2^-19 * (5 + 3), changes t by a
// third of it.
Test(oracle_ray_obb, output_errors) {
    const double bound = 3 * 0x1p-19 * 8 / 3;
    float ray[RAY];
    put_ray(ray, (float[]){-5, 0, 0}, (float[]){3, 0, 0}, 0, INFINITY);
    expect(error_of(ray, straight, 1, 2) == 0, "the exact t_exit");
    expect(error_of(ray, straight, 1, float_step(2, -1)) == INFINITY, "t_exit an ulp below");
    expect(error_of(ray, straight, 1, (float)(2 + .9 * bound)) < 1, "t_exit within the bound");
    expect(error_of(ray, straight, 1, (float)(2 + 1.2 * bound)) > 1, "t_exit beyond it");
    expect(error_of(ray, straight, 0, (float)(4. / 3 - .9 * bound)) < 1,
           "t_enter within the bound");
    expect(error_of(ray, straight, 0, (float)(4. / 3 - 1.2 * bound)) > 1, "t_enter beyond it");
    expect(error_of(ray, straight, 0, (float)(4. / 3 * (1 + 0x1p-21))) < 1, "t_enter, an ulp late");
    expect(error_of(ray, straight, 0, (float)(4. / 3 * (1 + 0x1p-19))) > 1, "t_enter, too late");
    for (unsigned k = 0; k < 2; k++) {
        expect(error_of(ray, straight, k, NAN) == INFINITY, "NaN");
        expect(error_of(ray, straight, k, INFINITY) == INFINITY, "infinity");
        expect(error_of(ray, straight, k, -1) == INFINITY, "a negative t");
    }
    put_ray(ray, (float[]){-5, 0, 0}, (float[]){3, 0, 0}, 1.5f, 1.75f);
    expect(error_of(ray, straight, 0, 1.5f) == 0 && error_of(ray, straight, 1, 1.75f) == 0, "cut");
    expect(error_of(ray, straight, 0, float_step(1.5f, -1)) == INFINITY, "before t_min");
    expect(error_of(ray, straight, 1, float_step(1.75f, 1)) == INFINITY, "beyond t_max");
}
