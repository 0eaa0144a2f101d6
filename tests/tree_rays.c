// SPDX-License-Identifier: MIT
// Rays against trees of meshes. The answers are those of lbx_ray_triangle for every triangle, bit
// for bit, whatever the tree, the scratch, the flags and the instruction set.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "examples/random.h"
#include "guarded.h"
#include "harness.h"
#include "mesh_rays.h"
#include "tables.h"
#include "trees/aabb_tree.h"
#include "upper_halves.h"

enum { UNTOUCHED = 0x5a };

#define FLOATS_OF(k) (const float *)(const void *)row[k].at // of guarded rows

// --- what trees find ---

static void expect_nearest(const char *what, const struct tree *tree, const lbx_rays *view,
                           const lbx_ray_filter *filter, size_t n, unsigned flags, size_t bytes,
                           const struct found *want) {
    static uint32_t triangle[RAYS];
    static float t[RAYS], u[RAYS], v[RAYS];
    static uint8_t hits[RAYS];
    static uint64_t scratch[LBX_TRACE_SCRATCH / 8];
    const lbx_ray_hits out = {triangle, t, u, v, NULL};
    const ptrdiff_t found =
        lbx_aabb_tree_nearest(tree->at, view, filter, n, flags, &out, scratch, bytes);
    expect(!upper_halves_in_use(), "%s, nearest: upper halves are in use", what);
    size_t hit = 0;
    for (size_t i = 0; i < n; i++) {
        hit += want->any[i];
        expect(triangle[i] == want->triangle[i] && memcmp(&t[i], &want->t[i], sizeof *t) == 0 &&
                   memcmp(&u[i], &want->u[i], sizeof *u) == 0 &&
                   memcmp(&v[i], &want->v[i], sizeof *v) == 0,
               "%s, ray %zu, flags %u, %zu bytes: triangle %u at %a, %a, %a, not %u at %a, %a, %a",
               what, i, flags, bytes, triangle[i], (double)t[i], (double)u[i], (double)v[i],
               want->triangle[i], (double)want->t[i], (double)want->u[i], (double)want->v[i]);
    }
    expect(found == (ptrdiff_t)hit, "%s: %td of %zu", what, found, hit);
    memset(hits, UNTOUCHED, sizeof hits);
    const ptrdiff_t any = lbx_aabb_tree_any(tree->at, view, filter, n, flags, hits, scratch, bytes);
    expect(!upper_halves_in_use(), "%s, any: upper halves are in use", what);
    expect(any == (ptrdiff_t)hit, "%s: any of %td rays, not %zu", what, any, hit);
    for (size_t i = 0; i < n; i++)
        expect((hits[i / 8] >> i % 8 & 1) == want->any[i], "%s: any, ray %zu", what, i);
    expect(n % 8 == 0 || hits[n / 8] >> n % 8 == 0, "%s: bits behind the last one", what);
    expect(hits[(n + 7) / 8] == UNTOUCHED, "%s: bytes behind the last one", what);
}

static void expect_all(const char *what, const struct tree *tree, const lbx_rays *view,
                       const lbx_ray_filter *filter, size_t n, size_t room,
                       const struct found *want) {
    static lbx_ray_hit got[RAYS * MESH_TRIANGLES_MAX + 1];
    lbx_ray_cursor cursor = {0};
    size_t count = 0;
    expect(lbx_aabb_tree_all(tree->at, view, filter, n, 0, &cursor, NULL, 0) ==
               (ptrdiff_t)want->count,
           "%s: counted", what);
    for (size_t some = room; some == room; count += some) {
        const ptrdiff_t found =
            lbx_aabb_tree_all(tree->at, view, filter, n, 0, &cursor, got + count, room);
        expect(!upper_halves_in_use(), "%s, all: upper halves are in use", what);
        expect(found >= 0 && (size_t)found <= room && count + (size_t)found <= want->count,
               "%s: %td", what, found);
        some = (size_t)found;
    }
    expect(count == want->count, "%s: %zu of %zu hits", what, count, want->count);
    sort_hits(got, count);
    expect(memcmp(got, want->all, count * sizeof *got) == 0, "%s: other hits", what);
}

Test(tree_rays, find_what_every_triangle_finds) {
    static struct mesh mesh;
    static struct rays rays;
    static struct found want;
    const struct test_tables *const tables = test_tables();
    size_t hits = 0, all = 0;
    for (unsigned kind = 0; kind < MESH_KINDS; kind++) {
        for (uint64_t seed = 1; seed <= 12; seed++) {
            mesh_make(&mesh, kind, seed);
            rays_make(&rays, &mesh, seed);
            struct tree tree = aabb_tree_of(&mesh, NULL);
            expect(lbx_aabb_tree_check(tree.at, tree.bytes, NULL) == 0, "%s", mesh_names[kind]);
            table_use(&tables->at[0]);
            ask_every_triangle(&mesh, &rays, NULL, NULL, &want);
            hits += want.hits;
            all += want.count;
            const lbx_rays view = rays_view(&rays);
            for (size_t t = 0; t < tables->count; t++) {
                table_use(&tables->at[t]);
                char what[96];
                snprintf(what, sizeof what, "%s, seed %llu, %s", mesh_names[kind],
                         (unsigned long long)seed, tables->at[t].name);
                for (unsigned coherent = 0; coherent < 2; coherent++) {
                    const unsigned flags = coherent ? LBX_COHERENT : LBX_REPRODUCIBLE;
                    expect_nearest(what, &tree, &view, NULL, RAYS, flags, LBX_TRACE_SCRATCH, &want);
                    expect_nearest(what, &tree, &view, NULL, RAYS - seed, flags,
                                   LBX_TRACE_SCRATCH_LEAST, &want);
                }
                if (seed <= 2) {
                    expect_all(what, &tree, &view, NULL, RAYS, seed == 1 ? 1 : 7, &want);
                    expect_all(what, &tree, &view, NULL, RAYS, RAYS * MESH_TRIANGLES_MAX, &want);
                }
            }
            tree_free(&tree);
        }
    }
    expect(hits > 10000 && all > hits, "%zu rays hit, %zu times", hits, all);
}

// Rays along segments are those with the directions to their ends.
Test(tree_rays, along_segments) {
    static struct mesh mesh;
    static struct rays rays;
    static struct found want;
    static struct ray_segment segment[RAYS];
    const struct test_tables *const tables = test_tables();
    size_t hits = 0;
    for (unsigned kind = 0; kind < MESH_KINDS; kind++) {
        for (uint64_t seed = 31; seed <= 33; seed++) {
            mesh_make(&mesh, kind, seed);
            rays_make(&rays, &mesh, seed);
            const lbx_rays view = rays_along_segments(&rays, segment);
            struct tree tree = aabb_tree_of(&mesh, NULL);
            table_use(&tables->at[0]);
            ask_every_triangle(&mesh, &rays, NULL, NULL, &want);
            hits += want.hits;
            for (size_t k = 0; k < tables->count; k++) {
                table_use(&tables->at[k]);
                const char *const name = tables->at[k].name;
                for (unsigned flags = 0; flags <= LBX_COHERENT; flags += LBX_COHERENT) {
                    expect_nearest(name, &tree, &view, NULL, RAYS, flags, LBX_TRACE_SCRATCH, &want);
                    expect_nearest(name, &tree, &view, NULL, RAYS, flags, LBX_TRACE_SCRATCH_LEAST,
                                   &want);
                }
                expect_all(name, &tree, &view, NULL, RAYS, seed % 2 ? 7 : RAYS, &want);
            }
            tree_free(&tree);
        }
    }
    expect(hits > 3000, "%zu rays hit", hits);
}

