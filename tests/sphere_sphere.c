// SPDX-License-Identifier: MIT
// Known answers of lbx_sphere_sphere.
#include <math.h>
#include <string.h>

#include "harness.h"
#include "known.h"

static void expect_spheres(const char *what, const float a[4], const float b[4], bool hit) {
    expect_verdict_both_ways(case_named("sphere_sphere"), what, a, b, hit);
}

Test(sphere_sphere, touching_is_overlap) {
    const float a[4] = {1, 1, 1, 2};
    for (int c = 0; c < 3; c++) {
        for (int sign = -1; sign <= 1; sign += 2) {
            float b[4] = {1, 1, 1, 3};
            b[c] += 5 * (float)sign;
            expect_spheres("along an axis", a, b, true);
            b[3] = 3 - 0x1p-18f;
            expect_spheres("off by 2^-20 of the radii", a, b, false);
            b[3] = 3, b[c] = 1 + 3 * (float)sign, b[(c + 1) % 3] = 5;
            expect_spheres("3-4-5", a, b, true);
            b[(c + 2) % 3] = 1 - 12, b[3] = 11;
            expect_spheres("3-4-12", a, b, true);
            b[3] = 10.999f;
            expect_spheres("3-4-12, off", a, b, false);
        }
    }
    expect_spheres("the same", a, a, true);
    expect_spheres("nested", a, (float[]){1.5f, 1, 1, .125f}, true);
}

Test(sphere_sphere, points) {
    expect_spheres("a point on a sphere", (float[]){0, 0, 0, 5}, (float[]){3, 4, 0, 0}, true);
    expect_spheres("a point in a sphere", (float[]){0, 0, 0, 5}, (float[]){3, 3, 0, 0}, true);
    expect_spheres("a point off a sphere", (float[]){0, 0, 0, 5}, (float[]){3, 4, 1, 0}, false);
    const float point[4] = {1, -2, 3, 0};
    expect_spheres("two points", point, point, true);
    for (int c = 0; c < 3; c++) {
        float other[4] = {1, -2, 3, 0};
        other[c] = float_step(other[c], 1);
        expect_spheres("an ulp from each other", point, other, false);
    }
}

// At the ends of the range no square overflows or underflows.
Test(sphere_sphere, range) {
    for (int power = -60; power <= 60; power += 120) {
        const float at = ldexpf(1, power), next = float_step(at, 256);
        expect_spheres("touch", (float[]){0, at, 0, 0}, (float[]){at, at, 0, at}, true);
        expect_spheres("apart", (float[]){0, at, 0, 0}, (float[]){next, at, 0, at}, false);
        expect_spheres("a point apart", (float[]){0, at, 0, 0}, (float[]){at, at, 0, 0}, false);
    }
    const float far = 0x1p60f, small = 0x1p-60f;
    expect_spheres("a small one far away", (float[]){far, far, far, small},
                   (float[]){-far, -far, -far, small}, false);
    expect_spheres("a large one", (float[]){far, 0, 0, far}, (float[]){0, 0, 0, small}, true);
}

Test(sphere_sphere, nan) {
    const float nothing[4] = {NAN, NAN, NAN, NAN}, a[4] = {0, 0, 0, 1};
    expect_spheres("NaN alone hits", nothing, a, true);
    expect_spheres("NaN against NaN", nothing, nothing, true);
    for (int k = 0; k < 4; k++) {
        float b[4] = {9, 9, 9, 1};
        b[k] = NAN;
        expect_spheres("one NaN is in the one comparison", a, b, true);
    }
}

// Pairs that touch. Each operation of the test is rounded to their harm by nearly half an ulp. A
// pad of 6 half ulps instead of 10 loses the first two plain and the others fused.
Test(sphere_sphere, rounding_at_its_worst) {
    const float pairs[][2][4] = {
        {{0x1.7812b6p-18f, -0x1.65a002p-13f, -0x1.f438cep-25f, 0x1.2f5cp-10f},
         {0x1.60bb1p-8f, 0x1.010108p+0f, 0x1.1e2fbap-11f, 0x1.00c152p+0f}},
        {{0x1.57f3dp-19f, 0x1.efbc54p-9f, 0x1.e3741ep-19f, 0x1.3ffda2p-22f},
         {0x1.02a66cp+0f, 0x1.74bd04p-12f, 0x1.04ad4ap-12f, 0x1.02a69ep+0f}},
        {{-0x1.ae0108p-17f, 0x1.955cap-21f, 0x1.f8108cp-9f, 0x1.2a95fap-9f},
         {0x1.02993ap+0f, 0x1.bc6ba8p-12f, 0x1.a5304ap-12f, 0x1.02052ap+0f}},
        {{-0x1.58007p-19f, -0x1.e76696p-16f, 0x1.d1b14cp-10f, 0x1.f8bfd6p-14f},
         {0x1.02928ep+0f, 0x1.82cd62p-9f, -0x1.e144f2p-21f, 0x1.028b3ap+0f}},
    };
    for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++)
        expect_spheres("rounded to their harm", pairs[k][0], pairs[k][1], true);
}

static void swap_sides(struct random *r, float a[], float b[]) {
    (void)r;
    float kept[4];
    memcpy(kept, a, sizeof kept);
    memcpy(a, b, sizeof kept);
    memcpy(b, kept, sizeof kept);
}

static void mirror(struct random *r, float a[], float b[]) {
    const unsigned c = random_below(r, 3);
    a[c] = -a[c];
    b[c] = -b[c];
}

static void scale(struct random *r, float a[], float b[]) {
    if (fabsf(a[0]) < 0x1p-20f) return; // where squares may be denormal
    const int power = random_int(r, -3, 3);
    for (int k = 0; k < 4; k++) {
        a[k] = ldexpf(a[k], power);
        b[k] = ldexpf(b[k], power);
    }
}

Test(sphere_sphere, symmetries) {
    expect_invariant(case_named("sphere_sphere"), "swapped", swap_sides);
    expect_invariant(case_named("sphere_sphere"), "mirrored", mirror);
    expect_invariant(case_named("sphere_sphere"), "scaled", scale);
}
