// SPDX-License-Identifier: MIT
// Hits in the order of t, piece by piece, and calls of a few rays, which go down the tree one by
// one. Both find what lbx_ray_triangle finds for every triangle, bit for bit.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "examples/random.h"
#include "guarded.h"
#include "harness.h"
#include "mesh_rays.h"
#include "tables.h"

static int by_t(const void *a, const void *b) {
    const lbx_ray_hit *const x = a, *const y = b;
    if (x->ray != y->ray) return x->ray < y->ray ? -1 : 1;
    if (x->t < y->t || y->t < x->t) return x->t < y->t ? -1 : 1;
    return (x->triangle > y->triangle) - (x->triangle < y->triangle);
}

static lbx_ray_hit wanted[RAYS * MESH_TRIANGLES_MAX];

// Asks for the hits of all rays in pieces of `room`, which lie at the end of guarded memory.
static void expect_sorted(const char *what, const struct tree *tree, const lbx_rays *view,
                          const lbx_ray_filter *filter, size_t n, size_t room, size_t count) {
    lbx_ray_cursor cursor = {0};
    struct guarded out = guarded_alloc(room * sizeof(lbx_ray_hit), GUARD_BEHIND, 0x5a);
    lbx_ray_hit *const got = (lbx_ray_hit *)(void *)out.at;
    size_t at = 0, some = room;
    for (; some == room; at += some) {
        if (at < 5 * room)
            expect(lbx_aabb_tree_all(tree->at, view, filter, n, LBX_SORTED, &cursor, NULL, 0) ==
                       (ptrdiff_t)(count - at),
                   "%s: not %zu are left", what, count - at);
        const ptrdiff_t found =
            lbx_aabb_tree_all(tree->at, view, filter, n, LBX_SORTED, &cursor, got, room);
        expect(found >= 0 && (size_t)found <= room && at + (size_t)found <= count, "%s: %td", what,
               found);
        some = (size_t)found;
        expect(memcmp(got, wanted + at, some * sizeof *got) == 0, "%s: others from hit %zu on",
               what, at);
    }
    expect(at == count && guarded_intact(&out, 0x5a), "%s: %zu of %zu hits", what, at, count);
    guarded_free(&out);
}

static void want_sorted(const struct found *found) {
    memcpy(wanted, found->all, found->count * sizeof *wanted);
    qsort(wanted, found->count, sizeof *wanted, by_t);
}

Test(tree_sorted, in_pieces) {
    static struct mesh mesh;
    static struct rays rays;
    static struct found found;
    static uint32_t masks[MESH_TRIANGLES_MAX], mask[RAYS], skip[RAYS];
    const struct test_tables *const tables = test_tables();
    for (unsigned kind = 0; kind < MESH_KINDS; kind++) {
        mesh_make(&mesh, kind, 7);
        rays_make(&rays, &mesh, 7);
        for (size_t k = 0; k < mesh.triangles; k++) masks[k] = 1u << k % 3;
        for (size_t i = 0; i < RAYS; i++) {
            mask[i] = 1 + i % 7;
            skip[i] = (uint32_t)(i % (mesh.triangles + 1));
        }
        for (unsigned filtered = 0; filtered < 2; filtered++) {
            const lbx_ray_filter filter = {mask, skip, 0};
            const lbx_aabb_tree_options options = {.masks = filtered ? masks : NULL};
            struct tree tree = aabb_tree_of(&mesh, &options);
            table_use(&tables->at[0]);
            ask_every_triangle(&mesh, &rays, options.masks, filtered ? &filter : NULL, &found);
            want_sorted(&found);
            const lbx_rays view = rays_view(&rays);
            for (size_t t = 0; t < tables->count; t++) {
                static const size_t rooms[] = {1, 3, 64, RAYS * MESH_TRIANGLES_MAX};
                char what[96];
                table_use(&tables->at[t]);
                snprintf(what, sizeof what, "%s, %s%s", mesh_names[kind], tables->at[t].name,
                         filtered ? ", filtered" : "");
                for (size_t r = 0; r < sizeof rooms / sizeof *rooms; r++)
                    expect_sorted(what, &tree, &view, filtered ? &filter : NULL, RAYS, rooms[r],
                                  found.count);
            }
            tree_free(&tree);
        }
    }
}

