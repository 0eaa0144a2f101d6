// SPDX-License-Identifier: MIT
// The slips of the documents, each on an input where the literal text is wrong and the library
// right. A row that stops differing here is a row that the reference no longer needs to correct.
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
}

typedef double axes[3][3];

// Book 9.2.6, steps 9-11 with the printed l: the same half lengths on both sides of the sum.
static bool face_apart_literal(const double C[3], axes u, const double lA[3]) {
    for (int i = 0; i < 3; i++) {
        double r = lA[i];
        for (int k = 0; k < 3; k++) r += lA[k] * fabs(u[k][i]);
        if (fabs(C[i]) > r) return true;
    }
    return false;
}

// Half 4 against half 1 turned by 45 degrees: the reach of B is 1.41, not 5.66.
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

// No slack for near-parallel edges: u0 = (1, 1e-8, 0), boxes half deep in each other, are apart by
// either listing even in double, for the axes are then not quite orthogonal.
Test(errata, obb_near_parallel_edges) {
    const double l[3] = {1, 1, 1}, CA[3] = {0, 0, 0}, CB[3] = {.5, 1.5, 1.5};
    axes uA = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, uB = {{1, 1e-8, 0}, {0, 1, 0}, {0, 0, 1}};
    expect(!ref_obb_obb_double(CA, uA, l, CB, uB, l), "the book's text");
    expect(!ref_obb_obb_gomez_double(l, CA, uA, l, CB, uB), "Gomez' text");
    const float a[15] = {0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    const float b[15] = {.5f, 1.5f, 1.5f, 1, 1, 1, 1, 1e-8f, 0, 0, 1, 0, 0, 0, 1};
    expect_verdict(case_named("obb_obb"), "near-parallel edges", a, b, true);
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
