// SPDX-License-Identifier: MIT
// Known answers of the oracle of rays.
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "examples/random.h"
#include "harness.h"
#include "oracle.h"
#include "oracle/traced.h"

static const float cube[6] = {-1, -1, -1, 1, 1, 1};

struct ray {
    float origin[3], dir[3], t_min, t_max;
};

// inv_dir is NaN, because the oracle must not read it.
static void put_ray(float x[11], const struct ray *ray) {
    memcpy(x, ray->origin, sizeof ray->origin);
    memcpy(x + 3, ray->dir, sizeof ray->dir);
    for (int c = 0; c < 3; c++) x[6 + c] = NAN;
    x[9] = ray->t_min;
    x[10] = ray->t_max;
}

static struct exact ask_oracle(const struct ray *ray, const float box[6]) {
    float x[11];
    put_ray(x, ray);
    return oracle_of("ray_aabb")->answer(x, box);
}

static void expect_hit(const char *what, const struct ray *ray, const float box[6], double enter,
                       double exit, double depth) {
    const struct exact exact = ask_oracle(ray, box);
    expect(exact.hit, "%s: a miss", what);
    expect(exact.out[0] == enter && exact.out[1] == exit, "%s: t %a to %a", what, exact.out[0],
           exact.out[1]);
    expect(fabs(exact.margin - depth) <= 0x1p-49 * depth, "%s: depth %a", what, exact.margin);
}

static void expect_miss(const char *what, const struct ray *ray, const float box[6], double gap) {
    const struct exact exact = ask_oracle(ray, box);
    expect(!exact.hit, "%s: a hit", what);
    expect(exact.margin == -gap || (isfinite(gap) && fabs(exact.margin + gap) <= 0x1p-49 * gap),
           "%s: margin %a", what, exact.margin);
}

Test(oracle_ray_aabb, through_and_past) {
    const float inf = INFINITY;
    for (int c = 0; c < 3; c++) {
        for (int sign = -1; sign <= 1; sign += 2) {
            struct ray ray = {{0, 0, 0}, {0, 0, 0}, 0, inf};
            const int next = (c + 1) % 3;
            ray.origin[c] = -5 * (float)sign;
            ray.dir[c] = 2 * (float)sign;
            expect_hit("along an axis", &ray, cube, 2, 3, 1);
            ray.dir[c] = -ray.dir[c];
            expect_miss("away", &ray, cube, 4);
            ray.dir[c] = -ray.dir[c];
            ray.origin[next] = 1.5f;
            expect_miss("past", &ray, cube, .5);
            ray.dir[next] = .5f;
            expect_miss("past and rising", &ray, cube, 3 / sqrt(4.25)); // from the edge
            ray.dir[next] = -.5f;
            expect_hit("slanting in", &ray, cube, 2, 3, 2 / sqrt(4.25));
            ray.t_max = 1.5f;
            expect_miss("ends before", &ray, cube, 1);
        }
    }
    expect_hit("from within", &(struct ray){{0, 0, 0}, {1, 0, 0}, 0, inf}, cube, 0, 1, 1);
    expect_hit("diagonal", &(struct ray){{-3, -3, -3}, {1, 1, 1}, 0, inf}, cube, 2, 4, sqrt(2));
    // x + y = 3: the ray is nearest to the edge x = y = 1 at a point that is on no plane of the
    // box.
    expect_miss("past an edge", &(struct ray){{0, 3, .5f}, {1, -1, 0}, 0, inf}, cube, 1 / sqrt(2));
    expect_miss("the same, ended before that", &(struct ray){{0, 3, .5f}, {1, -1, 0}, 0, 1.25f},
                cube, sqrt(.0625 + .5625));
    expect_miss("the same, begun behind it", &(struct ray){{0, 3, .5f}, {1, -1, 0}, 1.75f, inf},
                cube, sqrt(.0625 + .5625));
    // A point moves along (1, -1, 0) from (1, 3, 2): (x - 1, y - 1, z - 1) = (t, 2 - t, 1).
    expect_miss("past a corner", &(struct ray){{1, 3, 2}, {1, -1, 0}, 0, inf}, cube, sqrt(3));
}

