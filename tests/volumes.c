// SPDX-License-Identifier: MIT
// Volumes around meshes: known answers, layouts and parts. proof/claims_volumes.c checks that every
// vertex lies within.
#include "volumes.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "examples/random.h"
#include "harness.h"
#include "scalar_ref.h"
#include "scenes/rotations.h"

static double surface(const struct fitted_box *box) {
    const double x = (double)box->half[0], y = (double)box->half[1], z = (double)box->half[2];
    return 8 * (x * y + y * z + z * x);
}

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void sorted_halves(const struct fitted_box *box, double half[3]) {
    for (int k = 0; k < 3; k++) half[k] = (double)box->half[k];
    qsort(half, 3, sizeof *half, by_size);
}

static void make_soup(const struct mesh *mesh, float soup[][3]) {
    for (size_t i = 0; i < 3 * mesh->triangles; i++)
        memcpy(soup[i], mesh->vertex[mesh->index[i]], sizeof soup[i]);
}

// The corners are the least and the largest coordinates, unchanged.
Test(volumes, axis_aligned_boxes_are_exact) {
    static struct mesh mesh;
    for (unsigned kind = 0; kind < MESH_KINDS; kind++) {
        mesh_make(&mesh, kind, 1);
        const lbx_mesh view = mesh_view(&mesh);
        float min[3], max[3];
        const lbx_aabbs_out out = lbx_aabbs_out_of(min, max, 1, 0);
        expect(lbx_aabb_fit(&view, NULL, 1, &out) == 1, "%s", mesh_names[kind]);
        for (int c = 0; c < 3; c++) {
            float low = INFINITY, high = -INFINITY;
            for (size_t i = 0; i < mesh.vertices; i++) {
                low = fminf(low, mesh.vertex[i][c]);
                high = fmaxf(high, mesh.vertex[i][c]);
            }
            expect(min[c] == low && max[c] == high, "%s: %a to %a", mesh_names[kind],
                   (double)min[c], (double)max[c]);
        }
    }
}

// The box of a cuboid with integer sides along x y z is the cuboid itself: half extents may be an
// ulp larger.
Test(volumes, upright_cuboids) {
    static struct mesh mesh;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        mesh_make(&mesh, MESH_BOX, seed);
        const lbx_mesh view = mesh_view(&mesh);
        for (unsigned fit = BOX_COVARIANCE; fit <= BOX_BEST; fit += BOX_BEST) {
            const struct fitted_box box = fit_one_box(fit, &view);
            for (int k = 0; k < 3; k++) {
                const float low = mesh.vertex[0][k], high = mesh.vertex[7][k];
                expect(fabsf(box.center[k] - (low + high) / 2) == 0, "%s: center %g",
                       box_fit_names[fit], (double)box.center[k]);
                expect(box.half[k] >= (high - low) / 2 &&
                           box.half[k] <= (high - low) / 2 * (1 + 0x1p-22f),
                       "%s: half %d is %a", box_fit_names[fit], k, (double)box.half[k]);
                for (int c = 0; c < 3; c++)
                    expect(box.axis[k][c] == (float)(k == c), "%s: axis %d", box_fit_names[fit], k);
            }
        }
    }
}

// A turned cuboid with three different sides has one frame of principal axes: its own.
Test(volumes, turned_cuboids) {
    static struct mesh mesh;
    int found = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        mesh_make(&mesh, MESH_TURNED, seed);
        struct fitted_box own = {{0}, {0}, {{0}}};
        double want[3], got[3];
        for (int k = 0; k < 3; k++) {
            double square = 0;
            for (int c = 0; c < 3; c++) {
                const double d = (double)mesh.vertex[1 << k][c] - (double)mesh.vertex[0][c];
                square += d * d;
            }
            own.half[k] = (float)(sqrt(square) / 2);
        }
        sorted_halves(&own, want);
        if (want[1] - want[0] < .5 || want[2] - want[1] < .5) continue;
        found++;
        const lbx_mesh view = mesh_view(&mesh);
        for (unsigned fit = BOX_COVARIANCE; fit <= BOX_BEST; fit += BOX_BEST) {
            const struct fitted_box box = fit_one_box(fit, &view);
            sorted_halves(&box, got);
            for (int k = 0; k < 3; k++)
                expect(fabs(got[k] - want[k]) < 2e-5, "seed %llu, %s: half %g, not %g",
                       (unsigned long long)seed, box_fit_names[fit], got[k], want[k]);
        }
    }
    expect(found > 10, "%d cuboids of three sides", found);
}

