// SPDX-License-Identifier: MIT
// The errors of Gomez' sweeps and of his class PLANE, as in errata.c: each on an input where the
// literal text is wrong, and the corrected reference and the library are right.
#include <math.h>

#include "harness.h"
#include "known.h"
#include "scalar_ref.h"

static double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// --- class PLANE ---

Test(errata_sweeps, plane_of_a_point) {
    const double p0[3] = {0, 0, 5}, n[3] = {0, 0, 1};
    double N[3], D;
    expect(dot(n, p0) + dot(n, p0) == 10, "the text, D = N.p0: p0 is 10 off its own plane");
    ref_plane_double(p0, n, N, &D);
    expect(dot(N, p0) + D == 0, "D = -N.p0: %g", dot(N, p0) + D);
}

Test(errata_sweeps, plane_of_any_normal) {
    const double p0[3] = {0, 0, 0}, n[3] = {0, 0, 2}, at[3] = {0, 0, 3}, r = 4;
    double N[3], D, Ci[3], u;
    expect(!(fabs(dot(n, at)) <= r), "the text, n as it is: in a distance of 6");
    ref_plane_double(p0, n, N, &D);
    expect(ref_sphere_plane_sweep_double(r, at, at, N, D, Ci, &u) && u == 0, "in one of 3");
    const float sphere[7] = {0, 0, 3, 4, 0, 0, 0}, plane[4] = {0, 0, 2, 0};
    expect_outputs(case_named("sphere_plane_sweep"), "n = (0, 0, 2)", sphere, plane, true,
                   (const double[]){0, 0, 0, 3}, 0);
}

// --- sphere against plane: the plane z = 0, a sphere of radius 1 from z0 to z1 ---

static bool plane_literal(double r, double d0, double d1) {
    return fabs(d0) <= r || (d0 > r && d1 < r);
}

static void expect_plane(const char *what, double z0, double z1, double first) {
    const double C0[3] = {0, 0, z0}, C1[3] = {0, 0, z1}, N[3] = {0, 0, 1};
    double Ci[3], u;
    expect(!plane_literal(1, z0, z1), "%s: the text misses", what);
    expect(ref_sphere_plane_sweep_double(1, C0, C1, N, 0, Ci, &u) && fabs(u - first) < 1e-15,
           "%s: %g", what, u);
    const float sphere[7] = {0, 0, (float)z0, 1, 0, 0, (float)(z1 - z0)}, plane[4] = {0, 0, 1, 0};
    expect_outputs(case_named("sphere_plane_sweep"), what, sphere, plane, true,
                   (const double[]){first, 0, 0, z0 + first * (z1 - z0)}, 0x1p-20);
}

Test(errata_sweeps, plane_from_the_negative_side) {
    expect_plane("from z = -3 to 3", -3, 3, 1. / 3);
}

Test(errata_sweeps, plane_just_reached) {
    expect_plane("from z = 3 to 1", 3, 1, 1);
}

// --- sphere against sphere, on the x axis ---

// To the letter, except for the signs of the roots: they use -b if `minus`.
static bool spheres_literal(double rab, double AB, double vab, bool minus, double *u0, double *u1) {
    const double a = vab * vab, b = 2 * vab * AB, c = AB * AB - rab * rab;
    if (AB * AB <= rab * rab) {
        *u0 = *u1 = 0;
        return true;
    }
    const double q = b * b - 4 * a * c;
    if (!(q >= 0)) return false;
    const double sq = sqrt(q), d = 1 / (2 * a), by = minus ? -b : b;
    *u0 = (by + sq) * d;
    *u1 = (by - sq) * d;
    if (*u0 > *u1) {
        const double swap = *u0;
        *u0 = *u1;
        *u1 = swap;
    }
    return true;
}

static void expect_spheres(const char *what, float rab, float AB, float vab, bool hit, double first,
                           double last) {
    const double A0[3] = {0, 0, 0}, B0[3] = {AB, 0, 0}, B1[3] = {(double)AB + vab, 0, 0};
    double u0, u1;
    expect(ref_sphere_sphere_sweep_double(rab / 2, A0, A0, rab / 2, B0, B1, &u0, &u1) == hit, "%s",
           what);
    expect(!hit || (fabs(u0 - first) < 1e-12 && fabs(u1 - last) < 1e-12), "%s: %g %g", what, u0,
           u1);
    const float a[7] = {0, 0, 0, rab / 2}, b[7] = {AB, 0, 0, rab / 2, vab, 0, 0};
    expect_outputs(case_named("sphere_sphere_sweep"), what, a, b, hit,
                   (const double[]){first, last}, 0x1p-20);
}

// u^2 - 3u + 2, whose roots are 1 and 2.
Test(errata_sweeps, quadratic_formula) {
    const double AB = 1.5, vab = -1, rab = .5;
    double u0, u1;
    expect(spheres_literal(rab, AB, vab, false, &u0, &u1) && u0 == -2 && u1 == -1,
           "the text, b +- sqrt(q): %g %g", u0, u1);
    expect(spheres_literal(rab, AB, vab, true, &u0, &u1) && u0 == 1 && u1 == 2, "%g %g", u0, u1);
    expect_spheres("touches at the end", .5f, 1.5f, -1, true, 1, 1);
}

