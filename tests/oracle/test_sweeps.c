// SPDX-License-Identifier: MIT
// Known answers of the oracles of sweeps.
#include <float.h>
#include <math.h>

#include "examples/random.h"
#include "harness.h"
#include "oracle.h"

static void expect_near(const char *what, double got, double want) {
    expect(got == want || fabs(got - want) <= 0x1p-48 * fabs(want), "%s: %a, not %a", what, got,
           want);
}

static struct exact expect_margin(const char *what, const char *kernel, const float a[],
                                  const float b[], double margin) {
    const struct exact exact = oracle_of(kernel)->answer(a, b);
    expect(exact.hit == (margin >= 0), "%s: hit %d, margin %a", what, exact.hit, exact.margin);
    expect_near(what, exact.margin, margin);
    return exact;
}

static double error_of(const char *kernel, const float a[], const float b[], unsigned k,
                       float got) {
    const struct oracle *oracle = oracle_of(kernel);
    const struct exact exact = oracle->answer(a, b);
    return oracle->output_error(&exact, a, b, k, got);
}

// --- boxes ---

Test(oracle_aabb_aabb_sweep, known) {
    const float a[9] = {-1, -1, -1, 1, 1, 1, 3, 1, 0};
    const struct {
        const char *what;
        float b[9];
        double margin, first, last;
    } rows[] = {
        {"through", {4, -1, -1, 6, 1, 1, -9, 1, 0}, 2, .25, 7. / 12},
        {"from within", {-1, -1, -1, 1, 1, 1, 11, 1, 0}, 2, 0, .25},
        {"alike", {0, 0, 0, 2, 2, 2, 3, 1, 0}, 1, 0, 1},
        {"alike, apart", {4, 0, 0, 5, 2, 2, 3, 1, 0}, -3, 0, 0},
        {"alike, touching", {1, 0, 0, 5, 2, 2, 3, 1, 0}, 0, 0, 1},
        {"touching and leaving", {1, 0, 0, 5, 2, 2, 4, 1, 0}, 0, 0, 0},
        {"reached at the end", {4, 0, 0, 5, 2, 2, 0, 1, 0}, 0, 1, 1},
        {"short of it", {4, 0, 0, 5, 2, 2, .5f, 1, 0}, -.5, 0, 0},
        {"along a face", {4, 1, 0, 6, 2, 2, -9, 1, 0}, 0, .25, 7. / 12},
        {"edge on edge", {4, 0, -1, 6, 4, 1, -9, 5, 0}, 0, .25, .25},
        {"past an edge", {3, 0, 0, 3, 0, 0, -1, -3, 0}, -1 / sqrt(2), 0, 0},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const struct exact exact =
            expect_margin(rows[k].what, "aabb_aabb_sweep", a, rows[k].b, rows[k].margin);
        if (exact.hit) {
            expect_near(rows[k].what, exact.out[0], rows[k].first);
            expect_near(rows[k].what, exact.out[1], rows[k].last);
        }
    }
    const float most = FLT_MAX, empty[9] = {most, most, most, -most, -most, -most, 0, 0, 0};
    expect_margin("empty", "aabb_aabb_sweep", a, empty, -INFINITY);
    expect_margin("empty", "aabb_aabb_sweep", empty, a, -INFINITY);
}

