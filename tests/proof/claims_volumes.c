// SPDX-License-Identifier: MIT
// Volumes against the exact oracle: every vertex lies inside, no volume is larger than the header
// says, and the outputs pass the checks; normals of triangles, too.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "examples/random.h"
#include "harness.h"
#include "oracle/volumes.h"
#include "volumes.h"

enum { SEEDS = 40 };

static double length(const float x[3]) {
    return sqrt((double)x[0] * x[0] + (double)x[1] * x[1] + (double)x[2] * x[2]);
}

static void check_box(struct fitted_box *box, const struct mesh *mesh, const char *what) {
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (size_t i = 0; i < mesh->vertices; i++) {
        double x[3];
        expect(exact_in_box(box->center, box->half, box->axis, mesh->vertex[i], x),
               "%s: vertex %zu at %a %a %a, half %a %a %a", what, i, x[0], x[1], x[2],
               (double)box->half[0], (double)box->half[1], (double)box->half[2]);
        for (int k = 0; k < 3; k++) {
            low[k] = fmin(low[k], x[k]);
            high[k] = fmax(high[k], x[k]);
        }
    }
    for (int k = 0; k < 3; k++) {
        const double needed = (high[k] - low[k]) / 2;
        const double most = needed * (1 + 0x1p-22) + length(box->center) * 0x1p-23 +
                            length(box->half) * 0x1p-44 + 0x1p-148;
        expect((double)box->half[k] <= most * (1 + 0x1p-48), "%s: half %d is %a, needed %a", what,
               k, (double)box->half[k], needed);
    }
    const lbx_obbs view = lbx_obbs_of(box->center, box->half, box->axis[0], 1, 0);
    expect(lbx_obbs_check(&view, 1, NULL) == 0, "%s: malformed", what);
    double determinant = 0;
    for (int c = 0; c < 3; c++) {
        const int d = (c + 1) % 3, e = (c + 2) % 3;
        determinant += (double)box->axis[0][c] * ((double)box->axis[1][d] * box->axis[2][e] -
                                                  (double)box->axis[1][e] * box->axis[2][d]);
    }
    expect(fabs(determinant - 1) < 0x1p-21, "%s: determinant %g", what, determinant);
    for (int k = 0; k < 3; k++) {
        for (int j = 0; j < k; j++) {
            double product = 0;
            for (int c = 0; c < 3; c++) product += (double)box->axis[k][c] * box->axis[j][c];
            expect(fabs(product) < 0x1p-22, "%s: axes %d and %d: %g", what, j, k, product);
        }
    }
}

Test(claims_volumes, boxes_contain_meshes_exactly) {
    static struct mesh mesh;
    for (unsigned kind = 0; kind < MESH_KINDS; kind++) {
        for (uint64_t seed = 1; seed <= SEEDS; seed++) {
            mesh_make(&mesh, kind, seed);
            const lbx_mesh view = mesh_view(&mesh);
            for (unsigned fit = 0; fit < BOX_FITS; fit++) {
                char what[80];
                snprintf(what, sizeof what, "%s, seed %llu, %s", mesh_names[kind],
                         (unsigned long long)seed, box_fit_names[fit]);
                struct fitted_box box = fit_one_box(fit, &view);
                check_box(&box, &mesh, what);
            }
        }
    }
}

Test(claims_volumes, balls_contain_meshes_exactly) {
    static struct mesh mesh;
    for (unsigned kind = 0; kind < MESH_KINDS; kind++) {
        for (uint64_t seed = 1; seed <= SEEDS; seed++) {
            mesh_make(&mesh, kind, seed);
            const lbx_mesh view = mesh_view(&mesh);
            for (unsigned fit = 0; fit < BALL_FITS; fit++) {
                const struct fitted_ball ball = fit_one_ball(fit, &view);
                double farthest = 0, distance;
                for (size_t i = 0; i < mesh.vertices; i++) {
                    expect(exact_in_sphere(ball.center, ball.radius, mesh.vertex[i], &distance),
                           "%s, seed %llu, fit %u: vertex %zu is %a away, the radius is %a",
                           mesh_names[kind], (unsigned long long)seed, fit, i, distance,
                           (double)ball.radius);
                    farthest = fmax(farthest, distance);
                }
                const double most = farthest * (1 + 0x1p-22);
                expect((double)ball.radius <= (farthest == 0 ? 0 : fmax(most, 0x1p-60)),
                       "%s, seed %llu, fit %u: %a for %a", mesh_names[kind],
                       (unsigned long long)seed, fit, (double)ball.radius, farthest);
                const lbx_spheres spheres = lbx_spheres_of(ball.center, &ball.radius, 1, 0);
                expect(lbx_spheres_check(&spheres, 1, NULL) == 0, "%s: malformed",
                       mesh_names[kind]);
            }
        }
    }
}

static void check_rod(const struct fitted_rod *rod, float (*const vertex)[3], size_t n,
                      const char *what, uint64_t seed) {
    double farthest = 0, distance, way = 0;
    for (size_t i = 0; i < n; i++) {
        expect(exact_in_capsule(rod->start, rod->end, rod->radius, vertex[i], &distance),
               "%s, seed %llu: vertex %zu is %a away, the radius is %a", what,
               (unsigned long long)seed, i, distance, (double)rod->radius);
        farthest = fmax(farthest, distance);
    }
    for (int c = 0; c < 3; c++) way += fabs((double)rod->end[c] - (double)rod->start[c]);
    const double most = farthest * (1 + 0x1p-22) + way * 0x1p-49;
    expect((double)rod->radius <= (most == 0 ? 0 : fmax(most, 0x1p-60)), "%s, seed %llu: %a for %a",
           what, (unsigned long long)seed, (double)rod->radius, farthest);
    const lbx_capsules capsules = lbx_capsules_of(rod->start, rod->end, &rod->radius, 1, 0);
    expect(lbx_capsules_check(&capsules, 1, NULL) == 0, "%s: malformed", what);
}