// The library's covariance box equals the reference's in double, if the axes are distinct.
Test(volumes, covariance_as_the_reference) {
    static struct mesh mesh;
    static double P[MESH_TRIANGLES_MAX][3][3];
    for (uint64_t seed = 1; seed <= 30; seed++) {
        mesh_make(&mesh, MESH_SOUP, seed);
        if (mesh.vertices < 6) continue; // perhaps without an area
        for (size_t i = 0; i < 3 * mesh.triangles; i++) {
            for (int c = 0; c < 3; c++) P[i / 3][i % 3][c] = (double)mesh.vertex[mesh.index[i]][c];
        }
        double C[3], v[3][3], l[3];
        ref_obb_covariance_double(P, (int)mesh.triangles, C, v, l);
        const lbx_mesh view = mesh_view(&mesh);
        const struct fitted_box box = fit_one_box(BOX_COVARIANCE, &view);
        for (int k = 0; k < 3; k++) {
            double along = 0;
            for (int j = 0; j < 3; j++) { // one of its axes, either way
                double product = 0;
                for (int c = 0; c < 3; c++) product += (double)box.axis[k][c] * v[j][c];
                along = fmax(along, fabs(product));
            }
            expect(along > 1 - 1e-5, "seed %llu: axis %d is off by %g", (unsigned long long)seed, k,
                   1 - along);
            expect(fabs((double)box.center[k] - C[k]) < 1e-4, "seed %llu: center %g, %g",
                   (unsigned long long)seed, (double)box.center[k], C[k]);
        }
    }
}

// The same for the box of slices: its axes, in any order, and its half extents.
Test(volumes, slices_as_the_reference) {
    static const unsigned kinds[] = {MESH_SOUP, MESH_BALL, MESH_DENSE};
    static struct mesh mesh;
    static double S[3 * MESH_TRIANGLES_MAX][3];
    int alike = 0, all = 0;
    for (uint64_t seed = 1; seed <= 90; seed++) {
        mesh_make(&mesh, kinds[seed % 3], seed);
        if (mesh.vertices < 8) continue;
        for (size_t i = 0; i < 3 * mesh.triangles; i++) {
            for (int c = 0; c < 3; c++) S[i][c] = (double)mesh.vertex[mesh.index[i]][c];
        }
        double C[3], d[3][3], l[3];
        ref_obb_hull_double(S, (int)(3 * mesh.triangles), LBX_SLICES, C, d, l);
        const lbx_mesh view = mesh_view(&mesh);
        const struct fitted_box box = fit_one_box(BOX_SLICES, &view);
        int found = 0;
        for (int k = 0; k < 3; k++) {
            for (int j = 0; j < 3; j++) {
                double product = 0;
                for (int c = 0; c < 3; c++) product += (double)box.axis[k][c] * d[j][c];
                found += fabs(product) > 1 - 1e-6 && fabs((double)box.half[k] - l[j]) < 1e-4;
            }
        }
        alike += found == 3;
        all++;
    }
    expect(all > 60 && alike == all, "%d of %d", alike, all);
}

static double volume_of(const struct fitted_box *box) {
    return 8 * (double)box->half[0] * (double)box->half[1] * (double)box->half[2];
}

// The least box of a cuboid, a plate, a stick and a sheet is the mesh itself, however it is turned.
Test(volumes, turned_cuboids_by_the_least_box) {
    static const double sides[4][3] = {{1, 1, 1}, {2, 2, .2}, {6, .5, .5}, {3, 2, 0}};
    static const uint32_t index[36] = {0, 1, 3, 0, 3, 2, 4, 7, 5, 4, 6, 7, 0, 4, 1, 1, 4, 5,
                                       2, 3, 6, 3, 7, 6, 0, 2, 4, 2, 6, 4, 1, 5, 3, 3, 5, 7};
    struct random r = {1};
    for (int turn = 0; turn < 400; turn++) {
        const double *const side = sides[turn % 4];
        double axis[3][3];
        float vertex[8][3];
        random_rotation(&r, axis);
        for (int v = 0; v < 8; v++) {
            for (int c = 0; c < 3; c++) {
                double at = 5;
                for (int k = 0; k < 3; k++) at += ((v >> k & 1) - .5) * side[k] * axis[k][c];
                vertex[v][c] = (float)at;
            }
        }
        const lbx_mesh mesh = lbx_mesh_of(vertex[0], 8, sizeof *vertex, index, 12);
        const struct fitted_box box = fit_one_box(BOX_LEAST, &mesh);
        double half[3];
        sorted_halves(&box, half);
        const double area = 4 * half[1] * half[2];
        if (side[2] > 0)
            expect(volume_of(&box) <= 1.00001 * side[0] * side[1] * side[2], "turn %d: %g", turn,
                   volume_of(&box));
        else
            expect(area <= 1.00001 * side[0] * side[1] && half[0] < 1e-5, "turn %d: %g, %g", turn,
                   area, half[0]);
    }
}

