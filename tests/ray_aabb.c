// SPDX-License-Identifier: MIT
// Known answers of lbx_ray_aabb.
#include <float.h>
#include <math.h>
#include <string.h>

#include "answer.h"
#include "examples/random.h"
#include "harness.h"
#include "known.h"

enum { ABSENT_INVERSE = 7 << 6, ABSENT_T_MIN = 1 << 9, ABSENT_T_MAX = 1 << 10 };

struct ray {
    float origin[3], dir[3], t_min, t_max;
};

// With and without inv_dir; with and without a range that is the default.
static void expect_ray(const char *what, const struct ray *ray, const float box[6], bool hit,
                       double enter, double exit) {
    float x[11];
    for (int c = 0; c < 3; c++) {
        x[c] = ray->origin[c];
        x[3 + c] = ray->dir[c];
        x[6 + c] = 1.0f / ray->dir[c];
    }
    x[9] = ray->t_min;
    x[10] = ray->t_max;
    const double out[2] = {enter, exit};
    for (unsigned way = 0; way < 8; way++) {
        if ((way & 2 && ray->t_min != 0) || (way & 4 && ray->t_max != INFINITY)) continue;
        const unsigned absent = (way & 1 ? ABSENT_INVERSE : 0) | (way & 2 ? ABSENT_T_MIN : 0) |
                                (way & 4 ? ABSENT_T_MAX : 0);
        expect_answer(case_named("ray_aabb"), what, x, box, absent, hit, out);
    }
}

static void expect_miss(const char *what, const struct ray *ray, const float box[6]) {
    expect_ray(what, ray, box, false, 0, 0);
}

static const float cube[6] = {-1, -1, -1, 1, 1, 1};

Test(ray_aabb, through_and_past) {
    for (int c = 0; c < 3; c++) {
        for (int sign = -1; sign <= 1; sign += 2) {
            struct ray ray = {{0, 0, 0}, {0, 0, 0}, 0, INFINITY};
            ray.origin[c] = -5 * (float)sign;
            ray.dir[c] = 2 * (float)sign;
            expect_ray("along an axis", &ray, cube, true, 2, 3);
            ray.dir[c] = -ray.dir[c];
            expect_miss("away", &ray, cube);
            ray.dir[c] = -ray.dir[c];
            ray.origin[(c + 1) % 3] = 1.5f;
            expect_miss("past", &ray, cube);
            ray.dir[(c + 1) % 3] = -.5f;
            expect_ray("slanting in", &ray, cube, true, 2, 3);
        }
    }
    expect_ray("from within", &(struct ray){{0, 0, 0}, {1, 0, 0}, 0, INFINITY}, cube, true, 0, 1);
    expect_ray("diagonal", &(struct ray){{-3, -3, -3}, {1, 1, 1}, 0, INFINITY}, cube, true, 2, 4);
}

Test(ray_aabb, touching_is_a_hit) {
    const float inf = INFINITY, off = float_step(1, 1);
    expect_ray("on a face", &(struct ray){{-5, 1, 0}, {1, 0, 0}, 0, inf}, cube, true, 4, 6);
    expect_ray("on an edge", &(struct ray){{-5, 1, -1}, {1, 0, 0}, 0, inf}, cube, true, 4, 6);
    expect_miss("an ulp off a face", &(struct ray){{-5, off, 0}, {1, 0, 0}, 0, inf}, cube);
    expect_ray("a corner", &(struct ray){{-2, 0, 1}, {1, 1, 0}, 0, inf}, cube, true, 1, 1);
    expect_ray("a corner", &(struct ray){{-2, 0, 0}, {1, 1, 1}, 0, inf}, cube, true, 1, 1);
    expect_ray("starts where it leaves", &(struct ray){{1, 0, 0}, {1, 0, 0}, 0, inf}, cube, true, 0,
               0x1p-100f);
    expect_ray("starts where it enters", &(struct ray){{-1, 0, 0}, {1, 0, 0}, 0, inf}, cube, true,
               0, 2);
    const float plate[6] = {0, -1, -1, 0, 1, 1};
    expect_ray("a flat box", &(struct ray){{-4, 0, 0}, {2, 0, 0}, 0, inf}, plate, true, 2, 2);
    expect_ray("in a flat box", &(struct ray){{0, -4, 0}, {0, 2, 0}, 0, inf}, plate, true, 1.5,
               2.5);
}

