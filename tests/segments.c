// SPDX-License-Identifier: MIT
// Known answers of lbx_segment_aabb and lbx_segment_obb.
#include <float.h>
#include <math.h>
#include <string.h>

#include "answer.h"
#include "examples/random.h"
#include "harness.h"
#include "known.h"

static void against_aabb(const char *what, const float segment[6], const float box[6], bool hit) {
    float turned[6];
    memcpy(turned, segment + 3, 3 * sizeof *turned);
    memcpy(turned + 3, segment, 3 * sizeof *turned);
    expect_verdict(case_named("segment_aabb"), what, segment, box, hit);
    expect_verdict(case_named("segment_aabb"), what, turned, box, hit);
}

static void against_obb(const char *what, const float segment[6], const float box[15], bool hit) {
    float turned[6];
    memcpy(turned, segment + 3, 3 * sizeof *turned);
    memcpy(turned + 3, segment, 3 * sizeof *turned);
    expect_verdict(case_named("segment_obb"), what, segment, box, hit);
    expect_verdict(case_named("segment_obb"), what, turned, box, hit);
}

// Tests both kernels, with the box as it is and as an oriented box.
static void against_both(const char *what, const float segment[6], const float box[6], bool hit) {
    float oriented[15] = {0};
    for (int c = 0; c < 3; c++) {
        oriented[c] = (box[c] + box[3 + c]) / 2;
        oriented[3 + c] = (box[3 + c] - box[c]) / 2;
        oriented[6 + 4 * c] = 1;
    }
    against_aabb(what, segment, box, hit);
    against_obb(what, segment, oriented, hit);
}

static const float cube[6] = {-1, -1, -1, 1, 1, 1};

Test(segments, through_and_beside) {
    for (int c = 0; c < 3; c++) {
        const int d = (c + 1) % 3;
        for (int sign = -1; sign <= 1; sign += 2) {
            const float s = (float)sign;
            float segment[6] = {0};
            segment[c] = -3 * s, segment[3 + c] = 3 * s;
            against_both("through", segment, cube, true);
            segment[c] = 1.5f * s;
            against_both("ends before the box", segment, cube, false);
            segment[c] = 1 * s;
            against_both("ends on a face", segment, cube, true);
            segment[c] = .5f * s, segment[3 + c] = .25f * s;
            against_both("within", segment, cube, true);
            segment[c] = -3, segment[3 + c] = 3, segment[d] = segment[3 + d] = 1 * s;
            against_both("along a face", segment, cube, true);
            segment[d] = segment[3 + d] = 1.001f * s;
            against_both("along a face, beside it", segment, cube, false);
        }
    }
}

// Only the cross product with an axis separates: a sloping segment across an edge of the box.
Test(segments, across_an_edge) {
    for (int c = 0; c < 3; c++) {
        const int d = (c + 1) % 3;
        for (int slant = 1; slant < 4; slant++) {
            const float by = (float)slant;
            float segment[6] = {0};
            segment[c] = 1 - by, segment[d] = 1 + 1; // over the edge at (1, 1), sloping
            segment[3 + c] = 1 + by, segment[3 + d] = 1 - 1;
            against_both("meets an edge", segment, cube, true);
            segment[c] += .001f, segment[3 + c] += .001f;
            against_both("passes an edge", segment, cube, false);
            segment[c] -= .002f, segment[3 + c] -= .002f;
            against_both("cuts an edge", segment, cube, true);
        }
    }
}

Test(segments, faces_are_exact) {
    const float low = 1, high = float_step(1, 1);
    against_aabb("in a face", (float[]){low, -3, 0, low, 3, 0}, cube, true);
    against_aabb("an ulp off a face", (float[]){high, -3, 0, high, 3, 0}, cube, false);
    against_aabb("an end an ulp off a face", (float[]){high, 0, 0, 3, 0, 0}, cube, false);
    against_aabb("at a corner", (float[]){1, 1, 1, 3, 3, 3}, cube, true);
    const float sheet[6] = {-1, 0, -1, 1, -0.0f, 1};
    against_aabb("zeros of both signs", (float[]){-.5f, -0.0f, 0, .5f, 0, 0}, sheet, true);
    against_aabb("a denormal off", (float[]){-.5f, 0x1p-149f, 0, .5f, 0x1p-149f, 0}, sheet, false);
    against_aabb("through a sheet", (float[]){.5f, -1, .25f, .5f, 1, .25f}, sheet, true);
}

