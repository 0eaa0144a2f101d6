// SPDX-License-Identifier: MIT
// Known answers of the oracle of rays against triangles. The margin of a hit is how far either must
// be moved to part them; that of a miss is minus the distance of the triangle from the ray's range.
#include <float.h>
#include <math.h>
#include <string.h>

#include "examples/random.h"
#include "harness.h"
#include "oracle.h"

enum { RAY = 11, TRIANGLE = 9, TURNS = 3, ORDERS = 6 };

#define ANY NAN // a margin of which only the sign is checked

static const float flat[TRIANGLE] = {0, 0, 0, 4, 0, 0, 0, 4, 0};

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

static void put_open_ray(float x[RAY], const float origin[3], const float dir[3]) {
    put_ray(x, origin, dir, 0, INFINITY);
}

// Asks with the axes in the orders x y z, y z x and z x y, and with the vertices in every order.
static void expect_answer(const char *what, const float ray[RAY], const float triangle[TRIANGLE],
                          bool hit, double t, double margin) {
    static const int order[ORDERS][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
                                         {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
    for (int way = 0; way < TURNS * ORDERS; way++) {
        float turned[RAY], other[TRIANGLE];
        memcpy(turned, ray, sizeof turned);
        for (int k = 0; k < 6; k++) turned[k] = ray[k / 3 * 3 + (k + way) % 3];
        for (int k = 0; k < TRIANGLE; k++)
            other[k] = triangle[3 * order[way / TURNS][k / 3] + (k + way) % 3];
        const struct exact exact = oracle_of("ray_triangle")->answer(turned, other);
        expect(exact.hit == hit, "%s, way %d: hit %d, margin %a", what, way, exact.hit,
               exact.margin);
        expect(!hit || exact.out[0] == t, "%s, way %d: t %a, not %a", what, way, exact.out[0], t);
        expect(hit ? exact.margin >= 0 : exact.margin < 0, "%s, way %d: margin %a", what, way,
               exact.margin);
        expect(isnan(margin) || exact.margin == margin ||
                   (isfinite(margin) && fabs(exact.margin - margin) <= 0x1p-49 * fabs(margin)),
               "%s, way %d: margin %a, not %a", what, way, exact.margin, margin);
        expect(exact.weighed == exact.margin, "%s, way %d: weighed %a", what, way, exact.weighed);
    }
}

static void expect_hit(const char *what, const float ray[RAY], const float triangle[TRIANGLE],
                       double t, double depth) {
    expect_answer(what, ray, triangle, true, t, depth);
}

static void expect_miss(const char *what, const float ray[RAY], const float triangle[TRIANGLE],
                        double gap) {
    expect_answer(what, ray, triangle, false, 0, -gap);
}

// Rays straight down, straight up, and at a slant, from 3 above and below.
Test(oracle_ray_triangle, through_and_past) {
    const double half = sqrt(.5), ulp = 0x1p-15;
    const struct {
        const char *what;
        float x, y;
        double margin; // of a ray straight down
    } rows[] = {
        {"the interior", 1, 1, 1},
        {"nearer to the edge across", 2, 1, half},
        {"near a vertex", .125f, .125f, .125},
        {"an edge along x", 1, 0, 0},
        {"an edge along y", 0, 3, 0},
        {"an edge across", 1, 3, 0},
        {"vertex 0", 0, 0, 0},
        {"vertex 1", 4, 0, 0},
        {"vertex 2", 0, 4, 0},
        {"beside the edge along x", 1, (float)-ulp, -ulp},
        {"beside it by the least float", 1, -0x1p-149f, -0x1p-149},
        {"beside the edge along y", -0x1p-149f, 3, -0x1p-149},
        {"beside the edge across", 1, 3 + (float)ulp, -ulp * half},
        {"beside vertex 0", (float)-ulp, (float)-ulp, -ulp / half},
        {"beside vertex 1", 4 + 0x1p-21f, 0, -0x1p-21},
        {"beside vertex 2", 0, 4 + 0x1p-21f, -0x1p-21},
        {"far from vertex 0", -5, -12, -13},
        {"far from vertex 1", 7, -4, -5},
        {"far from vertex 2", -3, 8, -5},
        {"far from the edge along x", 3, -7, -7},
        {"far from the edge across", 5, 5, -6 * half},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        for (int way = 0; way < 4; way++) {
            const float up = way & 1 ? -1 : 1, slant = way & 2 ? 1 : 0;
            const double margin = slant > 0 && rows[k].margin != 0 ? ANY : rows[k].margin;
            float ray[RAY];
            put_open_ray(ray, (float[]){rows[k].x, rows[k].y, 3 * up}, (float[]){0, 0, -2 * up});
            if (slant > 0) { // not with coordinates near 0, where the origin would be rounded
                if (fabsf(rows[k].x) < 0x1p-20f || fabsf(rows[k].y) < 0x1p-20f) continue;
                ray[0] -= 3, ray[1] += 1.5f, ray[3] = 2, ray[4] = -1;
            }
            expect_answer(rows[k].what, ray, flat, rows[k].margin >= 0, 1.5, margin);
        }
    }
    float ray[RAY];
    put_open_ray(ray, (float[]){1, 1, .5f}, (float[]){0, 0, -2});
    expect_hit("from near above", ray, flat, .25, .5);
    put_open_ray(ray, (float[]){1, 1, 3}, (float[]){0, 0, 2});
    expect_miss("away", ray, flat, 3);
    put_open_ray(ray, (float[]){1, -3, 0}, (float[]){0, 1, 1});
    expect_miss("up and over an edge", ray, flat, 3 * half);
    put_open_ray(ray, (float[]){-3, 1, 1}, (float[]){1, -1, 0});
    expect_miss("over and past a vertex", ray, flat, sqrt(3));
}

Test(oracle_ray_triangle, within_the_plane) {
    const double half = sqrt(.5);
    float ray[RAY];
    put_open_ray(ray, (float[]){-2, 1, 0}, (float[]){2, 0, 0});
    expect_hit("from outside", ray, flat, 1, 0);
    put_open_ray(ray, (float[]){6, 1, 0}, (float[]){-2, 0, 0});
    expect_hit("the other way", ray, flat, 1.5, 0);
    put_open_ray(ray, (float[]){1, 1, 0}, (float[]){2, 0, 0});
    expect_hit("from within", ray, flat, 0, 0);
    put_ray(ray, (float[]){-2, 1, 0}, (float[]){2, 0, 0}, 2, 3);
    expect_hit("the range begins within", ray, flat, 2, 0);
    put_ray(ray, (float[]){-2, 1, 0}, (float[]){2, 0, 0}, 0, 1);
    expect_hit("it ends on an edge", ray, flat, 1, 0);
    put_ray(ray, (float[]){-2, 1, 0}, (float[]){2, 0, 0}, 0, .75f);
    expect_miss("it ends before", ray, flat, .5);
    put_ray(ray, (float[]){-2, 1, 0}, (float[]){2, 0, 0}, 2.5f, 9);
    expect_hit("it begins on an edge", ray, flat, 2.5, 0);
    put_ray(ray, (float[]){-2, 1, 0}, (float[]){2, 0, 0}, 2.75f, 9);
    expect_miss("it begins behind", ray, flat, .5 * half);
    put_open_ray(ray, (float[]){-2, 0, 0}, (float[]){1, 0, 0});
    expect_hit("along an edge", ray, flat, 2, 0);
    put_open_ray(ray, (float[]){8, -4, 0}, (float[]){-1, 1, 0});
    expect_hit("along the edge across", ray, flat, 4, 0);
    put_open_ray(ray, (float[]){-1, 1, 0}, (float[]){1, -1, 0});
    expect_hit("through a vertex alone", ray, flat, 1, 0);
    put_open_ray(ray, (float[]){-1, 1 - 0x1p-24f, 0}, (float[]){1, -1, 0});
    expect_miss("beside it", ray, flat, 0x1p-24 * half);
    put_open_ray(ray, (float[]){-2, 5, 0}, (float[]){1, 0, 0});
    expect_miss("past a vertex", ray, flat, 1);
    put_open_ray(ray, (float[]){-2, -0x1p-149f, 0}, (float[]){1, 0, 0});
    expect_miss("beside an edge", ray, flat, 0x1p-149);
    put_open_ray(ray, (float[]){-2, 1, 0x1p-149f}, (float[]){1, 0, 0});
    expect_miss("above the plane", ray, flat, 0x1p-149);
    put_open_ray(ray, (float[]){5, 1, 0}, (float[]){1, 0, 0});
    expect_miss("away", ray, flat, 2 * half);
}

// The same segment in all the ways in which three vertices can form one.
Test(oracle_ray_triangle, segments) {
    const float segments[][TRIANGLE] = {
        {1, 1, 1, 3, 1, 1, 3, 1, 1}, {1, 1, 1, 1, 1, 1, 3, 1, 1}, {1, 1, 1, 3, 1, 1, 2, 1, 1}};
    float ray[RAY];
    for (size_t k = 0; k < sizeof segments / sizeof *segments; k++) {
        const float *const segment = segments[k];
        put_open_ray(ray, (float[]){2.5f, 0, -1}, (float[]){0, .5f, 1});
        expect_hit("across it", ray, segment, 2, 0);
        put_open_ray(ray, (float[]){3, 0, -1}, (float[]){0, .5f, 1});
        expect_hit("at its end", ray, segment, 2, 0);
        put_open_ray(ray, (float[]){float_step(3, 1), 0, -1}, (float[]){0, .5f, 1});
        expect_miss("an ulp past its end", ray, segment, 0x1p-22);
        put_open_ray(ray, (float[]){2, 1.5f, -1}, (float[]){0, 0, 1});
        expect_miss("beside it", ray, segment, .5);
        put_open_ray(ray, (float[]){2, 0, 1}, (float[]){0, 1, 1});
        expect_miss("over it", ray, segment, sqrt(.5));
        put_open_ray(ray, (float[]){-1, 1, 1}, (float[]){1, 0, 0});
        expect_hit("along it", ray, segment, 2, 0);
        put_open_ray(ray, (float[]){5, 1, 1}, (float[]){-2, 0, 0});
        expect_hit("back along it", ray, segment, 1, 0);
        put_ray(ray, (float[]){-1, 1, 1}, (float[]){1, 0, 0}, 2.5f, 9);
        expect_hit("along it, from within", ray, segment, 2.5, 0);
        put_ray(ray, (float[]){-1, 1, 1}, (float[]){1, 0, 0}, 5, 9);
        expect_miss("along it, behind it", ray, segment, 1);
        put_ray(ray, (float[]){-1, 1, 1}, (float[]){1, 0, 0}, 0, 1.5f);
        expect_miss("along it, before it", ray, segment, .5);
        put_open_ray(ray, (float[]){-1, 1, 1.25f}, (float[]){1, 0, 0});
        expect_miss("along it, beside it", ray, segment, .25);
    }
}

Test(oracle_ray_triangle, points) {
    const float point[TRIANGLE] = {1, 2, 3, 1, 2, 3, 1, 2, 3}, dir[3] = {.25f, .5f, .75f};
    const float here[3] = {0, 0, 0};
    float ray[RAY];
    put_open_ray(ray, here, dir);
    expect_hit("through it", ray, point, 4, 0);
    put_ray(ray, here, dir, 4, 4);
    expect_hit("at its t alone", ray, point, 4, 0);
    put_ray(ray, here, dir, 0, float_step(4, -1));
    expect_miss("an ulp before", ray, point, 0x1p-22 * sqrt(.875));
    put_ray(ray, here, dir, float_step(4, 1), INFINITY);
    expect_miss("an ulp behind", ray, point, 0x1p-21 * sqrt(.875));
    put_open_ray(ray, here, (float[]){0, 0, 1});
    expect_miss("past it", ray, point, sqrt(5));
    put_open_ray(ray, here, (float[]){1, 2, 0});
    expect_miss("below it", ray, point, 3);
    put_open_ray(ray, point, (float[]){7, 0, -1});
    expect_hit("from it", ray, point, 0, 0);
    put_open_ray(ray, (float[]){1, 2, 4}, (float[]){0, 0, 1});
    expect_miss("away from it", ray, point, 1);
}

Test(oracle_ray_triangle, range) {
    const float inf = INFINITY, below = float_step(3, -1), above = float_step(3, 1);
    const struct {
        const char *what;
        float t_min, t_max;
        double margin;
    } rows[] = {
        {"no end", 0, inf, 1},
        {"ends there", 0, 3, 0},
        {"begins there", 3, inf, 0},
        {"is there", 3, 3, 0},
        {"ends a bit behind", 0, 3.25f, .5},
        {"t_min of -inf", -inf, 4, 1},
        {"negative t_min", -5, inf, 1},
        {"ends an ulp before", 0, below, -0x1p-21},
        {"begins an ulp behind", above, inf, -0x1p-21},
        {"ends before", 0, 1, -4},
        {"begins behind", 4, inf, -2},
        {"a point of the ray, before", 2.5f, 2.5f, -1},
        {"no range", 4, 2, -inf},
        {"no range, by an ulp", 3, below, -inf},
        {"no range beyond the cut", inf, 0x1.8p127f, -inf},
        {"t_max below 0", -inf, -0x1p-149f, -inf},
        {"t_max of -inf", 0, -inf, -inf},
        {"both negative", -2, -1, -inf},
        {"no range, both negative", -1, -2, -inf},
    };
    float ray[RAY];
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        put_ray(ray, (float[]){1, 1, 6}, (float[]){0, 0, -2}, rows[k].t_min, rows[k].t_max);
        expect_answer(rows[k].what, ray, flat, rows[k].margin >= 0, 3, rows[k].margin);
    }
    // Both ends of the range are clamped to 2^127.
    const float far[TRIANGLE] = {-0x1p50f, -0x1p50f, 0x1p47f, 0x1p50f, -0x1p50f,
                                 0x1p47f,  0,        0x1p50f, 0x1p47f};
    put_open_ray(ray, (float[]){0, 0, 0}, (float[]){0, 0, 0x1p-80f});
    expect_hit("at the cut", ray, far, 0x1p127, 0);
    put_ray(ray, (float[]){0, 0, 0}, (float[]){0, 0, 0x1p-80f}, FLT_MAX, inf);
    expect_hit("t_min beyond it", ray, far, 0x1p127, 0);
    put_open_ray(ray, (float[]){0, 0, 0}, (float[]){0, 0, 0x1p-81f});
    expect_miss("short of it", ray, far, 0x1p46);
}

Test(oracle_ray_triangle, from_the_triangle) {
    const struct {
        const char *what;
        float origin[3];
    } rows[] = {
        {"within", {1, 1, 0}},   {"on an edge", {1, 0, 0}}, {"on the edge across", {1, 3, 0}},
        {"vertex 0", {0, 0, 0}}, {"vertex 1", {4, 0, 0}},   {"vertex 2", {0, 4, 0}}};
    const float ways[][3] = {{0, 0, 1},  {0, 0, -2}, {1, 2, -8},
                             {-9, 1, 1}, {5, 7, 0},  {0, -0.0f, 0}};
    float ray[RAY];
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
            put_open_ray(ray, rows[k].origin, ways[w]);
            expect_hit(rows[k].what, ray, flat, 0, 0);
            put_ray(ray, rows[k].origin, ways[w], -3, -0.0f);
            expect_hit(rows[k].what, ray, flat, 0, 0);
        }
    }
    put_ray(ray, (float[]){1, 1, 0}, (float[]){0, 0, 1}, .5f, INFINITY);
    expect_miss("begun behind it", ray, flat, .5);
    put_ray(ray, (float[]){1, 1, 0}, (float[]){0, 0, 0}, 3, 7);
    expect_hit("no direction, from t_min on", ray, flat, 3, 0);
    put_open_ray(ray, (float[]){1, 1, -2}, (float[]){0, -0.0f, 0});
    expect_miss("no direction, below", ray, flat, 2);
    put_open_ray(ray, (float[]){7, -4, 12}, (float[]){-0.0f, 0, 0});
    expect_miss("no direction, far away", ray, flat, 13);
}