enum marked { TOPMOST, ALL, ANY };

// Marks these nodes as fine, and no others.
static void mark_fine(const struct tree *tree, enum marked marked, uint64_t seed) {
    struct random r = random_of(seed, 18);
    struct lbx_aabb_tree t;
    expect(lbx_aabb_tree_open(&t, tree->at) == 0, "no tree");
    for (size_t i = 0; i < TREE_WIDTH * t.header->nodes; i++) {
        uint32_t *const child = &t.node[i / TREE_WIDTH].child[i % TREE_WIDTH];
        const bool fine = marked == TOPMOST ? i == 0 : marked == ALL || random_chance(&r, 2);
        if (*child && !is_leaf(*child)) *child = node_number(*child) | (fine ? FINE_BIT : 0);
    }
}

// Whichever nodes are marked as fine, answers are the same.
Test(tree_rays, fine_boxes) {
    static struct mesh mesh;
    static struct rays rays;
    static struct found want;
    const struct test_tables *const tables = test_tables();
    for (unsigned kind = 0; kind < MESH_KINDS; kind++) {
        for (uint64_t seed = 21; seed <= (tests_are_sampled() ? 23 : 26); seed++) {
            mesh_make(&mesh, kind, seed);
            rays_make(&rays, &mesh, seed);
            struct tree tree = aabb_tree_of(&mesh, NULL);
            mark_fine(&tree, (enum marked)(seed % 3), seed);
            table_use(&tables->at[0]);
            ask_every_triangle(&mesh, &rays, NULL, NULL, &want);
            const lbx_rays view = rays_view(&rays);
            for (size_t k = 0; k < tables->count; k++) {
                table_use(&tables->at[k]);
                const char *const name = tables->at[k].name;
                for (unsigned flags = 0; flags <= LBX_COHERENT; flags += LBX_COHERENT)
                    expect_nearest(name, &tree, &view, NULL, RAYS, flags, LBX_TRACE_SCRATCH, &want);
                expect_all(name, &tree, &view, NULL, RAYS, seed % 2 ? 3 : RAYS, &want);
            }
            tree_free(&tree);
        }
    }
}

// Rays of one eye, close together and of one kind, which form packets; and some that do not.
Test(tree_rays, packets) {
    static struct mesh mesh;
    static struct rays rays;
    static struct found want;
    const struct test_tables *const tables = test_tables();
    size_t hits = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        struct random r = random_of(seed, 5);
        mesh_make(&mesh, seed % 2 ? MESH_BALL : MESH_SOUP, seed);
        const double spread = random_scale(&r, -20, 0);
        const double apart = seed % 3 ? 0 : random_scale(&r, -6, 1); // their origins
        double eye[3], ahead[3];
        for (int c = 0; c < 3; c++) {
            eye[c] = random_signed(&r, 3);
            ahead[c] = (double)mesh.vertex[seed % mesh.vertices][c] - eye[c];
        }
        rays.n = RAYS;
        for (size_t i = 0; i < RAYS; i++) {
            for (int c = 0; c < 3; c++) {
                rays.at[c][i] = (float)(eye[c] + apart * random_signed(&r, 1));
                rays.at[3 + c][i] = (float)(ahead[c] + spread * random_signed(&r, 1));
            }
            rays.at[6][i] = 0;
            rays.at[7][i] = random_chance(&r, 8) ? 1 : INFINITY;
        }
        uint32_t masks[MESH_TRIANGLES_MAX];
        for (size_t k = 0; k < mesh.triangles; k++) masks[k] = random_below(&r, 4);
        const lbx_aabb_tree_options options = {.masks = masks};
        struct tree tree = aabb_tree_of(&mesh, &options);
        table_use(&tables->at[0]);
        ask_every_triangle(&mesh, &rays, masks, NULL, &want);
        hits += want.hits;
        const lbx_rays view = rays_view(&rays);
        for (size_t t = 0; t < tables->count; t++) {
            table_use(&tables->at[t]);
            for (size_t n = 1; n <= RAYS; n += n < 40 ? 1 : 17)
                expect_nearest(tables->at[t].name, &tree, &view, NULL, n, LBX_COHERENT,
                               LBX_TRACE_SCRATCH, &want);
        }
        tree_free(&tree);
    }
    expect(hits > 2000, "%zu hits", hits);
}

// Specks far smaller than their distance from rays that go through their corners: rounding moves a
// box by more than its size. The arrays of rays end at a guard page.
Test(tree_rays, specks) {
    enum { SPECKS = 40, CORNERS = 3 * SPECKS };
    static struct mesh mesh;
    static struct rays rays;
    static struct found want;
    const struct test_tables *const tables = test_tables();
    size_t hits = 0;
    for (uint64_t seed = 1; seed <= 80; seed++) {
        struct random r = random_of(seed, 15);
        mesh.triangles = SPECKS;
        mesh.vertices = CORNERS;
        rays.n = CORNERS - seed % 16;
        const double size = random_scale(&r, -22, -12), far = seed % 2 ? 0 : 4;
        const double sign = seed / 2 % 2 ? -1 : 1; // of the way from the eye, along each axis
        const bool opposite =
            seed % 4 == 1; // half of them mirror the others: the eye is in the middle
        double eye[3];
        for (int c = 0; c < 3; c++) eye[c] = far * random_signed(&r, 1);
        for (uint32_t v = 0; v < CORNERS; v++) {
            mesh.index[v] = v;
            for (int c = 0; c < 3; c++) {
                const double from = v % 3 ? (double)mesh.vertex[v - v % 3][c] : 0;
                const double way = v % 3    ? size * random_signed(&r, 1)
                                   : c == 0 ? random_between(&r, 2, 3)
                                            : random_between(&r, -.1, 1);
                mesh.vertex[v][c] = (float)(v % 3 ? from + way : eye[c] + sign * way);
                if (opposite && v >= CORNERS / 2)
                    mesh.vertex[v][c] = -mesh.vertex[v - CORNERS / 2][c];
            }
        }
        for (size_t i = 0; i < rays.n; i++) {
            for (int c = 0; c < 3; c++) {
                rays.at[c][i] = (float)eye[c];
                // each at another corner; at three specks, close together; a block's at one corner
                const size_t at = seed > 60 ? i / 16 * 13 : seed % 3 ? i : i % 9;
                const double way = (double)mesh.vertex[at][c] - (double)rays.at[c][i];
                rays.at[3 + c][i] = (float)(way * sign < 0 ? -way : way); // all of one kind
            }
            rays.at[6][i] = 0;
            rays.at[7][i] = INFINITY;
        }
        struct tree tree = aabb_tree_of(&mesh, NULL);
        struct guarded row[RAY_FLOATS];
        for (int k = 0; k < RAY_FLOATS; k++) {
            row[k] = guarded_alloc(rays.n * sizeof(float), GUARD_BEHIND, UNTOUCHED);
            memcpy(row[k].at, rays.at[k], rays.n * sizeof(float));
        }
        table_use(&tables->at[0]);
        ask_every_triangle(&mesh, &rays, NULL, NULL, &want);
        hits += want.hits;
        const lbx_rays view = {.origin = {FLOATS_OF(0), FLOATS_OF(1), FLOATS_OF(2)},
                               .dir = {FLOATS_OF(3), FLOATS_OF(4), FLOATS_OF(5)},
                               .t_min = FLOATS_OF(6),
                               .t_max = FLOATS_OF(7),
                               .count = rays.n};
        for (size_t t = 0; t < 2 * tables->count; t++) {
            const struct test_table *const table = &tables->at[t % tables->count];
            table_use(table);
            if (t == tables->count) mark_fine(&tree, ALL, 0);
            for (unsigned flags = 0; flags <= LBX_COHERENT; flags += LBX_COHERENT)
                expect_nearest(table->name, &tree, &view, NULL, rays.n, flags, LBX_TRACE_SCRATCH,
                               &want);
        }
        for (int k = 0; k < RAY_FLOATS; k++) guarded_free(&row[k]);
        tree_free(&tree);
    }
    expect(hits > 4000, "%zu hits", hits);
}