Test(ray_aabb, directions_of_both_zeros) {
    for (int signs = 0; signs < 8; signs++) {
        const float y = signs & 1 ? -0.0f : 0.0f, z = signs & 2 ? -0.0f : 0.0f;
        const float height = signs & 4 ? 1 : -1; // on either face
        const float inf = INFINITY;
        expect_ray("within the slabs", &(struct ray){{-5, .5f, 0}, {1, y, z}, 0, inf}, cube, true,
                   4, 6);
        expect_ray("on a face", &(struct ray){{-5, height, 0}, {1, y, z}, 0, inf}, cube, true, 4,
                   6);
        expect_ray("on an edge", &(struct ray){{-5, height, 1}, {1, y, z}, 0, inf}, cube, true, 4,
                   6);
        expect_miss("outside", &(struct ray){{-5, 2 * height, 0}, {1, y, z}, 0, inf}, cube);
        expect_ray("a plane through zero", &(struct ray){{-5, y, z}, {1, y, z}, 0, inf},
                   (float[]){-1, 0, -0.0f, 1, 2, 2}, true, 4, 6);
    }
}

Test(ray_aabb, range) {
    const float inf = INFINITY;
    expect_ray("t_min within", &(struct ray){{-5, 0, 0}, {1, 0, 0}, 5, inf}, cube, true, 5, 6);
    expect_ray("t_max within", &(struct ray){{-5, 0, 0}, {1, 0, 0}, 0, 5}, cube, true, 4, 5);
    expect_ray("both within", &(struct ray){{-5, 0, 0}, {1, 0, 0}, 4.5f, 5}, cube, true, 4.5, 5);
    expect_ray("t_max at the entry", &(struct ray){{-5, 0, 0}, {1, 0, 0}, 0, 4}, cube, true, 4, 4);
    expect_ray("t_min at the exit", &(struct ray){{-5, 0, 0}, {1, 0, 0}, 6, inf}, cube, true, 6, 6);
    expect_ray("t_min is t_max", &(struct ray){{-5, 0, 0}, {1, 0, 0}, 5, 5}, cube, true, 5, 5);
    expect_miss("ends before", &(struct ray){{-5, 0, 0}, {1, 0, 0}, 0, 3.99f}, cube);
    expect_miss("begins behind", &(struct ray){{-5, 0, 0}, {1, 0, 0}, 6.01f, inf}, cube);
    expect_miss("t_min > t_max", &(struct ray){{-5, 0, 0}, {1, 0, 0}, 5, float_step(5, -1)}, cube);
    expect_miss("t_min > t_max, within", &(struct ray){{0, 0, 0}, {1, 0, 0}, .5f, .25f}, cube);
    expect_ray("negative t_min", &(struct ray){{0, 0, 0}, {1, 0, 0}, -3, inf}, cube, true, 0, 1);
    expect_ray("t_min of -inf", &(struct ray){{0, 0, 0}, {1, 0, 0}, -inf, inf}, cube, true, 0, 1);
    expect_miss("behind, t_min negative", &(struct ray){{5, 0, 0}, {1, 0, 0}, -9, inf}, cube);
    expect_miss("t_max negative", &(struct ray){{0, 0, 0}, {1, 0, 0}, -3, -1}, cube);
    expect_miss("t_max negative alone", &(struct ray){{0, 0, 0}, {1, 0, 0}, 0, -1}, cube);
    expect_miss("t_max -inf", &(struct ray){{0, 0, 0}, {1, 0, 0}, 0, -inf}, cube);
    expect_ray("t_max zero, within", &(struct ray){{0, 0, 0}, {1, 0, 0}, 0, 0}, cube, true, 0, 0);
    expect_ray("t_max -0, within", &(struct ray){{0, 0, 0}, {1, 0, 0}, 0, -0.0f}, cube, true, 0, 0);
    expect_miss("t_max zero, outside", &(struct ray){{-5, 0, 0}, {1, 0, 0}, 0, 0}, cube);
    // The range is compared as given: both ends lie beyond the cut.
    expect_miss("t_min > t_max, beyond the cut",
                &(struct ray){{0, 0, 0}, {0x1p-130f, 0, 0}, INFINITY, 0x1.8p127f}, cube);
    expect_miss("t_min > t_max, below 0", &(struct ray){{0, 0, 0}, {1, 0, 0}, -1, -2}, cube);
}

