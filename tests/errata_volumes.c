// SPDX-License-Identifier: MIT
// The errors of the documents about volumes around meshes, as in errata.c, which also has (9.3).
#include <math.h>
#include <string.h>

#include "examples/random.h"
#include "harness.h"
#include "scalar_ref.h"
#include "volumes.h"

static double volume(const struct fitted_box *box) {
    return 8 * (double)box->half[0] * (double)box->half[1] * (double)box->half[2];
}

// Book 9.2.1, "the minimum oriented box": for a cube turned by 45 degrees it has twice the volume,
// because the covariance of a cube is the same along all axes.
Test(errata, covariance_box_is_not_the_minimum) {
    static struct mesh mesh;
    mesh_make(&mesh, MESH_CUBE, 1);
    const lbx_mesh view = mesh_view(&mesh);
    const struct fitted_box box = fit_one_box(BOX_COVARIANCE, &view);
    expect(fabs(volume(&box) - 16) < 1e-4, "of the cube of 8: %g", volume(&box));
    // The reference's box is not the minimum either where most of the surface is in a corner of a
    // cuboid.
    static double P[MESH_TRIANGLES_MAX][3][3];
    double C[3], v[3][3], l[3], own = 1;
    mesh_make(&mesh, MESH_DENSE, 1);
    for (size_t i = 0; i < 3 * mesh.triangles; i++) {
        for (int c = 0; c < 3; c++) P[i / 3][i % 3][c] = (double)mesh.vertex[mesh.index[i]][c];
    }
    for (int k = 0; k < 3; k++) {
        double square = 0;
        for (int c = 0; c < 3; c++) {
            const double side = (double)mesh.vertex[1 << k][c] - (double)mesh.vertex[0][c];
            square += side * side;
        }
        own *= sqrt(square);
    }
    ref_obb_covariance_double(P, (int)mesh.triangles, C, v, l);
    expect(8 * l[0] * l[1] * l[2] > 1.02 * own, "the reference: %g, the cuboid %g",
           8 * l[0] * l[1] * l[2], own);
}

// Two triangles at x = 4096 - .01 and 4096 + .01, of equal areas.
static void thin_plates(float P[2][3][3]) {
    static const float corners[3][2] = {{0, 0}, {1, 0}, {0, 1}};
    for (int t = 0; t < 2; t++) {
        for (int k = 0; k < 3; k++) {
            P[t][k][0] = t ? 4096.01f : 4095.99f;
            P[t][k][1] = corners[k][0];
            P[t][k][2] = corners[k][1];
        }
    }
}

// Book (9.1) to the letter, in float: E[x x] - E[x] E[x].
static float variance_literal(float P[2][3][3]) {
    float mean = 0, square = 0;
    for (int t = 0; t < 2; t++) {
        const float p = P[t][0][0], q = P[t][1][0], r = P[t][2][0], m = (p + q + r) / 3;
        mean += m / 2;
        square += (9 * m * m + p * p + q * q + r * r) / 12 / 2;
    }
    return square - mean * mean;
}

Test(errata, covariance_about_the_mean) {
    float P[2][3][3], M[3], V[3][3];
    thin_plates(P);
    const float literal = variance_literal(P);
    expect(literal <= 0, "the text gives %g", (double)literal);
    ref_covariance_float(P, 2, M, V);
    expect(fabsf(V[0][0] - 1e-4f) < 2e-5f, "about the mean: %g", (double)V[0][0]);
    const lbx_mesh mesh = lbx_mesh_of(P[0][0], 6, sizeof P[0][0], NULL, 2);
    const struct fitted_box box = fit_one_box(BOX_COVARIANCE, &mesh);
    double least = INFINITY;
    for (int k = 0; k < 3; k++) least = fmin(least, (double)box.half[k]);
    expect(least < .0105, "a thin box: %g", least);
}