// Triangles of 2^-33 to 2^-26 of their distance from the rays that go through their corners: they
// are as small as what rounding leaves of the areas, and the least offset counts. Of the directions
// that floats allow, each ray has the one that comes nearest to its corner.
Test(tree_rays, specks_that_rounding_hides) {
    enum { SPECKS = 16, TRIES = 1000 };
    static struct mesh mesh;
    static struct rays rays;
    static struct found want;
    const struct test_tables *const tables = test_tables();
    size_t hits = 0;
    mesh.triangles = SPECKS;
    mesh.vertices = 3 * SPECKS;
    rays.n = RAYS;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        struct random r = random_of(seed, 17);
        const double size = random_scale(&r, -33, -26), place = random_scale(&r, -14, -8);
        double middle[3];
        for (int c = 0; c < 3; c++) middle[c] = place * random_between(&r, -1, 1);
        for (uint32_t v = 0; v < 3 * SPECKS; v++) {
            mesh.index[v] = v;
            for (int c = 0; c < 3; c++)
                mesh.vertex[v][c] = (float)(middle[c] + size * random_between(&r, -1, 1));
        }
        for (size_t i = 0; i < RAYS; i++) {
            const float *const target = mesh.vertex[random_below(&r, 3 * SPECKS)];
            double least = INFINITY;
            for (int c = 0; c < 3; c++) rays.at[c][i] = (float)random_between(&r, -1, 1);
            rays.at[6][i] = 0;
            rays.at[7][i] = INFINITY;
            for (int k = 0; k < TRIES; k++) {
                const double length = random_between(&r, 1, 2);
                float way[3];
                double off = 0, t = 0, along = 0;
                for (int c = 0; c < 3; c++) {
                    const double exact = (double)target[c] - (double)rays.at[c][i];
                    way[c] = (float)(length * exact);
                    t += exact * (double)way[c];
                    along += (double)way[c] * (double)way[c];
                }
                for (int c = 0; c < 3; c++) {
                    const double exact = (double)target[c] - (double)rays.at[c][i];
                    off = fmax(off, fabs(exact - t / along * (double)way[c]));
                }
                if (off >= least) continue;
                least = off;
                for (int c = 0; c < 3; c++) rays.at[3 + c][i] = way[c];
            }
        }
        struct tree tree = aabb_tree_of(&mesh, NULL);
        table_use(&tables->at[0]);
        ask_every_triangle(&mesh, &rays, NULL, NULL, &want);
        hits += want.count;
        const lbx_rays view = rays_view(&rays);
        for (size_t t = 0; t < 2 * tables->count; t++) {
            const struct test_table *const table = &tables->at[t % tables->count];
            table_use(table);
            if (t == tables->count) mark_fine(&tree, ALL, 0);
            for (unsigned flags = 0; flags <= LBX_COHERENT; flags += LBX_COHERENT)
                expect_nearest(table->name, &tree, &view, NULL, RAYS, flags, LBX_TRACE_SCRATCH,
                               &want);
            expect_all(table->name, &tree, &view, NULL, RAYS, RAYS, &want);
        }
        tree_free(&tree);
    }
    expect(hits > 20000, "%zu hits", hits);
}

// A sheet that leans from x = 2.5 to x = 9.5, a wall at x = 4, and more walls behind it. The first
// ray of each block enters the sheet's box late, through its side, and hits the wall before the
// sheet. The others enter the box early and hit the sheet.
Test(tree_rays, where_one_ray_enters_says_nothing_of_others) {
    enum { SHEETS = 8, SAME = 8 };
    static struct mesh mesh;
    static struct rays rays;
    static struct found want;
    static const float lean[3][3] = {{2.5f, .5f, -1}, {2.5f, .5f, 1}, {9.5f, 1.5f, 0}};
    const struct test_tables *const tables = test_tables();
    mesh.triangles = SHEETS * SAME;
    mesh.vertices = 3 * SHEETS;
    for (uint32_t v = 0; v < 3 * SHEETS; v++) {
        const uint32_t sheet = v / 3;
        const float wall[3] = {sheet == 1 ? 4 : 10 * (float)sheet, v % 3 == 1 ? 900 : -90,
                               v % 3 == 2 ? 900 : -90};
        memcpy(mesh.vertex[v], sheet ? wall : lean[v], sizeof wall);
    }
    for (uint32_t i = 0; i < 3 * SHEETS * SAME; i++) mesh.index[i] = 3 * (i / (3 * SAME)) + i % 3;
    rays.n = RAYS;
    for (size_t i = 0; i < RAYS; i++) {
        const bool late = i % 16 == 0;
        const float ray[RAY_FLOATS] = {0, late ? -.2f : .5f, -.05f, 1, late ? .1f : .01f, .001f,
                                       0, INFINITY};
        for (int k = 0; k < RAY_FLOATS; k++) rays.at[k][i] = ray[k];
    }
    struct tree tree = aabb_tree_of(&mesh, NULL);
    table_use(&tables->at[0]);
    ask_every_triangle(&mesh, &rays, NULL, NULL, &want);
    for (size_t i = 0; i < RAYS; i++)
        expect(want.triangle[i] == (i % 16 == 0 ? SAME : 0), "ray %zu: triangle %u", i,
               want.triangle[i]);
    const lbx_rays view = rays_view(&rays);
    for (size_t t = 0; t < tables->count; t++) {
        table_use(&tables->at[t]);
        for (unsigned flags = 0; flags <= LBX_COHERENT; flags += LBX_COHERENT)
            expect_nearest(tables->at[t].name, &tree, &view, NULL, RAYS, flags, LBX_TRACE_SCRATCH,
                           &want);
    }
    tree_free(&tree);
}

// Fast rays at small meshes: t is denormal, and a box is left out only beyond what its roundings
// take.
Test(tree_rays, denormal_t) {
    static struct mesh mesh;
    static struct rays rays;
    static struct found want;
    const struct test_tables *const tables = test_tables();
    size_t hits = 0;
    for (int binade = -118; binade <= -94; binade += tests_are_sampled() ? 24 : 8) {
        for (unsigned kind = 0; kind < MESH_KINDS; kind++) {
            float most = 0;
            mesh_make(&mesh, kind, 7);
            for (size_t i = 0; i < 3 * mesh.vertices; i++)
                most = fmaxf(fabsf(mesh.vertex[i / 3][i % 3]), most);
            if (!(most > 0)) continue;
            for (size_t i = 0; i < 3 * mesh.vertices; i++)
                mesh.vertex[i / 3][i % 3] =
                    ldexpf(mesh.vertex[i / 3][i % 3], binade - ilogbf(most));
            rays_make(&rays, &mesh, (uint64_t)(binade + 200));
            for (size_t i = 0; i < RAYS; i++) {
                float fastest = 0;
                for (int c = 3; c < 6; c++) fastest = fmaxf(fabsf(rays.at[c][i]), fastest);
                for (int c = 3; c < 6 && fastest > 0; c++)
                    rays.at[c][i] = ldexpf(rays.at[c][i], 33 + (int)(i % 7) - ilogbf(fastest));
                rays.at[6][i] = 0;
                rays.at[7][i] = INFINITY;
            }
            table_use(&tables->at[0]);
            ask_every_triangle(&mesh, &rays, NULL, NULL, &want);
            hits += want.hits;
            struct tree tree = aabb_tree_of(&mesh, NULL);
            const lbx_rays view = rays_view(&rays);
            for (size_t t = 0; t < 2 * tables->count; t++) {
                const struct test_table *const table = &tables->at[t % tables->count];
                table_use(table);
                if (t == tables->count) mark_fine(&tree, ALL, 0);
                for (unsigned coherent = 0; coherent < 2; coherent++)
                    expect_nearest(table->name, &tree, &view, NULL, RAYS,
                                   coherent ? LBX_COHERENT : 0, LBX_TRACE_SCRATCH, &want);
                expect_all(table->name, &tree, &view, NULL, RAYS, RAYS * MESH_TRIANGLES_MAX, &want);
            }
            tree_free(&tree);
        }
    }
    expect(hits > (tests_are_sampled() ? 2500u : 5000u), "%zu hits", hits);
}

