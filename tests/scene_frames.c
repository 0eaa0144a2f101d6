// SPDX-License-Identifier: MIT
// Rays in the frames of instances: where they are, in every layout and on every table; and meshes
// of many triangles, of which searches of scenes find what the trees find.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "crowd.h"
#include "examples/random.h"
#include "harness.h"
#include "searches.h"
#include "tables.h"

static struct crowd crowd;
static struct rays rays;

// A row of the matrix into a frame, off by 2^-50.
static void row_into(const lbx_instance *at, int i, double row[3]) {
    const double unit[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int c = 0; c < 3; c++) {
        lbx_instance turned = *at;
        double out[3];
        for (int k = 0; k < 3; k++) turned.pose.position[k] = 0;
        turned.scale = 1;
        crowd_at(&turned, unit[i], out); // column i of the rotation
        row[c] = out[c] / at->scale;
    }
}

// Origins and directions are within 2^-21 of what they are exactly, of the sums of their terms.
Test(scene_frames, are_those_of_instances) {
    const struct test_tables *const tables = test_tables();
    static float turned[RAYS][6], packed[RAYS][9];
    for (enum crowd_kind kind = 0; kind < CROWD_KINDS; kind++) {
        crowd_make(&crowd, kind, 30, false, kind + 1);
        crowd_rays(&crowd, &rays, false, kind + 1);
        const lbx_rays view = rays_view(&rays);
        for (size_t k = 0; k < crowd.n; k++) {
            const lbx_instance *const at = &crowd.at[k];
            const lbx_rays_out out = {{turned[0], turned[0] + 1, turned[0] + 2},
                                      {turned[0] + 3, turned[0] + 4, turned[0] + 5},
                                      RAYS,
                                      sizeof *turned};
            EXPECT_ERROR(RAYS, lbx_rays_to_instance(at, &view, RAYS, &out));
            for (int i = 0; i < 3; i++) {
                double row[3];
                row_into(at, i, row);
                for (size_t r = 0; r < RAYS; r++) {
                    double want[2] = {0, 0}, terms[2] = {0, 0};
                    for (int c = 0; c < 3; c++) {
                        const double x[2] = {(double)rays.at[c][r] - at->pose.position[c],
                                             (double)rays.at[3 + c][r]};
                        for (int d = 0; d < 2; d++) {
                            want[d] += row[c] * x[d];
                            terms[d] += fabs(row[c] * x[d]) + 0x1p-26 * fabs(x[d]) / at->scale;
                        }
                    }
                    for (int d = 0; d < 2; d++)
                        expect(fabs((double)turned[r][3 * d + i] - want[d]) <=
                                   0x1p-21 * terms[d] + 0x1p-140,
                               "%s, instance %zu, ray %zu: %a, not %a", crowd_names[kind], k, r,
                               (double)turned[r][3 * d + i], want[d]);
                }
            }
            // The same in place, on other tables and in another layout.
            for (size_t t = 0; t < tables->count; t++) {
                table_use(&tables->at[t]);
                for (size_t r = 0; r < RAYS; r++)
                    for (int c = 0; c < 6; c++) packed[r][c] = rays.at[c][r];
                const lbx_rays from = lbx_rays_of(packed[0], packed[0] + 3, RAYS, sizeof *packed);
                const lbx_rays_out in_place = {{packed[0], packed[0] + 1, packed[0] + 2},
                                               {packed[0] + 3, packed[0] + 4, packed[0] + 5},
                                               RAYS,
                                               sizeof *packed};
                EXPECT_ERROR(RAYS, lbx_rays_to_instance(at, &from, RAYS, &in_place));
                for (size_t r = 0; r < RAYS; r++)
                    expect(memcmp(packed[r], turned[r], sizeof *turned) == 0, "ray %zu", r);
            }
        }
        crowd_free(&crowd);
    }
}

// --- a mesh of many triangles ---

enum { SIDE = 181, HILLS = 2 * (SIDE - 1) * (SIDE - 1), PEAKS = SIDE * SIDE };

static float peak[PEAKS][3];
static uint32_t corner[HILLS][3];

