// SPDX-License-Identifier: MIT
// Known answers of lbx_sphere_aabb.
#include <float.h>
#include <math.h>
#include <string.h>

#include "harness.h"
#include "known.h"

static void expect_hit(const char *what, const float sphere[4], const float box[6], bool hit) {
    expect_verdict(case_named("sphere_aabb"), what, sphere, box, hit);
}

static const float cube[6] = {-1, -1, -1, 1, 1, 1};

Test(sphere_aabb, touching_is_overlap) {
    for (int c = 0; c < 3; c++) {
        for (int sign = -1; sign <= 1; sign += 2) {
            float s[4] = {.25f, -.5f, .75f, 3};
            s[c] = 4 * (float)sign;
            expect_hit("a face", s, cube, true);
            s[c] = (4 + 0x1p-18f) * (float)sign;
            expect_hit("off a face", s, cube, false);
            s[c] = 4 * (float)sign, s[(c + 1) % 3] = -5, s[3] = 5;
            expect_hit("an edge", s, cube, true);
            s[3] = 4.9999f;
            expect_hit("off an edge", s, cube, false);
            s[(c + 2) % 3] = 13, s[3] = 13;
            expect_hit("a corner", s, cube, true);
            s[3] = 12.9999f;
            expect_hit("off a corner", s, cube, false);
            s[3] = 14;
            expect_hit("over a corner", s, cube, true);
        }
    }
    expect_hit("around the box", (float[]){0, .5f, 0, 9}, cube, true);
    expect_hit("within the box", (float[]){0, .5f, 0, .25f}, cube, true);
}

// Lows 1, 2, 3 and highs 4, 6, 8: a wrong plane would show.
Test(sphere_aabb, every_plane_counts) {
    const float box[6] = {1, 2, 3, 4, 6, 8};
    for (int k = 0; k < 6; k++) {
        const float outwards = k < 3 ? -1 : 1;
        float s[4] = {2, 3, 4, .5f};
        s[k % 3] = box[k] + .5f * outwards;
        expect_hit("a face", s, box, true);
        s[k % 3] = box[k] + .501f * outwards;
        expect_hit("off a face", s, box, false);
    }
}

Test(sphere_aabb, points_and_flat_boxes) {
    for (int k = 0; k < 6; k++) {
        float point[4] = {.25f, -.5f, .75f, 0}, off[4] = {.25f, -.5f, .75f, 0};
        point[k % 3] = cube[k];
        expect_hit("a point on a face", point, cube, true);
        off[k % 3] = float_step(cube[k], 1);
        expect_hit("a point an ulp off", off, cube, false);
        off[k % 3] = float_step(cube[k], -1);
        expect_hit("a point an ulp in", off, cube, true);
    }
    expect_hit("a point within", (float[]){0, .5f, 0, 0}, cube, true);
    expect_hit("a point at a corner", (float[]){1, -1, 1, 0}, cube, true);
    const float point[6] = {1, 2, 3, 1, 2, 3}, plate[6] = {-1, -1, 0, 1, 1, 0};
    expect_hit("a point against itself", (float[]){1, 2, 3, 0}, point, true);
    expect_hit("a point on a sphere", (float[]){4, 6, 3, 5}, point, true);
    expect_hit("a point off a sphere", (float[]){4, 6.001f, 3, 5}, point, false);
    expect_hit("a plate", (float[]){0, 0, -2, 2}, plate, true);
    expect_hit("off a plate", (float[]){0, 0, 2.001f, 2}, plate, false);
    expect_hit("zeros of both signs", (float[]){-0.0f, 0, 0, -0.0f},
               (float[]){0, -0.0f, 0, 1, 1, 1}, true);
}

// A sphere of negative radius holds no point.
Test(sphere_aabb, a_negative_radius_meets_nothing) {
    for (int power = -60; power <= 60; power += 20) {
        const float radius = -ldexpf(1, power);
        expect_hit("within", (float[]){0, .5f, 0, radius}, cube, false);
        expect_hit("on a face", (float[]){1, .5f, 0, radius}, cube, false);
        expect_hit("outside", (float[]){1.5f, .5f, 0, radius}, cube, false);
    }
}

Test(sphere_aabb, the_empty_box_meets_nothing) {
    const float most = FLT_MAX, empty[2][6] = {
                                    {INFINITY, INFINITY, INFINITY, -INFINITY, -INFINITY, -INFINITY},
                                    {most, most, most, -most, -most, -most},
                                };
    const float spheres[][4] = {
        {0, 0, 0, 1},           {0, 0, 0, 0},
        {0, 0, 0, 0x1p60f},     {0x1p60f, -0x1p60f, 0, 0x1p60f},
        {-0x1p60f, 0, 0, 0},    {1, 2, 3, 0x1p-60f},
        {0x1p60f, 0, 0, 1e18f}, {0, 0, 0, 0x1.8p63f},
    };
    for (int e = 0; e < 2; e++) {
        for (size_t k = 0; k < sizeof spheres / sizeof *spheres; k++)
            expect_hit("the empty box", spheres[k], empty[e], false);
    }
}

