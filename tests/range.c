// SPDX-License-Identifier: MIT
// The range of the promises: pairs at its ends and, for the tests that are total, at the ends of
// float. Every one of these was once lost.
#include <float.h>
#include <math.h>
#include <string.h>

#include "../kernels/api/range.h"
#include "harness.h"
#include "known.h"

// Both sides of a pair. Floats that a side does not use are left out.
struct pair {
    const char *kernel, *what;
    float first[CASE_FLOATS_MAX], second[CASE_FLOATS_MAX];
};

// --- touching ---

// Differences so much smaller than their terms that products of two of them underflow.
static const struct pair tiny[] = {
    {"segment_aabb",
     "at 2^-60",
     {0x1.00136p-60, 0x1.0012ap-60, 0x1.00127ep-60, 0x1.001224p-60, 0x1.001118p-60, 0x1.001036p-60},
     {0x1.0011a4p-60, 0x1.0010e4p-60, 0x1.00100ap-60, 0x1.00130cp-60, 0x1.00126p-60,
      0x1.0011dp-60}},
    {"triangle_aabb",
     "at 2^-60",
     {0x1.0013eap-60, 0x1.00114p-60, 0x1.001254p-60, 0x1.00112p-60, 0x1.0013acp-60, 0x1.0013fcp-60,
      0x1.0012fap-60, 0x1.001114p-60, 0x1.001388p-60},
     {0x1.0010fep-60, 0x1.0011e4p-60, 0x1.001292p-60, 0x1.0012dep-60, 0x1.0013d2p-60,
      0x1.001476p-60}},
    {"triangle_aabb",
     "a sliver at 2^-59",
     {-0x1.bc7cb4p-59, -0x1.cffff2p-59, -0x1.814ea6p-58, -0x1.8b0d7ap-58, -0x1.6p-60,
      -0x1.9df4cp-59, -0x1.bc7cbap-59, -0x1.dp-59, -0x1.814eb6p-58},
     {-0x1.8e53d6p-58, -0x1.6p-60, -0x1.9df4cp-59, -0x1.b28e72p-59, -0x1.6p-60, -0x1.9df4cp-59}},
    {"triangle_obb",
     "at 2^-60",
     {0x1.0024bap-60, 0x1.002032p-60, 0x1.002412p-60, 0x1.002b94p-60, 0x1.0024ap-60, 0x1.002594p-60,
      0x1.0026bcp-60, 0x1.001eap-60, 0x1.0022dep-60},
     {0x1.0027aep-60, 0x1.002126p-60, 0x1.00242cp-60, 0x1p-60, 0, 0, 0x1.333334p-1, 0x1.99999ap-1,
      0, -0x1.99999ap-1, 0x1.333334p-1, 0, 0, 0, 1}},
    {"segment_obb",
     "at 2^-60",
     {0x1.00011cp-60, 0x1.00011p-60, 0x1.0001p-60, 0x1.00013ap-60, 0x1.0000fep-60, 0x1.000112p-60},
     {0x1.00011cp-60, 0x1.03ab3p-59, 0x1.07fccp-59, 0, 0x1.07555p-60, 0x1.0ff88p-60, 1, 0, 0, 0, 1,
      0, 0, 0, 1}},
    {"obb_obb",
     "denormal boxes",
     {-0x1p-147, 0x1p-148, -0x1p-148, 0, 0x1p-147, 0x1p-148, 0, 0x1.333334p-1, 0x1.99999ap-1, 0,
      -0x1.99999ap-1, 0x1.333334p-1, 1, 0, 0},
     {0x1p-148, 0x1p-147, -0x1.8p-147, 0x1p-147, 0x1.8p-147, 0x1p-147, 1, 0, 0, 0, 1, 0, 0, 0, 1}},
    {"aabb_aabb_sweep",
     "a gap of 2^-83 at 2^59",
     {0x1.0003e8p-60, 0x1.0003e8p-60, 0x1p-60, 0x1.0007dp-60, 0x1.0007dp-60, 0x1.000014p-60, 0, 0,
      0},
     {0x1.0008p-60, 0x1.00032p-60, 0x1p-60, 0x1.000fap-60, 0x1.00040cp-60, 0x1.000014p-60,
      -0x1.9a8ffp+59, -0x1.33ebf4p+59, 0}},
};

