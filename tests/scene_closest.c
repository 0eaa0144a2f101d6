// SPDX-License-Identifier: MIT
// Nearest triangles of points in scenes. The answers are those of every instance asked by itself in
// its frame, bit for bit, however points are divided among calls.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "crowd.h"
#include "examples/random.h"
#include "guarded.h"
#include "harness.h"
#include "tables.h"
#include "upper_halves.h"

enum { UNTOUCHED = 0x5a, POINTS = 200 };

// What a point finds, as lbx_scene_closest writes it.
struct closest {
    uint32_t instance, triangle;
    float distance, u, v;
    uint32_t feature;
};

static struct crowd crowd;
static float point[POINTS][3], reach[POINTS];
static struct closest want[POINTS];
static const struct closest nothing = {LBX_NO_INSTANCE, LBX_NO_TRIANGLE, INFINITY, 0, 0, 0};

static lbx_points points_of(size_t first) {
    lbx_points view = lbx_points_of(point[0], POINTS, sizeof *point);
    view.pick = lbx_from(first);
    return view;
}

// On vertices, near them, around the instances and far away.
static void make_points(uint64_t seed, bool odd) {
    struct random r = random_of(seed, 61);
    for (size_t i = 0; i < POINTS; i++) {
        const lbx_instance *const at = &crowd.at[random_below(&r, (unsigned)crowd.n)];
        const struct mesh *const mesh = &crowd.mesh[at->tree].mesh;
        const float *const vertex = mesh->vertex[random_below(&r, (unsigned)mesh->vertices)];
        double place[3];
        crowd_at(at, (const double[]){(double)vertex[0], (double)vertex[1], (double)vertex[2]},
                 place);
        const unsigned kind = random_below(&r, 4);
        const double beside = at->scale * random_scale(&r, -6, 5);
        for (int c = 0; c < 3; c++)
            point[i][c] = (float)(place[c] + (kind ? beside * random_between(&r, -1, 1) : 0));
        if (odd && random_chance(&r, 20)) point[i][i % 3] = i % 2 ? NAN : INFINITY;
    }
}

static uint32_t entry_of(const uint32_t *list, size_t stride, size_t i, uint32_t otherwise) {
    return list ? list[i * (stride ? stride / sizeof *list : 1)] : otherwise;
}

// Asks the tree of an instance, from whose frame distances come back.
static void ask_instance(uint32_t number, const lbx_scene_filter *filter) {
    static float turned[6][POINTS], distance[POINTS], u[POINTS], v[POINTS];
    static uint32_t triangle[POINTS], feature[POINTS], mask[POINTS], skip[POINTS];
    static uint64_t scratch[LBX_TRACE_SCRATCH / 8];
    const float ahead[3] = {1, 0, 0};
    const lbx_instance *const at = &crowd.at[number];
    float along[POINTS][3];
    for (size_t i = 0; i < POINTS; i++) {
        const lbx_scene_filter f = filter ? *filter : (lbx_scene_filter){NULL, NULL, NULL, 0};
        memcpy(along[i], ahead, sizeof ahead);
        mask[i] = entry_of(f.mask, f.stride, i, UINT32_MAX);
        if (!(mask[i] & at->mask)) mask[i] = 0;
        const bool skips = entry_of(f.skip_instance, f.stride, i, LBX_NO_INSTANCE) == number;
        skip[i] = skips ? entry_of(f.skip_triangle, f.stride, i, 0) : LBX_NO_TRIANGLE;
    }
    const lbx_rays rays = lbx_rays_of(point[0], along[0], POINTS, sizeof *point);
    const lbx_rays_out out = {
        {turned[0], turned[1], turned[2]}, {turned[3], turned[4], turned[5]}, POINTS, 0};
    expect(lbx_rays_to_instance(at, &rays, POINTS, &out) == POINTS, "turned");
    const lbx_points own = {.position = {turned[0], turned[1], turned[2]}, .count = POINTS};
    const lbx_ray_filter of_tree = {mask, skip, 0};
    expect(lbx_aabb_tree_closest(crowd.tree[at->tree], &own, NULL, &of_tree, POINTS, 0,
                                 &(lbx_closest_out){triangle, distance, u, v, feature}, scratch,
                                 sizeof scratch) >= 0,
           "asked");
    for (size_t i = 0; i < POINTS; i++) {
        const float far = distance[i] * (float)at->scale;
        if (triangle[i] == LBX_NO_TRIANGLE || !(far < want[i].distance)) continue;
        want[i] = (struct closest){number, triangle[i], far, u[i], v[i], feature[i]};
    }
}

static size_t ask(const lbx_scene_filter *filter) {
    size_t found = 0;
    table_use(&test_tables()->at[0]);
    for (size_t i = 0; i < POINTS; i++) want[i] = nothing;
    for (uint32_t k = 0; k < crowd.n; k++) ask_instance(k, filter);
    for (size_t i = 0; i < POINTS; i++) found += want[i].instance != LBX_NO_INSTANCE;
    return found;
}

