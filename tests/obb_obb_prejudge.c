// SPDX-License-Identifier: MIT
// Known answers of lbx_obb_obb_prejudge.
#include <math.h>
#include <string.h>

#include "answer.h"
#include "examples/random.h"
#include "harness.h"
#include "known.h"
#include "scalar_ref.h"

enum { CENTER = 0, HALF = 3, AXIS = 6 };

static void expect_both(const char *what, const float a[15], const float b[15], unsigned said) {
    expect_class(case_named("obb_obb_prejudge"), what, a, b, said);
    expect_class(case_named("obb_obb_prejudge"), what, b, a, said);
}

// Half diagonals 3 and 6, least half extents 1 and 2. The centers are `distance` times (2, 3, 6) /
// 7 apart.
static void expect_distance(const char *what, double distance, unsigned said) {
    for (int scale = -37; scale <= 55; scale += 23) {
        float a[15] = {0, 0, 0, 1, 2, 2, 1, 0, 0, 0, 1, 0, 0, 0, 1};
        float b[15] = {0, 0, 0, 4, 2, 4, 0, .6f, .8f, 1, 0, 0, 0, -.8f, .6f};
        for (int c = 0; c < 3; c++) b[c] = (float)(distance * (c == 0 ? 2. : 3. * c) / 7);
        for (int k = 0; k < AXIS; k++) {
            a[k] = ldexpf(a[k], scale);
            b[k] = ldexpf(b[k], scale);
        }
        expect_both(what, a, b, said);
    }
}

Test(obb_obb_prejudge, by_distance) {
    expect_distance("one center", 0, LBX_OVERLAPPING);
    expect_distance("deep", 2.5, LBX_OVERLAPPING);
    expect_distance("just within the least half extents", 3 - 0x1p-17, LBX_OVERLAPPING);
    expect_distance("just beyond them", 3 + 0x1p-19, LBX_UNDECIDED);
    expect_distance("between", 5, LBX_UNDECIDED);
    expect_distance("just within the diagonals", 9 - 0x1p-19, LBX_UNDECIDED);
    expect_distance("just beyond them", 9 + 0x1p-14, LBX_APART);
    expect_distance("far", 100, LBX_APART);
}

// Each half extent is the least one once.
Test(obb_obb_prejudge, the_least_half_extent) {
    for (int k = 0; k < 3; k++) {
        float a[15] = {0, 0, 0, 4, 4, 4, 1, 0, 0, 0, 1, 0, 0, 0, 1}, b[15];
        memcpy(b, a, sizeof b);
        a[HALF + k] = 1;
        b[CENTER] = 4.5f;
        expect_both("within 1 + 4", a, b, LBX_OVERLAPPING);
        b[CENTER] = 5.5f;
        expect_both("beyond 1 + 4", a, b, LBX_UNDECIDED);
    }
}

