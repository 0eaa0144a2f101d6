// SPDX-License-Identifier: MIT
// Known answers of lbx_sphere_obb.
#include <math.h>
#include <string.h>

#include "harness.h"
#include "known.h"

// A box at `center`, its axes turned about z by the angle of cosine `c` and sine `s`.
static void box(float x[15], const float center[3], const float half[3], float c, float s) {
    const float axes[9] = {c, s, 0, -s, c, 0, 0, 0, 1};
    memcpy(x, center, 3 * sizeof *x);
    memcpy(x + 3, half, 3 * sizeof *x);
    memcpy(x + 6, axes, sizeof axes);
}

static void expect_hit(const char *what, const float sphere[4], const float x[15], bool hit) {
    expect_verdict(case_named("sphere_obb"), what, sphere, x, hit);
}

static const float origin[3] = {0, 0, 0}, ones[3] = {1, 1, 1};

Test(sphere_obb, aligned_boxes) {
    float x[15];
    box(x, origin, ones, 1, 0);
    for (int c = 0; c < 3; c++) {
        for (int sign = -1; sign <= 1; sign += 2) {
            float s[4] = {.25f, -.5f, .75f, 3};
            s[c] = 4 * (float)sign;
            expect_hit("a face", s, x, true);
            s[c] = 4.0005f * (float)sign;
            expect_hit("off a face", s, x, false);
            s[c] = 4 * (float)sign, s[(c + 1) % 3] = -5, s[3] = 5;
            expect_hit("an edge", s, x, true);
            s[3] = 4.999f;
            expect_hit("off an edge", s, x, false);
            s[(c + 2) % 3] = 13, s[3] = 13;
            expect_hit("a corner", s, x, true);
            s[3] = 12.999f;
            expect_hit("off a corner", s, x, false);
        }
    }
    expect_hit("around the box", (float[]){0, .5f, 0, 9}, x, true);
    expect_hit("within the box", (float[]){0, .5f, 0, .25f}, x, true);
}

// Half extents 1, 2, 3 about (5, 6, 7), in every order of the axes: a wrong one would show.
Test(sphere_obb, every_half_extent_counts) {
    float x[15];
    for (int turn = 0; turn < 3; turn++) {
        box(x, (float[]){5, 6, 7}, (float[]){1, 2, 3}, 1, 0);
        for (int k = 0; k < 3; k++) {
            for (int c = 0; c < 3; c++) x[6 + 3 * k + c] = (k + turn) % 3 == c ? 1 : 0;
        }
        for (int k = 0; k < 3; k++) {
            for (int near = 0; near < 2; near++) {
                float s[4] = {5, 6, 7, .5f};
                s[(k + turn) % 3] += (x[3 + k] + .5f) * (near ? .999f : 1.001f);
                expect_hit(near ? "near" : "far", s, x, near);
            }
        }
    }
}

Test(sphere_obb, turned_boxes) {
    float x[15];
    box(x, (float[]){10, 20, 30}, ones, .6f, .8f);
    expect_hit("a face", (float[]){10 + 1.8f, 20 + 2.4f, 30, 2}, x, true);
    expect_hit("off a face", (float[]){10 + 1.801f, 20 + 2.401f, 30, 2}, x, false);
    // The corner at axis 0 + axis 1 is (-.2, 1.4).
    expect_hit("a corner", (float[]){10 - .2f, 20 + 1.4f + 2, 30, 2}, x, true);
    expect_hit("off a corner", (float[]){10 - .2f, 20 + 1.4f + 2.001f, 30, 2}, x, false);
    expect_hit("past the corner of the upright box", (float[]){10 + 1, 20 + 1, 30, .1f}, x, false);
    for (int k = 6; k < 15; k++) x[k] = -x[k];
    expect_hit("mirrored, a corner", (float[]){10 - .2f, 20 + 1.4f + 2, 30, 2}, x, true);
    expect_hit("mirrored, off", (float[]){10 - .2f, 20 + 1.4f + 2.001f, 30, 2}, x, false);
}