// The area of the least rectangle around points: one side lies along two of them.
static double least_rectangle(const double (*point)[2], size_t count) {
    double least = INFINITY;
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < i; j++) {
            const double x = point[i][0] - point[j][0], y = point[i][1] - point[j][1];
            double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
            for (size_t k = 0; k < count; k++) {
                const double at[2] = {x * point[k][0] + y * point[k][1],
                                      x * point[k][1] - y * point[k][0]};
                for (int s = 0; s < 2; s++) {
                    low[s] = fmin(low[s], at[s]);
                    high[s] = fmax(high[s], at[s]);
                }
            }
            least = fmin(least, (high[0] - low[0]) * (high[1] - low[1]) / (x * x + y * y));
        }
    }
    return least;
}

// The box of a flat mesh is flat, and its area that of the least rectangle around the outline.
Test(volumes, flat_outlines_by_the_least_box) {
    enum { POINTS = 60 };
    struct random r = {3};
    for (int turn = 0; turn < 60; turn++) {
        double axis[3][3], flat[POINTS][2];
        float vertex[POINTS][3];
        uint32_t index[3 * (POINTS - 2)];
        random_rotation(&r, axis);
        const double wide = random_between(&r, .2, 1), bend = random_between(&r, 1, 8);
        for (uint32_t v = 0; v < POINTS; v++) { // in an oval, near its edge or not
            const double angle = random_between(&r, 0, 2 * acos(-1));
            const double reach = pow(random_between(&r, 0, 1), 1 / bend);
            flat[v][0] = reach * cos(angle);
            flat[v][1] = wide * reach * sin(angle);
            for (int c = 0; c < 3; c++)
                vertex[v][c] = (float)(flat[v][0] * axis[0][c] + flat[v][1] * axis[1][c] + 3);
            if (v < 2) continue;
            const uint32_t corner[3] = {0, v - 1, v};
            memcpy(index + 3 * (v - 2), corner, sizeof corner);
        }
        const lbx_mesh mesh = lbx_mesh_of(vertex[0], POINTS, sizeof *vertex, index, POINTS - 2);
        const struct fitted_box box = fit_one_box(BOX_LEAST, &mesh);
        const double least = least_rectangle((const double(*)[2])flat, POINTS);
        double half[3];
        sorted_halves(&box, half);
        expect(half[0] < 1e-5 && 4 * half[1] * half[2] <= 1.001 * least, "turn %d: %g, not %g",
               turn, 4 * half[1] * half[2], least);
    }
}

// Turning a box of a floor tilts it by rounding, now and then.
Test(volumes, floors_by_the_least_box) {
    static struct mesh mesh;
    for (uint64_t seed = 380; seed < 600; seed++) {
        mesh_make(&mesh, MESH_FLOOR, seed);
        const lbx_mesh view = mesh_view(&mesh);
        const struct fitted_box box = fit_one_box(BOX_LEAST, &view);
        expect(box.half[2] == 0, "seed %llu: %a", (unsigned long long)seed, (double)box.half[2]);
    }
}

// Far from the origin the box is as small, but for the rounding of its center.
Test(volumes, far_meshes_by_the_least_box) {
    static struct mesh mesh;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        mesh_make(&mesh, MESH_SOUP, seed);
        const lbx_mesh view = mesh_view(&mesh);
        const struct fitted_box near = fit_one_box(BOX_LEAST, &view);
        double half[3];
        sorted_halves(&near, half);
        if (half[0] < .1 * half[2]) continue;
        for (size_t v = 0; v < mesh.vertices; v++)
            for (int c = 0; c < 3; c++) mesh.vertex[v][c] += 16384 * (float)half[2];
        const struct fitted_box far = fit_one_box(BOX_LEAST, &view);
        expect(volume_of(&far) <= 1.04 * volume_of(&near), "seed %llu: %g, not %g",
               (unsigned long long)seed, volume_of(&far), volume_of(&near));
    }
}