// No ray leaves a closed surface from within without a hit, not even through edges and vertices.
Test(tree_rays, closed_surfaces_do_not_leak) {
    static struct mesh mesh;
    static uint64_t scratch[LBX_TRACE_SCRATCH / 8];
    static const enum mesh_kind closed[] = {MESH_BOX, MESH_TURNED, MESH_CUBE};
    const struct test_tables *const tables = test_tables();
    for (size_t m = 0; m < sizeof closed / sizeof *closed; m++) {
        for (uint64_t seed = 1; seed <= 8; seed++) {
            struct random r = random_of(seed, 6);
            static struct rays rays;
            double middle[3] = {0, 0, 0};
            mesh_make(&mesh, closed[m], seed);
            for (size_t i = 0; i < mesh.vertices; i++)
                for (int c = 0; c < 3; c++)
                    middle[c] += (double)mesh.vertex[i][c] / (double)mesh.vertices;
            rays.n = RAYS;
            for (size_t i = 0; i < RAYS; i++) {
                float target[3];
                rays_aim(&r, &mesh, target);
                for (int c = 0; c < 3; c++) {
                    rays.at[c][i] = (float)middle[c];
                    rays.at[3 + c][i] = target[c] - (float)middle[c];
                }
                rays.at[6][i] = 0;
                rays.at[7][i] = INFINITY;
            }
            struct tree tree = aabb_tree_of(&mesh, NULL);
            const lbx_rays view = rays_view(&rays);
            for (size_t t = 0; t < tables->count; t++) {
                table_use(&tables->at[t]);
                for (unsigned flags = 0; flags <= LBX_COHERENT; flags += LBX_COHERENT)
                    expect(lbx_aabb_tree_any(tree.at, &view, NULL, RAYS, flags, NULL, scratch,
                                             sizeof scratch) == RAYS,
                           "%s, seed %llu, %s", mesh_names[closed[m]], (unsigned long long)seed,
                           tables->at[t].name);
            }
            tree_free(&tree);
        }
    }
}

static bool is_among(const lbx_ray_hit *hit, const struct found *want) {
    for (size_t i = 0; i < want->count; i++)
        if (memcmp(hit, &want->all[i], sizeof *hit) == 0) return true;
    return false;
}

// Whatever the cursor says, what is found are hits.
Test(tree_rays, made_up_cursors) {
    static struct mesh mesh;
    static struct rays rays;
    static struct found want;
    lbx_ray_hit out[20];
    mesh_make(&mesh, 0, 3);
    rays_make(&rays, &mesh, 3);
    table_use(&test_tables()->at[0]);
    ask_every_triangle(&mesh, &rays, NULL, NULL, &want);
    struct tree tree = aabb_tree_of(&mesh, NULL);
    const lbx_rays view = rays_view(&rays);
    size_t all = 0;
    for (uint64_t i = 0; i < 2000; i++) {
        struct random r = random_of(i, 5);
        lbx_ray_cursor cursor = {.ray = random_below(&r, RAYS + RAYS / 8)};
        uint32_t *const fields[] = {&cursor.node, &cursor.leaf, &cursor.given};
        for (int k = 0; k < 3; k++)
            *fields[k] = random_chance(&r, 4) ? (uint32_t)random_bits(&r) : random_below(&r, 20);
        const size_t room = 1 + random_below(&r, 20);
        const ptrdiff_t found =
            lbx_aabb_tree_all(tree.at, &view, NULL, RAYS, 0, &cursor, out, room);
        expect(found >= 0 && (size_t)found <= room, "%td", found);
        for (ptrdiff_t k = 0; k < found; k++) expect(is_among(&out[k], &want), "%td", k);
        all += (size_t)found;
    }
    expect(all > 1000, "%zu", all);
    tree_free(&tree);
}

// Masks, triangles that rays skip, both in one array, and a filter that excludes nothing. A ray
// skips the nearest triangle, so that the one behind it is found.
Test(tree_rays, filters) {
    static struct mesh mesh;
    static struct rays rays;
    static struct found want;
    static uint32_t masks[MESH_TRIANGLES_MAX], entry[RAYS][3], dense[RAYS];
    static const lbx_ray_filter filter[] = {{NULL, NULL, 0},
                                            {&entry[0][0], NULL, sizeof *entry},
                                            {NULL, &entry[0][1], sizeof *entry},
                                            {&entry[0][0], &entry[0][1], sizeof *entry},
                                            {dense, NULL, 0}};
    const struct test_tables *const tables = test_tables();
    size_t hits[5] = {0};
    for (uint64_t seed = 1; seed <= 8; seed++) {
        struct random r = random_of(seed, 8);
        mesh_make(&mesh, MESH_SOUP, seed);
        rays_make(&rays, &mesh, seed);
        for (size_t k = 0; k < mesh.triangles; k++) masks[k] = random_below(&r, 8);
        const lbx_aabb_tree_options options = {.masks = masks};
        struct tree tree = aabb_tree_of(&mesh, &options);
        const lbx_rays view = rays_view(&rays);
        expect(lbx_aabb_tree_check(tree.at, tree.bytes, NULL) == 0, "masks");
        for (unsigned f = 0; f < 5; f++) {
            table_use(&tables->at[0]);
            ask_every_triangle(&mesh, &rays, masks, &filter[f], &want);
            hits[f] += want.count;
            for (size_t t = 0; t < tables->count; t++) {
                table_use(&tables->at[t]);
                const char *const name = tables->at[t].name;
                expect_nearest(name, &tree, &view, &filter[f], RAYS, 0, LBX_TRACE_SCRATCH, &want);
                expect_nearest(name, &tree, &view, &filter[f], RAYS, LBX_COHERENT,
                               LBX_TRACE_SCRATCH, &want);
                expect_all(name, &tree, &view, &filter[f], RAYS, 5, &want);
            }
            for (size_t i = 0; f == 0 && i < RAYS; i++) {
                entry[i][0] = dense[i] = random_below(&r, 8);
                entry[i][1] = want.triangle[i];
            }
        }
        tree_free(&tree);
    }
    expect(hits[0] > hits[1] && hits[0] > hits[2] && hits[1] > hits[3] && hits[2] > hits[3] &&
               hits[4] == hits[1],
           "%zu, %zu, %zu, %zu, %zu hits", hits[0], hits[1], hits[2], hits[3], hits[4]);
}

