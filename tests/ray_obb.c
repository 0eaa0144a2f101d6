// SPDX-License-Identifier: MIT
// Known answers and symmetries of lbx_ray_obb.
#include <math.h>
#include <string.h>

#include "answer.h"
#include "harness.h"
#include "known.h"
#include "symmetry.h"

enum { ABSENT_INVERSE = 7 << 6, ABSENT_T_MIN = 1 << 9, ABSENT_T_MAX = 1 << 10, RAY = 11, BOX = 15 };

static const struct lbx_case *the_case(void) {
    return case_named("ray_obb");
}

static void put_ray(float x[RAY], const float origin[3], const float dir[3], float t_min,
                    float t_max) {
    for (int c = 0; c < 3; c++) {
        x[c] = origin[c];
        x[3 + c] = dir[c];
        x[6 + c] = 1.0f / dir[c];
    }
    x[9] = t_min;
    x[10] = t_max;
}

// The growth of the half extents that the header states.
static double growth(const float ray[RAY], const float box[BOX]) {
    return the_case()->bound(ray, box, 0).distance;
}

// t in every table: the entry is no later and the exit no earlier than the exact ones, and neither
// is further off than `speed` allows. `speed` is the distance along a face's normal per unit of t.
static void expect_t(const char *what, const float ray[RAY], const float box[BOX], double enter,
                     double exit, double speed) {
    const float *x = ray, *y = box;
    const lbx_rays rays = {.origin = {&x[0], &x[1], &x[2]},
                           .dir = {&x[3], &x[4], &x[5]},
                           .t_min = &x[9],
                           .t_max = &x[10],
                           .count = 1};
    const lbx_obbs boxes = {
        .center = {&y[0], &y[1], &y[2]},
        .half = {&y[3], &y[4], &y[5]},
        .axis = {{&y[6], &y[7], &y[8]}, {&y[9], &y[10], &y[11]}, {&y[12], &y[13], &y[14]}},
        .count = 1};
    const double slack = speed > 0 ? growth(ray, box) / speed : 0;
    for (size_t t = 0; t < test_tables()->count; t++) {
        float t_enter, t_exit;
        uint8_t hit;
        table_use(&test_tables()->at[t]);
        expect(lbx_ray_obb(&rays, &boxes, 1, 0, &hit, &t_enter, &t_exit) == 1 && hit == 1, "%s",
               what);
        const double first = t_enter, last = t_exit;
        expect(first <= enter * (1 + 0x1p-20) && first >= (enter - slack) * (1 - 0x1p-20),
               "%s: t_enter %a, not %a", what, first, enter);
        expect(last >= exit && last <= (exit + slack) * (1 + 0x1p-20), "%s: t_exit %a, not %a",
               what, last, exit);
    }
}

static void expect_ray(const char *what, const float ray[RAY], const float box[BOX], bool hit) {
    for (unsigned way = 0; way < 8; way++) {
        if ((way & 2 && ray[9] != 0) || (way & 4 && ray[10] != INFINITY)) continue;
        const unsigned absent = (way & 1 ? ABSENT_INVERSE : 0) | (way & 2 ? ABSENT_T_MIN : 0) |
                                (way & 4 ? ABSENT_T_MAX : 0);
        expect_answer(the_case(), what, ray, box, absent, hit, NULL);
    }
}

// Half extents 1, 2, 3 along (.6, .8, 0), (-.8, .6, 0) and z, about (10, 0, 0).
static const float turned[BOX] = {10, 0, 0, 1, 2, 3, .6f, .8f, 0, -.8f, .6f, 0, 0, 0, 1};

// A ray along an axis of the box, from `way` before its center, offset by `beside` along the other
// two.
static void along_axis(float ray[RAY], int k, float way, float beside1, float beside2) {
    float origin[3], dir[3];
    for (int c = 0; c < 3; c++) {
        const float *axis = turned + 6;
        dir[c] = 2 * axis[3 * k + c];
        origin[c] = turned[c] - way * axis[3 * k + c] + beside1 * axis[3 * ((k + 1) % 3) + c] +
                    beside2 * axis[3 * ((k + 2) % 3) + c];
    }
    put_ray(ray, origin, dir, 0, INFINITY);
}