// The least box of a regular tetrahedron is the cube whose faces have its edges as diagonals; it is
// found up to 2 percent. An octagonal prism's has a side along one of the prism's.
Test(volumes, least_boxes_known) {
    static const float corner[4][3] = {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
    static const uint32_t faces[12] = {0, 1, 2, 0, 3, 1, 0, 2, 3, 1, 3, 2};
    struct random r = {2};
    for (int turn = 0; turn < 40; turn++) {
        double axis[3][3];
        float vertex[4][3], prism[16][3];
        random_rotation(&r, axis);
        for (int v = 0; v < 16; v++) {
            const double angle = acos(-1) / 4 * (v / 2 + .3),
                         x[3] = {cos(angle), sin(angle), v % 2};
            for (int c = 0; c < 3; c++)
                prism[v][c] = (float)(x[0] * axis[0][c] + x[1] * axis[1][c] + x[2] * axis[2][c]);
        }
        for (int v = 0; v < 4; v++)
            for (int c = 0; c < 3; c++)
                vertex[v][c] =
                    (float)(axis[0][c] * (double)corner[v][0] + axis[1][c] * (double)corner[v][1] +
                            axis[2][c] * (double)corner[v][2]);
        const lbx_mesh mesh = lbx_mesh_of(vertex[0], 4, sizeof *vertex, faces, 4);
        const struct fitted_box cube = fit_one_box(BOX_LEAST, &mesh);
        expect(volume_of(&cube) <= 8.16, "turn %d: %g", turn, volume_of(&cube));
        uint32_t sides[3 * 28];
        for (uint32_t k = 0; k < 8; k++) {
            const uint32_t next = (k + 1) % 8, at = 2 * k, to = 2 * next;
            const uint32_t two[6] = {at, to, at + 1, to, to + 1, at + 1};
            memcpy(sides + 6 * k, two, sizeof two);
            const uint32_t caps[6] = {0, at, to, 1, to + 1, at + 1};
            if (k > 0 && k < 7) memcpy(sides + 48 + 6 * (k - 1), caps, sizeof caps);
        }
        const lbx_mesh round = lbx_mesh_of(prism[0], 16, sizeof *prism, sides, 28);
        const struct fitted_box box = fit_one_box(BOX_LEAST, &round);
        const double flat = 4 * pow(cos(acos(-1) / 8), 2); // of the square around the octagon
        expect(volume_of(&box) <= 1.0001 * flat, "turn %d: %g, not %g", turn, volume_of(&box),
               flat);
    }
}

// Of most meshes the least box is smaller than that by principal axes, and of none much larger.
Test(volumes, least_is_least) {
    static struct mesh mesh;
    int less = 0, all = 0;
    for (unsigned kind = 0; kind < MESH_KINDS; kind++) {
        for (uint64_t seed = 1; seed <= 20; seed++) {
            mesh_make(&mesh, kind, seed);
            const lbx_mesh view = mesh_view(&mesh);
            const struct fitted_box least = fit_one_box(BOX_LEAST, &view);
            const struct fitted_box best = fit_one_box(BOX_BEST, &view);
            const double is = volume_of(&least), was = volume_of(&best);
            const bool far = kind == MESH_FAR || kind == MESH_GRAIN || kind == MESH_LEAST;
            double half[3];
            sorted_halves(&best, half);
            if (far || half[0] < 1e-4 * half[2]) continue;
            all++;
            less += is < .99 * was;
            expect(is <= 1.02 * was, "%s, seed %llu: %g, not %g", mesh_names[kind],
                   (unsigned long long)seed, is, was);
        }
    }
    expect(less > all / 4, "%d of %d", less, all);
}

// Triangles in one corner of a cuboid turn the covariance box; the outermost ones turn it less.
Test(volumes, best_is_the_least) {
    static struct mesh mesh;
    int least[3] = {0};
    for (unsigned kind = 0; kind < MESH_KINDS; kind++) {
        for (uint64_t seed = 1; seed <= 20; seed++) {
            mesh_make(&mesh, kind, seed);
            const lbx_mesh view = mesh_view(&mesh);
            const struct fitted_box best = fit_one_box(BOX_BEST, &view);
            const struct fitted_box turned = fit_one_box(BOX_COVARIANCE, &view);
            const struct fitted_box hull = fit_one_box(BOX_SLICES, &view);
            float min[3], max[3];
            const lbx_aabbs_out out = lbx_aabbs_out_of(min, max, 1, 0);
            expect(lbx_aabb_fit(&view, NULL, 1, &out) == 1, "fitted");
            struct fitted_box straight = best;
            for (int c = 0; c < 3; c++)
                straight.half[c] = (float)(((double)max[c] - (double)min[c]) / 2);
            const double got = surface(&best);
            const double slack = 1 + 1e-5;
            // For these kinds the center is rounded by much of the box.
            const bool far = kind == MESH_FAR || kind == MESH_GRAIN || kind == MESH_LEAST;
            expect(got <= surface(&turned) && got <= surface(&hull), "%s, seed %llu",
                   mesh_names[kind], (unsigned long long)seed);
            expect(far || got <= surface(&straight) * slack, "%s, seed %llu: %g, straight %g",
                   mesh_names[kind], (unsigned long long)seed, got, surface(&straight));
            least[0] += surface(&turned) > got && surface(&hull) > got;
            least[1] += memcmp(&best, &turned, sizeof best) == 0;
            least[2] += memcmp(&best, &hull, sizeof best) == 0;
        }
    }
    expect(least[0] > 10 && least[1] > 10 && least[2] > 10, "%d %d %d", least[0], least[1],
           least[2]);
}

// Meshes without thickness get boxes without thickness, if x y z is their frame.
Test(volumes, flat_meshes) {
    static struct mesh mesh;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        for (unsigned fit = 0; fit < BOX_FITS; fit++) {
            mesh_make(&mesh, MESH_FLOOR, seed);
            lbx_mesh view = mesh_view(&mesh);
            struct fitted_box box = fit_one_box(fit, &view);
            expect(box.half[2] == 0 && box.center[2] == mesh.vertex[0][2], "floor, %s: %a",
                   box_fit_names[fit], (double)box.half[2]);
            mesh_make(&mesh, MESH_UPRIGHT, seed);
            view = mesh_view(&mesh);
            box = fit_one_box(fit, &view);
            expect(box.half[0] == 0 && box.half[2] == 0 && box.half[1] > 0, "upright, %s",
                   box_fit_names[fit]);
            // The outermost four of one slice may be collinear.
            mesh_make(&mesh, MESH_SHEET, seed);
            view = mesh_view(&mesh);
            box = fit_one_box(fit, &view);
            double half[3];
            sorted_halves(&box, half);
            expect(half[0] < 1e-5 || fit == BOX_ONE_SLICE || fit == BOX_BEST, "sheet, %s: %g",
                   box_fit_names[fit], half[0]);
            mesh_make(&mesh, MESH_LINE, seed);
            view = mesh_view(&mesh);
            box = fit_one_box(fit, &view);
            sorted_halves(&box, half);
            expect(half[1] < 1e-5, "line, %s: %g", box_fit_names[fit], half[1]);
            mesh_make(&mesh, MESH_POINT, seed);
            view = mesh_view(&mesh);
            box = fit_one_box(fit, &view);
            for (int k = 0; k < 3; k++) {
                expect(box.half[k] == 0 && box.center[k] == mesh.vertex[0][k] &&
                           box.axis[k][k] == 1,
                       "point, %s", box_fit_names[fit]);
            }
        }
        mesh_make(&mesh, MESH_POINT, seed);
        const lbx_mesh view = mesh_view(&mesh);
        for (unsigned fit = 0; fit < BALL_FITS; fit++)
            expect(fit_one_ball(fit, &view).radius == 0, "point");
    }
}