// Structures, lists, one ray for all, and no range.
Test(tree_rays, views) {
    enum { STEP = 11 };
    static struct mesh mesh;
    static struct rays rays, listed;
    static struct found want;
    static float structures[RAYS][STEP];
    uint32_t list[RAYS];
    struct random r = random_of(1, 9);
    mesh_make(&mesh, MESH_BALL, 3);
    rays_make(&rays, &mesh, 3);
    struct tree tree = aabb_tree_of(&mesh, NULL);
    for (size_t i = 0; i < RAYS; i++) {
        list[i] = random_below(&r, RAYS);
        for (size_t k = 0; k < RAY_FLOATS; k++) {
            structures[i][k] = rays.at[k][i];
            listed.at[k][i] = rays.at[k][list[i]];
        }
    }
    listed.n = RAYS;
    ask_every_triangle(&mesh, &listed, NULL, NULL, &want);
    lbx_rays view = {.origin = {&structures[0][0], &structures[0][1], &structures[0][2]},
                     .dir = {&structures[0][3], &structures[0][4], &structures[0][5]},
                     .t_min = &structures[0][6],
                     .t_max = &structures[0][7],
                     .count = RAYS,
                     .stride = sizeof structures[0],
                     .pick = lbx_indexed(list, RAYS)};
    for (unsigned flags = 0; flags <= LBX_COHERENT; flags += LBX_COHERENT)
        expect_nearest("a list", &tree, &view, NULL, RAYS, flags, LBX_TRACE_SCRATCH, &want);
    expect_all("a list", &tree, &view, NULL, RAYS, 9, &want);
    for (size_t i = 0; i < RAYS; i++) {
        for (size_t k = 0; k < RAY_FLOATS; k++)
            listed.at[k][i] = k < 6 ? rays.at[k][7] : k == 6 ? 0 : INFINITY;
    }
    ask_every_triangle(&mesh, &listed, NULL, NULL, &want);
    view = rays_view(&rays);
    view.t_min = view.t_max = NULL;
    view.pick = lbx_one(7);
    for (unsigned flags = 0; flags <= LBX_COHERENT; flags += LBX_COHERENT)
        expect_nearest("one ray", &tree, &view, NULL, RAYS, flags, LBX_TRACE_SCRATCH, &want);
    expect_all("one ray", &tree, &view, NULL, RAYS, 9, &want);
    tree_free(&tree);
}

// Without t_max no t_min is behind the end: both are cut at 2^127. There a slow ray has reached
// 2^47.
Test(tree_rays, no_t_max) {
    static uint64_t scratch[LBX_TRACE_SCRATCH_LEAST / 8];
    const struct test_tables *const tables = test_tables();
    const float wall[9] = {0x1p47f,  -0x1p47f, -0x1p47f, 0x1p47f, 0x1p47f,
                           -0x1p47f, 0x1p47f,  0,        0x1p47f};
    const float ray[7] = {0, 0, 0, 0x1p-80f, 0, 0, 0x1.8p127f};
    const lbx_mesh mesh = lbx_mesh_of(wall, 3, 12, NULL, 1);
    const lbx_rays view = {.origin = {&ray[0], &ray[1], &ray[2]},
                           .dir = {&ray[3], &ray[4], &ray[5]},
                           .t_min = &ray[6],
                           .count = 1,
                           .pick = lbx_one(0)};
    void *const tree = malloc(lbx_aabb_tree_bytes(&mesh));
    void *const room = malloc(lbx_aabb_tree_scratch_bytes(&mesh));
    expect(lbx_aabb_tree_build(&mesh, NULL, tree, lbx_aabb_tree_bytes(&mesh), room) > 0, "built");
    for (size_t k = 0; k < tables->count; k++) {
        table_use(&tables->at[k]);
        for (unsigned flags = 0; flags <= LBX_COHERENT; flags += LBX_COHERENT) {
            float t[RAYS];
            const lbx_ray_hits hits = {.t = t};
            expect(lbx_aabb_tree_nearest(tree, &view, NULL, RAYS, flags, &hits, scratch,
                                         sizeof scratch) == RAYS,
                   "%s", tables->at[k].name);
            expect(t[0] == 0x1p127f && t[RAYS - 1] == 0x1p127f, "%s: %a", tables->at[k].name,
                   (double)t[0]);
        }
    }
    free(room);
    free(tree);
}

// A ray may hold any float: this harms no other. Hostile rays, too, get the answer that testing
// every triangle gives, alone and among the rays of a packet.
Test(tree_rays, hostile_rays) {
    static struct mesh mesh;
    static struct rays rays;
    static struct found want;
    const struct test_tables *const tables = test_tables();
    mesh_make(&mesh, MESH_BALL, 2);
    struct tree tree = aabb_tree_of(&mesh, NULL);
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct random r = random_of(seed, 10);
        const bool packed = seed % 2 == 0;
        rays_make(&rays, &mesh, seed);
        for (size_t i = 0; i < RAYS; i++) {
            for (int k = 0; packed && k < RAY_FLOATS; k++) rays.at[k][i] = rays.at[k][0];
            if (!packed || random_chance(&r, 20))
                rays.at[random_below(&r, RAY_FLOATS)][i] = random_hostile(&r);
        }
        const lbx_rays view = rays_view(&rays);
        table_use(&tables->at[0]);
        ask_every_triangle(&mesh, &rays, NULL, NULL, &want);
        for (size_t t = 0; t < tables->count; t++) {
            table_use(&tables->at[t]);
            for (unsigned flags = 0; flags <= LBX_COHERENT; flags += LBX_COHERENT)
                expect_nearest(tables->at[t].name, &tree, &view, NULL, RAYS, flags,
                               LBX_TRACE_SCRATCH, &want);
        }
    }
    tree_free(&tree);
}

// Rays without a direction, with their origins on the mesh or beside it, and rays that are not
// finite: alone, among others in streams, and in packets.
Test(tree_rays, rays_that_go_nowhere) {
    static struct mesh mesh;
    static struct rays rays;
    static struct found want;
    static const float odd[] = {NAN, INFINITY, -INFINITY};
    const struct test_tables *const tables = test_tables();
    size_t hits = 0;
    for (uint64_t seed = 1; seed <= 32; seed++) {
        struct random r = random_of(seed, 16);
        const bool packed = seed & 1;
        const unsigned one_in = seed & 2 ? 1 : 40, kind = (unsigned)(seed / 4 % 4);
        mesh_make(&mesh, kind < 2 ? MESH_BALL : kind < 3 ? MESH_SOUP : MESH_BOX, seed);
        rays_make(&rays, &mesh, seed);
        for (size_t i = 0; i < RAYS; i++) {
            float target[3];
            for (int k = 0; packed && k < RAY_FLOATS; k++) rays.at[k][i] = rays.at[k][0];
            rays_aim(&r, &mesh, target);
            if (!random_chance(&r, one_in)) continue;
            if (random_chance(&r, 4)) {
                rays.at[random_below(&r, RAY_FLOATS)][i] = odd[random_below(&r, 3)];
                continue;
            }
            for (int c = 0; c < 3; c++) {
                rays.at[c][i] = target[c];
                rays.at[3 + c][i] = random_chance(&r, 2) ? 0.0f : -0.0f;
            }
            const float end = random_chance(&r, 8) ? NAN : (float)random_int(&r, -1, 3);
            if (random_chance(&r, 2)) rays.at[6][i] = (float)random_int(&r, -1, 2);
            rays.at[7][i] = random_chance(&r, 2) ? INFINITY : end;
        }
        struct tree tree = aabb_tree_of(&mesh, NULL);
        table_use(&tables->at[0]);
        ask_every_triangle(&mesh, &rays, NULL, NULL, &want);
        hits += want.hits;
        const lbx_rays view = rays_view(&rays);
        for (size_t t = 0; t < tables->count; t++) {
            table_use(&tables->at[t]);
            for (size_t n = RAYS; n > 0; n = n > 200 ? n - 37 : n / 2) {
                for (unsigned flags = 0; flags <= LBX_COHERENT; flags += LBX_COHERENT)
                    expect_nearest(tables->at[t].name, &tree, &view, NULL, n, flags,
                                   LBX_TRACE_SCRATCH, &want);
            }
            expect_all(tables->at[t].name, &tree, &view, NULL, RAYS, 1 + seed % 9, &want);
        }
        tree_free(&tree);
    }
    expect(hits > 2000, "%zu hits", hits);
}