Test(tree_sorted, along_segments) {
    static struct mesh mesh;
    static struct rays rays;
    static struct found found;
    static struct ray_segment segment[RAYS];
    const struct test_tables *const tables = test_tables();
    size_t hits = 0;
    for (unsigned kind = 0; kind < MESH_KINDS; kind++) {
        mesh_make(&mesh, kind, 31);
        rays_make(&rays, &mesh, 31);
        const lbx_rays view = rays_along_segments(&rays, segment);
        struct tree tree = aabb_tree_of(&mesh, NULL);
        table_use(&tables->at[0]);
        ask_every_triangle(&mesh, &rays, NULL, NULL, &found);
        want_sorted(&found);
        hits += found.count;
        for (size_t t = 0; t < tables->count; t++) {
            table_use(&tables->at[t]);
            expect_sorted(mesh_names[kind], &tree, &view, NULL, RAYS, 7, found.count);
        }
        tree_free(&tree);
    }
    expect(hits > 1000, "%zu", hits);
}

// A stack of squares, two triangles each, at the same and at other heights.
enum { STACK_SQUARES = 30 };

static void make_stack(struct mesh *mesh) {
    *mesh = (struct mesh){.vertices = 4 * STACK_SQUARES, .triangles = 2 * STACK_SQUARES};
    for (uint32_t k = 0; k < STACK_SQUARES; k++) {
        const uint32_t corner[6] = {0, 1, 2, 2, 1, 3};
        for (uint32_t v = 0; v < 4; v++) {
            const float at[3] = {(float)(v % 2), (float)(v / 2), (float)(k * 7 % 10)};
            memcpy(mesh->vertex[4 * k + v], at, sizeof at);
        }
        for (int c = 0; c < 6; c++) mesh->index[6 * k + (uint32_t)c] = 4 * k + corner[c];
    }
}

// Along the diagonal of the squares both triangles of each are hit, at the same t: sixty hits,
// six at each height.
Test(tree_sorted, equal_t) {
    static struct mesh mesh;
    static struct rays rays;
    static struct found found;
    const struct test_tables *const tables = test_tables();
    make_stack(&mesh);
    rays = (struct rays){.n = RAYS};
    for (size_t i = 0; i < RAYS; i++) {
        const float ray[RAY_FLOATS] = {.5f,
                                       .5f,
                                       i % 2 ? -1.0f : 12,
                                       0,
                                       0,
                                       i % 2 ? 1.0f : -1,
                                       i % 3 ? 0 : 5,
                                       i % 5 ? INFINITY : 9};
        for (int k = 0; k < RAY_FLOATS; k++) rays.at[k][i] = ray[k];
    }
    struct tree tree = aabb_tree_of(&mesh, NULL);
    table_use(&tables->at[0]);
    ask_every_triangle(&mesh, &rays, NULL, NULL, &found);
    want_sorted(&found);
    expect(found.count > 30 * RAYS, "%zu", found.count);
    const lbx_rays view = rays_view(&rays);
    for (size_t t = 0; t < tables->count; t++) {
        table_use(&tables->at[t]);
        for (size_t room = 7; room <= 7 * 49; room *= 7)
            expect_sorted(tables->at[t].name, &tree, &view, NULL, 9, room,
                          (size_t)lbx_aabb_tree_all(tree.at, &view, NULL, 9, 0,
                                                    &(lbx_ray_cursor){0}, NULL, 0));
    }
    tree_free(&tree);
}

