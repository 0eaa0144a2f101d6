// SPDX-License-Identifier: MIT
// Known answers and symmetries of lbx_aabb_obb.
#include <float.h>
#include <math.h>
#include <string.h>

#include "harness.h"
#include "known.h"
#include "symmetry.h"

enum { AABB = 6, OBB = 15 };

static const struct lbx_case *the_case(void) {
    return case_named("aabb_obb");
}

static void expect_boxes(const char *what, const float a[AABB], const float b[OBB], bool hit) {
    expect_verdict(the_case(), what, a, b, hit);
}

// A box at `center`, its axes turned about z by the angle of cosine `c` and sine `s`.
static void box(float x[OBB], const float center[3], const float half[3], float c, float s) {
    const float axes[9] = {c, s, 0, -s, c, 0, 0, 0, 1};
    memcpy(x, center, 3 * sizeof *x);
    memcpy(x + 3, half, 3 * sizeof *x);
    memcpy(x + 6, axes, sizeof axes);
}

static const float cube[AABB] = {-1, -1, -1, 1, 1, 1}, ones[3] = {1, 1, 1}, none[3] = {0, 0, 0};

Test(aabb_obb, aligned_boxes) {
    float b[OBB];
    for (int c = 0; c < 3; c++) {
        for (int sign = -1; sign <= 1; sign += 2) {
            float at[3] = {.25f, -.5f, .75f};
            at[c] = 2 * (float)sign;
            box(b, at, ones, 1, 0);
            expect_boxes("a face", cube, b, true);
            at[c] = 2.001f * (float)sign;
            box(b, at, ones, 1, 0);
            expect_boxes("off a face", cube, b, false);
            at[c] = 1.99f * (float)sign, at[(c + 1) % 3] = 2;
            box(b, at, ones, 0, 1);
            expect_boxes("an edge", cube, b, true);
        }
    }
    box(b, (float[]){2, -2, 2}, ones, -1, 0);
    expect_boxes("a corner", cube, b, true);
}

// Sides of 2, 4, 6 against half extents 4, 5, 6, the axes in any order: a wrong extent would show.
Test(aabb_obb, every_extent_counts) {
    const float a[AABB] = {9, 18, 27, 11, 22, 33}, b_half[3] = {4, 5, 6};
    for (int turn = 0; turn < 3; turn++) {
        for (int c = 0; c < 3; c++) {
            for (int way = 0; way < 4; way++) {
                const bool near = way & 1;
                float at[3] = {10, 20, 30}, b[OBB];
                // With B's axes turned, its axis (c + turn) % 3 lies along c.
                const float reach = (a[3 + c] - a[c]) / 2 + b_half[(c + turn) % 3];
                at[c] += (way & 2 ? -reach : reach) * (near ? .999f : 1.001f);
                box(b, at, b_half, 1, 0);
                for (int k = 0; k < 3; k++) {
                    for (int j = 0; j < 3; j++) b[6 + 3 * k + j] = (k + 3 - turn) % 3 == j ? 1 : 0;
                }
                expect_boxes(near ? "near" : "far", a, b, near);
            }
        }
    }
}

Test(aabb_obb, three_four_five) {
    float b[OBB];
    // B's corner points at A: its reach along x is .8 + .6.
    box(b, (float[]){2.4f, 0, 0}, ones, .8f, .6f);
    expect_boxes("a corner on a face", cube, b, true);
    box(b, (float[]){2.4005f, 0, 0}, ones, .8f, .6f);
    expect_boxes("a corner off a face", cube, b, false);
    // A's corner (1, 1) points at B's face along (.6, .8): A reaches 1.4, B 1.
    box(b, (float[]){1.44f, 1.92f, 0}, ones, .6f, .8f);
    expect_boxes("on a corner", cube, b, true);
    box(b, (float[]){1.441f, 1.921f, 0}, ones, .6f, .8f);
    expect_boxes("off a corner", cube, b, false);
}