// Boxes that are open on one side.
static const struct pair open[] = {
    {"segment_aabb", "min z", {0, -1, 0, 0, 1, 0}, {-2, -1, -FLT_MAX, 2, 1, 1}},
    {"segment_aabb", "min x", {-1, 0, 0, 0, -1, 0}, {-FLT_MAX, -2, -2, 0, 2, 2}},
    {"segment_aabb", "max y", {0, 0, -2, 0, 0, 2}, {-1, -2, 0, 2, 1e38f, 2}},
    {"segment_aabb", "max x y", {0, 2, 0, 1, -1, 0}, {0, -1, -1, 1e38f, 1e38f, 2}},
    {"triangle_aabb", "max x, a point", {0}, {-1, -2, -2, FLT_MAX, 0, 0}},
    {"triangle_aabb", "max x z", {0, 0, 3, 0, 0, -1, 1, 0, 0}, {-2, -1, 0, 1e38f, 2, 1e38f}},
    {"aabb_aabb",
     "all that is",
     {1, 1, 1, 1, 1, 1},
     {-FLT_MAX, -FLT_MAX, -FLT_MAX, FLT_MAX, FLT_MAX, FLT_MAX}},
    {"aabb_aabb",
     "at -FLT_MAX",
     {-FLT_MAX, -FLT_MAX, -FLT_MAX, RANGE_AABB_END, -FLT_MAX, -FLT_MAX},
     {-FLT_MAX, -FLT_MAX, -FLT_MAX, 0, 0, 0}},
    {"aabb_aabb_sweep",
     "at -FLT_MAX",
     {-FLT_MAX, -FLT_MAX, -FLT_MAX, RANGE_AABB_END, -FLT_MAX, -FLT_MAX},
     {-FLT_MAX, -FLT_MAX, -FLT_MAX, 0, 0, 0}},
    {"aabb_obb",
     "max x y z",
     {0, 0, 0, FLT_MAX, FLT_MAX, FLT_MAX},
     {-1, -1, -1, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1}},
    {"sphere_aabb", "max x y z", {-1, 0, 0, 1}, {0, 0, 0, FLT_MAX, FLT_MAX, FLT_MAX}},
};

static void expect_hits(const struct pair *pairs, size_t count) {
    for (size_t k = 0; k < count; k++) {
        const struct pair *const p = &pairs[k];
        const struct lbx_case *const c = case_named(p->kernel);
        if (c->outputs) {
            expect_answer(c, p->what, p->first, p->second, 0, true, NULL);
        } else {
            expect_verdict(c, p->what, p->first, p->second, true);
        }
    }
}

Test(range, products_that_underflow) {
    expect_hits(tiny, sizeof tiny / sizeof *tiny);
}

Test(range, boxes_that_are_open) {
    expect_hits(open, sizeof open / sizeof *open);
}

// Rays without inv_dir whose inverse is not a normal float, or whose distance to the box overflows.
Test(range, rays_at_the_ends_of_float) {
    static const struct {
        float ray[8], box[6];
    } all[] = {
        {{-0x1p-136, 0x1p-135, 0x1p-136, -0x1p-137, -0x1.8p-136, -0x1p-137, 0, 0x1p+113},
         {-0x1.8p-136, -0x1.8p-136, -0x1.8p-136, 0, 0x1p-137, 0x1.8p-136}},
        {{-TOTAL_ORIGIN, 0, 0, TOTAL_DIR, 0x1p-149, 0, 0, 0x1p24f},
         {FLT_MAX, 0, 0, FLT_MAX, 0x1p-120, 0}},
        {{-TOTAL_ORIGIN, 0, 0, 4, 0, 0, 0, INFINITY}, {1, 0, 0, 2, 0, 0}},
        {{TOTAL_ORIGIN, 0, 0, -4, -0.0f, 0x1p-140, 0, INFINITY}, {-1, 0, -1, 1, 0, 1}},
        {{0, 0, 0, 0x1p-149, 0x1p-148, 0, 0, INFINITY}, {0x1p-30, 0x1p-29, 0, 0x1p-30, 0x1p-29, 0}},
    };
    const struct lbx_case *const c = case_named("ray_aabb");
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        float ray[CASE_FLOATS_MAX] = {0};
        memcpy(ray, all[k].ray, 6 * sizeof *ray);
        memcpy(ray + 9, all[k].ray + 6, 2 * sizeof *ray);
        expect_answer(c, "a ray", ray, all[k].box, c->optional[0][0], true, NULL);
    }
}