// A capsule's own points, those of a short one, of one along z, of a ball, a cuboid, a point and
// two points.
Test(volumes, known_capsules) {
    static const float pill[][3] = {{0, 1, 0},   {0, -1, 0}, {0, 0, 1},   {0, 0, -1}, {10, 1, 0},
                                    {10, -1, 0}, {10, 0, 1}, {10, 0, -1}, {-1, 0, 0}, {11, 0, 0}};
    static const float brief[][3] = {
        {0, 1, 0},       {0, -1, 0},       {0, 0, 1},       {0, 0, -1},       {-1, 0, 0},
        {.03125f, 1, 0}, {.03125f, -1, 0}, {.03125f, 0, 1}, {.03125f, 0, -1}, {1.03125f, 0, 0}};
    static const float tall[][3] = {{1, 0, 0},   {-1, 0, 0}, {0, 1, 0},   {0, -1, 0}, {1, 0, 10},
                                    {-1, 0, 10}, {0, 1, 10}, {0, -1, 10}, {0, 0, -1}, {0, 0, 11}};
    static const float ball[][3] = {{3, 0, 0},  {1, 0, 0}, {2, 1, 0},
                                    {2, -1, 0}, {2, 0, 1}, {2, 0, -1}};
    static const float cuboid[][3] = {{-5, 3, 4}, {5, 3, 4},   {-5, -3, 4},  {5, 3, -4},
                                      {5, -3, 4}, {-5, 3, -4}, {-5, -3, -4}, {5, -3, -4}};
    static const float ends[][3] = {{2, -8, 1}, {2, 8, 1}};
    const struct {
        const float (*vertex)[3];
        uint32_t n;
        struct fitted_rod rod;
    } rows[] = {
        {pill, 10, {{0, 0, 0}, {10, 0, 0}, 1}},  {brief, 10, {{0, 0, 0}, {.03125f, 0, 0}, 1}},
        {tall, 10, {{0, 0, 0}, {0, 0, 10}, 1}},  {ball, 6, {{2, 0, 0}, {2, 0, 0}, 1}},
        {cuboid, 8, {{-5, 0, 0}, {5, 0, 0}, 5}}, {ends, 1, {{2, -8, 1}, {2, -8, 1}, 0}},
        {ends, 2, {{2, -8, 1}, {2, 8, 1}, 0}}};
    for (int k = 0; k < 7; k++) {
        uint32_t index[30];
        for (uint32_t i = 0; i < 30; i++) index[i] = i % rows[k].n;
        const lbx_mesh mesh = lbx_mesh_of(rows[k].vertex[0], rows[k].n, 12, index, 10);
        const struct fitted_rod got = fit_one_rod(&mesh), *const want = &rows[k].rod;
        const bool turned =
            got.start[0] > got.end[0] || got.start[1] > got.end[1] || got.start[2] > got.end[2];
        const float *const from = turned ? got.end : got.start, *const to =
                                                                    turned ? got.start : got.end;
        for (int c = 0; c < 3; c++) {
            expect(fabsf(from[c] - want->start[c]) < 2e-3f && fabsf(to[c] - want->end[c]) < 2e-3f,
                   "row %d: %g to %g", k, (double)from[c], (double)to[c]);
        }
        expect(fabsf(got.radius - want->radius) < 2e-3f, "row %d: %g", k, (double)got.radius);
        expect(k != 5 || got.radius == 0, "a point: %g", (double)got.radius);
    }
}

