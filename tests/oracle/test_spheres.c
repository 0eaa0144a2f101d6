// SPDX-License-Identifier: MIT
// Known answers of the oracles of spheres.
#include <float.h>
#include <math.h>
#include <string.h>

#include "examples/random.h"
#include "harness.h"
#include "oracle.h"

static void expect_margin(const char *kernel, const char *what, const float a[], const float b[],
                          double margin) {
    const struct exact exact = oracle_of(kernel)->answer(a, b);
    expect(exact.hit == (margin >= 0), "%s: hit %d", what, exact.hit);
    expect(exact.margin == margin ||
               (isfinite(margin) && fabs(exact.margin - margin) <= 0x1p-49 * fabs(margin)),
           "%s: margin %a, not %a", what, exact.margin, margin);
    expect(exact.weighed == exact.margin, "%s: weighed %a", what, exact.weighed);
}

Test(oracle_sphere_sphere, known) {
    const char *const kernel = "sphere_sphere";
    const float a[4] = {1, 1, 1, 2};
    expect_margin(kernel, "3-4-12", a, (float[]){4, 5, 13, 11}, 0);
    expect_margin(kernel, "an ulp off", a, (float[]){4, 5, 13, float_step(11, -1)}, -0x1p-20);
    expect_margin(kernel, "an ulp in", a, (float[]){4, 5, 13, float_step(11, 1)}, 0x1p-20);
    expect_margin(kernel, "apart", a, (float[]){4, 5, 13, 1}, -10);
    expect_margin(kernel, "one about the other", a, (float[]){1, 1, 1, 7}, 9);
    expect_margin(kernel, "no whole root", (float[]){0, 0, 0, 0}, (float[]){1, 1, 0, 1},
                  1 - sqrt(2));
    expect_margin(kernel, "two points", (float[]){1, 2, 3, 0}, (float[]){1, 2, 3, 0}, 0);
    expect_margin(kernel, "a denormal off", (float[]){0, 0, 0, 1}, (float[]){1, 0x1p-149f, 0, 0},
                  -0x1p-299);
}

Test(oracle_sphere_aabb, known) {
    const char *const kernel = "sphere_aabb";
    const float cube[6] = {0, 0, 0, 1, 1, 1};
    for (int c = 0; c < 3; c++) {
        for (int sign = -1; sign <= 1; sign += 2) {
            float s[4] = {.5f, .25f, .5f, 2};
            s[c] = sign < 0 ? -2 : 3;
            expect_margin(kernel, "a face", s, cube, 0);
            s[c] = float_step(s[c], 1);
            expect_margin(kernel, "an ulp off", s, cube, -0x1p-22);
            s[c] = sign < 0 ? -3 : 4, s[(c + 1) % 3] = 5, s[3] = 5;
            expect_margin(kernel, "an edge", s, cube, 0);
            s[3] = 4;
            expect_margin(kernel, "off an edge", s, cube, -1);
            s[(c + 2) % 3] = -12, s[3] = 13;
            expect_margin(kernel, "a corner", s, cube, 0);
        }
    }
    expect_margin(kernel, "within", (float[]){.5f, .25f, .5f, .125f}, cube, .125);
    expect_margin(kernel, "a point within", (float[]){.5f, .25f, .5f, 0}, cube, 0);
    expect_margin(kernel, "a point on a corner", (float[]){1, 0, 1, 0}, cube, 0);
    const float most = FLT_MAX, empty[6] = {most, most, most, -most, -most, -most};
    expect_margin(kernel, "the empty box", (float[]){0, 0, 0, 1}, empty, -INFINITY);
}

// A leaning box: axes (1, 0, 0), (.5, 1, 0) and (0, 0, 2), all halves 1.
Test(oracle_sphere_obb, leaning_axes) {
    const char *const kernel = "sphere_obb";
    const float box[15] = {0, 0, 0, 1, 1, 1, 1, 0, 0, .5f, 1, 0, 0, 0, 2};
    expect_margin(kernel, "within", (float[]){1.25f, .75f, 1.5f, .25f}, box, .25);
    expect_margin(kernel, "above", (float[]){1.25f, .75f, 4, 1}, box, -1);
    expect_margin(kernel, "behind", (float[]){-1, -2, 0, 1}, box, 0);
    expect_margin(kernel, "at a corner", (float[]){1.5f + 2, 1 + 3, 2 + 6, 7}, box, 0);
    expect_margin(kernel, "at a short edge", (float[]){1.5f + 3, 1 + 4, 0, 4}, box, -1);
    // The slanting face goes through (1, 0, 0), perpendicular to (1, -.5, 0).
    expect_margin(kernel, "at the slanting face", (float[]){2, -.5f, 1, 1}, box, 1 - sqrt(1.25));
    // In the frame of the axes the center lies within the extent of the first, yet the obtuse
    // corner
    // (-.5, 1, 0) is the nearest point.
    expect_margin(kernel, "at the obtuse corner", (float[]){-.75f, 1.1875f, 0, .25f}, box, -.0625);
}

// Boxes with any axes, including flat ones. A descent to the nearest point, coordinate by
// coordinate, must end at the distance that the oracle gives.
Test(oracle_sphere_obb, nearest_points) {
    const char *const kernel = "sphere_obb";
    for (uint64_t i = 0; i < 3000; i++) {
        struct random r = random_of(3, i);
        float box[15], sphere[4] = {0};
        double along[3], square[3], x[3] = {0}, rest[3], distance = 0;
        for (int k = 0; k < 15; k++) {
            box[k] = (float)random_between(&r, -1, 1);
            if (k >= 3 && k < 6) box[k] = random_chance(&r, 4) ? 0 : fabsf(box[k]);
        }
        for (int k = 0; k < 3; k++) box[6 + 4 * k] += 1.5f; // far from dependent axes
        for (int c = 0; c < 3; c++) {
            sphere[c] = (float)random_between(&r, -3, 3);
            rest[c] = (double)sphere[c] - box[c];
        }
        for (int round = 0; round < 2000; round++) {
            for (int k = 0; k < 3; k++) {
                along[k] = square[k] = 0;
                for (int c = 0; c < 3; c++) {
                    along[k] += rest[c] * box[6 + 3 * k + c];
                    square[k] += (double)box[6 + 3 * k + c] * box[6 + 3 * k + c];
                }
                const double half = box[3 + k];
                const double to = fmin(fmax(x[k] + along[k] / square[k], -half), half);
                for (int c = 0; c < 3; c++) rest[c] -= (to - x[k]) * box[6 + 3 * k + c];
                x[k] = to;
            }
        }
        for (int c = 0; c < 3; c++) distance += rest[c] * rest[c];
        const struct exact exact = oracle_of(kernel)->answer(sphere, box);
        expect(fabs(exact.margin + sqrt(distance)) <= 1e-9, "item %d: %g, not %g", (int)i,
               exact.margin, -sqrt(distance));
    }
}