Test(sphere_obb, degenerate_boxes) {
    float x[15];
    box(x, (float[]){1, 2, 3}, origin, .6f, .8f);
    expect_hit("a point against itself", (float[]){1, 2, 3, 0}, x, true);
    expect_hit("a point an ulp off", (float[]){float_step(1, 1), 2, 3, 0}, x, false);
    expect_hit("a point on a sphere", (float[]){4, 6, 3, 5}, x, true);
    expect_hit("a point off a sphere", (float[]){4, 6.001f, 3, 5}, x, false);
    box(x, origin, (float[]){2, 0, 0}, .6f, .8f);
    expect_hit("a point on a stick", (float[]){.6f, .8f, 0, 0}, x, true);
    expect_hit("a point off a stick", (float[]){.6f, .8f, .001f, 0}, x, false);
    expect_hit("a point at the end of a stick", (float[]){1.2f, 1.6f, 0, 0}, x, true);
    expect_hit("a point past its end", (float[]){1.201f, 1.601f, 0, 0}, x, false);
}

// At the ends of the range no square overflows or underflows.
Test(sphere_obb, range) {
    float x[15];
    for (int power = -60; power <= 60; power += 120) {
        const float at = ldexpf(1, power);
        box(x, (float[]){at, 0, 0}, (float[]){at, at, at}, .6f, .8f);
        expect_hit("touches", (float[]){at, 0, 2 * at, at}, x, true);
        expect_hit("apart", (float[]){at, 0, 2.0005f * at, at}, x, false);
        expect_hit("a point apart", (float[]){at, 0, 1.0005f * at, 0}, x, false);
    }
    const float far = 0x1p60f, small = 0x1p-60f;
    box(x, (float[]){-far, -far, -far}, (float[]){small, small, small}, .6f, .8f);
    expect_hit("far apart", (float[]){far, far, far, small}, x, false);
    expect_hit("a large one", (float[]){-far, -far, 0, far}, x, true);
}

Test(sphere_obb, nan) {
    const float nothing[15] = {NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN,
                               NAN, NAN, NAN, NAN, NAN, NAN, NAN};
    float x[15];
    box(x, origin, ones, 1, 0);
    expect_hit("a sphere of NaN", nothing, x, true);
    expect_hit("a box of NaN", (float[]){9, 9, 9, 1}, nothing, true);
    expect_hit("NaN against NaN", nothing, nothing, true);
    for (int k = 0; k < 4; k++) {
        float s[4] = {9, 9, 9, 1};
        s[k] = NAN;
        expect_hit("a NaN in the sphere is in the one comparison", s, x, true);
    }
    for (int k = 0; k < 15; k++) {
        float spoiled[15];
        memcpy(spoiled, x, sizeof x);
        spoiled[k] = NAN;
        expect_hit("one NaN, still overlapping", (float[]){1, 1, 1, 1}, spoiled, true);
        const int axis = k < 6 ? 0 : (k - 6) / 3; // the other axes still count
        float s[4] = {0, 0, 0, 1};
        s[(axis + 1) % 3] = 9;
        expect_hit("one NaN, another axis", s, spoiled, k < 6);
    }
}

