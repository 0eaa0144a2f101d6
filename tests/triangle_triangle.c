// SPDX-License-Identifier: MIT
// Known answers of lbx_triangle_triangle, its classes and its second look.
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "examples/random.h"
#include "harness.h"
#include "known.h"
#include "tables.h"

static const int order[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};

// What the classes and the second look say about one pair.
struct said {
    uint8_t first, second;
};

static struct said said_of(const float a[9], const float b[9]) {
    const lbx_triangles x = lbx_triangles_of(a, a + 3, a + 6, 1, 36);
    const lbx_triangles y = lbx_triangles_of(b, b + 3, b + 6, 1, 36);
    struct said said;
    const ptrdiff_t found =
        lbx_triangle_triangle_classify(&x, &y, 1, LBX_REPRODUCIBLE, &said.first);
    expect(found == (said.first != LBX_APART), "%td of class %u", found, said.first);
    said.second = said.first;
    expect(lbx_triangle_triangle_resolve(&x, &y, 1, &said.second) == (said.second != LBX_APART),
           "resolved to %u", said.second);
    return said;
}

// Tests every order of the vertices of both triangles, or every fifth in a sample, and both orders
// of the triangles.
static void expect_pair(const char *what, const float a[9], const float b[9], bool hit) {
    for (int k = 0; k < 36; k += tests_are_sampled() ? 5 : 1) {
        float x[2][9];
        for (int v = 0; v < 3; v++) {
            memcpy(x[0] + 3 * v, a + 3 * order[k / 6][v], 3 * sizeof *a);
            memcpy(x[1] + 3 * v, b + 3 * order[k % 6][v], 3 * sizeof *b);
        }
        for (int side = 0; side < 2; side++) {
            expect_verdict(case_named("triangle_triangle"), what, x[side], x[!side], hit);
            const struct said said = said_of(x[side], x[!side]);
            expect((said.first == LBX_APART) == !hit, "%s: class %u", what, said.first);
            expect(said.second == (hit ? LBX_OVERLAPPING : LBX_APART), "%s: %u, then %u", what,
                   said.first, said.second);
        }
    }
}

// Tests the same with x, y and z rotated, larger, smaller and elsewhere.
static void expect_moved(const char *what, const float a[9], const float b[9], bool hit) {
    static const int scales[] = {0, -58, 50};
    for (int c = 0; c < 3; c++) {
        for (int s = 0; s < 3; s++) {
            float x[2][9];
            for (int k = 0; k < 9; k++) {
                const int to = k / 3 * 3 + (k + c) % 3;
                x[0][to] = ldexpf(a[k] + (s ? 0 : (float)c), scales[s]);
                x[1][to] = ldexpf(b[k] + (s ? 0 : (float)c), scales[s]);
            }
            expect_pair(what, x[0], x[1], hit);
        }
    }
}

static const float floor_triangle[9] = {0, 0, 0, 8, 0, 0, 0, 8, 0};

Test(triangle_triangle, across) {
    for (int near = 0; near < 2; near++) {
        const bool hit = near;
        const float up = near ? 0 : .001f;
        expect_moved("a vertex on a face", floor_triangle, (float[]){1, 1, up, 2, 1, 4, 1, 3, 5},
                     hit);
        expect_moved("an edge on a face", floor_triangle, (float[]){1, 1, up, 3, 2, up, 1, 3, 5},
                     hit);
        expect_moved("a vertex on a vertex", floor_triangle,
                     (float[]){8 + up, 0, 0, 9, 1, 2, 9, -1, 3}, hit);
        expect_moved("a vertex on an edge", floor_triangle,
                     (float[]){3, -up, 0, 2, -2, 3, 4, -1, -2}, hit);
        expect_moved("an edge across an edge", floor_triangle,
                     (float[]){3, -up, -2, 3, -up, 2, 5, -3, 0}, hit);
        expect_moved("through", floor_triangle,
                     (float[]){near ? 1 : -1, 1, -1, near ? 1 : -1, 1, 1, -4, 2, 0}, hit);
    }
    expect_moved("an edge through the middle", floor_triangle,
                 (float[]){2, 2, -1, 2, 2, 1, 20, 20, 0}, true);
    expect_moved("beside it", floor_triangle, (float[]){5, 5, -1, 5, 5, 1, 20, 20, 0}, false);
}

