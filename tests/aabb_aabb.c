// SPDX-License-Identifier: MIT
// Known answers of lbx_aabb_aabb.
#include <float.h>
#include <math.h>

#include "answer.h"
#include "examples/random.h"
#include "harness.h"
#include "known.h"

static void expect_boxes(const char *what, const float a[6], const float b[6], bool hit) {
    expect_verdict_both_ways(case_named("aabb_aabb"), what, a, b, hit);
}

static const float cube[6] = {0, 0, 0, 1, 1, 1};

Test(aabb_aabb, touching_is_overlap) {
    for (int c = 0; c < 3; c++) {
        float b[6] = {0, 0, 0, 1, 1, 1};
        b[c] = 1, b[3 + c] = 2;
        expect_boxes("a face", cube, b, true);
        b[c] = float_step(1, 1);
        expect_boxes("a face, an ulp off", cube, b, false);
        b[c] = float_step(1, -1);
        expect_boxes("a face, an ulp in", cube, b, true);
        b[c] = 1, b[(c + 1) % 3] = 1, b[3 + (c + 1) % 3] = 2;
        expect_boxes("an edge", cube, b, true);
        b[c] = -1, b[3 + c] = -0x1p-149f;
        expect_boxes("a denormal off", cube, b, false);
        b[3 + c] = -0.0f;
        expect_boxes("zeros of both signs touch", cube, b, true);
    }
    expect_boxes("a corner", cube, (float[]){1, 1, 1, 2, 2, 2}, true);
    expect_boxes("a corner", cube, (float[]){-1, 1, -1, -0.0f, 2, 0}, true);
}

Test(aabb_aabb, each_axis_separates) {
    for (int c = 0; c < 3; c++) {
        for (int sign = -1; sign <= 1; sign += 2) {
            float b[6] = {0, 0, 0, 1, 1, 1};
            b[c] += 3 * (float)sign, b[3 + c] += 3 * (float)sign;
            expect_boxes("apart on one axis", cube, b, false);
        }
    }
    expect_boxes("the same", cube, cube, true);
    expect_boxes("within", cube, (float[]){.25f, .25f, .25f, .5f, .5f, .5f}, true);
    expect_boxes("a cross", cube, (float[]){-1, .25f, .25f, 2, .5f, .5f}, true);
}

Test(aabb_aabb, points_and_flat_boxes) {
    expect_boxes("a point within", cube, (float[]){.5f, .5f, .5f, .5f, .5f, .5f}, true);
    expect_boxes("a point on a corner", cube, (float[]){1, 1, 1, 1, 1, 1}, true);
    expect_boxes("two points", (float[]){1, 2, 3, 1, 2, 3}, (float[]){1, 2, 3, 1, 2, 3}, true);
    expect_boxes("a flat box on a face", cube, (float[]){0, 1, 0, 1, 1, 1}, true);
}

Test(aabb_aabb, the_empty_box_meets_nothing) {
    const float empty[2][6] = {
        {INFINITY, INFINITY, INFINITY, -INFINITY, -INFINITY, -INFINITY},
        {FLT_MAX, FLT_MAX, FLT_MAX, -FLT_MAX, -FLT_MAX, -FLT_MAX},
    };
    const float others[][6] = {
        {0, 0, 0, 1, 1, 1},
        {-FLT_MAX, -FLT_MAX, -FLT_MAX, FLT_MAX, FLT_MAX, FLT_MAX},
        {-FLT_MAX, -FLT_MAX, -FLT_MAX, -FLT_MAX, -FLT_MAX, -FLT_MAX},
        {FLT_MAX, FLT_MAX, FLT_MAX, FLT_MAX, FLT_MAX, FLT_MAX},
        {-1, -FLT_MAX, -FLT_MAX, 1, FLT_MAX, FLT_MAX},
        {INFINITY, INFINITY, INFINITY, -INFINITY, -INFINITY, -INFINITY},
        {FLT_MAX, FLT_MAX, FLT_MAX, -FLT_MAX, -FLT_MAX, -FLT_MAX},
    };
    for (int e = 0; e < 2; e++) {
        for (size_t k = 0; k < sizeof others / sizeof *others; k++)
            expect_boxes("the empty box", empty[e], others[k], false);
    }
}

// The empty box ends at -FLT_MAX on x. A box that ends one float above is like any other.
Test(aabb_aabb, boxes_at_the_lowest_floats) {
    const float most = FLT_MAX, next = -0x1.fffffcp127f;
    const float low[6] = {-most, -most, -most, next, next, next};
    expect_boxes("with itself", low, low, true);
    expect_boxes("with all there is", low, (float[]){-most, -most, -most, most, most, most}, true);
    expect_boxes("with what begins where it ends", low, (float[]){next, next, next, 1, 1, 1}, true);
    expect_boxes("with a cube", low, cube, false);
}

// A NaN proves nothing; the other comparisons still count.
Test(aabb_aabb, nan) {
    const float nothing[6] = {NAN, NAN, NAN, NAN, NAN, NAN};
    expect_boxes("NaN alone hits", nothing, cube, true);
    expect_boxes("NaN against NaN", nothing, nothing, true);
    for (int k = 0; k < 6; k++) {
        float b[6] = {.5f, .5f, .5f, 2, 2, 2};
        b[k] = NAN;
        expect_boxes("one NaN, still overlapping", cube, b, true);
        float away[6] = {.5f, .5f, .5f, 2, 2, 2};
        const int c = (k + 1) % 3; // another axis separates
        away[c] = 5, away[3 + c] = 6;
        away[k] = NAN;
        expect_boxes("one NaN, still apart", cube, away, false);
    }
    float b[6] = {2, 0, 0, NAN, 1, 1};
    expect_boxes("the other end of the same axis", cube, b, false);
}

Test(aabb_aabb, swapped_sides_give_the_same_bits) {
    enum { ITEMS = 3001 };
    const struct lbx_case *c = case_named("aabb_aabb");
    for (enum scene scene = 0; scene < SCENES; scene++) {
        struct batch batch = batch_fill(c, 21, scene, ITEMS);
        const struct case_side a = dense_side(&batch.side[0]), b = dense_side(&batch.side[1]);
        for (size_t t = 0; t < test_tables()->count; t++) {
            struct question q = {&batch, &test_tables()->at[t], {&a, &b}, ITEMS, 0, false, "a, b"};
            struct answer straight = ask(&q);
            q.side[0] = &b, q.side[1] = &a, q.what = "b, a";
            struct answer swapped = ask(&q);
            expect_same(&q, &swapped, &straight);
            answer_free(&straight);
            answer_free(&swapped);
        }
        batch_free(&batch);
    }
}