Test(ray_aabb, t_is_cut_at_2_to_127) {
    const float far[6] = {-1, -1, -1, INFINITY, 1, 1};
    const float huge[6] = {-0x1p60f, -0x1p60f, -0x1p60f, 0x1p60f, 0x1p60f, 0x1p60f};
    const double limit = 0x1p127;
    expect_ray("no end", &(struct ray){{0, 0, 0}, {1, 0, 0}, 0, INFINITY}, far, true, 0, limit);
    // 2^60 / 2^-60 and the like: the exact t is 2^120 and 2^140.
    expect_ray("slow", &(struct ray){{0, 0, 0}, {0x1p-60f, 0, 0}, 0, INFINITY}, huge, true, 0,
               0x1p120);
    expect_ray("slower", &(struct ray){{0, 0, 0}, {0x1p-80f, 0, 0}, 0, INFINITY}, huge, true, 0,
               limit);
    expect_ray("slower, t_max given", &(struct ray){{0, 0, 0}, {0x1p-80f, 0, 0}, 0, FLT_MAX}, huge,
               true, 0, limit);
    expect_ray("t_min beyond", &(struct ray){{0, 0, 0}, {0x1p-80f, 0, 0}, FLT_MAX, INFINITY}, huge,
               true, limit, limit);
    expect_ray("without direction, inside", &(struct ray){{0, 0, 0}, {0, 0, 0}, 0, INFINITY}, cube,
               true, 0, limit);
    expect_miss("without direction, outside", &(struct ray){{2, 0, 0}, {0, -0.0f, 0}, 0, INFINITY},
                cube);
}

Test(ray_aabb, the_empty_box_is_never_hit) {
    const float inf = INFINITY, most = FLT_MAX;
    const float empty[2][6] = {{inf, inf, inf, -inf, -inf, -inf},
                               {most, most, most, -most, -most, -most}};
    const struct ray rays[] = {
        {{0, 0, 0}, {1, 0, 0}, 0, inf},
        {{0, 0, 0}, {1, 1, 1}, 0, inf},
        {{0, 0, 0}, {-1, 1, -1}, 0, inf},
        {{0, 0, 0}, {0, -0.0f, 0}, 0, inf},
        {{1, 2, 3}, {0, 0, -4}, 0, 7},
        {{0x1p60f, 0, 0}, {1, 0, 0}, 0, inf},
        {{0, 0, 0}, {0x1p-60f, 0, 0}, 0, inf},
        {{0, 0, 0}, {0x1p40f, 0x1p40f, 0x1p40f}, 0, most},
        {{0, 0, 0}, {0x1p-60f, 0x1p-60f, 0x1p-60f}, 0, inf},
        {{0x1p60f, -0x1p60f, 0x1p60f}, {0x1p-80f, 0x1p-80f, -0x1p-80f}, 0, inf},
    };
    for (int e = 0; e < 2; e++) {
        for (size_t k = 0; k < sizeof rays / sizeof *rays; k++)
            expect_miss("the empty box", &rays[k], empty[e]);
    }
}