Test(triangle_triangle, of_one_plane) {
    expect_moved("nested", floor_triangle, (float[]){1, 1, 0, 2, 1, 0, 1, 2, 0}, true);
    expect_moved("the same", floor_triangle, floor_triangle, true);
    expect_moved("one edge, to either side", floor_triangle, (float[]){0, 0, 0, 8, 0, 0, 4, -4, 0},
                 true);
    expect_moved("one vertex", floor_triangle, (float[]){0, 0, 0, -8, 0, 0, 0, -8, 0}, true);
    expect_moved("a star", floor_triangle, (float[]){-1, 3, 0, 7, 3, 0, 3, -4, 0}, true);
    expect_moved("beside the long edge", floor_triangle, (float[]){4.01f, 4, 0, 8, 8, 0, 9, 3, 0},
                 false);
    expect_moved("beside a short edge", floor_triangle,
                 (float[]){0, -.01f, 0, 8, -.01f, 0, 4, -4, 0}, false);
    expect_moved("boxes that overlap", floor_triangle, (float[]){5, 5, 0, 7, 5, 0, 5, 7, 0}, false);
}

// In a plane that is perpendicular to no axis.
Test(triangle_triangle, of_one_slanted_plane) {
    const float a[9] = {4, 0, 0, 0, 4, 0, 0, 0, 4};
    expect_pair("nested", a, (float[]){2, 1, 1, 1, 2, 1, 1, 1, 2}, true);
    expect_pair("apart", a, (float[]){5, 0, -1, 8, -4, 0, 8, 0, -4}, false);
    expect_pair("a corner", a, (float[]){4, 0, 0, 8, -4, 0, 8, 0, -4}, true);
}

Test(triangle_triangle, segments_and_points) {
#define POINT(x, y, z) (float[]){x, y, z, x, y, z, x, y, z}
#define SEGMENT(x, y, z, u, v, w)                                                                  \
    (float[]) {                                                                                    \
        x, y, z, u, v, w, x, y, z                                                                  \
    }
    expect_moved("a point on a face", floor_triangle, POINT(2, 2, 0), true);
    expect_moved("a point on an edge", floor_triangle, POINT(4, 4, 0), true);
    expect_moved("a point beside it", floor_triangle, POINT(4.01f, 4, 0), false);
    expect_moved("a point above", floor_triangle, POINT(2, 2, .01f), false);
    expect_moved("one point", POINT(3, 4, 5), POINT(3, 4, 5), true);
    expect_moved("two points", POINT(3, 4, 5), POINT(3, 4, 5.01f), false);
    const float *const line = SEGMENT(0, 0, 0, 8, 4, 2);
    expect_moved("a point on a segment", line, POINT(4, 2, 1), true);
    expect_moved("a point off a segment", line, POINT(4, 2, 1.01f), false);
    expect_moved("a point beyond a segment", line, POINT(12, 6, 3), false);
    expect_moved("on one line, overlapping", line, SEGMENT(4, 2, 1, 16, 8, 4), true);
    expect_moved("on one line, apart", line, SEGMENT(12, 6, 3, 16, 8, 4), false);
    expect_moved("parallel", line, SEGMENT(0, 0, .01f, 8, 4, 2.01f), false);
    expect_moved("crossing", line, SEGMENT(4, 2, -3, 4, 2, 5), true);
    expect_moved("passing", line, SEGMENT(4, 2.01f, -3, 4, 2.01f, 5), false);
    expect_moved("through a face", floor_triangle, SEGMENT(2, 2, -1, 2, 2, 1), true);
    expect_moved("past a face", floor_triangle, SEGMENT(5, 5, -1, 5, 5, 1), false);
    expect_moved("in the plane, past", floor_triangle, SEGMENT(9, 0, 0, 0, 9, 0), false);
    expect_moved("in the plane, across", floor_triangle, SEGMENT(-1, 1, 0, 9, 1, 0), true);
}

// Tall slivers beside each other: the pads depend on the edges that decide, not on the longest.
Test(triangle_triangle, slivers) {
    const float a[9] = {0, 0, 0, 1024, 0, 0, 1024, 0x1p-6f, 0};
    expect_moved("above", a, (float[]){0, 0, 1, 1024, 0, 1, 1024, 0x1p-6f, 1}, false);
    expect_moved("across, beyond its edge", a,
                 (float[]){1024.5f, -1, -1, 1024.5f, 1, -1, 1024.5f, 0, 1}, false);
    expect_moved("across", a, (float[]){1000, -1, -1, 1000, 1, -1, 1000, 0, 1}, true);
}

