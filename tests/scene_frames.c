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
        EXPECT_ERROR(0, lbx_scene_refit(&crowd.trees, crowd.at, crowd.n, crowd.scene, NULL));
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