// A NaN proves nothing: the other slabs still count.
Test(ray_aabb, nan) {
    const struct lbx_case *c = case_named("ray_aabb");
    float ray[11] = {-5, 0, 0, 1, 0, 0, 1, INFINITY, INFINITY, 0, INFINITY};
    float nothing[11], box[6];
    for (int k = 0; k < 11; k++) nothing[k] = NAN;
    for (int k = 0; k < 6; k++) box[k] = NAN;
    expect_verdict(c, "a ray of NaN", nothing, cube, true);
    expect_verdict(c, "a box of NaN", ray, box, true);
    expect_verdict(c, "NaN against NaN", nothing, box, true);
    memcpy(box, cube, sizeof box);
    for (int k = 0; k < 6; k++) {
        box[k] = NAN;
        expect_verdict(c, "one plane NaN", ray, box, true);
        box[k] = cube[k];
    }
    ray[2] = 3; // past the box on z, whatever x is
    box[0] = box[3] = NAN;
    expect_verdict(c, "another slab misses", ray, box, false);
    ray[2] = 0;
    for (int k = 0; k < 11; k++) {
        const float was = ray[k];
        ray[k] = NAN;
        expect_verdict(c, "one float of the ray NaN", ray, cube, true);
        ray[k] = was;
    }
    for (int n = 0; n < 3; n++) { // n is the slab with NaN, m the one that misses
        for (int m = (n + 1) % 3; m != n; m = (m + 1) % 3) {
            struct ray past = {{-5, -5, -5}, {1, 1, 1}, 0, INFINITY};
            past.origin[m] = -9;
            float spoiled[6] = {-1, -1, -1, 1, 1, 1};
            spoiled[n] = spoiled[3 + n] = NAN;
            expect_miss("it enters one slab once it has left another", &past, spoiled);
            past.origin[m] = 5;
            expect_miss("it has passed one slab before it begins", &past, spoiled);
        }
    }
}

// Rays that touch an edge. Of many, those are taken whose t of entry is rounded up the most and
// whose t of exit is rounded down the most: only the pad of t is left. Seen from the origin, where
// fused rays have no other pad, each is rounded twice; from far away, where origin and plane are 30
// bits apart, three times.
static void expect_edges(bool from_far) {
    enum { VECTORS = 1000, TRIES = 300 };
    for (uint64_t i = 0; i < VECTORS; i++) {
        struct random r = random_of(41, i);
        const int t = random_int(&r, 1, 63), enters = random_int(&r, 0, 2);
        const int leaves = (enters + random_int(&r, 1, 2)) % 3;
        struct ray ray = {{0, 0, 0}, {0, 0, 0}, 0, INFINITY};
        float box[6];
        for (int c = 0; c < 3; c++) {
            float worst = -INFINITY;
            for (int k = 0; k < TRIES; k++) {
                const int dir = random_int(&r, 1, (1 << (from_far ? 24 : 17)) - 1);
                const int at = from_far ? t * dir % 256 : t * dir;
                const float origin = (float)(at - t * dir);
                const float computed = (origin - (float)at) * (-1.0f / (float)dir);
                const float error = c == enters ? computed : -computed;
                if (error <= worst) continue;
                worst = error;
                const int size = random_int(&r, 1, 1 << 16);
                ray.origin[c] = origin;
                ray.dir[c] = (float)dir;
                box[c] = (float)(c == enters ? at : at - size);
                box[3 + c] = (float)(c == leaves ? at : at + size);
            }
        }
        expect_ray("an edge", &ray, box, true, t, t);
    }
}

Test(ray_aabb, edges_seen_from_the_origin) {
    expect_edges(false);
}

Test(ray_aabb, edges_seen_from_far) {
    expect_edges(true);
}