// Whether t is n / d, rounded up to 52 bits.
static bool is_ratio(double t, double n, double d) {
    const double below = nextafter(nextafter(t, 0), 0);
    return fma(t, d, -n) >= 0 && fma(below, d, -n) < 0;
}

Test(oracle_ray_triangle, first_contacts_that_are_no_floats) {
    const float slanted[TRIANGLE] = {3, 0, 0, 0, 3, 0, 0, 0, 3};
    const float segment[TRIANGLE] = {1, 1, 1, 3, 1, 1, 3, 1, 1};
    const struct {
        const char *what;
        const float *triangle;
        float origin[3], dir[3];
        double n, d;
    } rows[] = {
        {"a face, a third", flat, {1, 1, 1}, {0, 0, -3}, 1, 3},
        {"a face, one of 7", slanted, {0, 0, 0}, {7, 7, 7}, 1, 7},
        {"a face, 8 of 13", slanted, {-1, -2, -2}, {3, 5, 5}, 8, 13},
        {"an edge, a third", slanted, {1, 2, 1}, {0, 0, -3}, 1, 3},
        {"a vertex, one of 5", slanted, {2, 1, 1}, {5, -5, -5}, 1, 5},
        {"in the plane, two thirds", flat, {-2, 1, 0}, {3, 0, 0}, 2, 3},
        {"in the plane, 6 of 7", flat, {5, 5, 0}, {-3, -4, 0}, 6, 7},
        {"in the plane, at a vertex", flat, {-1, 5, 0}, {3, -3, 0}, 1, 3},
        {"across a segment", segment, {2, 0, 0}, {0, 11, 11}, 1, 11},
        {"along a segment", segment, {-4, 1, 1}, {3, 0, 0}, 5, 3},
        {"back along a segment", segment, {4, 1, 1}, {-7, 0, 0}, 1, 7},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        float ray[RAY];
        put_open_ray(ray, rows[k].origin, rows[k].dir);
        const struct exact exact = oracle_of("ray_triangle")->answer(ray, rows[k].triangle);
        expect(exact.hit && is_ratio(exact.out[0], rows[k].n, rows[k].d), "%s: hit %d, t %a",
               rows[k].what, exact.hit, exact.out[0]);
    }
}