// Book (9.3): half of the sum of the ends is not the half length.
Test(errata, half_length_of_a_fit) {
    const float P[1][3][3] = {{{1, 1, 1}, {3, 1, 1}, {1, 3, 3}}};
    const lbx_mesh mesh = lbx_mesh_of(P[0][0], 3, sizeof P[0][0], NULL, 1);
    float min[3], max[3];
    const lbx_aabbs_out out = lbx_aabbs_out_of(min, max, 1, 0);
    expect(lbx_aabb_fit(&mesh, NULL, 1, &out) == 1, "fitted");
    expect((min[0] + max[0]) / 2 == 2, "the text gives the center");
    const float flat[3][3] = {{1, 1, 0}, {3, 1, 0}, {3, 3, 0}};
    static const uint32_t square[6] = {0, 1, 2, 0, 2, 3};
    const float corners[4][3] = {{1, 1, 0}, {3, 1, 0}, {3, 3, 0}, {1, 3, 0}};
    const lbx_mesh sheet = lbx_mesh_of(corners[0], 4, sizeof *flat, square, 2);
    const struct fitted_box box = fit_one_box(BOX_BEST, &sheet);
    expect(box.half[0] < 1.000001f && box.half[1] < 1.000001f && box.half[2] == 0, "half %g %g %g",
           (double)box.half[0], (double)box.half[1], (double)box.half[2]);
    double T[2][3][3], C[3], v[3][3], l[3];
    for (int i = 0; i < 6; i++) {
        for (int c = 0; c < 3; c++) T[i / 3][i % 3][c] = (double)corners[square[i]][c];
    }
    ref_obb_covariance_double(T, 2, C, v, l);
    double longest = 0;
    for (int k = 0; k < 3; k++) longest = fmax(longest, l[k]);
    expect(longest < 1.5, "the reference: %g, and by the text at least 2", longest);
}

// Geng & Gao (4) to the letter: the mean is taken of vertices that are relative to it, which gives
// half the mean of the vertices.
Test(errata, mean_of_plain_vertices) {
    double S[3][3] = {{3, 6, 0}, {6, 6, 0}, {9, 6, 0}}, mean[3], V[3][3];
    const double literal = (S[0][0] + S[1][0] + S[2][0]) / 3 / 2; // from mean = mean of (x - mean)
    expect(literal == 3, "the text gives %g", literal);
    ref_hull_covariance_double(S, 3, mean, V);
    expect(fabs(mean[0] - 6) < 1e-12 && fabs(V[0][0] - 6) < 1e-12, "mean %g, variance %g", mean[0],
           V[0][0]);
}

// S_f to the letter: f strictly between 1 and k; or all f, but with each slice open at its end.
static int sliced_literal(double (*S)[3], int n, int k, bool strict) {
    const double l = (S[n - 1][0] - S[0][0]) / k;
    int kept = 0;
    for (int f = strict ? 2 : 1; f <= (strict ? k - 1 : k); f++) {
        for (int i = 0; i < n; i++)
            kept += S[0][0] + (f - 1) * l <= S[i][0] && S[i][0] < S[0][0] + f * l;
    }
    return kept;
}