// The first look says OVERLAPPING only of an overlap of more than the pad. What is within the pad
// is left to the second look, in double.
Test(triangle_triangle, classes) {
    const float through[9] = {2, 2, -1, 2, 2, 1, 20, 20, 0};
    expect(said_of(floor_triangle, through).first == LBX_OVERLAPPING, "through");
    expect(said_of(floor_triangle, floor_triangle).first == LBX_UNDECIDED, "of one plane");
    float near[9] = {1, 1, 0x1p-18f, 2, 1, 4, 1, 3, 5};
    expect(said_of(floor_triangle, near).first == LBX_UNDECIDED &&
               said_of(floor_triangle, near).second == LBX_APART,
           "nearly touching");
    near[2] = 0x1p-60f;
    expect(said_of(floor_triangle, near).second == LBX_OVERLAPPING, "closer than a double tells");
    near[4] = NAN;
    expect(said_of(floor_triangle, near).first == LBX_UNDECIDED &&
               said_of(floor_triangle, near).second == LBX_UNDECIDED,
           "NaN");
}

// An edge of each triangle passes through one point. Found by hill climbing: each operation is
// rounded to the contact's harm. The contact needs 8.3 u of the pad's 64, and 9.7 u if each
// coordinate was rounded relative to A's vertex 0 before. An eighth of the pad loses both.
Test(triangle_triangle, rounding_at_its_worst) {
    static const struct {
        double point[3], way[2][3], third[2][3];
        int steps[2][2];   // from the point along the way, and back
        unsigned at[2][3]; // the vertices at the edge's ends, and the third one
        bool rounded;
    } rows[] = {
        {{-0x1.7245a8p+21, 0x1.7ccea8p+21, 0x1.64c888p+21},
         {{-0x1.ddf1p+16, -0x1.641118p+21, 0x1.41dd7p+20}, {0x1.6aap+11, -0x1.1p+6, 0x1.f998cp+19}},
         {{0x1.0dd7cp+20, 0x1.7c967p+21, 0x1.64c93p+21},
          {-0x1.e6e9b8p+21, 0x1.5733a8p+21, 0x1.616698p+21}},
         {{0, 3}, {0, 1}},
         {{2, 0, 1}, {0, 1, 2}},
         false},
        {{-0x1.0cb81cp+20, 0x1.0032fep+17, -0x1.106902p+20},
         {{-0x1.06e90cp+19, -0x1.ff2928p+16, -0x1.1c8df6p+21},
          {-0x1.cc9298p+15, 0x1.15556ep-1, 0x1.cfd746p-2}},
         {{-0x1.a3a8dep+20, -0x1.07b0bp+20, -0x1.a4ca3ap+21},
          {-0x1.0d788ep+20, 0x1.5c0d18p+15, -0x1.ee9adp+19}},
         {{1, 0}, {1, 1}},
         {{2, 1, 0}, {2, 0, 1}},
         true},
    };
    for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
        double vertex[2][3][3];
        for (int k = 0; k < 6; k++) {
            const int s = k / 3, c = k % 3;
            const double point = rows[row].point[c], way = rows[row].way[s][c];
            vertex[s][rows[row].at[s][0]][c] = point + rows[row].steps[s][0] * way;
            vertex[s][rows[row].at[s][1]][c] = point - rows[row].steps[s][1] * way;
            vertex[s][rows[row].at[s][2]][c] = rows[row].third[s][c];
        }
        for (int power = -40; power <= 20; power += 30) {
            float x[2][9];
            for (int k = 0; k < 18; k++) {
                const double from = rows[row].rounded ? vertex[0][0][k % 3] : 0;
                x[k / 9][k % 9] = (float)ldexp(vertex[k / 9][k / 3 % 3][k % 3] - from, power);
            }
            expect_verdict_both_ways(case_named("triangle_triangle"), "touching", x[0], x[1], true);
        }
    }
}