// Only the cross product of two edges separates a roof of B from an edge of A.
Test(aabb_obb, crossed_edges) {
    // B's ridge is perpendicular to (1, -1, 0), with a side of B leaning each way. A's edge is
    // along z.
    const double r = sqrt(.5);
    const double ridge[3] = {.6 * r, .6 * r, .8}, up[3] = {r, -r, 0},
                 side[3] = {-.8 * r, -.8 * r, .6};
    float b[OBB] = {0, 0, 0, 10, 1, 1};
    for (int c = 0; c < 3; c++) {
        b[6 + c] = (float)ridge[c];
        b[9 + c] = (float)((up[c] + side[c]) * r);
        b[12 + c] = (float)((up[c] - side[c]) * r);
    }
    // Along `up`, perpendicular to both edges, A reaches sqrt 2 and so does B.
    for (int near = 0; near < 2; near++) {
        for (int c = 0; c < 3; c++) b[c] = (float)(2 * sqrt(2) * up[c] * (near ? .999 : 1.001));
        expect_boxes(near ? "edges cross" : "edges apart", (float[]){-1, -1, -10, 1, 1, 10}, b,
                     near);
    }
}

// 2^24 away, a center of 2^24 + 1 is no float.
Test(aabb_obb, far_from_the_origin) {
    const float far = 0x1p24f;
    for (int c = 0; c < 3; c++) {
        for (int sign = -1; sign <= 1; sign += 2) {
            float a[AABB] = {-1, -1, -1, 1, 1, 1}, b[OBB], at[3] = {.5f, .5f, .5f};
            a[c] = sign < 0 ? -far - 2 : far;
            a[3 + c] = sign < 0 ? -far : far + 2;
            at[c] = (float)sign * (far + 4);
            box(b, at, (float[]){2, 2, 2}, 1, 0);
            expect_boxes("a face, far away", a, b, true);
            box(b, at, (float[]){1.999f, 1.999f, 1.999f}, 1, 0);
            expect_boxes("off a face, far away", a, b, false);
        }
    }
}

Test(aabb_obb, near_parallel_edges) {
    float b[OBB];
    for (int power = 2; power < 60; power++) {
        for (int sign = -1; sign <= 1; sign += 2) {
            const float angle = (float)sign * ldexpf(1, -power), cosine = sqrtf(1 - angle * angle);
            box(b, (float[]){.5f, 1.5f, 1.5f}, ones, cosine, angle);
            expect_boxes("turned by very little", cube, b, true);
            b[7] = angle, b[9] = 0; // not even orthogonal
            if (power >= 20) expect_boxes("one axis off by very little", cube, b, true);
        }
    }
}

Test(aabb_obb, degenerate_boxes) {
    const float point[AABB] = {.5f, .25f, 0, .5f, .25f, 0};
    float b[OBB];
    box(b, (float[]){.5f, .25f, 0}, none, .6f, .8f);
    expect_boxes("two points, the same", point, b, true);
    expect_boxes("a point within", cube, b, true);
    box(b, (float[]){.5f, .25f, 1}, none, .6f, .8f);
    expect_boxes("two points", point, b, false);
    expect_boxes("a point on a face", cube, b, true);
    box(b, (float[]){0, 0, 0}, ones, .6f, .8f);
    expect_boxes("a point in a turned box", point, b, true);
    box(b, (float[]){0, 0, 1}, (float[]){3, 3, 0}, .8f, .6f);
    expect_boxes("a plate on a face", cube, b, true);
    box(b, (float[]){0, 0, 1.001f}, (float[]){3, 3, 0}, .8f, .6f);
    expect_boxes("a plate off a face", cube, b, false);
}

Test(aabb_obb, the_empty_box_meets_nothing) {
    const float inf = INFINITY, most = FLT_MAX;
    const float empty[2][AABB] = {{inf, inf, inf, -inf, -inf, -inf},
                                  {most, most, most, -most, -most, -most}};
    const float sizes[] = {0, 1, 0x1p60f};
    float b[OBB];
    for (int e = 0; e < 2; e++) {
        for (int k = 0; k < 3; k++) {
            box(b, (float[]){1, 2, 3}, (float[]){sizes[k], sizes[k], sizes[k]}, .6f, .8f);
            expect_boxes("the empty box", empty[e], b, false);
            box(b, (float[]){0x1p60f, 0, -0x1p60f}, (float[]){sizes[k], 0, 0}, 1, 0);
            expect_boxes("the empty box, far away", empty[e], b, false);
        }
    }
}

