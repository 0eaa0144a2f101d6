// SPDX-License-Identifier: MIT
// Searches of scenes whose rays, points, filters, answers and scratch all lie at guard pages.
#include <string.h>

#include "crowd.h"
#include "guarded.h"
#include "harness.h"
#include "tables.h"

enum { UNTOUCHED = 0x5a, N = RAYS - 3, OUTPUTS = 6 };

static struct crowd crowd;
static struct rays rays;

static void *copy_of(struct guarded *g, const void *from, size_t bytes, enum guard guard) {
    *g = guarded_alloc(bytes, guard, UNTOUCHED);
    memcpy(g->at, from, bytes);
    return g->at;
}

// Returns how many rays and points found something.
static size_t search(enum guard guard, const lbx_rays *view, const lbx_scene_filter *filter,
                     unsigned flags, size_t bytes) {
    struct guarded out[OUTPUTS], bits = guarded_alloc((N + 7) / 8, guard, UNTOUCHED),
                                 scratch = guarded_alloc(bytes, guard, UNTOUCHED);
    for (int k = 0; k < OUTPUTS; k++) out[k] = guarded_alloc(4 * N, guard, UNTOUCHED);
    float *at[OUTPUTS];
    for (int k = 0; k < OUTPUTS; k++) at[k] = (float *)(void *)out[k].at;
    uint32_t *const instance = (uint32_t *)(void *)out[0].at;
    uint32_t *const triangle = (uint32_t *)(void *)out[1].at;
    uint32_t *const feature = (uint32_t *)(void *)out[5].at;
    const lbx_points points = {
        {view->origin[0], view->origin[1], view->origin[2]}, N, 0, lbx_from(0)};
    const ptrdiff_t nearest = lbx_scene_nearest(
        crowd.scene, &crowd.trees, view, filter, N, flags,
        &(lbx_scene_hits){instance, triangle, at[2], at[3], at[4], NULL}, scratch.at, bytes);
    const ptrdiff_t any = lbx_scene_any(crowd.scene, &crowd.trees, view, filter, N, flags, bits.at,
                                        scratch.at, bytes);
    const ptrdiff_t closest = lbx_scene_closest(
        crowd.scene, &crowd.trees, &points, NULL, filter, N, 0,
        &(lbx_scene_closest_out){instance, triangle, at[2], at[3], at[4], feature}, scratch.at,
        bytes);
    expect(nearest > 0 && any == nearest && closest > 0, "%td, %td, %td", nearest, any, closest);
    for (int k = 0; k < OUTPUTS; k++) {
        expect(guarded_intact(&out[k], UNTOUCHED), "output %d", k);
        guarded_free(&out[k]);
    }
    expect(guarded_intact(&bits, UNTOUCHED) && guarded_intact(&scratch, UNTOUCHED), "beyond");
    guarded_free(&bits);
    guarded_free(&scratch);
    return (size_t)nearest + (size_t)closest;
}

Test(scene_guards, searches) {
    static uint32_t entry[3][RAYS];
    const struct test_tables *const tables = test_tables();
    for (size_t i = 0; i < RAYS; i++) {
        entry[0][i] = 0x9e3779b9u * (uint32_t)(i + 1);
        entry[1][i] = (uint32_t)(i % 20);
        entry[2][i] = (uint32_t)(i % 7);
    }
    for (enum guard guard = 0; guard < GUARDS; guard++) {
        struct guarded row[RAY_FLOATS], list[3], scene;
        crowd_make(&crowd, CROWD_NEAR, 60, false, 4);
        crowd_rays(&crowd, &rays, true, 4);
        void *const built = crowd.scene;
        crowd.scene = copy_of(&scene, built, crowd.bytes, guard);
        for (int k = 0; k < RAY_FLOATS; k++) copy_of(&row[k], rays.at[k], 4 * N, guard);
        for (int k = 0; k < 3; k++) copy_of(&list[k], entry[k], 4 * N, guard);
        const float *f[RAY_FLOATS];
        const uint32_t *e[3];
        for (int k = 0; k < RAY_FLOATS; k++) f[k] = (const float *)(const void *)row[k].at;
        for (int k = 0; k < 3; k++) e[k] = (const uint32_t *)(const void *)list[k].at;
        const lbx_rays view = {.origin = {f[0], f[1], f[2]},
                               .dir = {f[3], f[4], f[5]},
                               .t_min = f[6],
                               .t_max = f[7],
                               .count = N};
        const lbx_scene_filter filter = {e[0], e[1], e[2], 0};
        for (size_t t = 0; t < tables->count; t++) {
            size_t found[2] = {0, 0}; // without a filter, and with it
            table_use(&tables->at[t]);
            for (size_t k = 0; k < 20; k++) {
                const size_t bytes =
                    k < 19 ? LBX_TRACE_SCRATCH_LEAST + 8 * k * k * k : LBX_TRACE_SCRATCH;
                const size_t some = search(guard, &view, k % 2 ? &filter : NULL,
                                           k % 4 < 2 ? 0 : LBX_COHERENT, bytes);
                expect(k < 2 || some == found[k % 2], "%zu bytes: %zu", bytes, some);
                found[k % 2] = some;
            }
        }
        crowd.scene = built;
        for (int k = 0; k < RAY_FLOATS; k++) guarded_free(&row[k]);
        for (int k = 0; k < 3; k++) guarded_free(&list[k]);
        guarded_free(&scene);
        crowd_free(&crowd);
    }
}