Test(errata, last_slice_is_closed) {
    double S[4][3] = {{0, 0, 0}, {1, 1, 0}, {2, 0, 1}, {3, 1, 1}}, S1[400][3];
    expect(sliced_literal(S, 4, 3, false) == 3, "the text keeps %d",
           sliced_literal(S, 4, 3, false));
    expect(sliced_literal(S, 4, 3, true) == 1, "f in (1, k): %d", sliced_literal(S, 4, 3, true));
    expect(ref_hull_double(S, 4, 3, S1) == 4, "%d of 4", ref_hull_double(S, 4, 3, S1));
    // Only the vertices at one end of this stick are off a line. Without them the box lies along x.
    const float P[2][3][3] = {{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, {{0, 0, 0}, {2, 0, 0}, {3, 3, 0}}};
    const lbx_mesh mesh = lbx_mesh_of(P[0][0], 6, sizeof P[0][0], NULL, 2);
    struct fitted_box box;
    const lbx_obbs_out out = boxes_out(&box, 1);
    expect(lbx_obb_fit_hull(&mesh, NULL, 1, 3, &out) == 1, "fitted");
    expect(fabsf(box.axis[0][1]) > .1f, "axis 0 is %g %g", (double)box.axis[0][0],
           (double)box.axis[0][1]);
}

// S' to the letter: extents over S' alone leave vertices outside.
Test(errata, extents_over_all_vertices) {
    static double S[400][3], S1[400][3];
    static float P[400][3];
    struct random r = random_of(1, 1);
    for (int i = 0; i < 400; i++) { // a ball, twice as long along (1, 1, 0)
        double square;
        do {
            square = 0;
            for (int c = 0; c < 3; c++) {
                S[i][c] = random_between(&r, -1, 1);
                square += S[i][c] * S[i][c];
            }
        } while (square > 1);
        const double along = (S[i][0] + S[i][1]) / 2;
        S[i][0] += along;
        S[i][1] += along;
        for (int c = 0; c < 3; c++) S[i][c] = P[i][c] = (float)S[i][c];
    }
    double C[3], d[3][3], l[3], outer[3][2];
    ref_obb_hull_double(S, 400, 8, C, d, l);
    const int count = ref_hull_double(S, 400, 8, S1);
    for (int k = 0; k < 3; k++) {
        outer[k][0] = INFINITY, outer[k][1] = -INFINITY;
        for (int i = 0; i < count; i++) {
            const double at = S1[i][0] * d[k][0] + S1[i][1] * d[k][1] + S1[i][2] * d[k][2];
            outer[k][0] = fmin(outer[k][0], at);
            outer[k][1] = fmax(outer[k][1], at);
        }
    }
    int out_of_text = 0, out_of_box = 0;
    for (int i = 0; i < 400; i++) {
        bool text = false, box = false;
        for (int k = 0; k < 3; k++) {
            double at = 0, from = 0;
            for (int c = 0; c < 3; c++) {
                at += S[i][c] * d[k][c];
                from += (S[i][c] - C[c]) * d[k][c];
            }
            text |= at < outer[k][0] || at > outer[k][1];
            box |= fabs(from) > l[k] + 1e-12;
        }
        out_of_text += text;
        out_of_box += box;
    }
    expect(out_of_text > 0, "the text leaves none of 400 outside");
    expect(out_of_box == 0, "%d of 400", out_of_box);
    // The library's box of the same vertices, each of which is a triangle.
    static uint32_t index[1200];
    for (uint32_t i = 0; i < 1200; i++) index[i] = i / 3;
    const lbx_mesh mesh = lbx_mesh_of(P[0], 400, sizeof *P, index, 400);
    struct fitted_box box;
    const lbx_obbs_out written = boxes_out(&box, 1);
    expect(lbx_obb_fit_hull(&mesh, NULL, 1, 8, &written) == 1, "fitted");
    for (int k = 0; k < 3; k++) { // as the reference's; its axes may come in another order
        double nearest = INFINITY;
        for (int j = 0; j < 3; j++) nearest = fmin(nearest, fabs((double)box.half[j] - l[k]));
        expect(nearest < 1e-5, "no half is %g but for %g", l[k], nearest);
    }
}

// (7) to the letter: l are full lengths. Two cubes of side 2 that are 3 apart "overlap".
Test(errata, full_lengths_are_halved) {
    double S[8][3], C[3], d[3][3], l[3];
    for (int i = 0; i < 8; i++) {
        for (int c = 0; c < 3; c++) S[i][c] = i >> c & 1 ? 1 : -1;
    }
    ref_obb_hull_double(S, 8, 2, C, d, l);
    const double full[3] = {2 * l[0], 2 * l[1], 2 * l[2]}, other[3] = {3, 0, 0};
    expect(ref_obb_obb_double(C, d, full, other, d, full), "the text: overlap");
    expect(!ref_obb_obb_double(C, d, l, other, d, l), "halved: apart");
}

// (1) to (3): the mean of the vertices is not that of the centroids. A fan of three triangles.
Test(errata, mean_of_centroids) {
    static const float vertex[5][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {-1, 9, 0}};
    static const uint32_t index[9] = {0, 1, 2, 0, 2, 3, 0, 3, 4};
    double literal = 0, P[3][3][3], O[3], m;
    for (int i = 0; i < 5; i++) literal += (double)vertex[i][1] / 5;
    expect(fabs(literal - 2.2) < 1e-12, "of the vertices: %g", literal);
    for (int i = 0; i < 9; i++) {
        for (int c = 0; c < 3; c++) P[i / 3][i % 3][c] = (double)vertex[index[i]][c];
    }
    ref_caabb_double(P, 3, O, &m);
    expect(fabs(O[1] - 13. / 9) < 1e-12, "of the centroids: %g", O[1]);
    expect(fabs(m - sqrt((O[0] + 1) * (O[0] + 1) + (9 - O[1]) * (9 - O[1]))) < 1e-12,
           "the farthest vertex: %g", m);
    const lbx_mesh mesh = lbx_mesh_of(vertex[0], 5, sizeof *vertex, index, 3);
    const struct fitted_ball cube = fit_one_ball(BALL_CAABB, &mesh);
    expect(fabs((double)cube.center[1] - O[1]) < 1e-6 && fabs((double)cube.radius - m) < 1e-5,
           "the library: %g, %g", (double)cube.center[1], (double)cube.radius);
}