Test(ray_obb, along_its_axes) {
    float ray[RAY];
    for (int k = 0; k < 3; k++) {
        const float half = turned[3 + k], next = turned[3 + (k + 1) % 3],
                    last = turned[3 + (k + 2) % 3];
        along_axis(ray, k, 8, .5f * next, -.5f * last);
        expect_ray("through", ray, turned, true);
        expect_t("through", ray, turned, (8 - half) / 2, (8 + half) / 2, 1.9);
        along_axis(ray, k, 8, .9999f * next, .9999f * last);
        expect_ray("within an edge", ray, turned, true);
        along_axis(ray, k, 8, 1.001f * next, 0);
        expect_ray("past a face", ray, turned, false);
        along_axis(ray, k, 8, 0, -1.001f * last);
        expect_ray("past another face", ray, turned, false);
        along_axis(ray, k, -8, 0, 0);
        expect_ray("behind", ray, turned, false);
        along_axis(ray, k, 0, 0, 0);
        expect_ray("from within", ray, turned, true);
        expect_t("from within", ray, turned, 0, half / 2, 1.9);
    }
}

Test(ray_obb, range) {
    float ray[RAY];
    const float from[3] = {4, 0, 0}, dir[3] = {1, 0, 0};
    // Along x the box's faces -1 and 1 along (.6, .8, 0) are met at 6 -+ 1 / .6.
    const double enter = 6 - 1 / .6, exit = 6 + 1 / .6;
    put_ray(ray, from, dir, 0, INFINITY);
    expect_t("no range", ray, turned, enter, exit, .59);
    const struct {
        const char *what;
        float t_min, t_max;
        bool hit;
    } rows[] = {
        {"t_min within", 5, INFINITY, true},
        {"t_max within", 0, 5, true},
        {"t_min is t_max", 6, 6, true},
        {"ends before", 0, 4.33f, false},
        {"begins behind", 7.67f, INFINITY, false},
        {"t_min > t_max", 6, 5.9f, false},
        {"negative t_max", 0, -1, false},
        {"negative t_min", -3, 6, true},
        {"t_min of -inf", -INFINITY, 6, true},
        {"t_max of -inf", 0, -INFINITY, false},
        {"t_min > t_max, both negative", -1, -2, false},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        put_ray(ray, from, dir, rows[k].t_min, rows[k].t_max);
        expect_ray(rows[k].what, ray, turned, rows[k].hit);
        if (!rows[k].hit) continue;
        expect_t(rows[k].what, ray, turned, fmax(enter, fmaxf(rows[k].t_min, 0)),
                 fmin(exit, rows[k].t_max), .59);
    }
}