Test(segments, points_and_boxes_without_size) {
    const float point[6] = {.1f, .2f, .3f, .1f, .2f, .3f};
    against_both("a point within", point, cube, true);
    against_both("a point outside", (float[]){0, 1.5f, 0, 0, 1.5f, 0}, cube, false);
    against_aabb("a point against itself", point, point, true);
    float other[6];
    for (int c = 0; c < 3; c++) {
        memcpy(other, point, sizeof other);
        other[c] = other[3 + c] = float_step(point[c], 1);
        against_aabb("a point against its neighbour", point, other, false);
    }
    const float middle[6] = {1, 2, 3, 1, 2, 3};
    against_both("through a point", (float[]){0, 0, 0, 2, 4, 6}, middle, true);
    against_both("past a point", (float[]){0, 0, 0, 2, 4, 6.01f}, middle, false);
    against_both("a point on a corner", (float[]){1, -1, 1, 1, -1, 1}, cube, true);
}

// Far from the origin, half an ulp of the box's middle would be larger than the box.
Test(segments, far_from_the_origin) {
    const float at = 0x1p24f, box[6] = {at, at, at, at + 2, at + 2, at + 2};
    against_aabb("over an edge", (float[]){at - 2, at + 4, at, at + 4, at - 2, at + 2}, box, true);
    against_aabb("past an edge", (float[]){at - 2, at + 8, at, at + 8, at - 2, at + 2}, box, false);
}

static void turned_box(float x[15], float c, float s) {
    const float box[15] = {1, 2, 3, 1, 2, .5f, c, s, 0, -s, c, 0, 0, 0, 1};
    memcpy(x, box, sizeof box);
}

Test(segments, turned_boxes) {
    float box[15];
    turned_box(box, .6f, .8f);
    const float out[3] = {.6f, .8f, 0}; // its axis 0, half extent 1
    for (int near = 0; near < 2; near++) {
        const float at = near ? .999f : 1.001f;
        float segment[6] = {1 + at * out[0], 2 + at * out[1], 3, 1 + 3 * out[0], 2 + 3 * out[1], 3};
        against_obb("ends at a face", segment, box, near);
        // Perpendicular to axis 0 and beyond both ends of axis 1.
        segment[0] = 1 + at * .6f - 3 * .8f, segment[1] = 2 + at * .8f + 3 * .6f;
        segment[3] = 1 + at * .6f + 3 * .8f, segment[4] = 2 + at * .8f - 3 * .6f;
        against_obb("along a face", segment, box, near);
        segment[2] = segment[5] = 3 + .5f * at, segment[0] = 1, segment[1] = 2;
        against_obb("over a face", segment, box, near);
    }
}

Test(segments, either_handedness) {
    float box[15];
    turned_box(box, 1, 0);
    for (int k = 0; k < 3; k++) box[6 + 4 * k] = -box[6 + 4 * k];
    against_obb("mirrored, within", (float[]){1, 2, 3, 9, 9, 9}, box, true);
    against_obb("mirrored, outside", (float[]){2.1f, 2, 3, 9, 9, 9}, box, false);
}

Test(segments, empty_boxes) {
    const float everywhere[6] = {-0x1p60f, -0x1p60f, -0x1p60f, 0x1p60f, 0x1p60f, 0x1p60f};
    const float most[2] = {INFINITY, FLT_MAX};
    for (int k = 0; k < 2; k++) {
        const float empty[6] = {most[k], most[k], most[k], -most[k], -most[k], -most[k]};
        against_aabb("the empty box", everywhere, empty, false);
        against_aabb("the empty box and a point", (float[]){0, 0, 0, 0, 0, 0}, empty, false);
    }
}