// A ray without a direction hits where its range begins.
Test(tree_rays, rests_where_its_range_begins) {
    static const float corners[9] = {0, 0, 0, 4, 0, 0, 0, 4, 0};
    static const struct {
        float at[3], t_min, t_max, t;
    } known[] = {{{1, 1, 0}, 0, INFINITY, 0},
                 {{4, 0, 0}, .5f, 1, .5f},
                 {{2, 2, 0}, 1, 1, 1},
                 {{0, 2, 0}, -3, 0, 0},
                 {{1, 1, 0}, 2, 1, INFINITY},
                 {{1, 1, 0}, -2, -1, INFINITY},
                 {{1, 1, 0}, NAN, 1, INFINITY},
                 {{1, 1, 0}, 0, NAN, INFINITY},
                 {{1, 1, 1e-4f}, 0, 1, INFINITY},
                 {{2, 2.01f, 0}, 0, 1, INFINITY},
                 {{1, 1, 0}, INFINITY, INFINITY, 0x1p127f}};
    const struct test_tables *const tables = test_tables();
    static uint64_t scratch[LBX_TRACE_SCRATCH_LEAST / 8];
    const lbx_mesh mesh = lbx_mesh_of(corners, 3, 12, NULL, 1);
    void *const tree = malloc(lbx_aabb_tree_bytes(&mesh));
    void *const room = malloc(lbx_aabb_tree_scratch_bytes(&mesh));
    expect(lbx_aabb_tree_build(&mesh, NULL, tree, lbx_aabb_tree_bytes(&mesh), room) > 0, "built");
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const float still[3] = {0, -0.0f, 0};
        lbx_rays view = lbx_rays_of(known[i].at, still, 1, 0);
        view.t_max = &known[i].t_max;
        view.pick = lbx_one(0);
        for (size_t k = 0; k < 2 * tables->count; k++) {
            const bool lacks = k >= tables->count; // a t_min, which is 0 then
            table_use(&tables->at[k % tables->count]);
            view.t_min = lacks ? NULL : &known[i].t_min;
            if (lacks && known[i].t_min != 0) continue;
            for (unsigned flags = 0; flags <= LBX_COHERENT; flags += LBX_COHERENT) {
                float t[20];
                const lbx_ray_hits hits = {.t = t};
                expect(lbx_aabb_tree_nearest(tree, &view, NULL, 20, flags, &hits, scratch,
                                             sizeof scratch) == (known[i].t < INFINITY ? 20 : 0),
                       "%s, %zu", tables->at[k % tables->count].name, i);
                expect(t[0] == known[i].t && t[19] == known[i].t, "%s, %zu: %a",
                       tables->at[k % tables->count].name, i, (double)t[0]);
            }
        }
    }
    free(room);
    free(tree);
}

// --- trees ---

Test(tree_rays, bytes) {
    static struct mesh mesh;
    for (unsigned kind = 0; kind < MESH_KINDS; kind++) {
        for (size_t n = 1; n <= 60; n++) {
            mesh_make(&mesh, kind, n);
            mesh.triangles = mesh.triangles < n ? mesh.triangles : n;
            struct tree a = aabb_tree_of(&mesh, NULL), b = aabb_tree_of(&mesh, NULL);
            const lbx_mesh view = mesh_view(&mesh);
            expect(lbx_aabb_tree_bytes(&view) <= 80 * mesh.triangles + 980, "%zu bytes at most",
                   lbx_aabb_tree_bytes(&view));
            expect(a.bytes == b.bytes && memcmp(a.at, b.at, a.bytes) == 0, "%s: other bytes",
                   mesh_names[kind]);
            expect(lbx_aabb_tree_check(a.at, a.bytes, NULL) == 0, "%s", mesh_names[kind]);
            expect(lbx_aabb_tree_check(a.at, a.bytes - 1, NULL) == LBX_ERROR_TREE, "a byte less");
            struct lbx_aabb_tree t;
            expect(lbx_aabb_tree_open(&t, a.at) == 0 &&
                       t.header->leaves == (mesh.triangles + TREE_WIDTH - 1) / TREE_WIDTH,
                   "%s: leaves that are not full", mesh_names[kind]);
            tree_free(&a);
            tree_free(&b);
        }
    }
}

// A bit flipped anywhere is detected.
Test(tree_rays, damage) {
    static struct mesh mesh;
    for (unsigned kind = 0; kind < MESH_KINDS; kind++) {
        mesh_make(&mesh, kind, 5);
        struct tree t = aabb_tree_of(&mesh, NULL);
        expect_damage_is_told(mesh_names[kind], &t, lbx_aabb_tree_check, 600);
        tree_free(&t);
    }
    mesh_make(&mesh, MESH_BALL, 5);
    mesh.triangles = 90; // more than one node
    struct tree t = aabb_tree_of(&mesh, NULL);
    expect_damage_is_told("every bit", &t, lbx_aabb_tree_check, 0);
    tree_free(&t);
}

// Damage made by hand, with the checksum corrected.
Test(tree_rays, damage_by_hand) {
    static struct mesh mesh;
    mesh_make(&mesh, MESH_BALL, 5);
    struct tree t = aabb_tree_of(&mesh, NULL);
    struct lbx_aabb_tree tree;
    expect(lbx_aabb_tree_open(&tree, t.at) == 0, "no tree");
    uint32_t *const id = tree.leaf[0].id;
    const size_t word = (size_t)(&id[1] - (uint32_t *)(void *)tree.leaf);
    tree.header->sum += (uint64_t)id[0] * (2 * word + 1) - (uint64_t)id[1] * (2 * word + 1);
    id[1] = id[0];
    expect(lbx_aabb_tree_check(t.at, t.bytes, NULL) == LBX_ERROR_TREE, "a number twice");
    tree_free(&t);

    // Two triangles of a leaf swap their numbers, which only the sum tells.
    t = aabb_tree_of(&mesh, NULL);
    expect(lbx_aabb_tree_open(&tree, t.at) == 0, "no tree");
    uint32_t *const number = tree.leaf[0].id, was = number[0];
    number[0] = number[1];
    number[1] = was;
    expect(lbx_aabb_tree_check(t.at, t.bytes, NULL) == LBX_ERROR_TREE, "numbers swapped");
    tree_free(&t);

    // Two leaves swap places in a node, but their boxes do not.
    t = aabb_tree_of(&mesh, NULL);
    expect(lbx_aabb_tree_open(&tree, t.at) == 0, "no tree");
    enum { WORDS = sizeof *tree.leaf / sizeof(uint32_t) };
    uint64_t words[2] = {0, 0};
    for (int k = 0; k < 2; k++) {
        uint32_t copy[WORDS];
        memcpy(copy, &tree.leaf[k], sizeof copy);
        for (int i = 0; i < WORDS; i++) words[k] += copy[i];
    }
    for (size_t i = 0; i < tree.header->nodes; i++) {
        for (int k = 0; k < TREE_WIDTH; k++) {
            uint32_t *const child = &tree.node[i].child[k];
            if (*child && is_leaf(*child) && leaf_first(*child) < 2)
                *child = leaf_of(1 - leaf_first(*child), leaf_count(*child));
        }
    }
    tree.header->sum += 2 * WORDS * words[0] - 2 * WORDS * words[1];
    expect(lbx_aabb_tree_check(t.at, t.bytes, NULL) == LBX_ERROR_TREE, "leaves in another order");
    tree_free(&t);
}