// Contact from u = 1/3 to 2/3.
Test(oracle_aabb_aabb_sweep, output_errors) {
    const float a[9] = {-1, -1, -1, 1, 1, 1}, b[9] = {3, -1, -1, 3, 1, 1, -6, 0, 0};
    const float first = 1.0f / 3, last = 2.0f / 3; // both rounded up
    const char *const kernel = "aabb_aabb_sweep";
    expect(error_of(kernel, a, b, 0, first) < .1, "the nearest float");
    expect(error_of(kernel, a, b, 0, float_step(first, 11)) > 1, "11 ulp behind");
    expect(error_of(kernel, a, b, 0, float_step(first, -11)) > 1, "11 ulp before");
    expect(error_of(kernel, a, b, 1, last) < .1, "the nearest float");
    expect(error_of(kernel, a, b, 1, float_step(last, -1)) == INFINITY, "the float below");
    expect(error_of(kernel, a, b, 1, float_step(last, 10)) < 1, "10 ulp behind");
    expect(error_of(kernel, a, b, 1, float_step(last, 11)) > 1, "11 ulp behind");
    for (unsigned k = 0; k < 2; k++) {
        expect(error_of(kernel, a, b, k, NAN) == INFINITY, "NaN");
        expect(error_of(kernel, a, b, k, 2) == INFINITY, "a miss");
        expect(error_of(kernel, a, b, k, -first) == INFINITY, "negative");
    }
    expect(error_of(kernel, a, a, 0, 0) == 0, "at the start");
    expect(error_of(kernel, a, a, 0, 0x1p-99f) == 1, "2^-99 behind the start");
    expect(error_of(kernel, a, a, 0, 0x1p-98f) == 2, "more than that");
    expect(error_of(kernel, a, a, 1, 1) == 0, "to the end");
}

// --- spheres ---

Test(oracle_sphere_sphere_sweep, known) {
    const float a[7] = {1, 1, 1, 2, 4, 0, 0};
    const struct {
        const char *what;
        float b[7];
        double margin;
    } rows[] = {
        {"at rest, apart", {3, 5, 5, 1, 4, 0, 0}, -3},
        {"at rest, touching", {2, 3, 3, 1, 4, 0, 0}, 0},
        {"at rest, nested", {1, 2, 1, .25f, 4, 0, 0}, 1.25},
        {"moving apart", {3, 5, 5, 1, 5, 2, 2}, -3},
        {"short of it", {3, 5, 5, 1, 3.5f, -1, -1}, -1.5},
        {"up to it", {3, 5, 5, 1, 3, -2, -2}, 0},
        {"across", {-8, 5, 4, 1, 24, 0, 0}, -2},
        {"through the center", {-8, 1, 1, 1, 24, 0, 0}, 3},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        expect_margin(rows[k].what, "sphere_sphere_sweep", a, rows[k].b, rows[k].margin);
        expect_margin(rows[k].what, "sphere_sphere_sweep", rows[k].b, a, rows[k].margin);
    }
    // An ulp of the radius decides: (1, 2, 2) has length 3 and is perpendicular to (2, 1, -2).
    float graze[7] = {1 - 6, 2 - 3, 2 + 6, 3, 12, 6, -12}, point[7] = {0, 0, 0, 0, 0, 0, 0};
    expect_margin("grazes", "sphere_sphere_sweep", graze, point, 0);
    graze[3] = float_step(3, -1);
    expect_margin("an ulp short", "sphere_sphere_sweep", graze, point, -0x1p-22);
}