// The same where t lies halfway between two floats, and dir and t together have 49 bits, split
// between origin and plane. The t of entry is up to two floats above that of the exit, or three.
// This needs the whole pad; half of it loses a quarter of these rays.
Test(ray_aabb, edges_between_two_floats) {
    enum { VECTORS = 200, TRIES = 1000 };
    for (uint64_t i = 0; i < VECTORS; i++) {
        struct random r = random_of(43, i);
        const int64_t t = (1 << 24) + 2 * random_int(&r, 0, (1 << 21) - 1) + 1;
        struct ray ray = {{0, 0, 0}, {0, 0, 0}, 0, INFINITY};
        float box[6];
        for (int c = 0; c < 3; c++) { // it enters by x and leaves by y
            float worst = -INFINITY;
            for (int k = 0; k < TRIES; k++) {
                const int64_t dir = random_int(&r, 1 << 23, (1 << 24) - 1), way = t * dir;
                const int64_t at = (way + (1 << 24)) >> 25 << 25;
                const float origin = (float)(at - way), plane = (float)at;
                const float computed = (origin - plane) * (-0x1p-24f / (float)dir);
                const float error = c == 0 ? computed : -computed;
                if (error <= worst) continue;
                worst = error;
                ray.origin[c] = origin;
                ray.dir[c] = (float)dir * 0x1p24f;
                box[c] = c == 0 ? plane : plane - 0x1p45f;
                box[3 + c] = c == 1 ? plane : plane + 0x1p45f;
            }
        }
        expect_ray("an edge", &ray, box, true, (double)t * 0x1p-24, (double)t * 0x1p-24);
    }
}

// t where both the truth and the kernel hit: within 2^-20, relative, and the exit never below.
static void compare_t(enum scene scene, unsigned flags) {
    enum { ITEMS = 4001 };
    const struct lbx_case *c = case_named("ray_aabb");
    for (uint64_t seed = 31; seed < 41; seed++) {
        struct batch batch = batch_fill(c, seed, scene, ITEMS);
        const struct case_side a = dense_side(&batch.side[0]), b = dense_side(&batch.side[1]);
        for (size_t t = 0; t < test_tables()->count; t++) {
            const struct question q = {&batch, &test_tables()->at[t], {&a, &b}, ITEMS, flags, false,
                                       "t"};
            struct answer answer = ask(&q);
            for (size_t i = 0; i < ITEMS; i++) {
                float ray[11], box[6];
                item_floats(&a, 11, i, ray);
                item_floats(&b, 6, i, box);
                const struct case_truth truth = c->truth(ray, box, 0);
                const double enter = (double)answer.out[0][i], exit = (double)answer.out[1][i];
                if (!answer_hit(&answer, i)) continue;
                if (enter > (double)ray[10])
                    fail_item(&q, i, &answer, NULL, "t_enter beyond t_max");
                if (exit > (double)ray[10]) fail_item(&q, i, &answer, NULL, "t_exit beyond t_max");
                if (!truth.hit) continue;
                const double slack = 0x1p-70;
                if (fabs(enter - truth.out[0]) > 0x1p-20 * truth.out[0] + slack)
                    fail_item(&q, i, &answer, NULL, "t_enter is off");
                if (exit < truth.out[1] * (1 - 0x1p-50) - slack)
                    fail_item(&q, i, &answer, NULL, "t_exit lies before the exact one");
                if (exit > truth.out[1] * (1 + 0x1p-20) + slack)
                    fail_item(&q, i, &answer, NULL, "t_exit lies too far behind");
            }
            answer_free(&answer);
        }
        batch_free(&batch);
    }
}

Test(ray_aabb, t_of_mixed_scenes) {
    compare_t(SCENE_MIXED, LBX_REPRODUCIBLE);
    compare_t(SCENE_ALL_HIT, 0);
}

Test(ray_aabb, t_of_touching_scenes) {
    compare_t(SCENE_TOUCHING, LBX_REPRODUCIBLE);
}