Test(oracle_ray_aabb, touching) {
    const float inf = INFINITY, off = float_step(1, 1);
    expect_hit("on a face", &(struct ray){{-5, 1, 0}, {1, 0, 0}, 0, inf}, cube, 4, 6, 0);
    expect_hit("on an edge", &(struct ray){{-5, 1, -1}, {1, 0, 0}, 0, inf}, cube, 4, 6, 0);
    expect_miss("an ulp off a face", &(struct ray){{-5, off, 0}, {1, 0, 0}, 0, inf}, cube, 0x1p-23);
    expect_hit("across an edge", &(struct ray){{-2, 0, 0}, {1, 1, 0}, 0, inf}, cube, 1, 1, 0);
    expect_miss("an ulp off an edge",
                &(struct ray){{-2, float_step(0x1p-22f, 0), 0}, {1, 1, 0}, 0, inf}, cube,
                0x1p-22 / sqrt(2));
    expect_hit("a corner", &(struct ray){{-2, 0, 1}, {1, 1, 0}, 0, inf}, cube, 1, 1, 0);
    expect_hit("a corner", &(struct ray){{-2, 0, 0}, {1, 1, 1}, 0, inf}, cube, 1, 1, 0);
    expect_hit("starts where it leaves", &(struct ray){{1, 0, 0}, {1, 0, 0}, 0, inf}, cube, 0, 0,
               0);
    expect_hit("starts where it enters", &(struct ray){{-1, 0, 0}, {1, 0, 0}, 0, inf}, cube, 0, 2,
               1);
    const float plate[6] = {0, -1, -1, 0, 1, 1};
    expect_hit("a flat box", &(struct ray){{-4, 0, 0}, {2, 0, 0}, 0, inf}, plate, 2, 2, 1);
    expect_hit("in a flat box", &(struct ray){{0, -4, 0}, {0, 2, 0}, 0, inf}, plate, 1.5, 2.5, 0);
    const float point[6] = {1, 2, 3, 1, 2, 3};
    expect_hit("a point", &(struct ray){{-1, -2, -3}, {1, 2, 3}, 0, inf}, point, 2, 2, 0);
    expect_miss("past a point", &(struct ray){{-1, -2, -2}, {1, 2, 3}, 0, inf}, point,
                sqrt(5. / 14));
}

Test(oracle_ray_aabb, directions_of_both_zeros) {
    for (int signs = 0; signs < 8; signs++) {
        const float inf = INFINITY, y = signs & 1 ? -0.0f : 0.0f, z = signs & 2 ? -0.0f : 0.0f;
        const float height = signs & 4 ? 1 : -1; // on either face
        expect_hit("within", &(struct ray){{-5, .5f, 0}, {1, y, z}, 0, inf}, cube, 4, 6, .5);
        expect_hit("on a face", &(struct ray){{-5, height, 0}, {1, y, z}, 0, inf}, cube, 4, 6, 0);
        expect_hit("on an edge", &(struct ray){{-5, height, 1}, {1, y, z}, 0, inf}, cube, 4, 6, 0);
        expect_miss("outside", &(struct ray){{-5, 2 * height, 0}, {1, y, z}, 0, inf}, cube, 1);
        expect_hit("a plane through zero", &(struct ray){{-5, y, z}, {1, y, z}, 0, inf},
                   (float[]){-1, 0, -0.0f, 1, 2, 2}, 4, 6, 0);
        expect_hit("no direction, within", &(struct ray){{0, 0, .5f}, {0, y, z}, 0, 7}, cube, 0, 7,
                   .5);
        expect_miss("no direction, outside", &(struct ray){{0, 3, 0}, {0, y, z}, 0, inf}, cube, 2);
    }
}