// Spheres that touch a corner of boxes whose axes _check just lets pass. All axes lean so that the
// corner moves out along the diagonal. A pad of 1.625 * 2^-19 loses these contacts.
Test(sphere_obb, corners_of_leaning_boxes) {
    const struct {
        float sphere[4], x[15];
    } rows[] = {
        {{0x1.677492p-6f, -0x1.0020f4p-4f, 0x1.0e2bp-6f, 0x1.20a388p-10f},
         {0, 0, 0, 0x1.2a8ddap-7f, 0x1.2d12c4p-6f, 0x1.07113cp-4f, -0x1.a5a24ep-1f, -0x1.053ab4p-1f,
          -0x1.fbfdf8p-3f, -0x1.b83bbcp-3f, -0x1.fbe994p-4f, 0x1.effc12p-1f, -0x1.0cce0cp-1f,
          0x1.b3bea4p-1f, -0x1.ef69fcp-8f}},
        {{0x1.1e409p-11f, -0x1.540f72p-11f, 0x1.585d74p-11f, 0x1.b31bc8p-15f},
         {0, 0, 0, 0, 0x1.10b078p-10f, 0x1.1a3814p-15f, 0x1.3ca2eap-2f, -0x1.03fd48p-1f,
          -0x1.9baf9cp-1f, 0x1.20ee42p-1f, -0x1.2a484ap-1f, 0x1.2b7c1ep-1f, -0x1.87ea9ep-1f,
          -0x1.44ed4p-1f, 0x1.b3e00ap-4f}},
        {{0x1.56c406p+7f, 0x1.354cc8p+5f, 0x1.f04a6ap+5f, 0x1.2074d2p+0f},
         {0, 0, 0, 0, 0x1.42932cp+7f, 0x1.6dfb9p+6f, -0x1.4b2f66p-3f, 0x1.f35854p-1f,
          -0x1.34622cp-3f, 0x1.3f70dcp-1f, 0x1.c10d9ap-3f, 0x1.800e52p-1f, 0x1.8777c2p-1f,
          0x1.c03648p-6f, -0x1.49b2ep-1f}},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        expect_hit("a corner", rows[k].sphere, rows[k].x, true);
}

// Points at a corner of such boxes with half extents of 1.375, in every size of the range. Where
// squares underflow, at 2^-58, the pad alone loses them.
Test(sphere_obb, points_at_corners) {
    const struct {
        float point[3], axes[9];
    } rows[] = {
        {{0x1.2f7c24p+1f, -0x1.470c5ap-5f, -0x1.c45a54p-3f},
         {-0x1.148392p-1f, 0x1.957d3ap-1f, 0x1.23a32p-2f, 0x1.4da07ap-1f, 0x1.6f336cp-3f,
          0x1.795f78p-1f, 0x1.10b974p-1f, 0x1.2ad2b8p-1f, -0x1.39ccep-1f}},
        {{0x1.430152p-5f, 0x1.b4389ap-4f, 0x1.307ebap+1f},
         {-0x1.8d8c88p-4f, -0x1.90cacp-1f, 0x1.3ab51ep-1f, -0x1.46b376p-1f, 0x1.0bb934p-1f,
          0x1.215ec2p-1f, -0x1.8713a2p-1f, -0x1.597334p-2f, -0x1.19b9ep-1f}},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        for (int power = -60; power < 60; power++) {
            float point[4] = {0}, x[15] = {0};
            for (int c = 0; c < 3; c++) {
                point[c] = ldexpf(rows[k].point[c], power);
                x[3 + c] = ldexpf(1.375f, power);
            }
            memcpy(x + 6, rows[k].axes, sizeof rows[k].axes);
            expect_hit("a point at a corner", point, x, true);
        }
    }
}

static void mirror(struct random *r, float sphere[], float x[]) {
    const unsigned c = random_below(r, 3);
    sphere[c] = -sphere[c];
    x[c] = -x[c];
    for (int k = 0; k < 3; k++) x[6 + 3 * k + c] = -x[6 + 3 * k + c];
}

static void flip_axes(struct random *r, float sphere[], float x[]) {
    (void)sphere;
    const unsigned k = random_below(r, 3);
    for (int c = 0; c < 3; c++) x[6 + 3 * k + c] = -x[6 + 3 * k + c];
}

static void scale(struct random *r, float sphere[], float x[]) {
    if (fabsf(x[0]) < 0x1p-20f) return; // where squares may be denormal
    const int power = random_int(r, -3, 3);
    for (int k = 0; k < 4; k++) sphere[k] = ldexpf(sphere[k], power);
    for (int k = 0; k < 6; k++) x[k] = ldexpf(x[k], power);
}

Test(sphere_obb, symmetries) {
    expect_invariant(case_named("sphere_obb"), "mirrored", mirror);
    expect_invariant(case_named("sphere_obb"), "an axis turned around", flip_axes);
    expect_invariant(case_named("sphere_obb"), "scaled", scale);
}