static void expect_closest(const char *what, const float *reaches, const lbx_scene_filter *filter,
                           size_t first, size_t n, size_t bytes) {
    static uint32_t instance[POINTS], triangle[POINTS], feature[POINTS];
    static float distance[POINTS], u[POINTS], v[POINTS];
    static uint64_t scratch[LBX_TRACE_SCRATCH / 8];
    const lbx_points view = points_of(first);
    const lbx_scene_closest_out out = {instance, triangle, distance, u, v, feature};
    const ptrdiff_t found = lbx_scene_closest(crowd.scene, &crowd.trees, &view, reaches, filter, n,
                                              0, &out, scratch, bytes);
    expect(!upper_halves_in_use(), "%s: upper halves are in use", what);
    size_t some = 0;
    for (size_t i = 0; i < n; i++) {
        const struct closest got = {instance[i], triangle[i], distance[i], u[i], v[i], feature[i]};
        const struct closest *const at = &want[first + i];
        const struct closest *const w = reaches && !(at->distance <= reaches[i]) ? &nothing : at;
        some += w->instance != LBX_NO_INSTANCE;
        expect(memcmp(&got, w, sizeof got) == 0,
               "%s, point %zu: %u, %u at %a, %a, %a, %u, not %u, %u at %a, %a, %a, %u", what, i,
               got.instance, got.triangle, (double)got.distance, (double)got.u, (double)got.v,
               got.feature, w->instance, w->triangle, (double)w->distance, (double)w->u,
               (double)w->v, w->feature);
    }
    expect(found == (ptrdiff_t)some, "%s: %td of %zu", what, found, some);
}

static void expect_on_tables(const char *what, const lbx_scene_filter *filter, uint64_t seed) {
    const struct test_tables *const tables = test_tables();
    struct random r = random_of(seed, 62);
    for (size_t i = 0; i < POINTS; i++) {
        const float least = want[i].distance;
        const unsigned kind = random_below(&r, 8);
        reach[i] = kind == 0   ? nextafterf(least, 0)
                   : kind == 1 ? least * (float)random_unit(&r)
                   : kind == 2 ? INFINITY
                   : kind == 3 ? 2 * least
                   : kind == 4 ? -1
                   : kind == 5 ? NAN
                               : least;
    }
    for (size_t t = 0; t < tables->count; t++) {
        table_use(&tables->at[t]);
        expect_closest(what, NULL, filter, 0, POINTS, LBX_TRACE_SCRATCH);
        expect_closest(what, reach, filter, 0, POINTS, LBX_TRACE_SCRATCH_LEAST);
        for (size_t i = 0; i < POINTS && !filter; i += 17)
            expect_closest(what, NULL, NULL, i, 1 + i % 3, LBX_TRACE_SCRATCH_LEAST);
    }
}

Test(scene_closest, as_every_instance_has_it) {
    static const size_t numbers[] = {1, 7, 8, 9, 64, 200};
    size_t found = 0;
    for (enum crowd_kind kind = 0; kind < CROWD_KINDS; kind++) {
        for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
            const uint64_t seed = 10 * kind + k;
            crowd_make(&crowd, kind, numbers[k], k % 2, seed);
            make_points(seed, k % 3 == 2);
            found += ask(NULL);
            expect_on_tables(crowd_names[kind], NULL, seed);
            crowd_free(&crowd);
        }
    }
    expect(found > 5000, "%zu", found);
}

Test(scene_closest, filtered) {
    static uint32_t entry[POINTS][3];
    size_t found = 0;
    for (enum crowd_kind kind = 0; kind < CROWD_KINDS; kind++) {
        struct random r = random_of(kind, 63);
        crowd_make(&crowd, kind, 30, kind % 2, kind);
        make_points(kind, false);
        (void)ask(NULL);
        for (size_t i = 0; i < POINTS; i++) {
            const bool other = random_chance(&r, 3);
            entry[i][0] = random_chance(&r, 8) ? 0 : (uint32_t)random_bits(&r);
            entry[i][1] = other ? random_below(&r, 31) : want[i].instance;
            entry[i][2] = other ? random_below(&r, 70) : want[i].triangle;
        }
        for (unsigned how = 1; how < 4; how++) {
            const lbx_scene_filter filter = {how & 1 ? &entry[0][0] : NULL,
                                             how & 2 ? &entry[0][1] : NULL,
                                             how & 2 ? &entry[0][2] : NULL, sizeof *entry};
            found += ask(&filter);
            expect_on_tables("filtered", &filter, kind);
        }
        crowd_free(&crowd);
    }
    expect(found > 1000, "%zu", found);
}