Test(tree_rays, refit) {
    static struct mesh mesh, other;
    static struct rays rays;
    static struct found want;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        struct random r = random_of(seed, 3);
        mesh_make(&mesh, MESH_BALL, seed);
        other = mesh;
        for (size_t i = 0; i < mesh.vertices; i++)
            for (int c = 0; c < 3; c++) other.vertex[i][c] += (float)random_between(&r, -.2, .2);
        rays_make(&rays, &other, seed);
        struct tree tree = aabb_tree_of(&mesh, NULL);
        const lbx_mesh view = mesh_view(&other);
        expect(lbx_aabb_tree_refit(&view, tree.at, NULL) == 0 &&
                   lbx_aabb_tree_check(tree.at, tree.bytes, NULL) == 0,
               "refitted");
        ask_every_triangle(&other, &rays, NULL, NULL, &want);
        const lbx_rays ray_view = rays_view(&rays);
        expect_nearest("refitted", &tree, &ray_view, NULL, RAYS, 0, LBX_TRACE_SCRATCH, &want);
        tree_free(&tree);
    }
}

static size_t fine_nodes(const struct tree *tree) {
    struct lbx_aabb_tree t;
    size_t fine = 0;
    expect(lbx_aabb_tree_open(&t, tree->at) == 0, "no tree");
    for (size_t i = 0; i < TREE_WIDTH * t.header->nodes; i++) {
        const uint32_t child = t.node[i / TREE_WIDTH].child[i % TREE_WIDTH];
        fine += !is_leaf(child) && (child & FINE_BIT);
    }
    return fine;
}

// A vertex that moves far away makes the boxes of a cloud fine, and coarse again when it comes
// back.
Test(tree_rays, a_vertex_far_away) {
    enum { N = 2000 };
    static float vertex[3 * N][3];
    for (size_t i = 0; i < 3 * N; i++) {
        struct random place = random_of(1, i / 3), r = random_of(2, i);
        for (int c = 0; c < 3; c++)
            vertex[i][c] = (float)(random_between(&place, -50, 50) + random_unit(&r));
    }
    const lbx_mesh mesh = lbx_mesh_of(vertex[0], 3 * N, sizeof *vertex, NULL, N);
    const size_t room = lbx_aabb_tree_bytes(&mesh);
    void *const scratch = malloc(lbx_aabb_tree_scratch_bytes(&mesh));
    struct tree tree = {malloc(room), 0};
    const ptrdiff_t bytes = lbx_aabb_tree_build(&mesh, NULL, tree.at, room, scratch);
    expect(bytes > 0, "%td", bytes);
    tree.bytes = (size_t)bytes;
    void *const built = memcpy(malloc(tree.bytes), tree.at, tree.bytes);
    const float old = vertex[0][0];
    for (int k = 0; k < 3; k++) {
        expect(fine_nodes(&tree) == 0 && memcmp(tree.at, built, tree.bytes) == 0, "coarse");
        vertex[0][0] = k ? 1e8f : -0x1p58f;
        expect(lbx_aabb_tree_refit(&mesh, tree.at, NULL) == 0, "refitted");
        expect(fine_nodes(&tree) > 0 && lbx_aabb_tree_check(tree.at, tree.bytes, NULL) == 0,
               "fine");
        struct lbx_aabb_tree t;
        expect(lbx_aabb_tree_open(&t, tree.at) == 0, "a tree");
        t.node->child[0] ^= FINE_BIT;
        expect(lbx_aabb_tree_check(tree.at, tree.bytes, NULL) == LBX_ERROR_TREE, "another mark");
        vertex[0][0] = old;
        expect(lbx_aabb_tree_refit(&mesh, tree.at, NULL) == 0, "refitted");
    }
    free(scratch);
    free(built);
    tree_free(&tree);
}

static int stop_late(void *context, size_t done, size_t all) {
    size_t *const calls = context;
    expect(done <= all && all == 200, "%zu of %zu", done, all);
    return --*calls == 0;
}

Test(tree_rays, progress_stops) {
    static struct mesh mesh;
    mesh_make(&mesh, MESH_BALL, 1);
    mesh.triangles = 200;
    const lbx_mesh view = mesh_view(&mesh);
    struct tree t = aabb_tree_of(&mesh, NULL);
    size_t stops = 1;
    for (;; stops++) {
        size_t calls = stops;
        const lbx_aabb_tree_options options = {.progress = stop_late, .context = &calls};
        void *const scratch = malloc(lbx_aabb_tree_scratch_bytes(&view));
        const ptrdiff_t bytes =
            lbx_aabb_tree_build(&view, &options, t.at, lbx_aabb_tree_bytes(&view), scratch);
        free(scratch);
        if (bytes > 0) break;
        expect(bytes == 0 && lbx_aabb_tree_check(t.at, t.bytes, NULL) == LBX_ERROR_TREE, "%td",
               bytes);
    }
    expect(stops > 3, "%zu calls", stops);
    tree_free(&t);
}

// Meshes, scratch, trees, rays and answers at guard pages.
Test(tree_rays, guard_pages) {
    enum { N = 77 };
    static struct mesh mesh;
    static struct rays rays;
    const struct test_tables *const tables = test_tables();
    mesh_make(&mesh, MESH_BALL, 3);
    mesh.triangles = 46; // an even number, so that scratch is aligned at its end, too
    rays_make(&rays, &mesh, 3);
    const lbx_mesh mesh_seen = mesh_view(&mesh);
    for (enum guard guard = 0; guard < GUARDS; guard++) {
        const size_t room = lbx_aabb_tree_bytes(&mesh_seen);
        struct guarded built = guarded_alloc(room, guard, UNTOUCHED);
        struct guarded scratch =
            guarded_alloc(lbx_aabb_tree_scratch_bytes(&mesh_seen), guard, UNTOUCHED);
        const ptrdiff_t bytes = lbx_aabb_tree_build(&mesh_seen, NULL, built.at, room, scratch.at);
        expect(bytes > 0 && guarded_intact(&built, UNTOUCHED) &&
                   guarded_intact(&scratch, UNTOUCHED),
               "built: %td", bytes);
        struct guarded tree = guarded_alloc((size_t)bytes, guard, UNTOUCHED);
        memcpy(tree.at, built.at, (size_t)bytes);
        guarded_free(&built);
        guarded_free(&scratch);
        struct guarded row[RAY_FLOATS], out[4];
        for (int k = 0; k < RAY_FLOATS; k++) {
            row[k] = guarded_alloc(N * sizeof(float), guard, UNTOUCHED);
            memcpy(row[k].at, rays.at[k], N * sizeof(float));
        }
        const lbx_rays view = {.origin = {FLOATS_OF(0), FLOATS_OF(1), FLOATS_OF(2)},
                               .dir = {FLOATS_OF(3), FLOATS_OF(4), FLOATS_OF(5)},
                               .t_min = FLOATS_OF(6),
                               .t_max = FLOATS_OF(7),
                               .count = N};
        for (size_t t = 0; t < tables->count; t++) {
            table_use(&tables->at[t]);
            for (unsigned flags = 0; flags <= LBX_COHERENT; flags += LBX_COHERENT) {
                scratch = guarded_alloc(LBX_TRACE_SCRATCH_LEAST, guard, UNTOUCHED);
                for (int k = 0; k < 4; k++)
                    out[k] = guarded_alloc(N * sizeof(float), guard, UNTOUCHED);
                const lbx_ray_hits hits = {(uint32_t *)(void *)out[0].at,
                                           (float *)(void *)out[1].at, (float *)(void *)out[2].at,
                                           (float *)(void *)out[3].at, NULL};
                const ptrdiff_t found = lbx_aabb_tree_nearest(tree.at, &view, NULL, N, flags, &hits,
                                                              scratch.at, LBX_TRACE_SCRATCH_LEAST);
                expect(found > 10 && guarded_intact(&scratch, UNTOUCHED), "%td", found);
                for (int k = 0; k < 4; k++) {
                    expect(guarded_intact(&out[k], UNTOUCHED), "wrote beyond the answers");
                    guarded_free(&out[k]);
                }
                struct guarded bits = guarded_alloc((N + 7) / 8, guard, UNTOUCHED);
                expect(lbx_aabb_tree_any(tree.at, &view, NULL, N, flags, bits.at, scratch.at,
                                         LBX_TRACE_SCRATCH_LEAST) == found &&
                           guarded_intact(&bits, UNTOUCHED),
                       "any");
                guarded_free(&bits);
                guarded_free(&scratch);
            }
        }
        for (int k = 0; k < RAY_FLOATS; k++) guarded_free(&row[k]);
        guarded_free(&tree);
    }
}