// Contact from u = .25 to .75, with radii 2 and 1 and a displacement of 12: the bound is 1.5 *
// 2^-20 of 15.
Test(oracle_sphere_sphere_sweep, output_errors) {
    const char *const kernel = "sphere_sphere_sweep";
    const float a[7] = {0, 0, 0, 2, 0, 0, 0}, b[7] = {6, 0, 0, 1, -12, 0, 0};
    const double step = 12 / (0x1.8p-20 * 15 + 0x1p-70); // parts of the bound per unit of u
    for (int k = 0; k < 2; k++) {
        const float exact = k ? .75f : .25f;
        expect(error_of(kernel, a, b, (unsigned)k, exact) == 0, "exact");
        for (int steps = -64; steps <= 64; steps++) {
            const float u = exact + (float)steps * 0x1p-24f;
            const double want = fabs((double)u - exact) * step;
            expect(fabs(error_of(kernel, a, b, (unsigned)k, u) - want) < 1e-6, "%d: %g", steps,
                   error_of(kernel, a, b, (unsigned)k, u));
        }
        expect(error_of(kernel, a, b, (unsigned)k, k ? .25f : .75f) > 1000, "the other one");
        expect(error_of(kernel, a, b, (unsigned)k, NAN) == INFINITY, "NaN");
        expect(error_of(kernel, a, b, (unsigned)k, 2) == INFINITY, "a miss");
    }
    const float within[7] = {1, 0, 0, 1, 4, 0, 0}; // leaves at .5
    expect(error_of(kernel, a, within, 0, 0) == 0, "at the start");
    expect(error_of(kernel, a, within, 0, 0x1p-149f) == INFINITY, "behind the start");
    expect(error_of(kernel, a, within, 1, .5f) == 0, "the exit");
    expect(error_of(kernel, a, within, 1, 0) > 1000, "not the start");
    const float inside[7] = {0, 0, 0, 1, 1, 0, 0}; // stays inside
    expect(error_of(kernel, a, inside, 1, 1) == 0, "to the end");
    expect(error_of(kernel, a, inside, 1, .999f) > 1000, "before it");
}

// --- spheres and planes ---

Test(oracle_sphere_plane_sweep, known) {
    const float plane[4] = {2, 4, 4, -18}; // a normal of length 6, 3 from the origin
    const struct {
        const char *what;
        float sphere[7];
        double margin;
    } rows[] = {
        {"at rest", {0, 0, 0, 1, 0, 0, 0}, -2},           {"touching", {0, 0, 0, 3, 0, 0, 0}, 0},
        {"on the other side", {2, 4, 4, 1, 0, 0, 0}, -2}, {"along", {0, 0, 0, 1, 4, -2, 0}, -2},
        {"away", {0, 0, 0, 1, -1, -2, -2}, -2},           {"nearer", {0, 0, 0, 1, .5f, 1, 1}, -.5},
        {"reached", {0, 0, 0, 1.5f, .5f, 1, 1}, 0},       {"through", {0, 0, 0, 1, 2, 4, 4}, 1},
        {"back through", {2, 4, 4, .5f, -2, -4, -4}, .5},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        float turned[4];
        for (int c = 0; c < 4; c++) turned[c] = -.125f * plane[c];
        expect_margin(rows[k].what, "sphere_plane_sweep", rows[k].sphere, plane, rows[k].margin);
        expect_margin(rows[k].what, "sphere_plane_sweep", rows[k].sphere, turned, rows[k].margin);
    }
}

Test(oracle_sphere_plane_sweep, output_errors) {
    const char *const kernel = "sphere_plane_sweep";
    const float plane[4] = {0, 0, 2, 0}, sphere[7] = {0, 0, 3, 1, 0, 0, -8}; // from .25 on
    const double step = 8 / (0x1.4p-21 * (3 + 1 + 8) + 0x1p-70);
    for (int steps = -64; steps <= 64; steps++) {
        const float u = .25f + (float)steps * 0x1p-24f;
        const double got = error_of(kernel, sphere, plane, 0, u);
        expect(fabs(got - fabs((double)u - .25) * step) < 1e-6, "%d: %g", steps, got);
    }
    expect(error_of(kernel, sphere, plane, 0, .5f) > 1000, "the last contact");
    expect(error_of(kernel, sphere, plane, 3, 1) == 0, "on the way");
    expect(error_of(kernel, sphere, plane, 3, float_step(3, 5)) > 1, "before it starts");
    expect(error_of(kernel, sphere, plane, 3, float_step(-5, 4)) > 1, "behind its end");
    expect(error_of(kernel, sphere, plane, 1, 0x1p-20f) > 1, "beside its way");
    expect(error_of(kernel, sphere, plane, 1, NAN) == INFINITY, "NaN");
    expect(error_of(kernel, sphere, plane, 0, NAN) == INFINITY, "NaN");
}