// Rays through points of triangles, both with integer coordinates, which they reach at t = 1/3. A
// ray in the triangle's plane may have met the triangle before.
Test(oracle_ray_triangle, through_any_point) {
    enum { SHOTS = 4000 };
    struct random r = {7};
    unsigned across = 0, along = 0, still = 0;
    for (int k = 0; k < SHOTS; k++) {
        float triangle[TRIANGLE], ray[RAY], origin[3], dir[3];
        const int size = k % 2 ? 2 : 9, second = random_int(&r, 0, 8);
        const int weight[3] = {random_int(&r, 0, 8 - second), second};
        double edge[2][3], through = 0;
        for (int i = 0; i < TRIANGLE; i++) triangle[i] = (float)(8 * random_int(&r, -size, size));
        for (int c = 0; c < 3; c++) {
            const float *const x = triangle + c;
            for (int e = 0; e < 2; e++) edge[e][c] = (double)x[3 * e + 3] - (double)x[0];
            const double at = (double)x[0] + (weight[0] * edge[0][c] + weight[1] * edge[1][c]) / 8;
            origin[c] = (float)(at + random_int(&r, -size, size));
            dir[c] = 3 * (float)(at - (double)origin[c]);
        }
        for (int c = 0; c < 3; c++) {
            const int i = (c + 1) % 3, j = (c + 2) % 3;
            through += (double)dir[c] * (edge[0][i] * edge[1][j] - edge[0][j] * edge[1][i]);
        }
        const bool moves = dir[0] != 0 || dir[1] != 0 || dir[2] != 0;
        put_open_ray(ray, origin, dir);
        const struct exact exact = oracle_of("ray_triangle")->answer(ray, triangle);
        expect(exact.hit && exact.margin >= 0, "shot %d: margin %a", k, exact.margin);
        expect(through == 0 || is_ratio(exact.out[0], 1, 3), "shot %d: t %a", k, exact.out[0]);
        expect(through != 0 || exact.out[0] <= 1. / 3 * (1 + 0x1p-51), "shot %d: t %a", k,
               exact.out[0]);
        across += through != 0;
        along += through == 0 && moves;
        still += !moves;
        if (through == 0) continue;
        ray[10] = 0x1.555554p-2f; // the float below a third
        const struct exact early = oracle_of("ray_triangle")->answer(ray, triangle);
        expect(!early.hit && early.margin < 0, "shot %d, ended before: margin %a", k, early.margin);
    }
    expect(across > 3000 && along > 100 && still > 5, "%u across, %u along, %u still", across,
           along, still);
}