Test(aabb_obb, nan) {
    float a[AABB], b[OBB], nothing[OBB];
    for (int k = 0; k < OBB; k++) nothing[k] = NAN;
    box(b, (float[]){.5f, .5f, .5f}, ones, .6f, .8f);
    expect_boxes("a box of NaN", nothing, b, true);
    expect_boxes("an oriented box of NaN", cube, nothing, true);
    expect_boxes("NaN against NaN", nothing, nothing, true);
    for (int k = 0; k < AABB; k++) {
        memcpy(a, cube, sizeof a);
        a[k] = NAN;
        expect_boxes("one NaN", a, b, true);
    }
    for (int k = 0; k < OBB; k++) {
        float spoiled[OBB];
        memcpy(spoiled, b, sizeof b);
        spoiled[k] = NAN;
        expect_boxes("one NaN, still overlapping", cube, spoiled, true);
    }
    box(b, (float[]){0, 0, 9}, ones, 1, 0);
    b[6] = NAN;
    expect_boxes("one axis is NaN: other faces still count", cube, b, false);
}

// --- symmetries ---

static void mirror_axes(float a[], float b[]) {
    (void)a;
    for (int k = 6; k < 12; k++) b[k] = -b[k];
}

static void mirror_world(float a[], float b[]) {
    const float low = a[1];
    a[1] = -a[4];
    a[4] = -low;
    for (int k = 1; k < OBB; k += k == 1 ? 6 : 3) b[k] = -b[k];
}

static void enlarge(float a[], float b[]) {
    for (int k = 0; k < 6; k++) {
        a[k] = ldexpf(a[k], 5);
        b[k] = ldexpf(b[k], 5);
    }
}

Test(aabb_obb, mirrored_axes) {
    expect_alike(the_case(), "two axes mirrored", mirror_axes, 0);
    expect_alike(the_case(), "all mirrored at a plane", mirror_world, 0);
}

Test(aabb_obb, scaled_by_powers_of_two) {
    expect_alike(the_case(), "lengths times 32", enlarge, 0);
}

// The oriented box with its half extents enlarged by `by` parts of S.
static void resize(const float a[], const float b[], float to[], double by) {
    double S = 0;
    for (int k = 0; k < 3; k++) S += ((double)a[3 + k] - a[k]) / 2 + b[3 + k];
    memcpy(to, b, OBB * sizeof *b);
    for (int k = 0; k < 3; k++) to[3 + k] = (float)fmax(0, b[3 + k] + by * S);
}

static void as_obb(const float a[], float to[]) {
    for (int c = 0; c < 3; c++) {
        to[c] = (a[c] + a[3 + c]) / 2;
        to[3 + c] = (a[3 + c] - a[c]) / 2;
        for (int k = 0; k < 3; k++) to[6 + 3 * k + c] = k == c;
    }
}

static void two_obbs(const float a[], const float b[], float to_a[], float to_b[], double by) {
    as_obb(a, to_a);
    resize(a, b, to_b, by);
}

static void two_small_obbs(const float a[], const float b[], float to_a[], float to_b[]) {
    two_obbs(a, b, to_a, to_b, -0x1p-8);
}

static void two_large_obbs(const float a[], const float b[], float to_a[], float to_b[]) {
    two_obbs(a, b, to_a, to_b, 0x1p-8);
}

// Scenes in which no box is thin compared with the pads.
static void expect_nested_scenes(const char *what, const struct lbx_case *c,
                                 const struct asked asked[3], ptrdiff_t between) {
    static const enum scene scenes[] = {SCENE_MIXED, SCENE_SPARSE, SCENE_ALL_HIT, SCENE_ALL_MISS};
    for (size_t s = 0; s < sizeof scenes / sizeof *scenes; s++)
        expect_nested(what, c, scenes[s], asked, between);
}

// The bounds of both kernels leave open less than 2^-8 S.
Test(other_kernels, aabb_obb_is_obb_obb_of_identity_axes) {
    const struct lbx_case *obb_obb = case_named("obb_obb");
    const struct asked asked[3] = {
        {obb_obb, two_small_obbs}, {the_case(), NULL}, {obb_obb, two_large_obbs}};
    expect_nested_scenes("identity axes", the_case(), asked, 50);
}