// The pad of the doubled margin is 2^-18 S: a point over vertex 0 of a triangle perpendicular to an
// axis is apart from it beyond 2^-19 S. S contains the triangle's longest edge along x, y or z,
// whichever edge it is and whichever way it leads, and the distance between both vertices 0. No
// input is known that needs all of the pad; the derivation in numerics.md does.
Test(triangle_triangle, pads_are_as_large_as_stated) {
    static const float longest[3][2][2] = {// vertices 1 and 2: the longest edge is
                                           // 0 to 1, 0 to 2 and 1 to 2 in turn
                                           {{8, 0}, {4, 2}},
                                           {{4, 2}, {8, 0}},
                                           {{-4, 2}, {4, 2}}};
    for (int k = 0; k < 3 * 3 * 2 * 2 * 2; k++) {
        const int edge = k % 3, axis = k / 3 % 3, first = k / 9 % 2, far = k / 18 % 2;
        const float sign = k / 36 ? -1 : 1;
        float triangle[9] = {0}, point[9] = {0};
        for (int v = 0; v < 2; v++) {
            for (int c = 0; c < 2; c++)
                triangle[3 * (v + 1) + (axis + 1 + (c + first) % 2) % 3] =
                    sign * longest[edge][v][c];
        }
        // The vertex that the point lies over: vertex 0, or the end of an edge from there.
        const int over = far ? (edge == 1 ? 2 : 1) : 0;
        const float distance = over ? edge == 2 ? 4 : 8 : 0, S = 8 + distance;
        for (int near = 0; near < 2; near++) {
            for (int c = 0; c < 9; c++) point[c] = triangle[3 * over + c % 3];
            for (int v = 0; v < 3; v++)
                point[3 * v + axis] = ldexpf(near ? .875f : 1.125f, -19) * S;
            expect_verdict_both_ways(case_named("triangle_triangle"),
                                     near ? "within its pad" : "beyond its pad", triangle, point,
                                     near);
        }
    }
}

// The size of what is infinite or overflows is not a number. Such a pair is neither said to be
// apart, even if an axis without that coordinate separates it, nor to overlap for certain.
Test(triangle_triangle, beyond_the_range) {
    const float huge[] = {INFINITY, -INFINITY, FLT_MAX, -FLT_MAX, 0x1p127f};
    for (size_t h = 0; h < sizeof huge / sizeof *huge; h++) {
        for (int k = 0; k < 18; k++) {
            float x[2][9];
            for (int c = 0; c < 9; c++) {
                x[0][c] = floor_triangle[c];
                x[1][c] = floor_triangle[c] + 90;
            }
            x[k / 9][k % 9] = huge[h];
            expect_verdict(case_named("triangle_triangle"), "huge", x[0], x[1], true);
            const struct said said = said_of(x[0], x[1]);
            expect(said.first == LBX_UNDECIDED, "%a at %d: class %u", (double)huge[h], k,
                   said.first);
            expect((said.second == LBX_UNDECIDED) == !isfinite(huge[h]), "%a at %d: then %u",
                   (double)huge[h], k, said.second);
        }
    }
}

Test(triangle_triangle, resolve_errors) {
    const lbx_triangles a =
        lbx_triangles_of(floor_triangle, floor_triangle + 3, floor_triangle + 6, 1, 0);
    uint8_t classes[2] = {LBX_UNDECIDED, 3};
    expect(lbx_triangle_triangle_resolve(NULL, NULL, 0, NULL) == 0, "nothing");
    expect(lbx_triangle_triangle_resolve(NULL, &a, 1, classes) == LBX_ERROR_NULL, "no a");
    expect(lbx_triangle_triangle_resolve(&a, NULL, 1, classes) == LBX_ERROR_NULL, "no b");
    expect(lbx_triangle_triangle_resolve(&a, &a, 1, NULL) == LBX_ERROR_NULL, "no classes");
    expect(lbx_triangle_triangle_resolve(&a, &a, 2, classes) == LBX_ERROR_COUNT, "too many");
    expect(lbx_triangle_triangle_resolve(&a, &a, 1, classes + 1) == LBX_ERROR_FORMAT, "a class");
    expect(classes[0] == LBX_UNDECIDED && classes[1] == 3, "written");
}

// With picks, the second look takes the pairs of the lists, and only those that are undecided.
Test(triangle_triangle, resolve_picks) {
    float x[3][9];
    for (int i = 0; i < 3; i++) {
        memcpy(x[i], floor_triangle, sizeof x[i]);
        for (int v = 0; v < 3; v++) x[i][3 * v + 2] += (float)i;
    }
    static const uint32_t first[] = {0, 1, 2, 0}, second[] = {0, 2, 2, 1};
    lbx_triangles a = lbx_triangles_of(x[0], x[0] + 3, x[0] + 6, 3, sizeof x[0]), b = a;
    a.pick = lbx_indexed(first, 4);
    b.pick = lbx_indexed(second, 4);
    uint8_t classes[4] = {2, 2, 2, LBX_OVERLAPPING};
    expect(lbx_triangle_triangle_resolve(&a, &b, 4, classes) == 3, "of four");
    expect(classes[0] == 1 && classes[1] == 0 && classes[2] == 1 && classes[3] == 1, "classes");
}
