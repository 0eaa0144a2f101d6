// SPDX-License-Identifier: MIT
// Points against trees of meshes. The answers are those of lbx_point_triangle for every triangle,
// bit for bit, whatever the tree, the scratch, the order and the instruction set.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "examples/random.h"
#include "guarded.h"
#include "harness.h"
#include "mesh_points.h"
#include "tables.h"
#include "upper_halves.h"

enum { UNTOUCHED = 0x5a };

static void expect_closest(const char *what, const struct tree *tree, const lbx_points *view,
                           const float *reach, const lbx_ray_filter *filter, size_t n,
                           unsigned flags, size_t bytes, const struct nearest_found *want) {
    static uint32_t triangle[POINTS], feature[POINTS];
    static float distance[POINTS], u[POINTS], v[POINTS];
    static uint64_t scratch[LBX_TRACE_SCRATCH / 8];
    const lbx_closest_out out = {triangle, distance, u, v, feature};
    const ptrdiff_t found =
        lbx_aabb_tree_closest(tree->at, view, reach, filter, n, flags, &out, scratch, bytes);
    expect(!upper_halves_in_use(), "%s: upper halves are in use", what);
    size_t some = 0;
    for (size_t i = 0; i < n; i++) {
        some += want->triangle[i] != LBX_NO_TRIANGLE;
        expect(triangle[i] == want->triangle[i] && feature[i] == want->feature[i] &&
                   memcmp(&distance[i], &want->distance[i], sizeof *u) == 0 &&
                   memcmp(&u[i], &want->u[i], sizeof *u) == 0 &&
                   memcmp(&v[i], &want->v[i], sizeof *v) == 0,
               "%s, point %zu of %zu, %zu bytes: triangle %u at %a, %a, %a, %u, not %u at %a, %a, "
               "%a, %u",
               what, i, n, bytes, triangle[i], (double)distance[i], (double)u[i], (double)v[i],
               feature[i], want->triangle[i], (double)want->distance[i], (double)want->u[i],
               (double)want->v[i], want->feature[i]);
    }
    expect(found == (ptrdiff_t)some, "%s: %td of %zu", what, found, some);
}

static int compare_hits(const void *a, const void *b) {
    const lbx_near_hit *const x = a, *const y = b;
    if (x->point != y->point) return x->point < y->point ? -1 : 1;
    return x->triangle < y->triangle ? -1 : x->triangle > y->triangle;
}

static void expect_around(const char *what, const struct tree *tree, const lbx_points *view,
                          const float *reach, const lbx_ray_filter *filter, size_t n, size_t room,
                          const struct nearest_found *want) {
    static lbx_near_hit got[POINTS * MESH_TRIANGLES_MAX + 1];
    lbx_ray_cursor cursor = {0};
    size_t count = 0;
    expect(lbx_aabb_tree_around(tree->at, view, reach, filter, n, 0, &cursor, NULL, 0) ==
               (ptrdiff_t)want->count,
           "%s: counted", what);
    for (size_t some = room; some == room; count += some) {
        const ptrdiff_t found =
            lbx_aabb_tree_around(tree->at, view, reach, filter, n, 0, &cursor, got + count, room);
        expect(!upper_halves_in_use(), "%s, around: upper halves are in use", what);
        expect(found >= 0 && (size_t)found <= room && count + (size_t)found <= want->count,
               "%s: %td", what, found);
        some = (size_t)found;
    }
    expect(count == want->count, "%s: %zu of %zu triangles", what, count, want->count);
    qsort(got, count, sizeof *got, compare_hits);
    expect(memcmp(got, want->all, count * sizeof *got) == 0, "%s: other triangles", what);
}

Test(tree_closest, as_every_triangle_has_it) {
    static struct mesh mesh;
    static struct points points;
    static struct nearest_found want;
    const struct test_tables *const tables = test_tables();
    size_t found = 0, all = 0;
    for (unsigned kind = 0; kind < MESH_KINDS; kind++) {
        for (uint64_t seed = 1; seed <= 4; seed++) {
            const bool by_reach = seed % 2 == 0;
            mesh_make(&mesh, kind, seed);
            points_make(&points, &mesh, seed);
            struct tree tree = aabb_tree_of(&mesh, NULL);
            table_use(&tables->at[0]);
            ask_for_nearest(&mesh, &points, by_reach, NULL, NULL, &want);
            found += want.found;
            all += want.count;
            const lbx_points view = points_view(&points);
            const float *const reach = by_reach ? points.reach : NULL;
            for (size_t t = 0; t < tables->count; t++) {
                table_use(&tables->at[t]);
                char what[96];
                snprintf(what, sizeof what, "%s, seed %llu, %s", mesh_names[kind],
                         (unsigned long long)seed, tables->at[t].name);
                expect_closest(what, &tree, &view, reach, NULL, POINTS, 0, LBX_TRACE_SCRATCH,
                               &want);
                expect_closest(what, &tree, &view, reach, NULL, POINTS - seed, LBX_REPRODUCIBLE,
                               LBX_TRACE_SCRATCH_LEAST, &want);
                if (by_reach)
                    expect_around(what, &tree, &view, reach, NULL, POINTS,
                                  seed == 2 ? 7 : POINTS * MESH_TRIANGLES_MAX, &want);
            }
            tree_free(&tree);
        }
    }
    expect(found > 10000 && all > found, "%zu points found, %zu triangles", found, all);
}