// From 1 to 70 rays a call, of a batch that begins anywhere.
Test(tree_sorted, few_rays) {
    static struct mesh mesh;
    static struct rays rays;
    static struct found want;
    static uint64_t scratch[LBX_TRACE_SCRATCH_LEAST / 8];
    static uint32_t triangle[RAYS];
    static float t[RAYS], u[RAYS], v[RAYS];
    const struct test_tables *const tables = test_tables();
    size_t hits = 0;
    for (unsigned kind = 0; kind < MESH_KINDS; kind++) {
        mesh_make(&mesh, kind, 9);
        rays_make(&rays, &mesh, 9);
        for (size_t i = 0; i < RAYS; i += 29) rays.at[3 + i % 3][i] = i % 2 ? NAN : INFINITY;
        for (size_t i = 0; i < RAYS; i += 31)
            rays.at[3][i] = rays.at[4][i] = rays.at[5][i] = 0; // it rests
        struct tree tree = aabb_tree_of(&mesh, NULL);
        table_use(&tables->at[0]);
        ask_every_triangle(&mesh, &rays, NULL, NULL, &want);
        lbx_rays view = rays_view(&rays);
        const lbx_ray_hits out = {triangle, t, u, v, NULL};
        for (size_t k = 0; k < tables->count; k++) {
            table_use(&tables->at[k]);
            for (size_t first = 0, n = 1; n <= 70; first = (first + n) % (RAYS - 70), n++) {
                view.pick = lbx_from(first);
                const unsigned flags = n % 3 ? 0 : LBX_COHERENT;
                const ptrdiff_t found = lbx_aabb_tree_nearest(tree.at, &view, NULL, n, flags, &out,
                                                              scratch, sizeof scratch);
                uint8_t bits[10];
                size_t hit = 0;
                memset(bits, 0xff, sizeof bits);
                expect(lbx_aabb_tree_any(tree.at, &view, NULL, n, flags, bits, scratch,
                                         sizeof scratch) == found,
                       "%zu rays", n);
                for (size_t i = 0; i < n; i++) {
                    hit += want.any[first + i];
                    expect(triangle[i] == want.triangle[first + i] &&
                               memcmp(&t[i], &want.t[first + i], sizeof *t) == 0 &&
                               memcmp(&u[i], &want.u[first + i], sizeof *u) == 0 &&
                               memcmp(&v[i], &want.v[first + i], sizeof *v) == 0,
                           "%s, %s, ray %zu of %zu from %zu on", mesh_names[kind],
                           tables->at[k].name, i, n, first);
                    expect((bits[i / 8] >> i % 8 & 1) == want.any[first + i], "any, ray %zu", i);
                }
                expect(found == (ptrdiff_t)hit, "%td of %zu", found, hit);
                expect(n % 8 == 0 || bits[n / 8] >> n % 8 == 0, "bits behind the last one");
                expect(bits[(n + 7) / 8] == 0xff, "bytes behind the last one");
                hits += hit;
            }
        }
        tree_free(&tree);
    }
    expect(hits > 10000, "%zu", hits);
}

// Any cursor is safe: it gives hits of these rays, in order, and no more than there is room for.
Test(tree_sorted, made_up_cursors) {
    static struct mesh mesh;
    static struct rays rays;
    lbx_ray_hit out[20];
    mesh_make(&mesh, 0, 3);
    rays_make(&rays, &mesh, 3);
    table_use(&test_tables()->at[0]);
    struct tree tree = aabb_tree_of(&mesh, NULL);
    const lbx_rays view = rays_view(&rays);
    size_t all = 0;
    for (uint64_t i = 0; i < 2000; i++) {
        struct random r = random_of(i, 5);
        lbx_ray_cursor cursor = {.ray = random_below(&r, RAYS + RAYS / 8),
                                 .node = (uint32_t)random_bits(&r),
                                 .leaf = random_below(&r, 50),
                                 .given = random_below(&r, 3)};
        const size_t room = 1 + random_below(&r, 20);
        const ptrdiff_t found =
            lbx_aabb_tree_all(tree.at, &view, NULL, RAYS, LBX_SORTED, &cursor, out, room);
        expect(found >= 0 && (size_t)found <= room, "%td", found);
        for (ptrdiff_t k = 1; k < found; k++) expect(by_t(&out[k - 1], &out[k]) < 0, "%td", k);
        all += (size_t)found;
    }
    expect(all > 1000, "%zu", all);
    tree_free(&tree);
}

Test(tree_sorted, errors) {
    static struct mesh mesh;
    static struct rays rays;
    static uint64_t scratch[LBX_TRACE_SCRATCH_LEAST / 8];
    lbx_ray_hit hit;
    lbx_ray_cursor cursor = {0};
    mesh_make(&mesh, 0, 3);
    rays_make(&rays, &mesh, 3);
    struct tree t = aabb_tree_of(&mesh, NULL);
    const lbx_rays view = rays_view(&rays);
    expect(lbx_aabb_tree_all(t.at, &view, NULL, 1, LBX_SORTED, NULL, &hit, 1) == LBX_ERROR_NULL,
           "no cursor");
    expect(lbx_aabb_tree_all(t.at, &view, NULL, 1, LBX_SORTED, &cursor, &hit, 0) == LBX_ERROR_COUNT,
           "no room");
    expect(lbx_aabb_tree_nearest(t.at, &view, NULL, 1, LBX_SORTED, NULL, scratch, sizeof scratch) ==
                   LBX_ERROR_FLAGS &&
               lbx_aabb_tree_any(t.at, &view, NULL, 1, LBX_SORTED, NULL, scratch, sizeof scratch) ==
                   LBX_ERROR_FLAGS,
           "only all hits are sorted");
    tree_free(&t);
}