static struct tree tree_of_hills(void) {
    struct random r = random_of(1, 91);
    for (size_t i = 0; i < PEAKS; i++) {
        peak[i][0] = (float)(i % SIDE) / 40 - 2;
        peak[i][1] = (float)(i / SIDE) / 40 - 2;
        peak[i][2] = (float)random_unit(&r) / 40;
    }
    for (uint32_t k = 0; k < HILLS; k++) {
        const uint32_t square = k / 2, at = square / (SIDE - 1) * SIDE + square % (SIDE - 1);
        const uint32_t of[2][3] = {{at, at + 1, at + SIDE}, {at + 1, at + SIDE + 1, at + SIDE}};
        memcpy(corner[k], of[k % 2], sizeof corner[k]);
    }
    const lbx_mesh mesh = lbx_mesh_of(peak[0], PEAKS, sizeof *peak, corner[0], HILLS);
    return aabb_tree_of_view(&mesh, NULL);
}

Test(scene_frames, of_many_triangles) {
    static uint32_t instance[RAYS], triangle[RAYS];
    static float t[RAYS];
    static uint64_t scratch[LBX_TRACE_SCRATCH / 8];
    const struct test_tables *const tables = test_tables();
    struct crowd_found want = {.all = NULL};
    size_t hits = 0;
    for (enum crowd_kind kind = 0; kind < CROWD_KINDS; kind++) {
        crowd_make(&crowd, kind, 40, false, kind + 1);
        tree_free(&crowd.mesh[7].tree);
        crowd.mesh[7].tree = tree_of_hills();
        crowd.tree[7] = crowd.mesh[7].tree.at;
        crowd_refit(&crowd);
        crowd_rays(&crowd, &rays, true, kind + 1);
        const lbx_rays view = rays_view(&rays);
        table_use(&tables->at[0]);
        crowd_ask(&crowd, &rays, &view, NULL, false, &want);
        hits += want.hits;
        for (size_t k = 0; k < 2 * tables->count; k++) {
            table_use(&tables->at[k / 2]);
            const lbx_scene_hits out = {.instance = instance, .triangle = triangle, .t = t};
            const ptrdiff_t found =
                lbx_scene_nearest(crowd.scene, &crowd.trees, &view, NULL, RAYS,
                                  k % 2 ? LBX_COHERENT : 0, &out, scratch, sizeof scratch);
            expect(found == (ptrdiff_t)want.hits, "%td of %zu", found, want.hits);
            for (size_t i = 0; i < RAYS; i++)
                expect(instance[i] == want.nearest[i].instance &&
                           triangle[i] == want.nearest[i].triangle &&
                           memcmp(&t[i], &want.nearest[i].t, sizeof *t) == 0,
                       "%s, ray %zu: %u, %u, not %u, %u", crowd_names[kind], i, instance[i],
                       triangle[i], want.nearest[i].instance, want.nearest[i].triangle);
        }
        crowd_free(&crowd);
    }
    expect(hits > 500, "%zu", hits);
    crowd_found_free(&want);
}

// --- specks, whose boxes are smaller than what rounding takes from rays and distances ---

enum { SPECKS = 40 };

// Makes all instances ones of a triangle of such a size, around the origin of its frame.
static void make_specks(struct random *r, double size) {
    const double corners[3][3] = {{1, 0, .2}, {-.5, .8, 0}, {-.5, -.8, -.2}};
    struct mesh *const mesh = &crowd.mesh[0].mesh;
    *mesh = (struct mesh){.vertices = 3, .triangles = 1, .index = {0, 1, 2}};
    for (int v = 0; v < 3; v++)
        for (int c = 0; c < 3; c++) mesh->vertex[v][c] = (float)(size * corners[v][c]);
    crowd_plant(&crowd, 0, NULL);
    for (size_t k = 0; k < crowd.n; k++) {
        crowd.at[k].tree = 0;
        crowd.at[k].scale = random_chance(r, 2) ? 1 : random_scale(r, -4, 4);
    }
}

