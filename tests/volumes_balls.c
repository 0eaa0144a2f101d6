// SPDX-License-Identifier: MIT
// How close the fitted spheres and capsules come to the smallest ones, which are searched among all
// spheres through one to four vertices, and all circles through one to three; and the eigenvectors
// that give boxes their axes.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "examples/random.h"
#include "harness.h"
#include "volumes.h"
#include "volumes/fit.h"

enum { POINTS = 9, SEEDS = 60 };

static double square_between(const double a[3], const double b[3]) {
    double square = 0;
    for (int c = 0; c < 3; c++) square += (a[c] - b[c]) * (a[c] - b[c]);
    return square;
}

// Finds the center of the smallest sphere through n points, by elimination. Returns false if there
// is no single one.
static bool center_of(double (*const p)[3], const int at[], int n, double center[3]) {
    double m[3][4], edge[3][3];
    for (int i = 0; i + 1 < n; i++) {
        for (int c = 0; c < 3; c++) edge[i][c] = p[at[i + 1]][c] - p[at[0]][c];
    }
    for (int i = 0; i + 1 < n; i++) {
        for (int j = 0; j + 1 < n; j++)
            m[i][j] = edge[i][0] * edge[j][0] + edge[i][1] * edge[j][1] + edge[i][2] * edge[j][2];
        m[i][3] = m[i][i] / 2;
    }
    for (int i = 0; i + 1 < n; i++) {
        int pivot = i;
        for (int j = i; j + 1 < n; j++) pivot = fabs(m[j][i]) > fabs(m[pivot][i]) ? j : pivot;
        if (m[pivot][i] == 0) return false;
        for (int k = 0; k < 4; k++) {
            const double swap = m[i][k];
            m[i][k] = m[pivot][k];
            m[pivot][k] = swap;
        }
        for (int j = 0; j + 1 < n; j++) {
            const double factor = j == i ? 0 : m[j][i] / m[i][i];
            for (int k = i; k < 4; k++) m[j][k] -= factor * m[i][k];
        }
    }
    for (int c = 0; c < 3; c++) {
        center[c] = p[at[0]][c];
        for (int i = 0; i + 1 < n; i++) center[c] += m[i][3] / m[i][i] * edge[i][c];
    }
    return true;
}

// The radius of the smallest sphere around n points, which goes through `through` of them at most:
// 4, or 3 if they lie in a plane.
static double least_radius(double (*const p)[3], int n, int through) {
    double least = INFINITY;
    int at[4] = {0};
    for (unsigned set = 1; set < 1u << n; set++) {
        int count = 0;
        for (int i = 0; i < n && count <= through; i++) {
            if (set >> i & 1) {
                if (count < through) at[count] = i;
                count++;
            }
        }
        double center[3], farthest = 0;
        if (count > through || !center_of(p, at, count, center)) continue;
        for (int i = 0; i < n; i++) farthest = fmax(farthest, square_between(p[i], center));
        least = fmin(least, farthest);
    }
    return sqrt(least);
}

enum { KINDS = 8 };

// Up to nine points: random, on a sphere, on a circle, on a grid, on a line, far away, of all
// sizes.
static int make_points(int kind, uint64_t seed, float vertex[POINTS][3]) {
    struct random r = random_of(seed, (uint64_t)kind);
    const int n = random_int(&r, 1, POINTS);
    for (int i = 0; i < n; i++) {
        double x[3], square = 0;
        for (int c = 0; c < 3; c++) {
            x[c] = random_between(&r, -1, 1);
            if (kind == 2 && c == 2) x[c] = 0;
            if (kind == 3) x[c] = random_int(&r, -1, 1);
            if (kind == 4 && c > 0) x[c] = x[0];
            if (kind == 5) x[c] += 1000;
            if (kind == 6) x[c] *= random_scale(&r, -30, 30);
            if (kind == 7) x[c] *= 0x1p57;
            square += x[c] * x[c];
        }
        for (int c = 0; c < 3; c++)
            vertex[i][c] = (float)(kind == 1 || kind == 2 ? 5 * x[c] / sqrt(square) : x[c]);
    }
    return n;
}

