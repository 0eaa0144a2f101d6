// SPDX-License-Identifier: MIT
// Known answers of lbx_plane_aabb.
#include <float.h>
#include <math.h>
#include <string.h>

#include "examples/random.h"
#include "harness.h"
#include "known.h"
#include "scalar_ref.h"

static unsigned opposite(unsigned side) {
    return side == LBX_POSITIVE ? LBX_NEGATIVE : side == LBX_NEGATIVE ? LBX_POSITIVE : side;
}

// Tests normals of several lengths, and reversed.
static void expect_side(const char *what, const float plane[4], const float box[6], unsigned side) {
    static const float lengths[] = {1, -1, 3, -.25f, 0x1p50f, -0x1p-50f};
    for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++) {
        float p[4];
        for (int k = 0; k < 4; k++) p[k] = lengths[l] * plane[k];
        expect_class(case_named("plane_aabb"), what, p, box,
                     lengths[l] < 0 ? opposite(side) : side);
    }
}

// The plane x[c] = 2, and a box from `low` to `high` along that axis.
static void expect_span(const char *what, float low, float high, unsigned side) {
    for (int c = 0; c < 3; c++) {
        float plane[4] = {0, -0.0f, 0, -2}, box[6] = {-7, 3, -1, 5, 3, 9};
        plane[c] = 1;
        box[c] = low;
        box[3 + c] = high;
        expect_side(what, plane, box, side);
    }
}

Test(plane_aabb, four_sides) {
    expect_span("above", 2.25f, 3, LBX_POSITIVE);
    expect_span("below", -9, 1.75f, LBX_NEGATIVE);
    expect_span("on it", 2, 3, LBX_TANGENT);
    expect_span("under it", -5, 2, LBX_TANGENT);
    expect_span("in it", 2, 2, LBX_TANGENT);
    expect_span("across", 1, 3, LBX_INTERSECTING);
    expect_span("just across", -5, 2 + 0x1p-20f, LBX_INTERSECTING);
    expect_span("just above", 2 + 0x1p-18f, 3, LBX_POSITIVE);
    expect_span("just below", -5, 2 - 0x1p-18f, LBX_NEGATIVE);
}

// Each corner of the box once: the plane is 3 from the origin, and of the box only that corner is.
Test(plane_aabb, corners) {
    for (int signs = 0; signs < 8; signs++) {
        float plane[4], box[6], corner[3];
        for (int c = 0; c < 3; c++) {
            plane[c] = (float)(signs >> c & 1 ? -1 : 1) * (float)(c == 0 ? 1 : 2);
            corner[c] = (float)(signs >> c & 1 ? -1 : 1) * (float)(c == 0 ? 1 : 2);
            box[c] = signs >> c & 1 ? corner[c] : corner[c] - 8;
            box[3 + c] = signs >> c & 1 ? corner[c] + 8 : corner[c];
        }
        plane[3] = -9;
        expect_side("touched from below", plane, box, LBX_TANGENT);
        plane[3] = -9.03125f;
        expect_side("from below", plane, box, LBX_NEGATIVE);
        plane[3] = -8.96875f;
        expect_side("into it", plane, box, LBX_INTERSECTING);
        plane[3] = -9 + 5 * 8;
        expect_side("touched from above", plane, box, LBX_TANGENT);
        plane[3] += .03125f;
        expect_side("from above", plane, box, LBX_POSITIVE);
    }
}

Test(plane_aabb, the_empty_box_is_positive) {
    const float inf = INFINITY, most = FLT_MAX;
    const float empty[2][6] = {{inf, inf, inf, -inf, -inf, -inf},
                               {most, most, most, -most, -most, -most}};
    static const float planes[][4] = {{1, 0, 0, 0},   {-1, 0, 0, 5}, {1, 2, 3, -4},
                                      {-1, -2, 3, 4}, {0, 0, -1, 0}, {0, -1, 0, -2}};
    for (size_t k = 0; k < 12; k++)
        expect_class(case_named("plane_aabb"), "empty", planes[k / 2], empty[k % 2], LBX_POSITIVE);
}

