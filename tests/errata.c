// SPDX-License-Identifier: MIT
// The errors of the documents, each on an input where the literal text is wrong and the library
// right. Where a row stops differing, the reference no longer needs its correction.
#include <math.h>

#include "harness.h"
#include "known.h"
#include "scalar_ref.h"

// Book 9.2.2 (1) to the letter: steps 20-25 with an infinite t.
static void ray_literal(const double P[3], const double d[3], double t, double Q[3]) {
    for (int i = 0; i < 3; i++) Q[i] = P[i] + t * d[i];
}

Test(errata, ray_without_direction) {
    const double P[3] = {.5, .25, 0}, d[3] = {0, 0, 0}, b_min[3] = {-1, -1, -1},
                 b_max[3] = {1, 1, 1};
    double t0, t1, t, Q[3];
    ray_literal(P, d, INFINITY, Q);
    expect(isnan(Q[0]) && isnan(Q[1]) && isnan(Q[2]), "the text gives %g %g %g", Q[0], Q[1], Q[2]);
    expect(ref_ray_aabb_double(P, d, b_min, b_max, &t0, &t1, &t, Q), "inside");
    expect(Q[0] == P[0] && Q[1] == P[1] && Q[2] == P[2], "not P but %g %g %g", Q[0], Q[1], Q[2]);
    const float ray[11] = {.5f, .25f, 0, 0, 0, 0, INFINITY, INFINITY, INFINITY, 0, INFINITY};
    const float cube[6] = {-1, -1, -1, 1, 1, 1};
    expect_answer(case_named("ray_aabb"), "no direction, inside", ray, cube, 0, true,
                  (const double[]){0, 0x1p127});
}