static void second_as_obb(const float a[], const float b[], float to_a[], float to_b[]) {
    memcpy(to_a, a, AABB * sizeof *a);
    as_obb(b, to_b);
}

static void second_resized(const float a[], const float b[], float to_a[], float to_b[],
                           float sign) {
    double S = 0;
    for (int k = 0; k < 3; k++) S += ((double)a[3 + k] - a[k]) / 2 + ((double)b[3 + k] - b[k]) / 2;
    memcpy(to_a, a, AABB * sizeof *a);
    for (int k = 0; k < 6; k++) to_b[k] = b[k] + sign * (k < 3 ? -1 : 1) * (float)(0x1p-16 * S);
}

static void second_smaller(const float a[], const float b[], float to_a[], float to_b[]) {
    second_resized(a, b, to_a, to_b, -1);
}

static void second_larger(const float a[], const float b[], float to_a[], float to_b[]) {
    second_resized(a, b, to_a, to_b, 1);
}

// The bound of the faces is 7 * 2^-19 S; 2^-16 S leaves room for the rounding of a center.
Test(other_kernels, aabb_obb_of_identity_axes_is_aabb_aabb) {
    const struct lbx_case *aabb_aabb = case_named("aabb_aabb");
    const struct asked asked[3] = {
        {aabb_aabb, second_smaller}, {the_case(), second_as_obb}, {aabb_aabb, second_larger}};
    expect_nested_scenes("identity axes", aabb_aabb, asked, 20);
}

// Rotates the components x y z to y z x.
static void turn(float x[3]) {
    const float first = x[0];
    x[0] = x[1], x[1] = x[2], x[2] = first;
}

static void turned(const float a[], const float b[], float to_a[], float to_b[]) {
    memcpy(to_a, a, AABB * sizeof *a);
    memcpy(to_b, b, OBB * sizeof *b);
    turn(to_a), turn(to_a + 3), turn(to_b);
    for (int k = 6; k < OBB; k += 3) turn(to_b + k);
}

static void smaller(const float a[], const float b[], float to_a[], float to_b[]) {
    memcpy(to_a, a, AABB * sizeof *a);
    resize(a, b, to_b, -0x1p-8);
}

static void larger(const float a[], const float b[], float to_a[], float to_b[]) {
    memcpy(to_a, a, AABB * sizeof *a);
    resize(a, b, to_b, 0x1p-8);
}

// Space rotated by 120 degrees: sums are in another order.
Test(aabb_obb, space_turned) {
    const struct asked asked[3] = {
        {the_case(), smaller}, {the_case(), turned}, {the_case(), larger}};
    expect_nested_scenes("space turned", the_case(), asked, 50);
}

static void middle_of(const float box[], float point[3]) {
    for (int c = 0; c < 3; c++) point[c] = (box[c] + box[3 + c]) / 2;
}

// The second box is a point: its middle, whatever its axes.
static void point_as_obb(const float a[], const float b[], float to_a[], float to_b[]) {
    float at[3];
    middle_of(b, at);
    memcpy(to_a, a, AABB * sizeof *a);
    box(to_b, at, none, .6f, .8f);
}

static void point_resized(const float a[], const float b[], float to_a[], float to_b[],
                          float sign) {
    double S = 0;
    for (int k = 0; k < 3; k++) S += ((double)a[3 + k] - a[k]) / 2;
    for (int k = 0; k < 6; k++) to_a[k] = a[k] + sign * (k < 3 ? -1 : 1) * (float)(0x1p-16 * S);
    middle_of(b, to_b);
    memcpy(to_b + 3, to_b, 3 * sizeof *to_b);
}

static void point_in_smaller(const float a[], const float b[], float to_a[], float to_b[]) {
    point_resized(a, b, to_a, to_b, -1);
}

static void point_in_larger(const float a[], const float b[], float to_a[], float to_b[]) {
    point_resized(a, b, to_a, to_b, 1);
}

Test(other_kernels, aabb_obb_of_a_point_is_aabb_aabb) {
    const struct lbx_case *aabb_aabb = case_named("aabb_aabb");
    const struct asked asked[3] = {
        {aabb_aabb, point_in_smaller}, {the_case(), point_as_obb}, {aabb_aabb, point_in_larger}};
    expect_nested_scenes("a point", aabb_aabb, asked, 20);
}