// A mesh of these points, each of which is in three triangles.
static lbx_mesh mesh_of_points(float (*vertex)[3], int n, uint32_t index[3 * POINTS]) {
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < 3; k++) index[3 * i + k] = (uint32_t)((i + k) % n);
    }
    return lbx_mesh_of(vertex[0], (size_t)n, sizeof *vertex, index, (size_t)n);
}

static void expect_near_least(float (*vertex)[3], int n, const char *what) {
    double p[POINTS][3];
    uint32_t index[3 * POINTS];
    for (int i = 0; i < n; i++) {
        for (int c = 0; c < 3; c++) p[i][c] = (double)vertex[i][c] - (double)vertex[0][c];
    }
    const lbx_mesh mesh = mesh_of_points(vertex, n, index);
    const struct fitted_ball ball = fit_one_ball(BALL_SPHERE, &mesh);
    const double least = least_radius(p, n, 4);
    double far = 0;
    for (int c = 0; c < 3; c++) far += (double)ball.center[c] * (double)ball.center[c];
    expect((double)ball.radius <= least * 1.0003 + 0x1p-23 * sqrt(far) + 0x1p-60,
           "%s: %a, the least is %a", what, (double)ball.radius, least);
    expect((double)ball.radius >= least * (1 - 1e-9), "%s: %a is less than the least, %a", what,
           (double)ball.radius, least);
}

Test(volumes_balls, near_the_least) {
    for (int kind = 0; kind < KINDS; kind++) {
        for (uint64_t seed = 1; seed <= SEEDS; seed++) {
            float vertex[POINTS][3];
            const int n = make_points(kind, seed, vertex);
            char what[40];
            snprintf(what, sizeof what, "kind %d, seed %llu", kind, (unsigned long long)seed);
            expect_near_least(vertex, n, what);
        }
    }
}