// A ray that runs in a face's plane or has no direction is decided by comparison, at both faces,
// with zeros of both signs.
Test(ray_obb, directions_of_both_zeros) {
    const float cube[BOX] = {0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    float ray[RAY];
    for (int signs = 0; signs < 8; signs++) {
        const float y = signs & 1 ? -0.0f : 0.0f, z = signs & 2 ? -0.0f : 0.0f;
        const float height = signs & 4 ? 1 : -1; // on either face
        put_ray(ray, (float[]){-5, height, 0}, (float[]){1, y, z}, 0, INFINITY);
        expect_ray("on a face", ray, cube, true);
        expect_t("on a face", ray, cube, 4, 6, 1);
        put_ray(ray, (float[]){-5, height, 1}, (float[]){1, y, z}, 0, INFINITY);
        expect_ray("on an edge", ray, cube, true);
        put_ray(ray, (float[]){-5, 1.001f * height, 0}, (float[]){1, y, z}, 0, INFINITY);
        expect_ray("outside", ray, cube, false);
        put_ray(ray, (float[]){.5f, height, 0}, (float[]){z, y, z}, 0, INFINITY);
        expect_ray("without direction, on a face", ray, cube, true);
        expect_t("without direction, on a face", ray, cube, 0, 0x1p127, 0);
        put_ray(ray, (float[]){.5f, 1.5f * height, 0}, (float[]){z, y, z}, 0, INFINITY);
        expect_ray("without direction, outside", ray, cube, false);
    }
}

Test(ray_obb, flat_boxes) {
    float plate[BOX], ray[RAY];
    memcpy(plate, turned, sizeof plate);
    plate[3] = 0;
    along_axis(ray, 0, 4, .5f, .5f);
    expect_ray("through a plate", ray, plate, true);
    expect_t("through a plate", ray, plate, 2, 2, 1.9);
    along_axis(ray, 1, 8, 0, 0);
    expect_ray("in a plate", ray, plate, true);
    plate[4] = plate[5] = 0;
    along_axis(ray, 0, 4, 0, 0);
    expect_ray("through a point", ray, plate, true);
    along_axis(ray, 0, 4, .001f, 0);
    expect_ray("past a point", ray, plate, false);
}

// Points of boxes whose axes _check just lets pass, met exactly at t_max. A pad of 2^-19 (|center -
// origin|_1 + sum of half) is too small for all of them.
Test(ray_obb, tips_of_sticks) {
    const struct {
        float origin[3], dir[3], box[BOX];
    } rows[] = {
        {{0x1.1cp-17f, -0x1.d8p-17f, 0x1.12p-17f},
         {0x1.7975ep-3f, 0x1.3e7328p-2f, 0x1.61b724p-2f},
         {0, 0, 0, 0x1p-1f, 0, 0, 0x1.797a5p-2f, 0x1.3e6f78p-1f, 0x1.61b948p-1f, -0x1.9d26f4p-1f,
          -0x1.3d26ep-3f, 0x1.23d398p-1f, 0x1.d88e2p-2f, -0x1.890238p-1f, 0x1.c775e8p-2f}},
        {{-0x1.22p-17f, 0x1.6ap-17f, -0x1.04p-17f},
         {-0x1.77aeb8p-2f, -0x1.af48cp-5f, 0x1.57a844p-2f},
         {0, 0, 0, 0, 0, 0x1p-1f, 0x1.9efa3p-2f, 0x1.734174p-1f, 0x1.1d107cp-1f, -0x1.173178p-1f,
          0x1.5c6fcp-1f, -0x1.f525a8p-2f, -0x1.77b0fcp-1f, -0x1.af322p-4f, 0x1.57a63cp-1f}},
        {{0x1.5e8p-14f, -0x1.62p-15f, 0x1.184p-14f},
         {-0x1.6d99bp-3f, 0x1.0ad324p-2f, 0x1.8ce764p-2f},
         {0, 0, 0, 0x1p-1f, 0, 0, -0x1.6d6dep-2f, 0x1.0ac814p-1f, 0x1.8cf8e8p-1f, -0x1.2c9ep-1f,
          -0x1.8a9458p-1f, 0x1.fb3bap-3f, 0x1.740184p-1f, -0x1.77a6b8p-2f, 0x1.297378p-1f}},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        float ray[RAY];
        put_ray(ray, rows[k].origin, rows[k].dir, 0, 1);
        expect_ray("the tip of a stick", ray, rows[k].box, true);
    }
}

Test(ray_obb, nan) {
    float ray[RAY], nothing[BOX], spoiled[BOX];
    for (int k = 0; k < BOX; k++) nothing[k] = NAN;
    along_axis(ray, 0, 8, 0, 0);
    expect_verdict(the_case(), "a ray of NaN", nothing, turned, true);
    expect_verdict(the_case(), "a box of NaN", ray, nothing, true);
    for (int k = 0; k < BOX; k++) {
        memcpy(spoiled, turned, sizeof spoiled);
        spoiled[k] = NAN;
        expect_verdict(the_case(), "one NaN, still met", ray, spoiled, true);
    }
    along_axis(ray, 0, 8, 0, 4);
    memcpy(spoiled, turned, sizeof spoiled);
    spoiled[6] = NAN;
    expect_verdict(the_case(), "one axis is NaN: another slab misses", ray, spoiled, false);
}

// --- symmetries ---

static void mirror(float ray[], float box[]) {
    (void)ray;
    for (int k = 6; k < 15; k += k == 8 ? 4 : 1) box[k] = -box[k]; // axes 0 and 2
}

static void mirror_world(float ray[], float box[]) {
    static const int along_y[] = {1, 7, 10, 13};
    for (int k = 0; k < 4; k++) box[along_y[k]] = -box[along_y[k]];
    for (int k = 1; k < 8; k += 3) ray[k] = -ray[k];
}

static void enlarge(float ray[], float box[]) {
    for (int k = 0; k < 6; k++) {
        box[k] = ldexpf(box[k], 5);
        ray[k] = ldexpf(ray[k], 5);
    }
}

static void slow_down(float ray[], float box[]) {
    (void)box;
    for (int k = 3; k < 6; k++) ray[k] = ldexpf(ray[k], -3);
    ray[9] = ldexpf(ray[9], 3);
    ray[10] = ldexpf(ray[10], 3);
}

Test(ray_obb, mirrored_axes) {
    expect_alike(the_case(), "two axes mirrored", mirror, 0);
    expect_alike(the_case(), "all mirrored at a plane", mirror_world, 0);
}

Test(ray_obb, scaled_by_powers_of_two) {
    expect_alike(the_case(), "lengths times 32", enlarge, 0);
}

Test(ray_obb, slowed_by_powers_of_two) {
    expect_alike(the_case(), "an eighth as fast", slow_down, 3);
}

static void as_obb(const float ray[], const float aabb[], float to_ray[], float obb[]) {
    memcpy(to_ray, ray, RAY * sizeof *ray);
    for (int c = 0; c < 3; c++) {
        obb[c] = (aabb[c] + aabb[3 + c]) / 2;
        obb[3 + c] = (aabb[3 + c] - aabb[c]) / 2;
        for (int k = 0; k < 3; k++) obb[6 + 3 * k + c] = k == c;
    }
}

// The box enlarged by twice the pad, or shrunk if `sign` is negative.
static void resize(const float ray[], const float aabb[], float to_ray[], float to[], float sign) {
    float obb[BOX];
    as_obb(ray, aabb, to_ray, obb);
    const float by = sign * (float)(2 * growth(ray, obb));
    for (int k = 0; k < 6; k++) to[k] = aabb[k] + (k < 3 ? -by : by);
}

static void enlarge_box(const float ray[], const float aabb[], float to_ray[], float to[]) {
    resize(ray, aabb, to_ray, to, 1);
}

static void shrink_box(const float ray[], const float aabb[], float to_ray[], float to[]) {
    resize(ray, aabb, to_ray, to, -1);
}

// With the world's axes both kernels agree outside of the pad.
Test(other_kernels, ray_obb_of_identity_axes_is_ray_aabb) {
    const struct lbx_case *ray_aabb = case_named("ray_aabb");
    const struct asked asked[3] = {
        {ray_aabb, shrink_box}, {the_case(), as_obb}, {ray_aabb, enlarge_box}};
    expect_nested("identity axes", ray_aabb, SCENE_MIXED, asked, 20);
    expect_nested("identity axes", ray_aabb, SCENE_SPARSE, asked, 20);
    expect_nested("identity axes", ray_aabb, SCENE_ALL_MISS, asked, 20);
    expect_nested("identity axes", ray_aabb, SCENE_TOUCHING, asked, 1003);
}

// Rotates the components x y z to y z x.
static void turn(float x[3]) {
    const float first = x[0];
    x[0] = x[1], x[1] = x[2], x[2] = first;
}

static void turned_in_space(const float ray[], const float box[], float to_ray[], float to_box[]) {
    memcpy(to_ray, ray, RAY * sizeof *ray);
    memcpy(to_box, box, BOX * sizeof *box);
    for (int k = 0; k < 9; k += 3) turn(to_ray + k);
    for (int k = 0; k < BOX; k += k == 0 ? 6 : 3) turn(to_box + k);
}

static void resize_halves(const float ray[], const float box[], float to_ray[], float to_box[],
                          double parts) {
    memcpy(to_ray, ray, RAY * sizeof *ray);
    memcpy(to_box, box, BOX * sizeof *box);
    const double by = parts * growth(ray, box);
    for (int k = 3; k < 6; k++) to_box[k] = (float)(box[k] + by);
}

static void shrink_halves(const float ray[], const float box[], float to_ray[], float to_box[]) {
    resize_halves(ray, box, to_ray, to_box, -2);
}

static void enlarge_halves(const float ray[], const float box[], float to_ray[], float to_box[]) {
    resize_halves(ray, box, to_ray, to_box, 2);
}

// Space rotated by 120 degrees: sums are in another order.
Test(ray_obb, space_turned) {
    const struct asked asked[3] = {
        {the_case(), shrink_halves}, {the_case(), turned_in_space}, {the_case(), enlarge_halves}};
    expect_nested("space turned", the_case(), SCENE_MIXED, asked, 20);
    expect_nested("space turned", the_case(), SCENE_SPARSE, asked, 20);
    expect_nested("space turned", the_case(), SCENE_ALL_HIT, asked, 20);
}

// t against the double reference, of the smaller and of the larger box.
static void compare_t(enum scene scene, unsigned flags) {
    enum { ITEMS = 2003 };
    const struct lbx_case *c = the_case();
    for (uint64_t seed = 31; seed < 35; seed++) {
        struct batch batch = batch_fill(c, seed, scene, ITEMS);
        const struct case_side a = dense_side(&batch.side[0]), b = dense_side(&batch.side[1]);
        for (size_t t = 0; t < test_tables()->count; t++) {
            const struct question q = {&batch, &test_tables()->at[t], {&a, &b}, ITEMS, flags, false,
                                       "t"};
            struct answer answer = ask(&q);
            for (size_t i = 0; i < ITEMS; i++) {
                float ray[RAY], box[BOX];
                item_floats(&a, RAY, i, ray);
                item_floats(&b, BOX, i, box);
                const double unsure = c->uncertainty(ray, box);
                const struct case_truth small = c->truth(ray, box, -unsure),
                                        large = c->truth(ray, box, unsure + growth(ray, box));
                if (!answer_hit(&answer, i) || !large.hit) continue;
                const double enter = (double)answer.out[0][i], exit = (double)answer.out[1][i];
                if (enter < large.out[0] * (1 - 0x1p-20) || exit > large.out[1] * (1 + 0x1p-20))
                    fail_item(&q, i, &answer, NULL, "t beyond the larger box");
                if (exit > (double)ray[10]) fail_item(&q, i, &answer, NULL, "t_exit beyond t_max");
                if (!small.hit) continue;
                if (enter > small.out[0] * (1 + 0x1p-20))
                    fail_item(&q, i, &answer, NULL, "t_enter lies behind the exact one");
                if (exit < small.out[1])
                    fail_item(&q, i, &answer, NULL, "t_exit lies before the exact one");
            }
            answer_free(&answer);
        }
        batch_free(&batch);
    }
}

Test(ray_obb, t_of_mixed_scenes) {
    compare_t(SCENE_MIXED, LBX_REPRODUCIBLE);
    compare_t(SCENE_ALL_HIT, 0);
}

Test(ray_obb, t_of_awkward_scenes) {
    compare_t(SCENE_TOUCHING, LBX_REPRODUCIBLE);
    compare_t(SCENE_ALONG, LBX_REPRODUCIBLE);
    compare_t(SCENE_SCALES, 0);
}

// inv_dir is not read, but must be given whole or not at all.
Test(ray_obb, inv_dir_is_not_read) {
    float ray[RAY];
    along_axis(ray, 0, 8, 0, 0);
    for (int c = 6; c < 9; c++) ray[c] = NAN;
    expect_verdict(the_case(), "inv_dir of NaN", ray, turned, true);
    along_axis(ray, 0, 8, 5, 0);
    for (int c = 6; c < 9; c++) ray[c] = NAN;
    expect_verdict(the_case(), "inv_dir of NaN, past", ray, turned, false);
}