Test(claims_volumes, capsules_contain_meshes_exactly) {
    static struct mesh mesh;
    for (unsigned kind = 0; kind < MESH_KINDS; kind++) {
        for (uint64_t seed = 1; seed <= SEEDS; seed++) {
            mesh_make(&mesh, kind, seed);
            const lbx_mesh view = mesh_view(&mesh);
            const struct fitted_rod rod = fit_one_rod(&view);
            check_rod(&rod, mesh.vertex, mesh.vertices, mesh_names[kind], seed);
        }
    }
}

// Sticks that are as thin as floats allow, where the rounding of what is along them is most of what
// is across.
Test(claims_volumes, capsules_contain_sticks_exactly) {
    for (uint64_t seed = 1; seed <= 4000; seed++) {
        struct random r = random_of(seed, 60);
        float vertex[9][3];
        double way[3];
        for (int c = 0; c < 3; c++) way[c] = random_between(&r, -1, 1);
        for (int i = 0; i < 9; i++) {
            const double at = random_between(&r, 0, 100);
            for (int c = 0; c < 3; c++)
                vertex[i][c] = float_step((float)(at * way[c]), random_int(&r, -1, 1));
        }
        const lbx_mesh mesh = lbx_mesh_of(vertex[0], 9, sizeof *vertex, NULL, 3);
        const struct fitted_rod rod = fit_one_rod(&mesh);
        check_rod(&rod, vertex, 9, "a stick", seed);
    }
}

// Triangles whose cross products cancel, or span as much as floats do.
enum { SCALED, SLIVER, COLLINEAR, ONE_LARGE, GRAIN, TRIANGLE_KINDS };
static void make_triangle(float vertex[3][3], unsigned kind, uint64_t seed) {
    struct random r = random_of(seed, kind);
    const int step = random_int(&r, -8, 8);
    const double along = random_unit(&r), unit = ldexp(1, random_int(&r, -149, 40));
    for (int c = 0; c < 3; c++) {
        for (int v = 0; v < 3; v++) {
            const double size = kind == SCALED      ? random_scale(&r, -149, 58)
                                : kind == ONE_LARGE ? random_scale(&r, v ? -20 : 30, v ? 10 : 58)
                                                    : random_unit(&r);
            vertex[v][c] = (float)random_signed(&r, size);
        }
        if (kind == SLIVER) { // within an ulp of the line
            const double a = (double)vertex[0][c], b = (double)vertex[1][c];
            vertex[2][c] = float_step((float)(a + along * (b - a)), random_int(&r, 0, 1));
        }
        const int direction = random_int(&r, -999, 999), from = random_int(&r, -99999, 99999);
        for (int v = 0; v < 3 && kind == COLLINEAR; v++)
            vertex[v][c] = (float)(unit * (from + v * step * direction));
        for (int v = 0; v < 3 && kind == GRAIN; v++)
            vertex[v][c] = (float)(0x1p20 + random_int(&r, -3, 3) / 8.);
    }
}

static bool check_normal(float (*const vertex)[3], const float normal[3], const char *what) {
    expect(exact_is_normal(vertex, normal), "%s: %a %a %a of %a %a %a, %a %a %a, %a %a %a", what,
           (double)normal[0], (double)normal[1], (double)normal[2], (double)vertex[0][0],
           (double)vertex[0][1], (double)vertex[0][2], (double)vertex[1][0], (double)vertex[1][1],
           (double)vertex[1][2], (double)vertex[2][0], (double)vertex[2][1], (double)vertex[2][2]);
    return normal[0] == 0 && normal[1] == 0 && normal[2] == 0;
}

Test(claims_volumes, normals_are_exact) {
    static struct mesh mesh;
    static float normal[MESH_TRIANGLES_MAX][3];
    float *const to[3] = {normal[0], normal[0] + 1, normal[0] + 2};
    for (unsigned kind = 0; kind < MESH_KINDS; kind++) {
        for (uint64_t seed = 1; seed <= SEEDS; seed++) {
            mesh_make(&mesh, kind, seed);
            const lbx_mesh view = mesh_view(&mesh);
            expect(lbx_mesh_normals(&view, NULL, mesh.triangles, to, sizeof *normal) ==
                       (ptrdiff_t)mesh.triangles,
                   "%s", mesh_names[kind]);
            for (size_t t = 0; t < mesh.triangles; t++) {
                float vertex[3][3];
                for (int v = 0; v < 3; v++)
                    memcpy(vertex[v], mesh.vertex[mesh.index[3 * t + v]], sizeof vertex[v]);
                check_normal(vertex, normal[t], mesh_names[kind]);
            }
        }
    }
    static const char *const names[TRIANGLE_KINDS] = {"scaled", "sliver", "collinear", "one large",
                                                      "grain"};
    for (unsigned kind = 0; kind < TRIANGLE_KINDS; kind++) {
        int flat = 0;
        for (uint64_t seed = 1; seed <= 20000; seed++) {
            float vertex[3][3];
            make_triangle(vertex, kind, seed);
            const lbx_mesh view = lbx_mesh_of(vertex[0], 3, sizeof *vertex, NULL, 1);
            expect(lbx_mesh_normals(&view, NULL, 1, to, 0) == 1, "%s", names[kind]);
            flat += check_normal(vertex, normal[0], names[kind]);
        }
        expect(kind != COLLINEAR || flat == 20000, "%s: %d without an area", names[kind], flat);
    }
}