Test(segments, nan) {
    float nothing[15], segment[6] = {-3, 0, 0, 3, 0, 0}, box[15];
    for (int k = 0; k < 15; k++) nothing[k] = NAN;
    turned_box(box, .6f, .8f);
    against_aabb("NaN alone hits", nothing, cube, true);
    against_aabb("a box of NaN", segment, nothing, true);
    against_obb("NaN alone hits", nothing, box, true);
    against_obb("an oriented box of NaN", segment, nothing, true);
    for (int k = 0; k < 6; k++) {
        float spoiled[6];
        memcpy(spoiled, segment, sizeof spoiled);
        spoiled[k] = NAN;
        against_aabb("one NaN, still overlapping", spoiled, cube, true);
        memcpy(spoiled, cube, sizeof spoiled);
        spoiled[k] = NAN;
        against_aabb("one NaN in the box, still overlapping", segment, spoiled, true);
        // Both ends lie beyond a face of one axis; one end is NaN on another.
        for (int side = -1; side <= 1; side += 2) {
            const float s = (float)side;
            float beyond[6] = {0, 5 * s, 0, 0, 6 * s, 0};
            beyond[k] = NAN;
            against_aabb("a NaN leaves the other axes", beyond, cube, k % 3 == 1);
        }
    }
}

// The shortest and the longest lengths that are promised, and both together.
Test(segments, range) {
    for (int small = 0; small < 2; small++) {
        const float s = small ? 0x1p-60f : 0x1p60f;
        const float box[6] = {-s, -s, -s, s, s, s};
        float segment[6] = {-s, s / 2, 0, s / 2, -s, 0};
        if (!small) segment[1] = s, segment[0] = -s / 2, segment[3] = s, segment[4] = -s / 2;
        against_both("within", segment, box, true);
        const float eighth[6] = {-s / 8, -s / 8, -s / 8, s / 8, s / 8, s / 8};
        if (small) continue;
        against_both("past an edge", (float[]){0, s, 0, s, 0, 0}, eighth, false);
        against_both("through", (float[]){-s, -s, -s, s, s, s}, eighth, true);
        const float tiny[6] = {-0x1p-60f, -0x1p-60f, -0x1p-60f, 0x1p-60f, 0x1p-60f, 0x1p-60f};
        against_both("through a tiny one", (float[]){-s, -s, -s, s, s, s}, tiny, true);
        against_both("far past a tiny one", (float[]){-s, s / 2, 0, s / 2, s, 0}, tiny, false);
    }
}

// A corner of the box lies on the segment from corner + near way to corner - far way. All of these
// are floats. Found by hill climbing: each operation is rounded to the contact's harm. The contact
// needs 6 half ulps of the pad's 16. A quarter of the pad loses it.
Test(segments, rounding_at_its_worst) {
    const struct {
        float corner[2], opposite[2], way[2], near, far;
    } rows[] = {
        {{0x1.c35968p-15f, -0x1.6a28p-22f},
         {0x1.bf7b9ep-14f, -0x1.2a18d2p-1f},
         {0x1.2522p-16f, 0x1.dcp-28f},
         2,
         4},
        {{0x1.113c5p-16f, -0x1.dc123ep-13f},
         {-0x1.8cc6cp-16f, -0x1.013082p-1f},
         {0x1.fdece8p-15f, -0x1.224p-25f},
         3,
         1},
        {{0x1.9e1604p-13f, 0x1.829ec8p-14f},
         {0x1.6493bcp-12f, -0x1.30c2ecp-1f},
         {0x1.eb78ep-17f, 0x1.cep-29f},
         3,
         4},
        {{0x1.34a8cp-13f, -0x1.1044aep-12f},
         {0x1.085f68p-13f, -0x1.0f6b12p-2f},
         {0x1.82b79p-16f, -0x1.21p-27f},
         3,
         2},
    };
    for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
        for (int axis = 0; axis < 3; axis++) { // the axis perpendicular to all of it
            for (int power = -20; power <= 20; power += 20) {
                float segment[6] = {0}, box[6] = {0};
                for (int k = 0; k < 2; k++) {
                    const int c = (axis + 1 + k) % 3;
                    const float corner = ldexpf(rows[row].corner[k], power);
                    const float opposite = ldexpf(rows[row].opposite[k], power);
                    const float way = ldexpf(rows[row].way[k], power);
                    segment[c] = corner + rows[row].near * way;
                    segment[3 + c] = corner - rows[row].far * way;
                    box[c] = fminf(corner, opposite);
                    box[3 + c] = fmaxf(corner, opposite);
                }
                against_aabb("rounded to its harm", segment, box, true);
            }
        }
    }
}