Test(ray_aabb, t_of_all_scales) {
    compare_t(SCENE_SCALES, LBX_REPRODUCIBLE);
}

// A given inv_dir equals the one that would be computed, if it is a normal float or inf. A missing
// range is 0 to infinity.
Test(ray_aabb, what_is_missing_is_computed) {
    enum { ITEMS = 1003 };
    const struct lbx_case *c = case_named("ray_aabb");
    for (enum scene scene = 0; scene < SCENES; scene++) {
        struct batch batch = batch_fill(c, 3, scene, ITEMS);
        float **ray = batch.side[0].at;
        for (int i = 0; i < ITEMS; i++) {
            for (int k = 0; k < 3; k++) {
                const float size = fabsf(ray[3 + k][i]);
                if (size != 0 && !(size >= FLT_MIN && size <= 0x1p126f)) ray[3 + k][i] = 1;
                ray[6 + k][i] = 1.0f / ray[3 + k][i];
            }
            ray[9][i] = 0, ray[10][i] = INFINITY;
        }
        const struct case_side b = dense_side(&batch.side[1]);
        struct case_side all = dense_side(&batch.side[0]);
        for (size_t t = 0; t < test_tables()->count; t++) {
            for (int one = 0; one < 2; one++) {
                all.pick = one ? lbx_one(5) : lbx_from(0);
                struct question q = {
                    &batch, &test_tables()->at[t], {&all, &b}, ITEMS, LBX_REPRODUCIBLE,
                    false,  "arrays are missing"};
                struct answer expected = ask(&q);
                unsigned absent;
                for (unsigned v = 1; absent_arrays(c, 0, v, &absent); v++) {
                    struct case_side some = all;
                    for (unsigned k = 0; k < 11; k++) {
                        if (absent >> k & 1) some.at[k] = NULL;
                    }
                    q.side[0] = &some;
                    struct answer answer = ask(&q);
                    expect_same(&q, &answer, &expected);
                    answer_free(&answer);
                    q.side[0] = &all;
                }
                answer_free(&expected);
            }
        }
        batch_free(&batch);
    }
}

// A ray that moves away from a box it starts far beside, so slowly that origin / dir overflows.
Test(ray_aabb, slow_rays_that_start_far_away) {
    static const float cases[][2] = {
        {-0x1p20f, 0x1p-131f}, {-1e8f, 2e-38f}, {-0x1p60f, 0x1p-91f}, {-0x1p60f, 0x1p-89f}};
    static const float min[8][3] = {{-1, -1, -1}, {-1, -1, -1}, {-1, -1, -1}, {-1, -1, -1},
                                    {-1, -1, -1}, {-1, -1, -1}, {-1, -1, -1}, {-1, -1, -1}};
    static const float max[8][3] = {{1, 1, 1}, {1, 1, 1}, {1, 1, 1}, {1, 1, 1},
                                    {1, 1, 1}, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}};
    const lbx_aabbs boxes = lbx_aabbs_of(min[0], max[0], 8, sizeof *min);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        for (int c = 1; c < 3; c++) {
            const float t_max = 1000;
            float origin[3] = {-10, 0, 0}, dir[3] = {1, 1e-6f, 1e-6f};
            origin[c] = cases[k][0];
            dir[c] = cases[k][1];
            lbx_rays ray = lbx_rays_of(origin, dir, 1, 0);
            ray.t_max = &t_max;
            ray.pick = lbx_one(0);
            for (size_t t = 0; t < test_tables()->count; t++) {
                table_use(&test_tables()->at[t]);
                for (unsigned flags = 0; flags < 2; flags++)
                    expect(lbx_ray_aabb(&ray, &boxes, 8, flags, NULL, NULL, NULL) == 0,
                           "%s, flags %u: case %zu, axis %d", test_tables()->at[t].name, flags, k,
                           c);
            }
        }
    }
}