// Of a cuboid: no larger than the capsule along its longest side, whichever box finds that.
Test(volumes, capsules_of_cuboids) {
    static struct mesh mesh;
    static const enum mesh_kind kinds[] = {MESH_BOX, MESH_TURNED, MESH_DENSE};
    for (uint64_t seed = 1; seed <= 120; seed++) {
        mesh_make(&mesh, kinds[seed % 3], seed);
        double half[3];
        for (int k = 0; k < 3; k++) {
            double square = 0;
            for (int c = 0; c < 3; c++) {
                const double d = (double)mesh.vertex[1 << k][c] - (double)mesh.vertex[0][c];
                square += d * d;
            }
            half[k] = sqrt(square) / 2;
        }
        qsort(half, 3, sizeof *half, by_size);
        const lbx_mesh view = mesh_view(&mesh);
        const struct fitted_rod rod = fit_one_rod(&view);
        const double r = (double)rod.radius, least = hypot(half[0], half[1]);
        double square = 0;
        for (int c = 0; c < 3; c++) {
            const double d = (double)rod.end[c] - (double)rod.start[c];
            square += d * d;
        }
        const double got = r * r * (4 * r + 3 * sqrt(square));
        const double want = least * least * (4 * least + 6 * half[2]);
        static const double most[] = {1.0001, 1.6, 1.6};
        expect(got <= most[seed % 3] * want, "seed %llu: %g, not %g", (unsigned long long)seed, got,
               want);
    }
}