// For these neither side is proven, whatever outputs are wanted.
Test(range, planes_whose_products_overflow) {
    static const float plane[4] = {-0x1p+64, 0, -0x1p+62, 0x1.8p+127};
    static const float box[6] = {-0x1p-4, -0x1p-4, -0x1p-3, 0x1.8p+63, 0x1p-44, 0x1p+63};
    expect_class(case_named("plane_aabb"), "overflow", plane, box, LBX_INTERSECTING);
}

// Zero is still distinguished from other values if the program flushes denormals, as engines do.
Test(range, tangents_with_denormals_flushed) {
    static const float plane[4] = {0, 0, 1, -1};
    static const float aabb[6] = {-1, -1, -1, 1, 1, 1};
    static const float obb[15] = {0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    case_flushes = true;
    expect_class(case_named("plane_aabb"), "a cube", plane, aabb, LBX_TANGENT);
    expect_class(case_named("plane_obb"), "a cube", plane, obb, LBX_TANGENT);
    case_flushes = false;
}

// --- apart ---

Test(range, the_empty_box_meets_nothing) {
    static const float all[6] = {-FLT_MAX, -FLT_MAX, -FLT_MAX, FLT_MAX, FLT_MAX, FLT_MAX};
    static const float empty[2][6] = {
        {INFINITY, INFINITY, INFINITY, -INFINITY, -INFINITY, -INFINITY},
        {FLT_MAX, FLT_MAX, FLT_MAX, -FLT_MAX, -FLT_MAX, -FLT_MAX}};
    static const float largest[4] = {0, 0, 0, RANGE_LENGTH};
    for (int k = 0; k < 2; k++) {
        expect_verdict_both_ways(case_named("aabb_aabb"), "all that is", all, empty[k], false);
        expect_verdict(case_named("sphere_aabb"), "the largest ball", largest, empty[k], false);
        float moving[2][9] = {{0}, {0}};
        memcpy(moving[0], all, sizeof all);
        memcpy(moving[1], empty[k], sizeof all);
        expect_verdict_both_ways(case_named("aabb_aabb_sweep"), "all that is", moving[0], moving[1],
                                 false);
    }
}

// Two boxes that do not touch, so small that squares of their sizes vanish.
Test(range, prejudged_where_squares_vanish) {
    static const float a[15] = {0x1p-75, 0x1p-76, 0, 0x1p-75, 0x1p-77, 0x1p-76, 0, 1,
                                0,       0,       0, -1,      -1,      0,       0};
    static const float b[15] = {-0x1p-77, 0x1.8p-76, 0x1p-76, 0x1.8p-76, 0x1p-76, 0x1.8p-76, 1, 0,
                                0,        0,         1,       0,         0,       0,         1};
    expect_class(case_named("obb_obb_prejudge"), "small", a, b, LBX_UNDECIDED);
}

Test(range, spheres_around_small_boxes) {
    static const float box[15] = {0, 0, 0, 0x1p-76, 0x1p-76, 0x1p-76, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    const lbx_obbs boxes = lbx_obbs_of(box, box + 3, box + 6, 1, 0);
    float center[3], radius = 0;
    const lbx_spheres_out out = {{&center[0], &center[1], &center[2]}, &radius, 1, 0};
    expect(lbx_spheres_from_obbs(&boxes, 1, &out) == 1 && radius >= 0x1.bb67b0p-76f, "%a",
           (double)radius);
}

// --- what the checks mark ---

// A side of a kernel's case, with one float at its last good value and at its first bad one.
static void expect_marked(const char *kernel, int s, unsigned at, float last_good,
                          float first_bad) {
    const struct lbx_case *const c = case_named(kernel);
    float x[2][CASE_FLOATS_MAX];
    float *first[CASE_FLOATS_MAX], *second[CASE_FLOATS_MAX];
    for (unsigned k = 0; k < CASE_FLOATS_MAX; k++) first[k] = &x[0][k], second[k] = &x[1][k];
    c->fill(1, SCENE_ALL_HIT, 1, first, second);
    struct case_side side = {.count = 1};
    for (unsigned k = 0; k < c->required[s]; k++) side.at[k] = &x[s][k];
    for (int sign = -1; sign <= 1; sign += 2) {
        x[s][at] = (float)sign * last_good;
        expect(c->check[s](&side, 1, NULL) == 0, "%s %d: %a is marked", kernel, s,
               (double)x[s][at]);
        x[s][at] = (float)sign * first_bad;
        expect(c->check[s](&side, 1, NULL) == 1, "%s %d: %a is not", kernel, s, (double)x[s][at]);
    }
}

static float above(float x) {
    return nextafterf(x, INFINITY);
}

Test(range, checks_mark_what_is_beyond) {
    expect_marked("aabb_obb", 1, 0, RANGE_LENGTH, above(RANGE_LENGTH));
    expect_marked("ray_aabb", 0, 0, RANGE_LENGTH, above(RANGE_LENGTH));
    expect_marked("ray_aabb", 0, 3, RANGE_SPEED, above(RANGE_SPEED));
    expect_marked("segment_aabb", 0, 5, RANGE_LENGTH, above(RANGE_LENGTH));
    expect_marked("triangle_aabb", 0, 8, RANGE_LENGTH, above(RANGE_LENGTH));
    expect_marked("plane_aabb", 0, 0, RANGE_LENGTH, above(RANGE_LENGTH));
    expect_marked("plane_aabb", 0, 3, RANGE_OFFSET, above(RANGE_OFFSET));
    expect_marked("sphere_sphere", 0, 2, RANGE_LENGTH, above(RANGE_LENGTH));
    for (int k = 0; k < 6; k++)
        expect_marked("capsule_capsule", 0, k, RANGE_LENGTH, above(RANGE_LENGTH));
    expect_marked("sphere_sphere_sweep", 0, 6, RANGE_SPEED, above(RANGE_SPEED));
    expect_marked("aabb_aabb_sweep", 1, 8, RANGE_SPEED, above(RANGE_SPEED));
}

static ptrdiff_t check_ray(const float dir[3]) {
    static const float origin[3] = {0, 0, 0};
    const lbx_rays rays = lbx_rays_of(origin, dir, 1, 0);
    return lbx_rays_check(&rays, 1, NULL);
}

static ptrdiff_t check_plane(const float normal[3]) {
    static const float offset = 1;
    const lbx_planes planes = lbx_planes_of(normal, &offset, 1, 0);
    return lbx_planes_check(&planes, 1, NULL);
}

static ptrdiff_t check_sphere(float radius) {
    static const float center[3] = {0, 0, 0};
    const lbx_spheres spheres = lbx_spheres_of(center, &radius, 1, 0);
    return lbx_spheres_check(&spheres, 1, NULL);
}

Test(range, checks_mark_what_is_too_short) {
    const float below_dir = nextafterf(RANGE_DIR_LEAST, 0);
    const float below_normal = nextafterf(RANGE_NORMAL_LEAST, 0);
    expect(check_ray((float[]){0, -RANGE_DIR_LEAST, 0x1p-149f}) == 0, "a direction");
    expect(check_ray((float[]){below_dir, -below_dir, 0}) == 1, "a short one");
    expect(check_plane((float[]){0, -RANGE_NORMAL_LEAST, 0x1p-149f}) == 0, "a normal");
    expect(check_plane((float[]){below_normal, -below_normal, 0}) == 1, "a short one");
    expect(check_sphere(0) == 0 && check_sphere(RANGE_RADIUS_LEAST) == 0 &&
               check_sphere(RANGE_LENGTH) == 0,
           "radii");
    expect(check_sphere(nextafterf(RANGE_RADIUS_LEAST, 0)) == 1 && check_sphere(-1) == 1 &&
               check_sphere(above(RANGE_LENGTH)) == 1,
           "radii beyond");
}

// A given inverse does not distinguish 0 from a denormal direction.
Test(range, checks_mark_inverses_of_denormals) {
    float ray[9] = {0, 0, 0, 1, 0x1p-127f, 0, 1, 0x1p+127f, INFINITY};
    lbx_rays rays = lbx_rays_of(ray, ray + 3, 1, 0);
    expect(lbx_rays_check(&rays, 1, NULL) == 0, "without inv_dir");
    for (int c = 0; c < 3; c++) rays.inv_dir[c] = &ray[6 + c];
    expect(lbx_rays_check(&rays, 1, NULL) == 1, "with it");
    ray[4] = FLT_MIN;
    ray[7] = 1 / FLT_MIN;
    expect(lbx_rays_check(&rays, 1, NULL) == 0, "the least that may be");
}