Test(errata_sweeps, spheres_at_rest) {
    double u0, u1;
    expect(spheres_literal(2, 10, 0, true, &u0, &u1) && isnan(u0), "the text hits at %g", u0);
    expect_spheres("at rest, 10 apart", 2, 10, 0, false, 2, 2);
}

Test(errata_sweeps, spheres_before_and_after_the_step) {
    double u0, u1;
    expect(spheres_literal(2, 10, 1, true, &u0, &u1) && u0 == -12 && u1 == -8, "the text: %g %g",
           u0, u1);
    expect_spheres("before the step", 2, 10, 1, false, 2, 2);
    expect(spheres_literal(2, 10, -1, true, &u0, &u1) && u0 == 8 && u1 == 12, "the text: %g %g", u0,
           u1);
    expect_spheres("after the step", 2, 10, -1, false, 2, 2);
}

Test(errata_sweeps, spheres_that_overlap_get_their_exit) {
    double u0, u1;
    expect(spheres_literal(2, 0, 8, true, &u0, &u1) && u1 == 0, "the text leaves at %g", u1);
    expect_spheres("out at .25", 2, 0, 8, true, 0, .25);
}

// A pass at 2^34, 1.7e10: the squares overflow in float.
Test(errata_sweeps, spheres_in_float) {
    const float r = 0x1p34f, A0[3] = {0, 0, 0}, B0[3] = {6 * r, 0, 0}, B1[3] = {-6 * r, 0, 0};
    float u0, u1;
    expect(!ref_sphere_sphere_sweep_float(r, A0, A0, r, B0, B1, &u0, &u1), "the text, in float");
    expect_spheres("at 2^34", 2 * r, 6 * r, -12 * r, true, 1. / 3, 2. / 3);
}

// --- boxes: unit extents about the origin and about B0, displaced by v ---

static bool boxes_literal(const double B0[3], const double v[3], double *u0, double *u1) {
    bool overlap = true;
    *u0 = 0;
    *u1 = INFINITY;
    for (int i = 0; i < 3; i++) overlap = overlap && fabs(B0[i]) <= 2;
    if (overlap) {
        *u1 = 0;
        return true;
    }
    for (int i = 0; i < 3; i++) {
        const double A_min = -1, A_max = 1, B_min = B0[i] - 1, B_max = B0[i] + 1;
        double u_0 = 0, u_1 = 1;
        if (A_max < B_min && v[i] < 0) {
            u_0 = (A_max - B_min) / v[i];
        } else if (B_max < A_min && v[i] > 0) {
            u_0 = (A_min - B_max) / v[i];
        }
        if (B_max > A_min && v[i] < 0) {
            u_1 = (A_min - B_max) / v[i];
        } else if (A_max > B_min && v[i] > 0) {
            u_1 = (A_max - B_min) / v[i];
        }
        *u0 = fmax(*u0, u_0);
        *u1 = fmin(*u1, u_1);
    }
    return *u0 <= *u1;
}

static void expect_boxes(const char *what, const double B0[3], const double v[3], bool literal,
                         bool hit, double first, double last) {
    const double E[3] = {1, 1, 1}, A0[3] = {0, 0, 0};
    double B1[3], u0, u1;
    expect(boxes_literal(B0, v, &u0, &u1) == literal, "%s: the text", what);
    expect(literal && (!hit || u1 != last), "%s: the text is right", what);
    float a[9] = {-1, -1, -1, 1, 1, 1}, b[9];
    for (int i = 0; i < 3; i++) {
        B1[i] = B0[i] + v[i];
        b[i] = (float)(B0[i] - 1), b[3 + i] = (float)(B0[i] + 1), b[6 + i] = (float)v[i];
    }
    expect(ref_aabb_aabb_sweep_double(E, A0, A0, E, B0, B1, &u0, &u1) == hit, "%s", what);
    expect(!hit || (u0 == first && u1 == last), "%s: %g %g", what, u0, u1);
    expect_answer(case_named("aabb_aabb_sweep"), what, a, b, 0, hit, (const double[]){first, last});
}

Test(errata_sweeps, boxes_apart_on_an_axis_at_rest) {
    expect_boxes("v = 0 on y", (const double[]){5, 10, 0}, (const double[]){-10, 0, 0}, true, false,
                 2, 2);
}

Test(errata_sweeps, boxes_that_move_apart_on_an_axis) {
    expect_boxes("away on y", (const double[]){5, 10, 0}, (const double[]){-10, 5, 0}, true, false,
                 2, 2);
}

Test(errata_sweeps, boxes_that_meet_after_the_step) {
    expect_boxes("at u = 2", (const double[]){4, 4, 4}, (const double[]){-1, -1, -1}, true, false,
                 2, 2);
}

Test(errata_sweeps, boxes_that_touch_and_leave) {
    expect_boxes("touching on x", (const double[]){-2, 3, 0}, (const double[]){-1, -4, 0}, true,
                 false, 2, 2);
}

Test(errata_sweeps, boxes_that_overlap_get_their_exit) {
    expect_boxes("out at .25", (const double[]){0, 0, 0}, (const double[]){8, 0, 0}, true, true, 0,
                 .25);
}