Test(oracle_ray_aabb, range) {
    const float inf = INFINITY;
    const double limit = 0x1p127;
    expect_hit("t_min within", &(struct ray){{-5, 0, 0}, {1, 0, 0}, 5, inf}, cube, 5, 6, 1);
    expect_hit("t_max within", &(struct ray){{-5, 0, 0}, {1, 0, 0}, 0, 4.5f}, cube, 4, 4.5, .5);
    expect_hit("both within", &(struct ray){{-5, 0, 0}, {1, 0, 0}, 4.5f, 5}, cube, 4.5, 5, 1);
    expect_hit("t_max at the entry", &(struct ray){{-5, 0, 0}, {1, 0, 0}, 0, 4}, cube, 4, 4, 0);
    expect_hit("t_min at the exit", &(struct ray){{-5, 0, 0}, {1, 0, 0}, 6, inf}, cube, 6, 6, 0);
    expect_hit("a point of a ray", &(struct ray){{-5, 0, 0}, {1, 0, 0}, 4.5f, 4.5f}, cube, 4.5, 4.5,
               .5);
    expect_miss("ends before", &(struct ray){{-5, 0, 0}, {1, 0, 0}, 0, float_step(4, -1)}, cube,
                0x1p-22);
    expect_miss("begins behind", &(struct ray){{-5, 0, 0}, {1, 0, 0}, float_step(6, 1), inf}, cube,
                0x1p-21);
    expect_hit("negative t_min", &(struct ray){{0, 0, 0}, {1, 0, 0}, -3, inf}, cube, 0, 1, 1);
    expect_hit("t_min -inf", &(struct ray){{0, 0, 0}, {1, 0, 0}, -inf, inf}, cube, 0, 1, 1);
    expect_miss("behind, t_min negative", &(struct ray){{5, 0, 0}, {1, 0, 0}, -9, inf}, cube, 4);
    expect_hit("t_max -0", &(struct ray){{0, 0, 0}, {1, 0, 0}, 0, -0.0f}, cube, 0, 0, 1);
    // Empty rays.
    expect_miss("t_min > t_max", &(struct ray){{-5, 0, 0}, {1, 0, 0}, 5, float_step(5, -1)}, cube,
                inf);
    expect_miss("t_min > t_max below 0", &(struct ray){{0, 0, 0}, {1, 0, 0}, -1, -2}, cube, inf);
    expect_miss("t_min > t_max beyond the cut",
                &(struct ray){{0, 0, 0}, {0x1p-130f, 0, 0}, inf, 0x1.8p127f}, cube, inf);
    expect_miss("t_max < 0", &(struct ray){{0, 0, 0}, {1, 0, 0}, -3, -0x1p-98f}, cube, inf);
    expect_miss("t_max < 0 by little, which may hit",
                &(struct ray){{0, 0, 0}, {1, 0, 0}, -3, -0x1p-149f}, cube, 0);
    expect_miss("t_max -inf", &(struct ray){{0, 0, 0}, {1, 0, 0}, 0, -inf}, cube, inf);
    // Both ends of the range are clamped to 2^127.
    const float huge[6] = {-0x1p60f, -0x1p60f, -0x1p60f, 0x1p60f, 0x1p60f, 0x1p60f};
    expect_hit("2^120", &(struct ray){{0, 0, 0}, {0x1p-60f, 0, 0}, 0, inf}, huge, 0, 0x1p120,
               0x1p60);
    expect_hit("beyond", &(struct ray){{0, 0, 0}, {0x1p-80f, 0, 0}, 0, inf}, huge, 0, limit,
               0x1p60);
    expect_hit("t_max beyond", &(struct ray){{0, 0, 0}, {0x1p-80f, 0, 0}, 0, FLT_MAX}, huge, 0,
               limit, 0x1p60);
    expect_hit("t_min beyond", &(struct ray){{0, 0, 0}, {0x1p-80f, 0, 0}, FLT_MAX, inf}, huge,
               limit, limit, 0x1p60 - 0x1p47);
    expect_miss("short of a box at the cut", &(struct ray){{0, 0, 0}, {0x1p-127f, 0, 0}, 0, inf},
                (float[]){1.5f, -1, -1, 2, 1, 1}, .5);
    const float empty[2][6] = {{inf, inf, inf, -inf, -inf, -inf},
                               {FLT_MAX, FLT_MAX, FLT_MAX, -FLT_MAX, -FLT_MAX, -FLT_MAX}};
    for (int c = 0; c < 3; c++) {
        float none[6] = {-1, -1, -1, 1, 1, 1};
        none[c] = .75f, none[3 + c] = .25f;
        expect_miss("no box", &(struct ray){{0, 0, 0}, {1, 1, 1}, 0, inf}, none, inf);
    }
    for (int e = 0; e < 2; e++)
        expect_miss("the empty box", &(struct ray){{0, 0, 0}, {1, 1, 1}, 0, inf}, empty[e], inf);
}

static double error_of(const struct ray *ray, const float box[6], unsigned k, float got) {
    float x[11];
    put_ray(x, ray);
    const struct exact exact = ask_oracle(ray, box);
    return oracle_of("ray_aabb")->output_error(&exact, x, box, k, got);
}