// At the ends of the range no square overflows or underflows.
Test(sphere_aabb, range) {
    for (int power = -60; power <= 60; power += 120) {
        const float at = ldexpf(1, power), next = float_step(at, 256);
        const float box[6] = {-at, -at, -at, 0, 0, 0};
        expect_hit("touches", (float[]){at, 0, 0, at}, box, true);
        expect_hit("apart", (float[]){next, 0, 0, at}, box, false);
        expect_hit("a point apart", (float[]){at, 0, 0, 0}, box, false);
    }
    const float far = 0x1p60f;
    expect_hit("far apart", (float[]){far, far, far, 0x1p-60f},
               (float[]){-far, -far, -far, -far, -far, -far}, false);
    expect_hit("a large one", (float[]){far, 0, 0, far}, (float[]){0, 0, 0, 0, 0, 0}, true);
}

// A NaN proves nothing; the other comparisons still count.
Test(sphere_aabb, nan) {
    const float nothing[6] = {NAN, NAN, NAN, NAN, NAN, NAN}, sphere[4] = {0, 0, 0, 1};
    expect_hit("a box of NaN", sphere, nothing, true);
    expect_hit("a sphere of NaN", nothing, cube, true);
    expect_hit("NaN against NaN", nothing, nothing, true);
    for (int k = 0; k < 4; k++) {
        float s[4] = {9, 9, 9, 1};
        s[k] = NAN;
        expect_hit("a NaN in the sphere is in the one comparison", s, cube, true);
    }
    for (int k = 0; k < 6; k++) {
        const int c = k % 3, other = (c + 1) % 3;
        float box[6] = {-1, -1, -1, 1, 1, 1};
        box[k] = NAN;
        float s[4] = {0, 0, 0, 1};
        s[c] = k < 3 ? -9 : 9;
        expect_hit("a plane that is NaN limits nothing", s, box, true);
        s[c] = -s[c];
        expect_hit("the other plane of the axis does", s, box, false);
        s[c] = 0, s[other] = 9;
        expect_hit("another axis does", s, box, false);
    }
}

// Spheres that touch a corner. Each operation of the test is rounded to their harm by nearly half
// an ulp. A pad of 4 half ulps instead of 8 loses the first three plain and the last one fused.
Test(sphere_aabb, rounding_at_its_worst) {
    const struct {
        float sphere[4], corner[3];
    } rows[] = {
        {{0x1.cde788p-1f, 0x1.8d9e32p-13f, 0x1.856e34p-12f, 0x1.00a892p-1f},
         {0x1.9a80fap-2f, 0x1.46d896p-12f, 0x1.f064bap-9f}},
        {{0x1.0a2934p-12f, 0x1.035cc2p+0f, 0x1.01a1a2p-12f, 0x1.035ce2p+0f},
         {0x1.afac34p-9f, 0x1.67faf6p-19f, 0x1.aad5c4p-28f}},
        {{0x1.07ec86p+0f, 0x1.7e73f6p-13f, 0x1.0fc6bcp-12f, 0x1.07ec78p+0f},
         {0x1.77fcc4p-19f, 0x1.efdae4p-10f, 0x1.5aeb96p-10f}},
        {{0x1.05109ap+0f, 0x1.093bd8p-12f, 0x1.a03df2p-12f, 0x1.0510cap+0f},
         {0x1.7f4e38p-23f, 0x1.22bc9ap-17f, 0x1.78cd34p-9f}},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        for (int power = -40; power <= 40; power += 20) {
            float s[4], box[6];
            for (int c = 0; c < 3; c++) {
                const float corner = ldexpf(rows[k].corner[c], power);
                const bool above = rows[k].sphere[c] > rows[k].corner[c];
                s[c] = ldexpf(rows[k].sphere[c], power);
                box[c] = above ? corner - ldexpf(4, power) : corner;
                box[3 + c] = above ? corner : corner + ldexpf(4, power);
            }
            s[3] = ldexpf(rows[k].sphere[3], power);
            expect_hit("rounded to its harm", s, box, true);
        }
    }
}

static void mirror(struct random *r, float sphere[], float box[]) {
    const unsigned c = random_below(r, 3);
    const float low = box[c];
    sphere[c] = -sphere[c];
    box[c] = -box[3 + c];
    box[3 + c] = -low;
}

static void scale(struct random *r, float sphere[], float box[]) {
    if (fabsf(sphere[0]) < 0x1p-20f) return; // where squares may be denormal
    const int power = random_int(r, -3, 3);
    for (int k = 0; k < 4; k++) sphere[k] = ldexpf(sphere[k], power);
    for (int k = 0; k < 6; k++) box[k] = ldexpf(box[k], power);
}

Test(sphere_aabb, symmetries) {
    expect_invariant(case_named("sphere_aabb"), "mirrored", mirror);
    expect_invariant(case_named("sphere_aabb"), "scaled", scale);
}