// Book (9.3): the half length of [min, max], as printed and corrected.
Test(errata, half_length) {
    const double low = 1, high = 3;
    expect((low + high) / 2 == 2, "the text gives the center");
    expect((high - low) / 2 == 1, "the half length");
    // [1, 3] reaches 3 and not 4: a box from 3.5 on tells the printed and the corrected form apart.
    const double b_min[3] = {1, 1, 1}, b_max[3] = {3, 3, 3}, CB[3] = {4.5, 2, 2},
                 one[3] = {1, 1, 1};
    const double C[3] = {2, 2, 2}, literal[3] = {2, 2, 2};
    double u[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    expect(ref_obb_obb_double(C, u, literal, CB, u, one), "the text: overlap");
    expect(!ref_aabb_obb_double(b_min, b_max, CB, u, one), "the correction: apart");
    const float a[6] = {1, 1, 1, 3, 3, 3};
    const float b[15] = {4.5f, 2, 2, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    expect_verdict(case_named("aabb_obb"), "a box from 3.5 on", a, b, false);
}

// Book 9.2.2 (2), steps 10-11 to the letter: s - l / r.
static void slab_literal(double s, double l, double r, double t[2]) {
    t[0] = s - l / r;
    t[1] = s + l / r;
}

// From (-5, 0, 0) with direction (2, 0, 0) to the box from -1 to 1: s = 5, r = 2.
Test(errata, ray_obb_quotient) {
    const double P[3] = {-5, 0, 0}, d[3] = {2, 0, 0}, C[3] = {0, 0, 0}, l[3] = {1, 1, 1};
    double u[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, literal[2], t0, t1, t, Q[3];
    slab_literal(5, 1, 2, literal);
    expect(literal[0] == 4.5 && literal[1] == 5.5, "the text gives %g", literal[0]);
    expect(ref_ray_obb_double(P, d, C, u, l, &t0, &t1, &t, Q), "it hits");
    expect(t0 == 2 && t1 == 3 && t == 2 && Q[0] == -1, "t %g to %g", t0, t1);
    // A range that ends between the two values tells them apart.
    const float box[15] = {0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    const float ray[11] = {-5, 0, 0, 2, 0, 0, .5f, INFINITY, INFINITY, 0, 4};
    expect_verdict(case_named("ray_obb"), "ends at 4", ray, box, true);
}

// The same gap as with the axis-aligned box: without direction, t is infinite and Q is NaN.
Test(errata, ray_obb_without_direction) {
    const double P[3] = {.5, .25, 0}, d[3] = {0, 0, 0}, C[3] = {0, 0, 0}, l[3] = {1, 1, 1};
    double u[3][3] = {{.6, .8, 0}, {-.8, .6, 0}, {0, 0, 1}}, t0, t1, t, Q[3];
    ray_literal(P, d, INFINITY, Q);
    expect(isnan(Q[0]), "the text gives %g", Q[0]);
    expect(ref_ray_obb_double(P, d, C, u, l, &t0, &t1, &t, Q), "inside");
    expect(t == 0 && Q[0] == P[0] && Q[1] == P[1] && Q[2] == P[2], "not P but %g", Q[0]);
    const float ray[11] = {.5f, .25f, 0, 0, 0, 0, INFINITY, INFINITY, INFINITY, 0, INFINITY};
    const float box[15] = {0, 0, 0, 1, 1, 1, .6f, .8f, 0, -.8f, .6f, 0, 0, 0, 1};
    expect_verdict(case_named("ray_obb"), "no direction, inside", ray, box, true);
}

typedef double axes[3][3];

// Book 9.2.6, steps 9-11 with l as printed: the same half lengths on both sides of the sum.
static bool face_apart_literal(const double C[3], axes u, const double lA[3]) {
    for (int i = 0; i < 3; i++) {
        double r = lA[i];
        for (int k = 0; k < 3; k++) r += lA[k] * fabs(u[k][i]);
        if (fabs(C[i]) > r) return true;
    }
    return false;
}

// Half extent 4 against half extent 1 turned by 45 degrees: B reaches 1.41, not 5.66.
Test(errata, obb_half_lengths_of_either_box) {
    const double s = sqrt(.5), CA[3] = {0, 0, 0}, lA[3] = {4, 4, 4}, lB[3] = {1, 1, 1};
    axes uA = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, uB = {{s, s, 0}, {-s, s, 0}, {0, 0, 1}};
    const struct {
        double x;
        bool hit;
    } rows[] = {{4.5, true}, {5.4, true}, {5.43, false}, {9, false}};
    for (int k = 0; k < 4; k++) {
        const double CB[3] = {rows[k].x, 0, 0};
        expect(ref_obb_obb_double(CA, uA, lA, CB, uB, lB) == rows[k].hit, "book, x %g", rows[k].x);
        expect(ref_obb_obb_gomez_double(lA, CA, uA, lB, CB, uB) == rows[k].hit, "Gomez, x %g",
               rows[k].x);
        const float h = (float)s;
        const float a[15] = {0, 0, 0, 4, 4, 4, 1, 0, 0, 0, 1, 0, 0, 0, 1};
        const float b[15] = {(float)rows[k].x, 0, 0, 1, 1, 1, h, h, 0, -h, h, 0, 0, 0, 1};
        expect_verdict(case_named("obb_obb"), "half 4 against half 1", a, b, rows[k].hit);
    }
    expect(!face_apart_literal((const double[]){9, 0, 0}, uB, lA), "the text, A's l: 9 overlaps");
    expect(face_apart_literal((const double[]){4.5, 0, 0}, uB, lB),
           "the text, B's l: 4.5 is apart");
}

// Neither listing has slack for near-parallel edges. With u0 = (1, 1e-8, 0), both find boxes half
// deep in each other apart, even in double, because the axes are then not quite orthogonal.
Test(errata, obb_near_parallel_edges) {
    const double l[3] = {1, 1, 1}, CA[3] = {0, 0, 0}, CB[3] = {.5, 1.5, 1.5};
    axes uA = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, uB = {{1, 1e-8, 0}, {0, 1, 0}, {0, 0, 1}};
    expect(!ref_obb_obb_double(CA, uA, l, CB, uB, l), "the book's text");
    expect(!ref_obb_obb_gomez_double(l, CA, uA, l, CB, uB), "Gomez' text");
    const float a[15] = {0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    const float b[15] = {.5f, 1.5f, 1.5f, 1, 1, 1, 1, 1e-8f, 0, 0, 1, 0, 0, 0, 1};
    expect_verdict(case_named("obb_obb"), "near-parallel edges", a, b, true);
}

// The same against an axis-aligned box.
Test(errata, aabb_obb_near_parallel_edges) {
    const double b_min[3] = {-1, -1, -1}, b_max[3] = {1, 1, 1}, l[3] = {1, 1, 1};
    const double CB[3] = {.5, 1.5, 1.5};
    axes uB = {{1, 1e-8, 0}, {0, 1, 0}, {0, 0, 1}};
    expect(!ref_aabb_obb_double(b_min, b_max, CB, uB, l), "the book's text");
    const float a[6] = {-1, -1, -1, 1, 1, 1};
    const float b[15] = {.5f, 1.5f, 1.5f, 1, 1, 1, 1, 1e-8f, 0, 0, 1, 0, 0, 0, 1};
    expect_verdict(case_named("aabb_obb"), "near-parallel edges", a, b, true);
}

// Gomez, listing 5, to the letter.
static bool arvo_literal(const double B_min[3], const double B_max[3], double r,
                         const double C[3]) {
    double s, d = 0;
    for (int i = 0; i < 3; i++) {
        if (C[i] < B_min[i]) {
            s = C[i] - B_min[i];
            d += s * s;
        } else if (C[i] > B_max[i]) {
            s = C[i] - B_max[i];
            d += s * s;
        }
    }
    return d <= r * r;
}

// r*r hides that a radius is negative. Such a sphere holds no point.
Test(errata, sphere_of_negative_radius) {
    const double B_min[3] = {0, 0, 0}, B_max[3] = {1, 1, 1}, C[3] = {1.5, .5, .5};
    expect(arvo_literal(B_min, B_max, -1, C), "the text overlaps");
    expect(!ref_sphere_aabb_double(B_min, B_max, -1, C), "apart");
    expect(ref_sphere_aabb_double(B_min, B_max, 1, C), "of radius 1 it overlaps");
    const float cube[6] = {0, 0, 0, 1, 1, 1},
                upright[15] = {.5f, .5f, .5f, .5f, .5f, .5f, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    for (int sign = -1; sign <= 1; sign += 2) {
        const float sphere[4] = {1.5f, .5f, .5f, (float)sign};
        expect_verdict(case_named("sphere_aabb"), "radius 1, -1", sphere, cube, sign > 0);
        expect_verdict(case_named("sphere_obb"), "radius 1, -1", sphere, upright, sign > 0);
    }
}

// In float, the squares of listing 5 underflow for a point 2^-76 off a box, and overflow for a
// sphere of radius 2^65 that is 2^66 away. Within the library's range, down to its absolute 2^-70,
// they do neither.
Test(errata, sphere_squares_in_float) {
    const float B_min[3] = {-1, -1, -1}, zero[3] = {0, 0, 0};
    expect(ref_sphere_aabb_float(B_min, zero, 0, (float[]){0x1p-76f, 0, 0}), "the square is 0");
    expect(ref_sphere_aabb_float(B_min, zero, 0x1p65f, (float[]){0x1p66f, 0, 0}),
           "both squares are infinite");
    const struct lbx_case *c = case_named("sphere_aabb");
    const float box[6] = {-1, -1, -1, 0, 0, 0};
    expect_verdict(c, "2^-70", (float[]){0x1p-70f, 0, 0, 0}, box, false);
    expect_verdict(c, "2^60 and 2^61", (float[]){0x1p61f, 0, 0, 0x1p60f}, box, false);
}

// Book (9.12) to (9.15) with M as the text has it: the middle of the segment, not relative to C.
static bool segment_apart_literal(const double P0[3], const double P1[3], const double l[3]) {
    const double v[3] = {1, 0, 0}; // the axis u0
    double d = 0, L_s = 0;
    for (int c = 0; c < 3; c++) {
        d += v[c] * (P0[c] + P1[c]) / 2;
        L_s += v[c] * (P1[c] - P0[c]) / 2;
    }
    return fabs(d) > l[0] + fabs(L_s);
}

Test(errata, segment_middle_is_relative_to_the_center) {
    const double P0[3] = {9.5, 0, 0}, P1[3] = {10.5, 0, 0}, C[3] = {10, 0, 0}, l[3] = {1, 1, 1};
    axes u = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    expect(segment_apart_literal(P0, P1, l), "the text: apart");
    expect(ref_segment_box_double(P0, P1, C, u, l), "the steps, which have it right");
    const float segment[6] = {9.5f, 0, 0, 10.5f, 0, 0};
    expect_verdict(case_named("segment_aabb"), "within", segment, (float[]){9, -1, -1, 11, 1, 1},
                   true);
    const float box[15] = {10, 0, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    expect_verdict(case_named("segment_obb"), "within", segment, box, true);
}

// Gomez, listing 7, its first axis to the letter: T = b.P - mid, although the segment is already in
// box space, and l of any length.
static bool listing_7_apart_literal(const double l[3], const double mid[3], double hl,
                                    const double P[3], const double E[3]) {
    return fabs(P[0] - mid[0]) > E[0] + hl * fabs(l[0]);
}

Test(errata, listing_7_in_box_space) {
    const double P[3] = {10, 0, 0}, E[3] = {1, 1, 1}, mid[3] = {0, 0, 0}, l[3] = {1, 0, 0};
    expect(listing_7_apart_literal(l, mid, .5, P, E), "the text: apart");
    expect(ref_segment_box_gomez_double(l, mid, .5, E), "T is -mid");
    const float segment[6] = {9.5f, 0, 0, 10.5f, 0, 0};
    expect_verdict(case_named("segment_aabb"), "around the box's center", segment,
                   (float[]){9, -1, -1, 11, 1, 1}, true);
}

// From x 1.5 to 3.5 against a box that ends at 1.
Test(errata, listing_7_direction_of_unit_length) {
    const double origin[3] = {0, 0, 0}, E[3] = {1, 1, 1}, mid[3] = {2.5, 0, 0};
    const double l[3] = {2, 0, 0}, unit[3] = {1, 0, 0};
    expect(!listing_7_apart_literal(l, mid, 1, origin, E), "the text, l = (2,0,0): overlaps");
    expect(ref_segment_box_gomez_double(l, mid, 1, E), "nor does the reference make it a unit");
    expect(!ref_segment_box_gomez_double(unit, mid, 1, E), "of unit length: apart");
    expect_verdict(case_named("segment_aabb"), "before the box", (float[]){1.5f, 0, 0, 3.5f, 0, 0},
                   (float[]){-1, -1, -1, 1, 1, 1}, false);
}

// Book 9.2.5, steps 27 to 38 to the letter, in float: the normal is taken with P0 alone.
static bool normal_apart_literal(float P[3][3], const float l[3]) {
    float n[3], d = 0, low = 0, high = 0;
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        n[i] =
            (P[1][j] - P[0][j]) * (P[2][k] - P[0][k]) - (P[1][k] - P[0][k]) * (P[2][j] - P[0][j]);
    }
    for (int i = 0; i < 3; i++) {
        d -= n[i] * P[0][i];
        low += n[i] * (n[i] > 0 ? -l[i] : l[i]);
        high += n[i] * (n[i] > 0 ? l[i] : -l[i]);
    }
    return low + d > 0 || high + d < 0;
}

// A vertex of this sliver lies half deep in the box. Its normal is pure rounding.
Test(errata, triangle_normal_with_all_vertices) {
    float P[3][3] = {
        {.648f, -3.3f, -2.74f}, {-.164f, 3.78f, 1.46f}, {.209519953f, .523200274f, -.472000122f}};
    float u[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const float l[3] = {1, 1, 1}, C[3] = {0, 0, 0};
    expect(normal_apart_literal(P, l), "the text: apart");
    expect(ref_triangle_box_float(P, C, u, l), "with all three vertices");
    expect(ref_triangle_box_voorhies_float(P, l), "a vertex lies within");
    const float box[15] = {0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    expect_verdict(case_named("triangle_aabb"), "a sliver", P[0], (float[]){-1, -1, -1, 1, 1, 1},
                   true);
    expect_verdict(case_named("triangle_obb"), "a sliver", P[0], box, true);
}

// Float without a pad loses rays that touch: the reference does, the library does not.
Test(errata, references_in_float_lose_contacts) {
    enum { ITEMS = 20000 };
    for (size_t k = 0; k < lbx_case_count; k++) {
        static float first[CASE_FLOATS_MAX][ITEMS], second[CASE_FLOATS_MAX][ITEMS];
        static uint8_t verdicts[ITEMS], hits[ITEMS];
        const struct lbx_case *c = lbx_cases[k];
        struct case_side side[2] = {{.count = ITEMS}, {.count = ITEMS}};
        float *a[CASE_FLOATS_MAX], *b[CASE_FLOATS_MAX];
        for (int f = 0; f < CASE_FLOATS_MAX; f++) {
            side[0].at[f] = a[f] = first[f];
            side[1].at[f] = b[f] = second[f];
        }
        c->fill(1, SCENE_SCALES, ITEMS, a, b);
        c->reference(a, b, ITEMS, verdicts);
        float *const none[CASE_OUTPUTS_MAX] = {NULL};
        expect(case_run(c, &side[0], &side[1], ITEMS, 0, hits, none) > 0, "%s", c->name);
        size_t lost = 0;
        for (size_t i = 0; i < ITEMS; i++) {
            lost += !case_says_hit(c, verdicts[i]) && case_says_hit(c, case_said(c, hits, i));
        }
        expect(lost > 100, "%s: the float reference lost %zu", c->name, lost);
    }
}