// --- the judgements of t, u and v ---

static double error_of(const float ray[RAY], const float triangle[TRIANGLE], unsigned k,
                       float got) {
    const struct exact exact = oracle_of("ray_triangle")->answer(ray, triangle);
    expect(exact.hit, "a hit");
    return oracle_of("ray_triangle")->output_error(&exact, ray, triangle, k, got);
}

static double all_error_of(const float ray[RAY], const float triangle[TRIANGLE], float t, float u,
                           float v) {
    const struct exact exact = oracle_of("ray_triangle")->answer(ray, triangle);
    expect(exact.hit, "a hit");
    return oracle_of("ray_triangle")->all_error(&exact, ray, triangle, (float[]){t, u, v});
}

static double bound_of(double farthest, double longest) {
    return 0x1p-20 * farthest + 0x1p-14 * longest + 0x1p-70;
}

static void expect_error(const char *what, double error, double distance, double bound) {
    expect(fabs(error * bound - distance) <= 0x1p-48 * distance, "%s: %a of the bound, not %a",
           what, error, distance / bound);
}

// The error is the distance of the ray's point from the triangle.
Test(oracle_ray_triangle, errors_of_t) {
    const float inf = INFINITY;
    double bound = bound_of(6, 4);
    float ray[RAY];
    put_open_ray(ray, (float[]){1, 1, 6}, (float[]){0, 0, -2});
    expect(error_of(ray, flat, 0, 3) == 0, "the exact t");
    expect_error("late", error_of(ray, flat, 0, 3.125f), .25, bound);
    expect_error("early", error_of(ray, flat, 0, 2.875f), .25, bound);
    expect(error_of(ray, flat, 0, (float)(3 + .49 * bound)) < 1, "within the bound");
    expect(error_of(ray, flat, 0, (float)(3 + .51 * bound)) > 1, "beyond it");
    expect(error_of(ray, flat, 0, NAN) == inf && error_of(ray, flat, 0, inf) == inf &&
               error_of(ray, flat, 0, -1) == inf,
           "no t at all");
    ray[9] = 3, ray[10] = 3.5f;
    expect(error_of(ray, flat, 0, 3) == 0, "at the end of the range");
    expect(error_of(ray, flat, 0, float_step(3, -1)) == inf, "before the range");
    expect(error_of(ray, flat, 0, float_step(3.5f, 1)) == inf, "behind the range");

    put_open_ray(ray, (float[]){-1, 1, 1}, (float[]){2, 0, -1});
    expect_error("at a slant", error_of(ray, flat, 0, 1.25f), .25, bound_of(5, 4));
    put_open_ray(ray, (float[]){1, 0, 3}, (float[]){1, 0, -1});
    expect_error("past a vertex", error_of(ray, flat, 0, 3.5f), sqrt(.5), bound_of(4, 4));
    expect_error("before it", error_of(ray, flat, 0, 2.5f), .5, bound_of(4, 4));
    put_open_ray(ray, (float[]){1, 3, 3}, (float[]){0, -1, -1});
    expect_error("past an edge", error_of(ray, flat, 0, 3.5f), sqrt(.5), bound_of(3, 4));
    put_open_ray(ray, (float[]){0, 0, 1}, (float[]){2, 2, -1});
    expect_error("past the edge across", error_of(ray, flat, 0, 1.5f), 1.5, bound_of(4, 4));

    // In the triangle's plane, or if the triangle is a segment or a point, only the first contact
    // counts.
    bound = bound_of(6, 4);
    put_open_ray(ray, (float[]){-2, 1, 0}, (float[]){2, 0, 0});
    expect(error_of(ray, flat, 0, 1) == 0, "in the plane");
    expect_error("in the plane, later", error_of(ray, flat, 0, 1.5f), 1, bound);
    expect_error("in the plane, before", error_of(ray, flat, 0, .5f), 1, bound);
    expect_error("in the plane, behind", error_of(ray, flat, 0, 3), 4, bound);
    const float segment[TRIANGLE] = {1, 1, 1, 3, 1, 1, 3, 1, 1};
    put_open_ray(ray, (float[]){-1, 1, 1}, (float[]){1, 0, 0});
    expect_error("along a segment, later", error_of(ray, segment, 0, 2.5f), .5, bound_of(4, 2));
    expect_error("along a segment, before", error_of(ray, segment, 0, 1.5f), .5, bound_of(4, 2));
    put_open_ray(ray, (float[]){2, 0, 1}, (float[]){0, 2, 0});
    expect_error("across a segment", error_of(ray, segment, 0, 1), 1, bound_of(1, 2));
    const float point[TRIANGLE] = {1, 2, 3, 1, 2, 3, 1, 2, 3};
    put_open_ray(ray, point, (float[]){0, 0, 1});
    expect(error_of(ray, point, 0, 0x1p-71f) == .5, "half of 2^-70");
    struct exact exact = oracle_of("ray_triangle")->answer(ray, point);
    exact.flushed = true;
    expect(oracle_of("ray_triangle")->output_error(&exact, ray, point, 0, 0x1p-61f) == .5,
           "half of 2^-60, where denormals are flushed");
}