// Indexed or not, as packed vertices, as arrays and backwards, a mesh gives the same bits.
Test(volumes, layouts) {
    static struct mesh mesh;
    static float soup[3 * MESH_TRIANGLES_MAX][3], wide[MESH_VERTICES_MAX][8];
    static float apart[3][MESH_VERTICES_MAX];
    for (unsigned kind = 0; kind < MESH_KINDS; kind++) {
        mesh_make(&mesh, kind, 3);
        make_soup(&mesh, soup);
        for (size_t i = 0; i < mesh.vertices; i++) {
            for (int c = 0; c < 3; c++)
                wide[mesh.vertices - 1 - i][3 + c] = apart[c][i] = mesh.vertex[i][c];
        }
        lbx_mesh other[4];
        const lbx_mesh view = mesh_view(&mesh);
        other[0] = lbx_mesh_of(soup[0], 3 * mesh.triangles, sizeof *soup, NULL, mesh.triangles);
        other[1] = other[2] = other[3] = view;
        for (int c = 0; c < 3; c++) {
            other[1].position[c] = wide[mesh.vertices - 1] + 3 + c;
            other[2].position[c] = apart[c];
        }
        other[1].stride = (size_t)0 - sizeof *wide;
        other[2].stride = 0;
        other[3].vertex_count = SIZE_MAX;
        for (int k = 0; k < 4; k++) {
            for (unsigned fit = 0; fit < BOX_FITS; fit++) {
                const struct fitted_box a = fit_one_box(fit, &view);
                const struct fitted_box b = fit_one_box(fit, &other[k]);
                expect(memcmp(&a, &b, sizeof a) == 0, "%s, layout %d, %s", mesh_names[kind], k,
                       box_fit_names[fit]);
            }
            for (unsigned fit = 0; fit < BALL_FITS; fit++) {
                const struct fitted_ball a = fit_one_ball(fit, &view);
                const struct fitted_ball b = fit_one_ball(fit, &other[k]);
                expect(memcmp(&a, &b, sizeof a) == 0, "%s, layout %d", mesh_names[kind], k);
            }
            const struct fitted_rod a = fit_one_rod(&view), b = fit_one_rod(&other[k]);
            expect(memcmp(&a, &b, sizeof a) == 0, "%s, layout %d", mesh_names[kind], k);
        }
    }
}

// A part has the volume of a mesh of its triangles alone, whatever the other triangles are.
Test(volumes, parts) {
    enum { PARTS = 5 };
    static struct mesh mesh;
    for (unsigned kind = 0; kind < MESH_KINDS; kind++) {
        mesh_make(&mesh, kind, 4);
        const size_t t = mesh.triangles;
        const lbx_part parts[PARTS] = {{0, t}, {t - 1, 1}, {0, 1}, {t / 3, t / 2}, {1, t - 2}};
        const lbx_mesh view = mesh_view(&mesh);
        struct fitted_box box[PARTS], one_box;
        struct fitted_ball ball[PARTS], one_ball;
        float corners[PARTS][6], one[6];
        const lbx_obbs_out boxes = boxes_out(box, PARTS), box_out = boxes_out(&one_box, 1);
        const lbx_spheres_out balls = balls_out(ball, PARTS), ball_out = balls_out(&one_ball, 1);
        const lbx_aabbs_out aabbs =
            lbx_aabbs_out_of(corners[0], corners[0] + 3, PARTS, sizeof *corners);
        const lbx_aabbs_out aabb = lbx_aabbs_out_of(one, one + 3, 1, sizeof one);
        struct fitted_rod rod[PARTS];
        const lbx_capsules_out rods = rods_out(rod, PARTS);
        expect(lbx_aabb_fit(&view, parts, PARTS, &aabbs) == PARTS, "%s", mesh_names[kind]);
        expect(lbx_capsule_fit(&view, parts, PARTS, &rods) == PARTS, "%s", mesh_names[kind]);
        for (unsigned fit = 0; fit < BOX_FITS; fit++) {
            expect(box_fit(fit, &view, parts, PARTS, &boxes) == PARTS, "%s", mesh_names[kind]);
            expect(ball_fit(fit % 2, &view, parts, PARTS, &balls) == PARTS, "%s", mesh_names[kind]);
            for (int p = 0; p < PARTS; p++) {
                const lbx_mesh alone =
                    lbx_mesh_of(mesh.vertex[0], mesh.vertices, sizeof mesh.vertex[0],
                                mesh.index + 3 * parts[p].first, parts[p].count);
                expect(box_fit(fit, &alone, NULL, 1, &box_out) == 1 &&
                           memcmp(&box[p], &one_box, sizeof one_box) == 0,
                       "%s, part %d, %s", mesh_names[kind], p, box_fit_names[fit]);
                expect(ball_fit(fit % 2, &alone, NULL, 1, &ball_out) == 1 &&
                           memcmp(&ball[p], &one_ball, sizeof one_ball) == 0,
                       "%s, part %d, ball", mesh_names[kind], p);
                expect(lbx_aabb_fit(&alone, NULL, 1, &aabb) == 1 &&
                           memcmp(corners[p], one, sizeof one) == 0,
                       "%s, part %d, box", mesh_names[kind], p);
                const struct fitted_rod one_rod = fit_one_rod(&alone);
                expect(memcmp(&rod[p], &one_rod, sizeof one_rod) == 0, "%s, part %d, capsule",
                       mesh_names[kind], p);
            }
        }
    }
}