Test(tree_rays, errors) {
    static struct mesh mesh;
    static struct rays rays;
    static double memory[8192], scratch[LBX_TRACE_SCRATCH_LEAST / 8], before[8192];
    mesh_make(&mesh, MESH_SOUP, 2);
    rays_make(&rays, &mesh, 2);
    lbx_mesh view = mesh_view(&mesh);
    struct tree t = aabb_tree_of(&mesh, NULL);
    const size_t room = lbx_aabb_tree_bytes(&view);
    char *const odd = (char *)memory + 4;
    expect(room <= sizeof memory && lbx_aabb_tree_scratch_bytes(&view) <= sizeof scratch, "room");
    lbx_mesh large = view;
    large.triangle_count = ((size_t)1 << 28) + 1;
    expect(lbx_aabb_tree_bytes(NULL) == SIZE_MAX && lbx_aabb_tree_bytes(&large) == SIZE_MAX &&
               lbx_aabb_tree_scratch_bytes(NULL) == SIZE_MAX &&
               lbx_aabb_tree_scratch_bytes(&large) == SIZE_MAX,
           "no mesh, too many");
#define BUILD(mesh, memory, bytes, scratch) lbx_aabb_tree_build(mesh, NULL, memory, bytes, scratch)
    expect(BUILD(&view, memory, room, scratch) > 0, "built");
    memcpy(before, memory, sizeof before);
    expect(BUILD(&large, memory, sizeof memory, scratch) == LBX_ERROR_COUNT, "too many");
    expect(BUILD(NULL, memory, room, scratch) == LBX_ERROR_NULL &&
               BUILD(&view, NULL, room, scratch) == LBX_ERROR_NULL &&
               BUILD(&view, memory, room, NULL) == LBX_ERROR_NULL,
           "nothing");
    expect(BUILD(&view, odd, room, scratch) == LBX_ERROR_STRIDE &&
               BUILD(&view, memory, room, odd) == LBX_ERROR_STRIDE,
           "not aligned");
    expect(BUILD(&view, memory, room - 1, scratch) == LBX_ERROR_COUNT, "bytes");
    float *const x = &mesh.vertex[mesh.index[4]][1], old = *x;
    *x = NAN;
    expect(BUILD(&view, memory, room, scratch) == LBX_ERROR_MESH, "NaN");
    expect(lbx_aabb_tree_refit(&view, memory, NULL) == LBX_ERROR_MESH, "NaN, refitted");
    *x = old;
    expect(lbx_aabb_tree_refit(NULL, memory, NULL) == LBX_ERROR_NULL &&
               lbx_aabb_tree_refit(&view, NULL, NULL) == LBX_ERROR_NULL,
           "nothing");
    view.triangle_count--;
    expect(lbx_aabb_tree_refit(&view, memory, NULL) == LBX_ERROR_COUNT, "another mesh");
    expect(memcmp(before, memory, sizeof before) == 0 &&
               lbx_aabb_tree_check(memory, room, NULL) == 0,
           "an error leaves the tree that was there");
    expect(lbx_aabb_tree_check(NULL, 8, NULL) == LBX_ERROR_NULL &&
               lbx_aabb_tree_check(odd, 4000, NULL) == LBX_ERROR_STRIDE &&
               lbx_aabb_tree_check(t.at, 8, NULL) == LBX_ERROR_TREE,
           "no tree");

    lbx_rays seen = rays_view(&rays);
#define NEAREST(tree, rays, n, flags, scratch, bytes)                                              \
    lbx_aabb_tree_nearest(tree, rays, NULL, n, flags, NULL, scratch, bytes)
    const size_t least = LBX_TRACE_SCRATCH_LEAST;
    expect(NEAREST(t.at, &seen, RAYS, 2, scratch, least) == LBX_ERROR_FLAGS, "flags");
    static const uint32_t skip[RAYS];
    const lbx_ray_filter crooked = {NULL, skip, 6};
    expect(lbx_aabb_tree_any(t.at, &seen, &crooked, RAYS, 0, NULL, scratch, least) ==
               LBX_ERROR_STRIDE,
           "a filter's stride");
    expect(NEAREST(NULL, &seen, RAYS, 0, scratch, least) == LBX_ERROR_NULL &&
               NEAREST(t.at, NULL, RAYS, 0, scratch, least) == LBX_ERROR_NULL &&
               NEAREST(t.at, &seen, RAYS, 0, NULL, least) == LBX_ERROR_NULL,
           "nothing");
    memset(memory, 0, sizeof memory);
    expect(NEAREST(odd, &seen, RAYS, 0, scratch, least) == LBX_ERROR_STRIDE &&
               NEAREST(t.at, &seen, RAYS, 0, (char *)scratch + 4, least) == LBX_ERROR_STRIDE,
           "not aligned");
    expect(NEAREST(memory, &seen, RAYS, 0, scratch, least) == LBX_ERROR_TREE, "no tree");
    expect(NEAREST(t.at, &seen, RAYS + 1, 0, scratch, least) == LBX_ERROR_COUNT, "rays");
    expect(NEAREST(t.at, &seen, RAYS, 0, scratch, least - 1) == LBX_ERROR_COUNT, "scratch");
    expect(NEAREST(t.at, &seen, 0, 0, NULL, 0) == 0, "no rays");
    expect(NEAREST(t.at, &seen, RAYS, 0, scratch, least) > 0, "no outputs");
    lbx_ray_cursor cursor = {0};
    lbx_ray_hit hit;
    expect(lbx_aabb_tree_all(t.at, &seen, NULL, RAYS, 0, NULL, &hit, 1) == LBX_ERROR_NULL,
           "no cursor");
    expect(lbx_aabb_tree_all(t.at, &seen, NULL, RAYS, 0, &cursor, &hit, 0) == LBX_ERROR_COUNT,
           "no room");
    expect(lbx_aabb_tree_all(t.at, &seen, NULL, RAYS, 8, &cursor, &hit, 1) == LBX_ERROR_FLAGS,
           "flags");
    tree_free(&t);
}