Test(oracle_ray_triangle, errors_of_weights) {
    const double bound = bound_of(6, 4);
    float ray[RAY];
    put_open_ray(ray, (float[]){1, 2, 6}, (float[]){0, 0, -2});
    for (unsigned k = 1; k < 3; k++) {
        expect(error_of(ray, flat, k, 0) == 0 && error_of(ray, flat, k, 1) == 0, "from 0 to 1");
        expect(error_of(ray, flat, k, -0x1p-149f) == INFINITY, "below 0");
        expect(error_of(ray, flat, k, float_step(1, 1)) == INFINITY, "above 1");
        expect(error_of(ray, flat, k, NAN) == INFINITY, "NaN");
    }
    expect(all_error_of(ray, flat, 3, .25f, .5f) == 0, "the exact ones");
    expect_error("u", all_error_of(ray, flat, 3, .375f, .5f), .5, bound);
    expect_error("v", all_error_of(ray, flat, 3, .25f, .25f), 1, bound);
    expect_error("u and v exchanged", all_error_of(ray, flat, 3, .5f, .25f), sqrt(2), bound);
    expect_error("t", all_error_of(ray, flat, 2.5f, .25f, .5f), 1, bound);
    expect_error("all", all_error_of(ray, flat, 3.5f, .5f, .25f), sqrt(3), bound);
    expect_error("vertex 0", all_error_of(ray, flat, 3, 0, 0), sqrt(5), bound);
    expect_error("vertex 1", all_error_of(ray, flat, 3, 1, 0), sqrt(13), bound);
    expect_error("vertex 2", all_error_of(ray, flat, 3, 0, 1), sqrt(5), bound);
    expect(all_error_of(ray, flat, 3, -0x1p-149f, .5f) == INFINITY &&
               all_error_of(ray, flat, 3, .25f, -0x1p-149f) == INFINITY &&
               all_error_of(ray, flat, 3, .5f, float_step(.5f, 1)) == INFINITY &&
               all_error_of(ray, flat, 3, 0x1p-30f, 1) == INFINITY &&
               all_error_of(ray, flat, 3, NAN, .5f) == INFINITY,
           "no weights");
    const float lifted[TRIANGLE] = {0, 0, 8, 4, 0, 0, 0, 4, 4}; // at (1, 2): 2 + 0 + 2
    put_open_ray(ray, (float[]){1, 2, 8}, (float[]){0, 0, -2});
    expect(all_error_of(ray, lifted, 2, .25f, .5f) == 0, "of vertices apart");
    expect_error("of these, vertex 1 for 0", all_error_of(ray, lifted, 2, .375f, .5f),
                 sqrt(.25 + 1), bound_of(8, 8));
}