Test(plane_aabb, nan_proves_nothing) {
    const struct lbx_case *c = case_named("plane_aabb");
    const float plane[4] = {1, 2, 3, 50}, box[6] = {0, 0, 0, 1, 1, 1};
    expect_class(c, "as it is", plane, box, LBX_POSITIVE);
    for (int k = 0; k < 4; k++) {
        float spoiled[4];
        memcpy(spoiled, plane, sizeof spoiled);
        spoiled[k] = NAN;
        expect_class(c, "a NaN in the plane", spoiled, box, LBX_INTERSECTING);
    }
    const float nothing[6] = {NAN, NAN, NAN, NAN, NAN, NAN};
    expect_class(c, "a box of NaN", plane, nothing, LBX_INTERSECTING);
    expect_class(c, "a plane of NaN", nothing, box, LBX_INTERSECTING);
    const float opposite[4] = {-1, -2, -3, -50};
    expect_class(c, "from the other side", opposite, box, LBX_NEGATIVE);
    const float across[4] = {0, 1, 0, -2}; // y = 2, where the box ends
    for (int k = 1; k < 6; k += 3) {
        float spoiled[6] = {0, 2, 0, 1, 2, 1};
        spoiled[k] = NAN;
        expect_class(c, "the other end touches", across, spoiled, LBX_INTERSECTING);
    }
    for (int k = 0; k < 6; k++) { // of the nearest corner or the furthest one
        float spoiled[6];
        memcpy(spoiled, box, sizeof spoiled);
        spoiled[k] = NAN;
        expect_class(c, "a NaN in the box", plane, spoiled, LBX_INTERSECTING);
        expect_class(c, "a NaN in the box", opposite, spoiled, LBX_INTERSECTING);
    }
}

// The plane just reaches the nearest corner. Rounding takes 3.7 half ulps of the fused radius, of
// the 7.25 that the pad has.
Test(plane_aabb, rounding_at_its_worst) {
    const float plane[4] = {0x1.0492a6p+0f, 0x1.02da22p+0f, 0x1.0305e2p+0f, 0x1.a01d82p+1f};
    const float box[6] = {-0x1.07845ap+0f, -0x1.17576cp+0f, -0x1.164452p+0f,
                          0x1.0840ep+0f,   0x1.12b5c6p+0f,  0x1.10f8e8p+0f};
    expect_verdict(case_named("plane_aabb"), "the nearest corner", plane, box, true);
}

// On integers both forms of the book and the kernel are exact, and so equal.
Test(plane_aabb, corner_and_radius_agree_where_exact) {
    struct random r = {7};
    unsigned count[4] = {0};
    double u[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    float uf[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int i = 0; i < 3000; i++) {
        float n[4], box[6], C[3], l[3], b_min[3], b_max[3];
        double nd[3], Cd[3], ld[3];
        for (int c = 0; c < 3; c++) {
            nd[c] = n[c] = (float)random_int(&r, -3, 3);
            Cd[c] = C[c] = (float)random_int(&r, -6, 6);
            ld[c] = l[c] = (float)random_int(&r, 0, 3);
            b_min[c] = box[c] = C[c] - l[c];
            b_max[c] = box[3 + c] = C[c] + l[c];
        }
        if (n[0] == 0 && n[1] == 0 && n[2] == 0) n[1] = 1, nd[1] = 1;
        n[3] = (float)random_int(&r, -20, 20);
        const unsigned by_corners = ref_plane_aabb_float(n, n[3], b_min, b_max);
        expect(ref_plane_obb_float(n, n[3], C, uf, l) == by_corners &&
                   ref_plane_obb_radius_float(n, n[3], C, uf, l) == by_corners &&
                   ref_plane_obb_double(nd, n[3], Cd, u, ld) == by_corners &&
                   ref_plane_obb_radius_double(nd, n[3], Cd, u, ld) == by_corners,
               "item %d: %u", i, by_corners);
        if (i < 400) expect_class(case_named("plane_aabb"), "whole numbers", n, box, by_corners);
        count[by_corners]++;
    }
    for (int k = 0; k < 4; k++) expect(count[k] > 100, "class %d: %u", k, count[k]);
}