// Where large coordinates cancel, the mean of the small ones is left.
Test(volumes, centers_of_caabbs_are_means) {
    enum { TRIANGLES = 100 };
    static float vertex[TRIANGLES][3][3];
    for (uint64_t seed = 0; seed < 200; seed++) {
        int sum[3] = {0, 0, 0};
        for (uint64_t i = 0; i < TRIANGLES; i++) {
            struct random r = random_of(seed, i);
            for (int c = 0; c < 3; c++) {
                const int small = random_int(&r, -9999, 9999);
                const float large = (float)random_scale(&r, 0, 58);
                vertex[i][c][c] = (float)small;
                vertex[i][(c + 1) % 3][c] = large;
                vertex[TRIANGLES - 1 - i][(c + 2) % 3][c] = -large;
                sum[c] += small;
            }
        }
        const lbx_mesh view =
            lbx_mesh_of(vertex[0][0], 3 * TRIANGLES, sizeof *vertex[0], NULL, TRIANGLES);
        const struct fitted_ball cube = fit_one_ball(BALL_CAABB, &view);
        for (int c = 0; c < 3; c++) {
            const float mean = (float)(sum[c] / (3.0 * TRIANGLES));
            expect(cube.center[c] == mean, "seed %d: %a, not %a", (int)seed, (double)cube.center[c],
                   (double)mean);
        }
    }
}

// The purpose of the CAABB: when the mesh turns about the center, it stays within the cube.
Test(volumes, caabbs_hold_turned_meshes) {
    static struct mesh mesh;
    static double P[MESH_TRIANGLES_MAX][3][3];
    for (uint64_t seed = 1; seed <= 20; seed++) {
        mesh_make(&mesh, MESH_SOUP, seed);
        const lbx_mesh view = mesh_view(&mesh);
        const struct fitted_ball cube = fit_one_ball(BALL_CAABB, &view);
        for (size_t i = 0; i < 3 * mesh.triangles; i++) {
            for (int c = 0; c < 3; c++) P[i / 3][i % 3][c] = (double)mesh.vertex[mesh.index[i]][c];
        }
        double O[3], m, reach = 0;
        ref_caabb_double(P, (int)mesh.triangles, O, &m);
        expect(fabs((double)cube.radius - m) < 1e-5, "m %g, %g", (double)cube.radius, m);
        struct random r = random_of(seed, 9);
        for (int turn = 0; turn < 500; turn++) {
            double q[4], x[3], to[3];
            for (int k = 0; k < 4; k++) q[k] = random_between(&r, -1, 1);
            for (size_t i = 0; i < mesh.vertices; i++) {
                for (int c = 0; c < 3; c++) {
                    expect(fabs((double)cube.center[c] - O[c]) < 1e-5, "center");
                    x[c] = (double)mesh.vertex[i][c] - (double)cube.center[c];
                }
                ref_rotate_double(q, x, to);
                for (int c = 0; c < 3; c++) reach = fmax(reach, fabs(to[c]));
            }
        }
        expect(reach <= (double)cube.radius * (1 + 1e-12), "%g beyond %g", reach,
               (double)cube.radius);
        expect(reach > .9 * (double)cube.radius, "%g, of %g", reach, (double)cube.radius);
    }
}