// Known spheres: around a tetrahedron, a right triangle, two points, and one point.
Test(volumes_balls, known) {
    static float tetrahedron[4][3] = {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
    static float right[3][3] = {{0, 0, 0}, {6, 0, 0}, {0, 8, 0}};
    const struct {
        float (*vertex)[3];
        uint32_t n;
        double radius;
    } rows[] = {{tetrahedron, 4, sqrt(3)}, {right, 3, 5}, {right, 2, 3}, {right, 1, 0}};
    for (int k = 0; k < 4; k++) {
        uint32_t index[6];
        for (uint32_t i = 0; i < 6; i++) index[i] = i % rows[k].n;
        const lbx_mesh mesh = lbx_mesh_of(rows[k].vertex[0], rows[k].n, 12, index, 2);
        const struct fitted_ball ball = fit_one_ball(BALL_SPHERE, &mesh);
        expect(fabs((double)ball.radius - rows[k].radius) <= 3e-4 * rows[k].radius, "row %d: %g", k,
               (double)ball.radius);
    }
}

// --- capsules ---

// The distance of a point from the part of a capsule's segment between two of its points.
static double distance_from(const struct fitted_rod *rod, const double from[2], const float p[3]) {
    double way[3], x[3], all = 0, along = 0, square = 0;
    for (int c = 0; c < 3; c++) {
        way[c] = (double)rod->end[c] - (double)rod->start[c];
        x[c] = (double)p[c] - (double)rod->start[c];
        all += way[c] * way[c];
        along += way[c] * x[c];
    }
    const double part = all > 0 ? fmin(fmax(along / all, from[0]), from[1]) : 0;
    for (int c = 0; c < 3; c++) square += (x[c] - part * way[c]) * (x[c] - part * way[c]);
    return sqrt(square);
}

static void expect_near_least_rod(float (*vertex)[3], int n, const char *what) {
    double p[POINTS][3], axis[3], length = 0, largest = 0;
    uint32_t index[3 * POINTS];
    const lbx_mesh mesh = mesh_of_points(vertex, n, index);
    const struct fitted_rod rod = fit_one_rod(&mesh);
    for (int c = 0; c < 3; c++) {
        axis[c] = (double)rod.end[c] - (double)rod.start[c];
        length += axis[c] * axis[c];
        largest = fmax(largest, fmax(fabs((double)rod.start[c]), fabs((double)rod.end[c])));
    }
    length = sqrt(length);
    for (int i = 0; i < n; i++) { // across the axis, if there is one
        double along = 0;
        for (int c = 0; c < 3; c++) {
            p[i][c] = (double)vertex[i][c] - (double)vertex[0][c];
            along += length > 0 ? p[i][c] * axis[c] / length : 0;
        }
        for (int c = 0; c < 3; c++) p[i][c] -= length > 0 ? along * axis[c] / length : 0;
    }
    const double least = least_radius(p, n, length > 0 ? 3 : 4);
    const double grain = 0x1p-18 * largest + 0x1p-60;
    expect((double)rod.radius <= 1.1 * least + grain, "%s: %a, the least is %a", what,
           (double)rod.radius, least);
    expect((double)rod.radius >= least * (1 - 1e-9) - 0x1p-50 * length,
           "%s: %a is less than the least, %a", what, (double)rod.radius, least);
    // A sphere is made of a short capsule only where its ends are coarse.
    expect((double)rod.radius <= 1.001 * least + (length > 0 ? 0 : .033 * least) + grain,
           "%s: %a, the least is %a", what, (double)rod.radius, least);
    // Were either end farther in, some vertex would be outside.
    for (int end = 0; end < 2 && length > 64 * grain; end++) {
        const double in = .05 + .05 * (double)rod.radius / length + 64 * grain / length;
        const double from[2] = {end ? 0 : fmin(in, 1), end ? fmax(1 - in, 0) : 1};
        double most = 0;
        for (int i = 0; i < n; i++) most = fmax(most, distance_from(&rod, from, vertex[i]));
        expect(most > (double)rod.radius, "%s: end %d could be farther in", what, end);
    }
}

Test(volumes_balls, capsules_near_the_least) {
    for (int kind = 0; kind < KINDS; kind++) {
        for (uint64_t seed = 1; seed <= SEEDS; seed++) {
            float vertex[POINTS][3];
            const int n = make_points(kind, seed, vertex);
            char what[40];
            snprintf(what, sizeof what, "kind %d, seed %llu", kind, (unsigned long long)seed);
            expect_near_least_rod(vertex, n, what);
        }
    }
}

// Points on a sphere a million away, where floats are 1/16 apart, two of which stick out by a few
// of these: the ends are coarse.
Test(volumes_balls, capsules_of_grains) {
    int spheres = 0, rods = 0;
    for (uint64_t seed = 1; seed <= 20 * SEEDS; seed++) {
        struct random r = random_of(seed, 99);
        float vertex[POINTS][3];
        const int size = random_int(&r, 1, 400), longest = random_int(&r, 0, 2);
        const int out = random_int(&r, 0, 20);
        for (int i = 0; i < POINTS; i++) {
            for (int c = 0; c < 3; c++) {
                const int along = size + (c == longest ? out : 0);
                const int x = i < 6 ? (i % 3 == c) * (i < 3 ? along : -along)
                                    : random_int(&r, -size / 2, size / 2);
                vertex[i][c] = (float)(1e6 + x / 16.0);
            }
        }
        char what[40];
        snprintf(what, sizeof what, "grain, seed %llu", (unsigned long long)seed);
        expect_near_least_rod(vertex, POINTS, what);
        uint32_t index[3 * POINTS];
        const lbx_mesh mesh = mesh_of_points(vertex, POINTS, index);
        const struct fitted_rod rod = fit_one_rod(&mesh);
        const bool sphere = memcmp(rod.start, rod.end, sizeof rod.start) == 0;
        expect(!sphere || fabs((double)rod.start[longest] - 1e6) <= .07, "seed %llu: %a",
               (unsigned long long)seed, (double)rod.start[longest]);
        spheres += sphere;
        rods += !sphere;
    }
    expect(spheres > SEEDS && rods > SEEDS, "%d spheres, %d others", spheres, rods);
}

// --- eigenvectors ---

static void expect_eigenvectors(double m[3][3], const char *what) {
    double diagonal[3][3], axis[3][3], size = 0;
    memcpy(diagonal, m, sizeof diagonal);
    for (int k = 0; k < 9; k++) size = fmax(size, fabs(m[k / 3][k % 3]));
    lbx_eigenvectors(diagonal, axis);
    for (int k = 0; k < 3; k++) {
        const double value = diagonal[k][k] * (size > 0 ? size : 1);
        for (int c = 0; c < 3; c++) { // m v = value v
            double product = 0;
            for (int j = 0; j < 3; j++) product += m[c][j] * axis[k][j];
            expect(fabs(product - value * axis[k][c]) <= 0x1p-42 * size, "%s: axis %d is off by %g",
                   what, k, fabs(product - value * axis[k][c]) / size);
        }
        for (int j = 0; j <= k; j++) {
            double product = j == k ? -1 : 0;
            for (int c = 0; c < 3; c++) product += axis[k][c] * axis[j][c];
            expect(fabs(product) < 0x1p-48, "%s: axes %d and %d: %g", what, j, k, product);
        }
        const int e = (k + 1) % 3, f = (k + 2) % 3; // right-handed
        const double cross = axis[0][e] * axis[1][f] - axis[0][f] * axis[1][e];
        expect(fabs(cross - axis[2][k]) < 0x1p-48, "%s: left-handed", what);
    }
}

// Covariances of points: random, flat, with sides of all sizes; and plain matrices.
Test(volumes_axes, are_eigenvectors) {
    for (uint64_t seed = 1; seed <= 2000; seed++) {
        struct random r = random_of(seed, 77);
        double m[3][3] = {{0}};
        const int kind = random_int(&r, 0, 3), n = random_int(&r, 1, 6);
        for (int i = 0; i < n; i++) {
            double x[3];
            for (int c = 0; c < 3; c++) {
                x[c] = random_between(&r, -1, 1);
                if (kind == 1) x[c] *= random_scale(&r, -20, 20);
                if (kind == 2) x[c] = random_int(&r, -1, 1);
            }
            if (kind == 3) x[2] = x[0] + x[1];
            for (int c = 0; c < 9; c++) m[c / 3][c % 3] += x[c / 3] * x[c % 3];
        }
        char what[40];
        snprintf(what, sizeof what, "seed %llu, kind %d", (unsigned long long)seed, kind);
        expect_eigenvectors(m, what);
    }
    for (uint64_t seed = 1; seed <= 500; seed++) { // of any sign
        struct random r = random_of(seed, 78);
        double m[3][3];
        for (int j = 0; j < 3; j++) {
            for (int k = j; k < 3; k++) m[j][k] = m[k][j] = random_int(&r, -3, 3);
        }
        expect_eigenvectors(m, "whole numbers");
    }
}

// Noise causes no rotation: a cube up to rounding stays along x y z.
Test(volumes_axes, of_a_cube_stay) {
    for (uint64_t seed = 1; seed <= 100; seed++) {
        struct random r = random_of(seed, 79);
        double m[3][3], axis[3][3];
        for (int j = 0; j < 3; j++) {
            for (int k = j; k < 3; k++)
                m[j][k] = m[k][j] = 5 * ((j == k) + random_between(&r, -1, 1) * 0x1p-47);
        }
        lbx_eigenvectors(m, axis);
        for (int k = 0; k < 9; k++) expect(axis[k / 3][k % 3] == (k / 3 == k % 3), "%d", k);
    }
}
