// SPDX-License-Identifier: MIT
// Known answers of lbx_plane_obb.
#include <math.h>
#include <string.h>

#include "answer.h"
#include "examples/random.h"
#include "harness.h"
#include "known.h"

enum { HALF = 3, AXIS = 6 };

// Center (1, 2, 3), half extents 1, 2, 4, axes rotated about z by a 3-4-5 triangle.
static const float turned[15] = {1, 2, 3, 1, 2, 4, .6f, .8f, 0, -.8f, .6f, 0, 0, 0, 1};

static void expect_side(const char *what, const float plane[4], const float box[15],
                        unsigned side) {
    static const float lengths[] = {1, -1, 4, -.25f, 0x1p50f, -0x1p-50f};
    for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++) {
        float p[4];
        for (int k = 0; k < 4; k++) p[k] = lengths[l] * plane[k];
        const bool turn = lengths[l] < 0 && side <= LBX_NEGATIVE;
        expect_class(case_named("plane_obb"), what, p, box, turn ? side ^ 1 : side);
    }
}

// Along (1, 0, 0) the box reaches .6 + 1.6 = 2.2, along (0, 1, 0) .8 + 1.2 = 2, along (0, 0, 1) 4.
Test(plane_obb, four_sides) {
    static const double reach[3] = {2.2, 2, 4};
    for (int c = 0; c < 3; c++) {
        float plane[4] = {0, 0, 0, 0};
        plane[c] = 1;
        const struct {
            const char *what;
            double at; // of the plane, from the center
            unsigned side;
        } rows[] = {
            {"above", -reach[c] - .125, LBX_POSITIVE},
            {"below", reach[c] + .125, LBX_NEGATIVE},
            {"into it", reach[c] - .125, LBX_INTERSECTING},
            {"from above", .125 - reach[c], LBX_INTERSECTING},
            {"just above", -reach[c] - 0x1p-17, LBX_POSITIVE},
            {"just below", reach[c] + 0x1p-17, LBX_NEGATIVE},
            {"through the center", 0, LBX_INTERSECTING},
        };
        for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
            plane[3] = (float)-(turned[c] + rows[k].at);
            expect_side(rows[k].what, plane, turned, rows[k].side);
        }
    }
}

// Each axis decides by itself, for boxes whose axes are those of space in another order.
Test(plane_obb, tangent_where_exact) {
    for (unsigned k = 0; k < 3; k++) {
        float box[15] = {3, -2, 5, 1, 2, 4}, plane[4] = {0};
        for (unsigned j = 0; j < 3; j++) box[AXIS + 3 * j + (j + k) % 3] = j == 1 ? -1 : 1;
        for (unsigned j = 0; j < 3; j++) {
            const unsigned c = (j + k) % 3;
            memset(plane, 0, sizeof plane);
            plane[c] = 1;
            for (int side = -1; side <= 1; side += 2) {
                plane[3] = -(box[c] + (float)side * box[HALF + j]);
                expect_side("touching", plane, box, LBX_TANGENT);
                plane[3] += (float)side * .0625f;
                expect_side("into it", plane, box, LBX_INTERSECTING);
                plane[3] -= (float)side * .125f;
                expect_side("off it", plane, box, side > 0 ? LBX_NEGATIVE : LBX_POSITIVE);
            }
        }
    }
}

// Boxes are taken with the axes that they have: along an axis that is 2^-20 too long, the radius is
// that much longer.
Test(plane_obb, axes_are_taken_as_they_are) {
    const float box[15] = {0, 0, 0, 1, 0, 0, 1 + 0x1p-20f, 0, 0, 0, 1, 0, 0, 0, 1};
    const float touched[4] = {1, 0, 0, -1 - 0x1p-20f};
    expect_side("touching", touched, box, LBX_TANGENT);
}

Test(plane_obb, nan_proves_nothing) {
    const struct lbx_case *c = case_named("plane_obb");
    const float plane[4] = {1, 2, 3, 50};
    expect_class(c, "as it is", plane, turned, LBX_POSITIVE);
    for (int k = 0; k < 19; k++) {
        float spoiled[2][15] = {{0}};
        memcpy(spoiled[0], plane, sizeof plane);
        memcpy(spoiled[1], turned, sizeof turned);
        spoiled[k >= 4][k >= 4 ? k - 4 : k] = NAN;
        expect_class(c, "a NaN", spoiled[0], spoiled[1], LBX_INTERSECTING);
    }
}

// The longest stick, and a normal whose product with its axis underflows. The plane touches its
// tip.
Test(plane_obb, products_that_underflow) {
    const float plane[4] = {0x1p-60f, 0, 0, -0x1p-100f};
    const float stick[15] = {0, 0, 0, 0x1p60f, 0, 0, 0x1p-100f, 1, 0, -1, 0x1p-100f, 0, 0, 0, 1};
    for (unsigned flags = 0; flags < 2; flags++) {
        const struct lbx_case *c = case_named("plane_obb");
        expect_verdict(c, "a tip", plane, stick, true);
    }
}

// Oriented boxes with the axes of space, against the kernel for axis-aligned boxes. They agree
// outside of the pads.
Test(planes, oriented_boxes_without_axes) {
    enum { ITEMS = 4000 };
    struct batch boxes = batch_fill(case_named("plane_aabb"), 31, SCENE_MIXED, ITEMS);
    struct batch turned_boxes = batch_fill(case_named("plane_obb"), 31, SCENE_MIXED, ITEMS);
    for (size_t i = 0; i < ITEMS; i++) {
        for (int k = 0; k < 4; k++) turned_boxes.side[0].at[k][i] = boxes.side[0].at[k][i];
        for (int c = 0; c < 3; c++) {
            const float low = boxes.side[1].at[c][i], high = boxes.side[1].at[3 + c][i];
            turned_boxes.side[1].at[c][i] = (low + high) / 2;
            turned_boxes.side[1].at[HALF + c][i] = (high - low) / 2;
            for (int k = 0; k < 3; k++) turned_boxes.side[1].at[AXIS + 3 * k + c][i] = k == c;
        }
    }
    for (size_t t = 0; t < test_tables()->count; t++) {
        for (unsigned flags = 0; flags < 2; flags++) {
            const struct case_side side[2][2] = {
                {dense_side(&boxes.side[0]), dense_side(&boxes.side[1])},
                {dense_side(&turned_boxes.side[0]), dense_side(&turned_boxes.side[1])}};
            struct question q = {
                &boxes, &test_tables()->at[t], {&side[0][0], &side[0][1]}, ITEMS, flags,
                true,   "boxes without axes"};
            struct answer without = ask(&q);
            q.batch = &turned_boxes, q.side[0] = &side[1][0], q.side[1] = &side[1][1];
            struct answer with = ask(&q);
            size_t differ = 0;
            for (size_t i = 0; i < ITEMS; i++) differ += without.hits[i] != with.hits[i];
            expect(differ <= 1, "%zu of %d differ", differ, ITEMS);
            answer_free(&without);
            answer_free(&with);
        }
    }
    batch_free(&boxes);
    batch_free(&turned_boxes);
}