Test(obb_obb_prejudge, points) {
    float a[15] = {3, 4, 5, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}, b[15];
    memcpy(b, a, sizeof b);
    expect_both("the same", a, b, LBX_UNDECIDED);
    b[1] = 4 + 0x1p-20f;
    expect_both("apart", a, b, LBX_APART);
    const float flat[15] = {3, 4, 5, 2, 2, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    expect_both("a flat box is never certain to overlap", flat, b, LBX_UNDECIDED);
}

// A square that underflows does not mean a distance of 0.
Test(obb_obb_prejudge, squares_that_underflow) {
    float a[15] = {0x1p-60f, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}, b[15];
    memcpy(b, a, sizeof b);
    b[0] = float_step(b[0], 1);
    expect_both("points", a, b, LBX_UNDECIDED);
}

Test(obb_obb_prejudge, nan_proves_nothing) {
    const float a[15] = {0, 0, 0, 1, 2, 2, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    for (int distance = 0; distance < 40; distance += 20) {
        for (int k = 0; k < AXIS; k++) {
            float b[15];
            memcpy(b, a, sizeof b);
            b[0] = (float)distance;
            b[k] = NAN;
            expect_both("a NaN", a, b, LBX_UNDECIDED);
        }
    }
}

// The corners of cubes whose axes are as skewed as _check lets pass reach further than the half
// diagonal: 1.3 * 2^-19 of it here. A pad of 2^-20 on the distance calls these cubes apart.
Test(obb_obb_prejudge, corners_of_skewed_boxes) {
    const float lean = .46f * 0x1p-19f;
    float a[15] = {0, 0, 0, 1, 1, 1}, b[15], along[3] = {0, 0, 0};
    for (int k = 0; k < 3; k++) {
        for (int c = 0; c < 3; c++) a[AXIS + 3 * k + c] = k == c ? 1 + lean : lean;
    }
    memcpy(b, a, sizeof b);
    for (int k = 0; k < 3; k++) {
        for (int c = 0; c < 3; c++) along[c] += a[AXIS + 3 * k + c];
    }
    for (int c = 0; c < 3; c++) b[c] = 2 * along[c]; // corner on corner
    const double L = sqrt(3 * (double)b[0] * b[0]), R = 2 * sqrt(3);
    expect(L > R * (1 + 0x1p-20), "%g", L / R - 1);
    expect_both("corner on corner", a, b, LBX_UNDECIDED);
}

// The separating axes find a hit where OVERLAPPING is said. Where APART is said they may find one
// within their pad.
Test(prejudged, what_is_certain_is_so) {
    enum { ITEMS = 4000 };
    for (enum scene scene = 0; scene < SCENE_HOSTILE; scene++) {
        struct batch batch = batch_fill(case_named("obb_obb_prejudge"), 41, scene, ITEMS);
        const struct case_side a = dense_side(&batch.side[0]), b = dense_side(&batch.side[1]);
        struct question q = {
            &batch, &test_tables()->at[0], {&a, &b}, ITEMS, LBX_REPRODUCIBLE, true, "prejudged"};
        struct answer said = ask(&q);
        struct batch of_axes = batch;
        of_axes.c = case_named("obb_obb");
        q.batch = &of_axes;
        struct answer axes = ask(&q);
        for (size_t i = 0; i < ITEMS; i++) {
            const bool hit = answer_hit(&axes, i);
            if (said.hits[i] == LBX_OVERLAPPING)
                expect(hit, "scene %d item %zu: axes separate it", (int)scene, i);
        }
        answer_free(&said);
        answer_free(&axes);
        batch_free(&batch);
    }
}

// Geng & Gao (11) to the letter: L = R1_min + R2_min is unsure.
static enum ref_prejudged literal(double L, double least, double most) {
    return L < least ? REF_OVERLAPPING : L > most ? REF_APART : REF_UNDECIDED;
}

Test(obb_obb_prejudge, erratum_equality_is_certain) {
    const double C1[3] = {0, 0, 0}, C2[3] = {2, 0, 0}, l[3] = {1, 1, 1};
    expect(literal(2, 2, 2 * sqrt(3)) == REF_UNDECIDED, "the text");
    expect(ref_obb_obb_prejudge_double(C1, l, C2, l) == REF_OVERLAPPING, "L = 2 is certain");
}

// (7) has full lengths where radii need half lengths: cubes of edge 2 whose centers are 3 apart.
Test(obb_obb_prejudge, erratum_half_lengths) {
    const double C1[3] = {0, 0, 0}, C2[3] = {3, 0, 0}, l[3] = {1, 1, 1};
    expect(literal(3, 2 + 2, 4 * sqrt(3)) == REF_OVERLAPPING, "the text, full lengths");
    expect(ref_obb_obb_prejudge_double(C1, l, C2, l) == REF_UNDECIDED, "half of them");
    const float a[15] = {0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    const float b[15] = {3, 0, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    expect_both("3 apart", a, b, LBX_UNDECIDED);
}