// Rays along z that pass specks as closely as a turned ray may be off. Along x and y they begin at
// 0, where floats are exact.
Test(scene_frames, rays_that_all_but_miss) {
    static uint32_t instance[RAYS];
    static uint64_t scratch[LBX_TRACE_SCRATCH / 8];
    const struct test_tables *const tables = test_tables();
    struct crowd_found want = {.all = NULL};
    size_t hits = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        struct random r = random_of(seed, 92);
        const double size = random_scale(&r, -25, -21);
        crowd_make(&crowd, CROWD_NEAR, SPECKS, false, seed);
        make_specks(&r, size);
        for (size_t k = 0; k < SPECKS; k++) {
            double *const position = crowd.at[k].pose.position;
            for (int c = 0; c < 2; c++) position[c] = random_between(&r, -1, 1) * 0x1p-22;
            position[2] = random_between(&r, 1, 2);
        }
        crowd_refit(&crowd);
        rays = (struct rays){.n = RAYS};
        for (size_t i = 0; i < RAYS; i++) {
            for (int c = 0; c < 2; c++)
                rays.at[3 + c][i] = (float)(random_between(&r, -1, 1) * 0x1p-21);
            rays.at[5][i] = 1;
            rays.at[7][i] = INFINITY;
        }
        const lbx_rays view = rays_view(&rays);
        table_use(&tables->at[0]);
        crowd_ask(&crowd, &rays, &view, NULL, false, &want);
        hits += want.hits;
        for (size_t t = 0; t < 2 * tables->count; t++) {
            table_use(&tables->at[t / 2]);
            const lbx_scene_hits out = {.instance = instance};
            EXPECT_ERROR((ptrdiff_t)want.hits,
                         lbx_scene_nearest(crowd.scene, &crowd.trees, &view, NULL, RAYS,
                                           t % 2 ? LBX_COHERENT : 0, &out, scratch,
                                           sizeof scratch));
            for (size_t i = 0; i < RAYS; i++)
                expect(instance[i] == want.nearest[i].instance, "seed %d, ray %zu: %u, not %u",
                       (int)seed, i, instance[i], want.nearest[i].instance);
        }
        crowd_free(&crowd);
    }
    expect(hits > 500, "%zu", hits);
    crowd_found_free(&want);
}

// The distance of a point from an instance's speck, as its tree gives it.
static float distance_of(const lbx_instance *at, const float point[3]) {
    static uint64_t scratch[LBX_TRACE_SCRATCH_LEAST / 8];
    const float ahead[3] = {1, 0, 0};
    float own[6], distance;
    const lbx_rays ray = lbx_rays_of(point, ahead, 1, 0);
    const lbx_rays_out out = {{own, own + 1, own + 2}, {own + 3, own + 4, own + 5}, 1, 0};
    EXPECT_ERROR(1, lbx_rays_to_instance(at, &ray, 1, &out));
    const lbx_points turned = lbx_points_of(own, 1, 0);
    EXPECT_ERROR(1, lbx_aabb_tree_closest(crowd.tree[0], &turned, NULL, NULL, 1, 0,
                                          &(lbx_closest_out){.distance = &distance}, scratch,
                                          sizeof scratch));
    return distance * (float)at->scale;
}

// Specks that are as far as each other but for rounding, which says which of them is the nearest.
// They are near the origin, where boxes are exact, and the point is not.
Test(scene_frames, all_but_equal_distances) {
    static uint64_t scratch[LBX_TRACE_SCRATCH_LEAST / 8];
    const struct test_tables *const tables = test_tables();
    const float point[3] = {0, 0, -1};
    const lbx_points view = lbx_points_of(point, 1, 0);
    for (uint64_t seed = 1; seed <= 200; seed++) {
        struct random r = random_of(seed, 93);
        crowd_make(&crowd, CROWD_NEAR, SPECKS, false, seed);
        make_specks(&r, 0x1p-40);
        uint32_t want = 0;
        for (uint32_t k = 0; k < SPECKS; k++) {
            double *const position = crowd.at[k].pose.position;
            for (int c = 0; c < 2; c++) position[c] = random_between(&r, -1, 1) * 0x1p-10;
            position[2] = sqrt(1 - position[0] * position[0] - position[1] * position[1]) - 1;
            if (distance_of(&crowd.at[k], point) < distance_of(&crowd.at[want], point)) want = k;
        }
        crowd_refit(&crowd);
        for (size_t t = 0; t < tables->count; t++) {
            uint32_t instance;
            table_use(&tables->at[t]);
            EXPECT_ERROR(1, lbx_scene_closest(crowd.scene, &crowd.trees, &view, NULL, NULL, 1, 0,
                                              &(lbx_scene_closest_out){.instance = &instance},
                                              scratch, sizeof scratch));
            expect(instance == want, "seed %d: %u, not %u", (int)seed, instance, want);
        }
        crowd_free(&crowd);
    }
}
