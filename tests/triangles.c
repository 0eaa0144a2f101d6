// SPDX-License-Identifier: MIT
// Known answers of lbx_triangle_aabb and lbx_triangle_obb.
#include <float.h>
#include <math.h>
#include <string.h>

#include "answer.h"
#include "examples/random.h"
#include "harness.h"
#include "known.h"
#include "scenes/rotations.h"

// Tests every order of the vertices.
static void against(const char *kernel, const char *what, const float triangle[9],
                    const float box[], bool hit) {
    static const int order[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
                                    {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
    for (int k = 0; k < 6; k++) {
        float permuted[9];
        for (int v = 0; v < 3; v++)
            memcpy(permuted + 3 * v, triangle + 3 * order[k][v], 3 * sizeof *permuted);
        expect_verdict(case_named(kernel), what, permuted, box, hit);
    }
}

static void against_aabb(const char *what, const float triangle[9], const float box[6], bool hit) {
    against("triangle_aabb", what, triangle, box, hit);
}

static void against_obb(const char *what, const float triangle[9], const float box[15], bool hit) {
    against("triangle_obb", what, triangle, box, hit);
}

// Tests both kernels, with the box as it is and as an oriented box.
static void against_both(const char *what, const float triangle[9], const float box[6], bool hit) {
    float oriented[15] = {0};
    for (int c = 0; c < 3; c++) {
        oriented[c] = (box[c] + box[3 + c]) / 2;
        oriented[3 + c] = (box[3 + c] - box[c]) / 2;
        oriented[6 + 4 * c] = 1;
    }
    against_aabb(what, triangle, box, hit);
    against_obb(what, triangle, oriented, hit);
}

static const float cube[6] = {-1, -1, -1, 1, 1, 1};

// Permutes the coordinates of the vertices cyclically, so that x lands on axis c.
static void turn(float triangle[9], const float from[9], int c) {
    for (int v = 0; v < 3; v++) {
        for (int k = 0; k < 3; k++) triangle[3 * v + (k + c) % 3] = from[3 * v + k];
    }
}

Test(triangles, faces) {
    for (int c = 0; c < 3; c++) {
        for (int sign = -1; sign <= 1; sign += 2) {
            const float s = (float)sign;
            float triangle[9];
            turn(triangle, (float[]){s, 0, 0, 2 * s, -.5f, 0, 3 * s, .5f, .5f}, c);
            against_both("a vertex on a face", triangle, cube, true);
            turn(triangle, (float[]){1.001f * s, 0, 0, 2 * s, -.5f, 0, 3 * s, .5f, .5f}, c);
            against_both("a vertex off a face", triangle, cube, false);
            turn(triangle, (float[]){s, -9, -9, s, 9, -9, s, 0, 9}, c);
            against_both("in a face's plane, larger", triangle, cube, true);
            turn(triangle, (float[]){0, -9, -9, 0, 9, -9, 0, 0, 20}, c);
            against_both("across the middle, every vertex outside", triangle, cube, true);
        }
    }
}

// Only the normal separates: the plane x + y + z = d against a corner.
Test(triangles, normal) {
    for (int corner = 0; corner < 8; corner++) {
        const float sign[3] = {corner & 1 ? -1 : 1, corner & 2 ? -1 : 1, corner & 4 ? -1 : 1};
        for (int near = 0; near < 2; near++) {
            const float d = near ? 3 : 3.001f;
            float triangle[9] = {0};
            for (int v = 0; v < 3; v++) {
                for (int c = 0; c < 3; c++)
                    triangle[3 * v + c] = sign[c] * (d / 3 + (v == c ? 4 : -2));
            }
            against_both(near ? "over a corner" : "off a corner", triangle, cube, near);
        }
    }
}

// Only the cross product of an edge and an axis separates: each edge, each axis.
Test(triangles, edges) {
    for (int c = 0; c < 3; c++) {
        for (int near = 0; near < 2; near++) {
            const float by = near ? 0 : .001f;
            float triangle[9];
            // A sloping edge from (0, 2) to (2, 0), over the box's edge at (1, 1). The third vertex
            // lies beyond.
            turn(triangle, (float[]){0 + by, 2, -3, 2 + by, 0, 3, 2 + by, 2, .25f}, c);
            against_both(near ? "on an edge" : "off an edge", triangle, cube, near);
        }
    }
}

Test(triangles, faces_are_exact) {
    const float off = float_step(1, 1);
    against_aabb("in a face", (float[]){1, -3, -3, 1, 3, -3, 1, 0, 3}, cube, true);
    against_aabb("an ulp off", (float[]){off, -3, -3, off, 3, -3, off, 0, 3}, cube, false);
    against_aabb("at a corner", (float[]){1, 1, 1, 2, 1, 1, 1, 2, 3}, cube, true);
    against_aabb("an ulp off a corner", (float[]){1, off, 1, 2, off, 1, 1, 2, 3}, cube, false);
    const float sheet[6] = {-1, 0, -1, 1, -0.0f, 1};
    against_aabb("zeros of both signs", (float[]){0, -0.0f, 0, 1, 0, 0, 0, -0.0f, 3}, sheet, true);
}

// Points and segments as triangles, and slivers whose normal is pure rounding.
Test(triangles, degenerate) {
    const float point[9] = {.1f, .2f, .3f, .1f, .2f, .3f, .1f, .2f, .3f};
    against_both("a point within", point, cube, true);
    against_aabb("a point against itself", point, (float[]){.1f, .2f, .3f, .1f, .2f, .3f}, true);
    const float next = float_step(.2f, 1);
    against_aabb("a point against its neighbour", point, (float[]){.1f, next, .3f, .1f, next, .3f},
                 false);
    for (int c = 0; c < 3; c++) {
        float triangle[9];
        turn(triangle, (float[]){-3, 0, 0, 3, 0, 0, 3, 0, 0}, c);
        against_both("a segment through", triangle, cube, true);
        turn(triangle, (float[]){-3, 0, 0, 0, 0, 0, 3, 0, 0}, c);
        against_both("three in a line", triangle, cube, true);
        turn(triangle, (float[]){0, 2.001f, 0, 2.001f, 0, 0, 2, .001f, 0}, c);
        against_both("a segment past an edge", triangle, cube, false);
        turn(triangle, (float[]){0, 2, 0, 2, 0, 0, .5f, 1.5f, 0}, c);
        against_both("a segment on an edge", triangle, cube, true);
        turn(triangle, (float[]){-3, 1.5f, 0, 3, 1.5f, 0, 3, 1.5f, 1e-6f}, c);
        against_both("a sliver beside", triangle, cube, false);
        turn(triangle, (float[]){-3, -3.1f, 0, 3, 3.1f, 0, 1, 1.03333f, 1e-7f}, c);
        against_both("a sliver through", triangle, cube, true);
    }
}

static void turned_box(float x[15], float c, float s) {
    const float box[15] = {1, 2, 3, 1, 2, .5f, c, s, 0, -s, c, 0, 0, 0, 1};
    memcpy(x, box, sizeof box);
}

Test(triangles, turned_boxes) {
    float box[15];
    turned_box(box, .6f, .8f);
    for (int near = 0; near < 2; near++) {
        const float at = near ? .99f : 1.01f;
        // In a plane perpendicular to axis 0, larger than the face; then perpendicular to axis 2.
        const float x = 1 + at * .6f, y = 2 + at * .8f;
        against_obb("over face 0",
                    (float[]){x - 8 * .8f, y + 8 * .6f, -9, x + 8 * .8f, y - 8 * .6f, -9, x, y, 30},
                    box, near);
        const float z = 3 + .5f * at;
        against_obb("over face 2", (float[]){-30, -30, z, 30, -30, z, 0, 30, z}, box, near);
    }
}

Test(triangles, either_handedness) {
    float box[15];
    turned_box(box, 1, 0);
    for (int k = 0; k < 3; k++) box[6 + 4 * k] = -box[6 + 4 * k];
    against_obb("mirrored, within", (float[]){1, 2, 3, 9, 9, 9, 9, 8, 7}, box, true);
    against_obb("mirrored, outside", (float[]){2.1f, 2, 3, 9, 9, 9, 9, 8, 7}, box, false);
}

Test(triangles, empty_boxes) {
    const float t = 0x1p60f, everywhere[9] = {-t, -t, -t, t, t, t, 0, 0, t};
    const float most[2] = {INFINITY, FLT_MAX};
    for (int k = 0; k < 2; k++) {
        const float empty[6] = {most[k], most[k], most[k], -most[k], -most[k], -most[k]};
        against_aabb("the empty box", everywhere, empty, false);
    }
}

Test(triangles, nan) {
    float nothing[15], triangle[9] = {-3, 0, 0, 3, .5f, 0, 3, 0, .5f}, box[15];
    for (int k = 0; k < 15; k++) nothing[k] = NAN;
    turned_box(box, .6f, .8f);
    against_aabb("NaN alone hits", nothing, cube, true);
    against_aabb("a box of NaN", triangle, nothing, true);
    against_obb("NaN alone hits", nothing, box, true);
    against_obb("an oriented box of NaN", triangle, nothing, true);
    for (int k = 0; k < 9; k++) {
        float spoiled[9];
        memcpy(spoiled, triangle, sizeof spoiled);
        spoiled[k] = NAN;
        against_aabb("one NaN, still overlapping", spoiled, cube, true);
        for (int side = -1; side <= 1; side += 2) { // beyond either face of y
            const float s = (float)side;
            float beyond[9] = {0, 5 * s, 0, 0, 6 * s, 0, 1, 7 * s, 1};
            beyond[k] = NAN;
            against_aabb("a NaN leaves the other axes", beyond, cube, k % 3 == 1);
        }
    }
}

// Products of three lengths would overflow and underflow.
Test(triangles, range) {
    for (int exponent = -60; exponent <= 56; exponent += 29) {
        const float s = ldexpf(1, exponent);
        float box[6], near[9], far[9];
        for (int k = 0; k < 6; k++) box[k] = cube[k] * s;
        for (int k = 0; k < 9; k++) {
            near[k] = s * (.999f + (k / 3 == k % 3 ? 4 : -2));
            far[k] = s * (1.001f + (k / 3 == k % 3 ? 4 : -2));
        }
        against_both("over a corner", near, box, true);
        against_both("off a corner", far, box, false);
    }
    // Over an edge of a box of 2^-62, .177 of that away: products of such lengths prove nothing. At
    // 2^-57 the gap is 2^-59.5, and seen.
    for (int exponent = -62; exponent <= -57; exponent += 5) {
        float box[6], over[9] = {.25f, 2, -3, 2.25f, 0, 3, 2.25f, 2, .25f};
        for (int k = 0; k < 6; k++) box[k] = ldexpf(cube[k], exponent);
        for (int k = 0; k < 9; k++) over[k] = ldexpf(over[k], exponent);
        against_both("within 2^-60 of an edge, or not", over, box, exponent == -62);
    }
    const float tiny[6] = {-0x1p-60f, -0x1p-60f, -0x1p-60f, 0x1p-60f, 0x1p-60f, 0x1p-60f};
    const float s = 0x1p60f;
    against_both("huge, over a tiny one", (float[]){s, 0, -s, -s, s, 0, 0, -s, s}, tiny, true);
    against_both("huge, off a tiny one", (float[]){s, 0, 0, 0, s, 0, 0, 0, s}, tiny, false);
    const float huge[6] = {-s, -s, -s, s, s, s}, t = 0x1p-60f;
    against_both("tiny, in a huge one", (float[]){t, 0, 0, 0, t, 0, 0, 0, t}, huge, true);
}

// A corner of the box lies on an edge of the triangle, from corner + near way to corner - far way.
// All of these are floats. Found by hill climbing: each operation is rounded to the contact's harm.
// In one of the vertices' orders the contact needs 12 half ulps of the pad's 32. A quarter of the
// pad loses it.
Test(triangles, rounding_at_its_worst) {
    const struct {
        float corner[2], opposite[2], way[2], third[2], near, far;
    } rows[] = {
        {{-0x1.326ffcp-14f, -0x1.3a952cp-14f},
         {0x1.a4e008p-15f, -0x1.e8aadep-18f},
         {0x1.0002p-20f, -0x1.5b5874p-14f},
         {-0x1.0038e2p-2f, -0x1.9e6e9ap-18f},
         2,
         1},
        {{-0x1.abea8p-13f, -0x1.36248p-17f},
         {0x1.75b33ap-10f, -0x1.bee482p-7f},
         {-0x1.00baep-17f, -0x1.0a8p-25f},
         {-0x1.bb2558p-12f, 0x1.008c8p+0f},
         4,
         4},
        {{-0x1.8b0a0ep-13f, -0x1.2190d8p-15f},
         {-0x1.5dbd36p-13f, -0x1.4723p-11f},
         {0x1.5664e8p-14f, 0x1.48af8p-19f},
         {0x1.5e82e6p-22f, 0x1.0022c4p-3f},
         3,
         0},
        {{-0x1.e5402p-16f, -0x1.56225p-15f},
         {-0x1.4deac2p-8f, -0x1.2deabep-14f},
         {0x1.4d56p-20f, -0x1.f56564p-13f},
         {0x1.0578fep-2f, -0x1.df06d2p-16f},
         3,
         1},
    };
    for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
        for (int axis = 0; axis < 3; axis++) { // the axis perpendicular to all of it
            for (int power = -20; power <= 20; power += 20) {
                float triangle[9] = {0}, box[6] = {0};
                for (int k = 0; k < 2; k++) {
                    const int c = (axis + 1 + k) % 3;
                    const float corner = ldexpf(rows[row].corner[k], power);
                    const float opposite = ldexpf(rows[row].opposite[k], power);
                    const float way = ldexpf(rows[row].way[k], power);
                    triangle[c] = corner + rows[row].near * way;
                    triangle[3 + c] = corner - rows[row].far * way;
                    triangle[6 + c] = ldexpf(rows[row].third[k], power);
                    box[c] = fminf(corner, opposite);
                    box[3 + c] = fmaxf(corner, opposite);
                }
                against_aabb("rounded to its harm", triangle, box, true);
            }
        }
    }
}

// Needles whose short edge is 2^-12 of the others lie flat over the corner of a small cube. They
// are far wider than the gap, so that no axis but the normal sees it. A normal made of the two long
// edges tilts along the needle by their rounding relative to the short edge, 2^12 times as much as
// it should: one end seems to reach beyond the corner.
Test(triangles, normals_of_needles) {
    enum { VECTORS = 64 };
    for (uint64_t i = 0; i < VECTORS; i++) {
        struct random r = random_of(61, i);
        double out[3], along[3], across[3];
        float corner[3], box[6], triangle[9];
        for (int c = 0; c < 3; c++) {
            out[c] = random_between(&r, .7, 1);
            along[c] = random_between(&r, -1, 1);
        }
        normalize(out);
        reject(along, out);
        normalize(along);
        cross(out, along, across);
        double size = 0; // all half extents
        for (int c = 0; c < 3; c++) {
            const double sign = random_sign(&r);
            corner[c] = (float)random_between(&r, -.25, .25);
            box[c] = sign < 0 ? corner[c] : corner[c] - .125f;
            box[3 + c] = sign < 0 ? corner[c] + .125f : corner[c];
            out[c] *= sign, along[c] *= sign, across[c] *= sign;
            size += .125 / 2 + fabs(along[c]);
        }
        // The bound of both kernels, and a quarter more: sines are 1 within 2^-24.
        const double gap = 1.25 * 0x1p-16 * size * (fabs(out[0]) + fabs(out[1]) + fabs(out[2]));
        for (int c = 0; c < 3; c++) {
            const double middle = corner[c] + gap * out[c];
            triangle[c] = (float)(middle - along[c]);
            triangle[3 + c] = (float)(middle + along[c] + 0x1p-12 * across[c]);
            triangle[6 + c] = (float)(middle + along[c] - 0x1p-12 * across[c]);
        }
        against_both("a needle over a corner", triangle, box, false);
    }
}