Test(oracle_ray_aabb, output_errors) {
    // The ray enters at 4/3 and leaves at 2. Outputs need not be exact.
    const struct ray ray = {{-5, 0, 0}, {3, 0, 0}, 0, INFINITY};
    const float enter = 4.0f / 3, exit = 2;
    const double ulp = 0x1p-23 / (4. / 3 * 0x1p-20); // an ulp of enter, as a part of the bound
    expect(error_of(&ray, cube, 0, enter) < ulp, "the nearest float");
    for (int steps = -32; steps <= 32; steps++) {
        const double error = error_of(&ray, cube, 0, float_step(enter, steps));
        expect(fabs(error - fabs(steps * ulp)) < ulp && (error <= 1) == (abs(steps) <= 10),
               "%d ulp: %g", steps, error);
    }
    expect(error_of(&ray, cube, 1, exit) == 0, "the exact t_exit");
    expect(error_of(&ray, cube, 1, float_step(exit, -1)) == INFINITY, "t_exit an ulp below");
    expect(error_of(&ray, cube, 1, float_step(exit, 8)) <= 1, "t_exit 2^-20 behind");
    expect(error_of(&ray, cube, 1, float_step(exit, 9)) > 1, "t_exit further behind");
    // A t_exit that is not a float: the float below it is wrong, the one above is right.
    const float third[6] = {-1, -1, -1, -4, 1, 1};
    const float box[6] = {third[0] - 4, -1, -1, -4, 1, 1}; // -5 to -4
    const float below = 0x1.555554p-2f, above = 0x1.555556p-2f;
    expect(error_of(&ray, box, 1, below) == INFINITY, "the float below a third");
    expect(error_of(&ray, box, 1, above) < 1, "the float above a third");
    for (unsigned k = 0; k < 2; k++) {
        expect(error_of(&ray, cube, k, NAN) == INFINITY, "NaN");
        expect(error_of(&ray, cube, k, INFINITY) == INFINITY, "infinity");
        expect(error_of(&ray, cube, k, -enter) == INFINITY, "a negative t");
    }
    const struct ray cut = {{-5, 0, 0}, {3, 0, 0}, 1.5f, 1.75f};
    expect(error_of(&cut, cube, 0, 1.5f) == 0 && error_of(&cut, cube, 1, 1.75f) == 0, "both cut");
    expect(error_of(&cut, cube, 0, float_step(1.5f, -1)) == INFINITY, "before t_min");
    expect(error_of(&cut, cube, 1, float_step(1.75f, 1)) == INFINITY, "beyond t_max");
    const struct ray inside = {{0, 0, 0}, {4, 0, 0}, 0, INFINITY};
    expect(error_of(&inside, cube, 0, 0x1p-72f) <= 1, "2^-70 of way past an entry at 0");
    expect(error_of(&inside, cube, 0, 0x1p-71f) > 1, "more than that");
    const struct ray still = {{0, 0, 0}, {0, 0, 0}, 0, 3};
    expect(error_of(&still, cube, 0, 0) == 0 && error_of(&still, cube, 1, 3) == 0, "no direction");
    expect(error_of(&still, cube, 0, 0x1p-98f) > 1, "no direction, past the entry");
}

Test(oracle_traced, a_triangle) {
    const float triangle[9] = {-1, -1, 0, 1, -1, 0, 0, 1, 0};
    float ray[7] = {0, 0, -2, 0, 0, 2, INFINITY};
    double t;
    expect(exact_meets(ray, triangle, &t) && t == 1, "through it: %g", t);
    expect(exact_distance(ray, triangle) == 0, "no distance");
    ray[6] = 1;
    expect(exact_meets(ray, triangle, &t) && t == 1, "as far as it: %g", t);
    ray[6] = float_step(1, -1);
    expect(!exact_meets(ray, triangle, &t) && t == INFINITY, "short of it: %g", t);
    const double left = exact_distance(ray, triangle);
    expect(left == 0x1p-23, "what is left of the way: %g", left);
    ray[6] = INFINITY;
    ray[1] = float_step(1, 1);
    expect(!exact_meets(ray, triangle, &t), "past its vertex: %g", t);
    ray[1] = 1;
    expect(exact_meets(ray, triangle, &t) && t == 1, "through its vertex: %g", t);
    // The farthest coordinate is 2, and so is the longest side: t may be off by half of
    // 2 (2^-20 + 2^-14).
    const double bound = 0x1p-20 + 0x1p-14;
    for (int side = -1; side <= 1; side += 2) {
        const double within = exact_error_of_t(ray, triangle, 1, (float)(1 + side * bound * .99));
        const double beyond = exact_error_of_t(ray, triangle, 1, (float)(1 + side * bound * 1.01));
        expect(within < 1 && within > .98, "within the bound: %g", within);
        expect(beyond > 1 && beyond < 1.02, "beyond the bound: %g", beyond);
    }
    expect(exact_error_of_t(ray, triangle, 1, 1) == 0, "the exact t");
    expect(exact_error_of_t(ray, triangle, 1, -1) == INFINITY, "before the range");
    // In the triangle's plane, where points after the first contact also lie in the triangle.
    const float along[7] = {-2.75f, -.5f, 0, 2, 0, 0, INFINITY};
    expect(exact_meets(along, triangle, &t) && t == 1, "in its plane: %g", t);
    expect(exact_error_of_t(along, triangle, t, 1.25f) > 1, "behind the first contact");
    expect(exact_error_of_t(along, triangle, 1.25, 1.25f) == 0, "at what is called the first one");
}
