// SPDX-License-Identifier: MIT
// Capsules against trees of meshes. They touch the triangles that lbx_triangle_capsule reports of
// every triangle by itself, whatever the tree, the room, the pick and the instruction set.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "examples/random.h"
#include "guarded.h"
#include "harness.h"
#include "lanes/comparing.h"
#include "mesh_rods.h"
#include "tables.h"
#include "trees/aabb_tree.h"
#include "upper_halves.h"

enum { UNTOUCHED = 0x5a };

// Fetches pieces of `room` pairs. What each piece left is counted now and then.
static void expect_touched(const char *what, const struct tree *tree, const lbx_capsules *view,
                           const lbx_ray_filter *filter, size_t n, size_t room,
                           const struct touched *want) {
    static lbx_pair got[RODS * MESH_TRIANGLES_MAX + 1];
    lbx_ray_cursor cursor = {0};
    size_t count = 0;
    expect(lbx_aabb_tree_capsules(tree->at, view, filter, n, 0, &cursor, NULL, 0) ==
                   (ptrdiff_t)want->count &&
               cursor.ray == 0,
           "%s: counted", what);
    for (size_t some = room; some == room; count += some) {
        const ptrdiff_t found = lbx_aabb_tree_capsules(tree->at, view, filter, n, LBX_REPRODUCIBLE,
                                                       &cursor, got + count, room);
        expect(!upper_halves_in_use(), "%s: upper halves are in use", what);
        expect(found >= 0 && (size_t)found <= room && count + (size_t)found <= want->count,
               "%s: %td", what, found);
        some = (size_t)found;
    }
    expect(count == want->count, "%s: %zu of %zu triangles", what, count, want->count);
    for (size_t i = 1; i < count; i++)
        expect(got[i - 1].a <= got[i].a, "%s: capsules are not in order", what);
    sort_touched(got, count);
    for (size_t i = 0; i < count; i++)
        expect(got[i].a == want->all[i].a && got[i].b == want->all[i].b,
               "%s: capsule %u, triangle %u, not %u, %u", what, got[i].a, got[i].b, want->all[i].a,
               want->all[i].b);
}

Test(tree_capsules, as_every_triangle_has_it) {
    static struct mesh mesh;
    static struct rods rods;
    static struct touched want;
    const struct test_tables *const tables = test_tables();
    size_t all = 0, none = 0;
    for (unsigned kind = 0; kind < MESH_KINDS; kind++) {
        for (uint64_t seed = 1; seed <= (tests_are_sampled() ? 2 : 12); seed++) {
            mesh_make(&mesh, kind, seed);
            rods_make(&rods, &mesh, seed);
            struct tree tree = aabb_tree_of(&mesh, NULL);
            table_use(&tables->at[0]);
            ask_for_touched(&mesh, &rods, NULL, NULL, &want);
            all += want.count;
            none += RODS * mesh.triangles - want.count;
            const lbx_capsules view = rods_view(&rods);
            for (size_t t = 0; t < tables->count; t++) {
                table_use(&tables->at[t]);
                char what[96];
                snprintf(what, sizeof what, "%s, seed %llu, %s", mesh_names[kind],
                         (unsigned long long)seed, tables->at[t].name);
                expect_touched(what, &tree, &view, NULL, RODS,
                               seed % 2 ? RODS * MESH_TRIANGLES_MAX : 1 + want.count / 9, &want);
            }
            tree_free(&tree);
        }
    }
    expect(all > 20000 && none > 20000, "%zu touch, %zu do not", all, none);
}

// The two triangles of a square, one above them, and one that is a point.
static const float known_corners[12][3] = {{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 0, 0},
                                           {4, 4, 0}, {0, 4, 0}, {0, 0, 8}, {4, 0, 8},
                                           {4, 4, 8}, {9, 9, 9}, {9, 9, 9}, {9, 9, 9}};

static struct tree known_tree(void) {
    const lbx_mesh mesh = lbx_mesh_of(known_corners[0], 12, sizeof *known_corners, NULL, 4);
    return aabb_tree_of_view(&mesh, NULL);
}

Test(tree_capsules, known_answers) {
    static const struct known {
        float at[7];
        unsigned touched; // a bit per triangle
    } known[] = {
        {{3, 1, 2, 3, 1, 2, 2}, 1},         // a sphere that rests on the square
        {{3, 1, 2, 3, 1, 2, 1.9f}, 0},      // too small
        {{3, 1, 7, 3, 1, 1, 1}, 5},         // from below the upper one to above the lower ones
        {{3, 1, 9, 3, 1, -1, 0}, 5},        // a segment through two
        {{-1, 2, 0, 5, 2, 0, 0}, 3},        // in the plane of the square
        {{-1, 2, .5f, 5, 2, .5f, .25f}, 0}, // above it
        {{-1, 2, .5f, 5, 2, .5f, .5f}, 3},  // resting on both
        {{9, 9, 10, 9, 9, 12, 1}, 8},       // its end touches a point
        {{9, 9, 9, 9, 9, 9, 0}, 8},         // a point
        {{-5, -5, 4, 20, 20, 4, 100}, 15},  // around all
        {{9, 9, 9, 9, 9, 9, -1}, 0},        // a negative radius touches nothing
        {{-30, 2, 40, -20, 2, 40, 1}, 0},   // far
        {{0, 0, -0x1p60f, 0, 0, -0x1p59f, 1}, 0}, // at the range's end
        {{NAN, 0, 0, 0, 0, 0, 1}, 15},            // a NaN proves nothing
        {{0, 0, 0, 0, 0, 0, NAN}, 15},
        {{0, 0, 0, 0, 0, 0, INFINITY}, 15},
    };
    enum { N = sizeof known / sizeof *known };
    const struct test_tables *const tables = test_tables();
    struct tree tree = known_tree();
    for (size_t t = 0; t < tables->count; t++) {
        table_use(&tables->at[t]);
        for (size_t i = 0; i < N; i++) {
            const lbx_capsules capsule =
                lbx_capsules_of(known[i].at, known[i].at + 3, known[i].at + 6, 1, 0);
            lbx_ray_cursor cursor = {0};
            lbx_pair out[5];
            unsigned touched = 0;
            const ptrdiff_t found =
                lbx_aabb_tree_capsules(tree.at, &capsule, NULL, 1, 0, &cursor, out, 5);
            for (ptrdiff_t k = 0; k < found; k++) touched |= 1u << out[k].b;
            expect(touched == known[i].touched && found == __builtin_popcount(touched) &&
                       cursor.ray == 1,
                   "%s, %zu: %td found, bits %x", tables->at[t].name, i, found, touched);
        }
    }
    tree_free(&tree);
}

// --- hills: more triangles, whose trees have more levels ---

enum { SIDE = 30, HILLS = 2 * SIDE * SIDE };

// Hills of 2 SIDE^2 triangles in a square of side 1.
static struct tree make_hills(float corner[HILLS][9], uint64_t seed) {
    for (size_t i = 0; i < HILLS; i++) {
        for (size_t v = 0; v < 3; v++) {
            const size_t shift = i % 2 ? 3 - v : v; // corners 0 1 2 and 3 2 1 of each cell
            const size_t x = i / 2 / SIDE + shift % 2, y = i / 2 % SIDE + shift / 2;
            struct random r = random_of(seed, x * (SIDE + 1) + y);
            corner[i][3 * v] = (float)((double)x / SIDE);
            corner[i][3 * v + 1] = (float)((double)y / SIDE);
            corner[i][3 * v + 2] = (float)random_between(&r, -.03, .03);
        }
    }
    const lbx_mesh mesh = lbx_mesh_of(corner[0], 3 * HILLS, 3 * sizeof(float), NULL, HILLS);
    return aabb_tree_of_view(&mesh, NULL);
}

// Short ones and long ones, on the hills, across them and above.
static void make_walkers(float (*at)[7], size_t n, uint64_t seed) {
    struct random r = random_of(seed, 50);
    for (size_t i = 0; i < n; i++) {
        const double length = random_scale(&r, -8, i % 4 == 0 ? 1 : -3);
        for (int c = 0; c < 3; c++) {
            const double x = c < 2 ? random_between(&r, -.1, 1.1) : random_between(&r, -.1, .1);
            at[i][c] = (float)x;
            at[i][3 + c] = (float)(x + (i % 5 ? length * random_between(&r, -1, 1) : 0));
        }
        at[i][6] = (float)random_scale(&r, -7, -3);
    }
}

// Whether a capsule touches a triangle of the hills, one pair at a time.
static bool touches(const float corner[9], const float at[7]) {
    const lbx_triangles triangle = lbx_triangles_of(corner, corner + 3, corner + 6, 1, 0);
    const lbx_capsules capsule = lbx_capsules_of(at, at + 3, at + 6, 1, 0);
    return lbx_triangle_capsule(&triangle, &capsule, 1, LBX_REPRODUCIBLE, NULL) == 1;
}

// Each room gives the same triangles in the same order, however often a search goes on.
Test(tree_capsules, every_cursor) {
    enum { N = 60, ROOM = 9000 };
    static float corner[HILLS][9], at[N][7];
    static lbx_pair want[ROOM], got[ROOM + 64];
    const struct test_tables *const tables = test_tables();
    struct tree tree = make_hills(corner, 5);
    make_walkers(at, N, 2);
    const lbx_capsules view = lbx_capsules_of(at[0], at[0] + 3, at[0] + 6, N, sizeof *at);
    for (size_t t = 0; t < tables->count; t++) {
        table_use(&tables->at[t]);
        lbx_ray_cursor cursor = {0};
        lbx_pair *const all = t ? got : want;
        const ptrdiff_t count =
            lbx_aabb_tree_capsules(tree.at, &view, NULL, N, 0, &cursor, all, ROOM);
        expect(count > 400 && count < ROOM && cursor.ray == N, "%td", count);
        expect(memcmp(all, want, (size_t)count * sizeof *want) == 0, "%s: others",
               tables->at[t].name);
        size_t asked = 0;
        for (size_t i = 0; t == 0 && i < N * (size_t)HILLS; i += 7)
            asked += touches(corner[i % HILLS], at[i / HILLS]);
        expect(t > 0 || asked > 50, "%zu", asked);
        for (size_t room = 1; room < 40; room += t ? 13 : 1) {
            size_t given = 0;
            cursor = (lbx_ray_cursor){0};
            for (size_t some = room; some == room; given += some) {
                lbx_ray_cursor rest = cursor;
                some = (size_t)lbx_aabb_tree_capsules(tree.at, &view, NULL, N, 0, &cursor,
                                                      got + given, room);
                expect(some <= room && given + some <= (size_t)count, "%zu", some);
                if (given % 50 != 0) continue;
                expect(lbx_aabb_tree_capsules(tree.at, &view, NULL, N, 0, &rest, NULL, 0) ==
                           count - (ptrdiff_t)given,
                       "%zu given: not as many left", given);
            }
            expect(given == (size_t)count && memcmp(got, want, given * sizeof *want) == 0,
                   "%s, room for %zu: other triangles", tables->at[t].name, room);
        }
    }
    tree_free(&tree);
}

// Whatever the cursor says, what is found is touched.
Test(tree_capsules, made_up_cursors) {
    enum { N = 40 };
    static float corner[HILLS][9], at[N][7];
    lbx_pair out[20];
    struct tree tree = make_hills(corner, 5);
    make_walkers(at, N, 2);
    const lbx_capsules view = lbx_capsules_of(at[0], at[0] + 3, at[0] + 6, N, sizeof *at);
    size_t all = 0;
    for (uint64_t i = 0; i < 2000; i++) {
        struct random r = random_of(i, 5);
        lbx_ray_cursor cursor = {.ray = random_below(&r, N + N / 8)};
        uint32_t *const fields[] = {&cursor.node, &cursor.leaf, &cursor.given};
        for (int k = 0; k < 3; k++)
            *fields[k] = random_chance(&r, 4) ? (uint32_t)random_bits(&r) : random_below(&r, 90);
        if (random_chance(&r, 20)) cursor.ray = SIZE_MAX;
        const size_t room = 1 + random_below(&r, 20);
        const ptrdiff_t found =
            lbx_aabb_tree_capsules(tree.at, &view, NULL, N, 0, &cursor, out, room);
        expect(found >= 0 && (size_t)found <= room, "%td", found);
        for (ptrdiff_t k = 0; k < found; k++)
            expect(out[k].a < N && out[k].b < HILLS && touches(corner[out[k].b], at[out[k].a]),
                   "%td", k);
        all += (size_t)found;
    }
    expect(all > 1000, "%zu", all);
    tree_free(&tree);
}

// --- what pads are for ---

// Specks around capsules, so small that their boxes are not inflated, each eight times, so that
// boxes are as far as their triangles. Radii end where a speck is, or short of it by less than the
// kernel's own pad.
Test(tree_capsules, specks_all_around) {
    enum { SITES = 24, COPIES = 8, N = 40 };
    static float corner[SITES * COPIES][9], at[N][7];
    static uint8_t hits[SITES];
    const struct test_tables *const tables = test_tables();
    size_t all = 0, some = 0;
    for (uint64_t seed = 1; seed <= (tests_are_sampled() ? 24 : 200); seed++) {
        struct random r = random_of(seed, 41);
        const double unit = seed % 3 == 0 ? 0x1p-57 : seed % 3 == 1 ? 0x1p40 : 1;
        for (size_t s = 0; s < SITES; s++) {
            float one[9];
            for (int k = 0; k < 3; k++)
                one[k] = one[3 + k] = one[6 + k] = (float)(unit * random_between(&r, -1, 1));
            for (size_t k = 0; k < COPIES; k++) memcpy(corner[s * COPIES + k], one, sizeof one);
        }
        for (size_t i = 0; i < N; i++) {
            const float *const speck = corner[random_below(&r, SITES * COPIES)];
            const double length = random_scale(&r, -6, 12), far = random_scale(&r, -14, 0);
            double way[3], out[3], square = 0, along = 0, across = 0;
            for (int c = 0; c < 3; c++) {
                way[c] = random_between(&r, -1, 1);
                out[c] = random_between(&r, -1, 1);
                square += way[c] * way[c];
                along += way[c] * out[c];
            }
            for (int c = 0; c < 3; c++) {
                out[c] -= along / square * way[c];
                across += out[c] * out[c];
            }
            const double part = random_unit(&r);
            for (int c = 0; c < 3; c++) {
                const double x = (double)speck[c] + unit * far * out[c] / sqrt(across);
                at[i][c] = (float)(x - unit * length * part * way[c]);
                at[i][3 + c] = (float)(x + unit * length * (1 - part) * way[c]);
            }
            // bisect where the kernel's verdict changes
            const lbx_triangles triangle = lbx_triangles_of(speck, speck + 3, speck + 6, 1, 0);
            float low = 0, high = (float)(unit * 16384);
            for (int step = 0; step < 60; step++) {
                const float middle = (float)(((double)low + (double)high) / 2);
                at[i][6] = middle;
                const lbx_capsules capsule = lbx_capsules_of(at[i], at[i] + 3, at[i] + 6, 1, 0);
                table_use(&tables->at[0]);
                if (lbx_triangle_capsule(&triangle, &capsule, 1, LBX_REPRODUCIBLE, NULL) == 1)
                    high = middle;
                else
                    low = middle;
            }
            at[i][6] = random_chance(&r, 4) ? low : high;
        }
        const lbx_mesh mesh =
            lbx_mesh_of(corner[0], 3 * SITES * COPIES, 3 * sizeof(float), NULL, SITES * COPIES);
        struct tree tree = aabb_tree_of_view(&mesh, NULL);
        const lbx_capsules view = lbx_capsules_of(at[0], at[0] + 3, at[0] + 6, N, sizeof *at);
        const lbx_triangles specks = lbx_triangles_of(corner[0], corner[0] + 3, corner[0] + 6,
                                                      SITES, COPIES * sizeof *corner);
        for (size_t i = 0; i < N; i++) {
            lbx_capsules one = view;
            one.pick = lbx_one(i);
            const ptrdiff_t want =
                COPIES * lbx_triangle_capsule(&specks, &one, SITES, LBX_REPRODUCIBLE, hits);
            const lbx_capsules alone = lbx_capsules_of(at[i], at[i] + 3, at[i] + 6, 1, 0);
            all += (size_t)want / COPIES;
            some += want > 0;
            for (size_t t = 0; t < tables->count; t++) {
                table_use(&tables->at[t]);
                lbx_ray_cursor cursor = {0};
                expect(lbx_aabb_tree_capsules(tree.at, &alone, NULL, 1, 0, &cursor, NULL, 0) ==
                           want,
                       "%s, seed %llu, capsule %zu: not %td", tables->at[t].name,
                       (unsigned long long)seed, i, want);
            }
        }
        tree_free(&tree);
    }
    expect(some > 300 && all > some, "%zu capsules touch %zu specks", some, all);
}

// --- filters, views, hostile floats ---

// Masks, triangles that capsules skip, both in one array, and a filter that excludes nothing.
Test(tree_capsules, filters) {
    static struct mesh mesh;
    static struct rods rods;
    static struct touched want;
    static uint32_t masks[MESH_TRIANGLES_MAX], entry[RODS][3], dense[RODS];
    static const lbx_ray_filter filter[] = {{NULL, NULL, 0},
                                            {&entry[0][0], NULL, sizeof *entry},
                                            {NULL, &entry[0][1], sizeof *entry},
                                            {&entry[0][0], &entry[0][1], sizeof *entry},
                                            {dense, NULL, 0}};
    const struct test_tables *const tables = test_tables();
    size_t found[5] = {0};
    for (uint64_t seed = 1; seed <= (tests_are_sampled() ? 2 : 8); seed++) {
        struct random r = random_of(seed, 8);
        mesh_make(&mesh, seed % 2 ? MESH_BALL : MESH_SOUP, seed);
        rods_make(&rods, &mesh, seed);
        for (size_t k = 0; k < mesh.triangles; k++) masks[k] = random_below(&r, 8);
        for (size_t i = 0; i < RODS; i++) entry[i][1] = LBX_NO_TRIANGLE;
        const lbx_aabb_tree_options options = {.masks = masks};
        struct tree tree = aabb_tree_of(&mesh, &options);
        const lbx_capsules view = rods_view(&rods);
        for (unsigned f = 0; f < 5; f++) {
            table_use(&tables->at[0]);
            ask_for_touched(&mesh, &rods, masks, &filter[f], &want);
            found[f] += want.count;
            for (size_t t = 0; t < tables->count; t++) {
                table_use(&tables->at[t]);
                expect_touched(tables->at[t].name, &tree, &view, &filter[f], RODS, 50, &want);
            }
            for (size_t i = 0; f == 0 && i < RODS; i++)
                entry[i][0] = dense[i] = i > 0 ? random_below(&r, 8) : 0;
            for (size_t k = 0; f == 0 && k < want.count; k++) // the last one that it touches
                entry[want.all[k].a][1] = want.all[k].b;
        }
        // no filter at all: triangles whose masks are 0 do not count
        ask_for_touched(&mesh, &rods, masks, NULL, &want);
        expect_touched("no filter", &tree, &view, NULL, RODS, 50, &want);
        tree_free(&tree);
    }
    expect(found[0] > found[1] && found[0] > found[2] && found[1] > found[3] &&
               found[2] > found[3] && found[4] == found[1],
           "%zu, %zu, %zu, %zu, %zu triangles", found[0], found[1], found[2], found[3], found[4]);
}

// Structures, lists and one capsule for all.
Test(tree_capsules, views) {
    enum { STEP = 9 };
    static struct mesh mesh;
    static struct rods rods, listed;
    static struct touched want;
    static float structures[RODS][STEP];
    uint32_t list[RODS];
    struct random r = random_of(1, 9);
    mesh_make(&mesh, MESH_BALL, 3);
    rods_make(&rods, &mesh, 3);
    listed = rods;
    struct tree tree = aabb_tree_of(&mesh, NULL);
    for (size_t i = 0; i < RODS; i++) {
        list[i] = random_below(&r, RODS);
        for (size_t k = 0; k < ROD_FLOATS; k++) {
            structures[i][k] = rods.at[k][i];
            listed.at[k][i] = rods.at[k][list[i]];
        }
    }
    lbx_capsules view = lbx_capsules_of(structures[0], structures[0] + 3, structures[0] + 6, RODS,
                                        sizeof *structures);
    ask_for_touched(&mesh, &rods, NULL, NULL, &want);
    expect_touched("structures", &tree, &view, NULL, RODS, 100, &want);
    view.pick = lbx_indexed(list, RODS);
    ask_for_touched(&mesh, &listed, NULL, NULL, &want);
    expect_touched("a list", &tree, &view, NULL, RODS, 100, &want);
    for (size_t i = 0; i < RODS; i++)
        for (size_t k = 0; k < ROD_FLOATS; k++) listed.at[k][i] = rods.at[k][7];
    view.pick = lbx_one(7);
    ask_for_touched(&mesh, &listed, NULL, NULL, &want);
    expect_touched("one capsule", &tree, &view, NULL, RODS, 100, &want);
    tree_free(&tree);
}

// A capsule may hold any float: this harms no other.
Test(tree_capsules, hostile_capsules) {
    static struct mesh mesh;
    static struct rods rods;
    static struct touched want;
    const struct test_tables *const tables = test_tables();
    for (uint64_t seed = 1; seed <= (tests_are_sampled() ? 6 : 40); seed++) {
        struct random r = random_of(seed, 10);
        mesh_make(&mesh, seed % 3 ? MESH_BALL : MESH_LARGEST, seed);
        struct tree tree = aabb_tree_of(&mesh, NULL);
        rods_make(&rods, &mesh, seed);
        for (size_t i = 0; i < RODS; i++) {
            for (unsigned k = 0; k < seed % 3; k++) {
                const float odd = random_chance(&r, 2)
                                      ? random_hostile(&r)
                                      : (float)random_signed(&r, random_scale(&r, 58, 127));
                rods.at[random_below(&r, ROD_FLOATS)][i] = odd;
            }
        }
        const lbx_capsules view = rods_view(&rods);
        table_use(&tables->at[0]);
        ask_for_touched(&mesh, &rods, NULL, NULL, &want);
        for (size_t t = 0; t < tables->count; t++) {
            table_use(&tables->at[t]);
            expect_touched(tables->at[t].name, &tree, &view, NULL, RODS, 999, &want);
        }
        tree_free(&tree);
    }
}

// Marks of nodes for rays, and new vertices, change nothing.
Test(tree_capsules, marked_and_refitted) {
    static struct mesh mesh;
    static struct rods rods;
    static struct touched want;
    const struct test_tables *const tables = test_tables();
    mesh_make(&mesh, MESH_BALL, 4);
    struct tree tree = aabb_tree_of(&mesh, NULL);
    struct random r = random_of(4, 3);
    for (size_t i = 0; i < mesh.vertices; i++)
        for (int c = 0; c < 3; c++) mesh.vertex[i][c] += (float)random_between(&r, -.2, .2);
    const lbx_mesh view = mesh_view(&mesh);
    expect(lbx_aabb_tree_refit(&view, tree.at, NULL) == 0, "refitted");
    struct lbx_aabb_tree t;
    expect(lbx_aabb_tree_open(&t, tree.at) == 0, "no tree");
    for (size_t i = 0; i < TREE_WIDTH * t.header->nodes; i++) {
        uint32_t *const child = &t.node[i / TREE_WIDTH].child[i % TREE_WIDTH];
        if (*child && !is_leaf(*child)) *child |= FINE_BIT;
    }
    rods_make(&rods, &mesh, 4);
    const lbx_capsules seen = rods_view(&rods);
    table_use(&tables->at[0]);
    ask_for_touched(&mesh, &rods, NULL, NULL, &want);
    for (size_t k = 0; k < tables->count; k++) {
        table_use(&tables->at[k]);
        expect_touched(tables->at[k].name, &tree, &seen, NULL, RODS, 30, &want);
    }
    tree_free(&tree);
}

// --- memory, work and errors ---

// Trees, capsules, filters and answers at guard pages.
Test(tree_capsules, guard_pages) {
    enum { ROOM = 9 };
    static struct mesh mesh;
    static struct rods rods;
    const struct test_tables *const tables = test_tables();
    mesh_make(&mesh, MESH_BALL, 3);
    mesh.triangles = 46;
    rods_make(&rods, &mesh, 3);
    struct tree made = aabb_tree_of(&mesh, NULL);
    for (enum guard guard = 0; guard < GUARDS; guard++) {
        struct guarded tree = guarded_alloc(made.bytes, guard, UNTOUCHED), row[ROD_FLOATS];
        struct guarded skip = guarded_alloc(4 * RODS, guard, 0xff);
        struct guarded out = guarded_alloc(ROOM * sizeof(lbx_pair), guard, UNTOUCHED);
        memcpy(tree.at, made.at, made.bytes);
        lbx_capsules view = {.count = RODS};
        for (int k = 0; k < ROD_FLOATS; k++) {
            row[k] = guarded_alloc(4 * RODS, guard, UNTOUCHED);
            memcpy(row[k].at, rods.at[k], 4 * RODS);
            const float *const at = (const float *)(const void *)row[k].at;
            if (k < 3) view.start[k] = at;
            if (k >= 3 && k < 6) view.end[k - 3] = at;
            if (k == 6) view.radius = at;
        }
        const lbx_ray_filter filter = {NULL, (const uint32_t *)(const void *)skip.at, 0};
        for (size_t t = 0; t < tables->count; t++) {
            table_use(&tables->at[t]);
            lbx_ray_cursor cursor = {0};
            size_t count = 0;
            const ptrdiff_t all =
                lbx_aabb_tree_capsules(tree.at, &view, &filter, RODS, 0, &cursor, NULL, 0);
            for (ptrdiff_t some = ROOM; some == ROOM; count += (size_t)some) {
                some = lbx_aabb_tree_capsules(tree.at, &view, &filter, RODS, 0, &cursor,
                                              (lbx_pair *)(void *)out.at, ROOM);
                expect(some >= 0 && guarded_intact(&out, UNTOUCHED), "%td", some);
            }
            expect(all > 100 && count == (size_t)all, "%zu of %td", count, all);
        }
        for (int k = 0; k < ROD_FLOATS; k++) guarded_free(&row[k]);
        guarded_free(&tree);
        guarded_free(&skip);
        guarded_free(&out);
    }
    tree_free(&made);
}

// A tree of as many levels as there may be.
Test(tree_capsules, many_levels) {
    enum { CHAIN = 400 };
    static float corner[CHAIN][9];
    static uint32_t count[2 * CHAIN - 1], first[2 * CHAIN - 1];
    static lbx_pair out[CHAIN];
    for (uint32_t i = 0; i < CHAIN; i++) {
        for (int k = 0; k < 9; k++) corner[i][k] = (float)i + (float)(k * 7 % 9) / 16;
        if (i + 1 == CHAIN) break;
        first[2 * i] = 2 * i + 1; // node 2 i is one triangle and the rest
        count[2 * i + 1] = 1;
        first[2 * i + 1] = i;
    }
    count[2 * CHAIN - 2] = 1;
    first[2 * CHAIN - 2] = CHAIN - 1;
    const lbx_tree_nodes nodes = {
        .count = count, .first = first, .node_count = 2 * CHAIN - 1, .width = 2};
    const lbx_mesh mesh = lbx_mesh_of(corner[0], 3 * CHAIN, 3 * sizeof(float), NULL, CHAIN);
    void *const scratch = malloc(lbx_aabb_tree_convert_scratch_bytes(&mesh, &nodes));
    struct tree tree = {malloc(lbx_aabb_tree_bytes(&mesh)), 0};
    expect(scratch && tree.at &&
               lbx_aabb_tree_convert(&mesh, &nodes, NULL, tree.at, lbx_aabb_tree_bytes(&mesh),
                                     scratch) > 0,
           "converted");
    free(scratch);
    static const float at[7] = {-5, -5, -5, CHAIN, CHAIN, CHAIN, 2};
    const lbx_capsules view = lbx_capsules_of(at, at + 3, at + 6, 1, 0);
    const struct test_tables *const tables = test_tables();
    for (size_t t = 0; t < tables->count; t++) {
        table_use(&tables->at[t]);
        lbx_ray_cursor cursor = {0};
        size_t given = 0;
        for (size_t room = 1 + t % 3; given < CHAIN; given += room) {
            if (room > CHAIN - given) room = CHAIN - given;
            expect(lbx_aabb_tree_capsules(tree.at, &view, NULL, 1, 0, &cursor, out + given, room) ==
                       (ptrdiff_t)room,
                   "%s: %zu", tables->at[t].name, given);
        }
        sort_touched(out, CHAIN);
        for (uint32_t i = 0; i < CHAIN; i++) expect(out[i].b == i, "%u", out[i].b);
    }
    tree_free(&tree);
}

// A capsule looks at what is around it: a short one at few boxes, and a long one that no triangle
// is near, across the box of all, at few more.
Test(tree_capsules, work) {
    static float corner[HILLS][9];
    static const float at[][7] = {{.5f, .5f, 0, .5f, .5f, .01f, .01f},    // on the ground
                                  {.5f, .5f, 2, .5f, .5f, 3, .5f},        // above it
                                  {-1, -.9f, -1.2f, 2, 2.1f, 1.9f, .01f}, // crosses it once
                                  {-1, -1, -1, 2, 2, 2, 5}};              // around all
    struct tree tree = make_hills(corner, 3);
    uint64_t work[4];
    for (size_t i = 0; i < 4; i++) {
        const lbx_capsules view = lbx_capsules_of(at[i], at[i] + 3, at[i] + 6, 1, 0);
        table_use(&table_comparing);
        compared = compared_less = 0;
        lbx_ray_cursor cursor = {0};
        const ptrdiff_t found =
            lbx_aabb_tree_capsules(tree.at, &view, NULL, 1, 0, &cursor, NULL, 0);
        expect(i == 3   ? found == HILLS
               : i == 1 ? found == 0
                        : found > 0 && found < 20,
               "%zu: %td", i, found);
        work[i] = compared + compared_less;
    }
    expect(work[0] * 12 < work[3] && work[1] * 100 < work[3] && work[2] * 12 < work[3],
           "%llu, %llu, %llu of %llu comparisons", (unsigned long long)work[0],
           (unsigned long long)work[1], (unsigned long long)work[2], (unsigned long long)work[3]);
    tree_free(&tree);
}

Test(tree_capsules, errors) {
    static double nothing[100];
    struct tree t = known_tree();
    static const float at[2][7] = {{3, 1, 2, 3, 1, 2, 2}, {9, 9, 9, 9, 9, 9, 0}};
    static const uint32_t skip[2];
    const lbx_ray_filter crooked = {NULL, skip, 6};
    char *const odd = (char *)t.at + 4;
    lbx_capsules view = lbx_capsules_of(at[0], at[0] + 3, at[0] + 6, 2, sizeof *at);
    lbx_ray_cursor cursor = {0};
    lbx_pair out = {77, 77};
#define CAPSULES(tree, view, filter, n, flags, cursor, room)                                       \
    lbx_aabb_tree_capsules(tree, view, filter, n, flags, cursor, &out, room)
    expect(CAPSULES(t.at, &view, NULL, 2, 0, NULL, 1) == LBX_ERROR_NULL &&
               CAPSULES(t.at, NULL, NULL, 2, 0, &cursor, 1) == LBX_ERROR_NULL &&
               CAPSULES(NULL, &view, NULL, 2, 0, &cursor, 1) == LBX_ERROR_NULL,
           "nothing");
    expect(CAPSULES(t.at, &view, NULL, 2, 8, &cursor, 1) == LBX_ERROR_FLAGS &&
               CAPSULES(t.at, &view, NULL, 2, LBX_COHERENT, &cursor, 1) == LBX_ERROR_FLAGS,
           "flags");
    expect(CAPSULES(odd, &view, NULL, 2, 0, &cursor, 1) == LBX_ERROR_STRIDE &&
               CAPSULES(t.at, &view, &crooked, 2, 0, &cursor, 1) == LBX_ERROR_STRIDE,
           "not aligned");
    expect(CAPSULES(nothing, &view, NULL, 2, 0, &cursor, 1) == LBX_ERROR_TREE, "no tree");
    expect(CAPSULES(t.at, &view, NULL, 3, 0, &cursor, 1) == LBX_ERROR_COUNT &&
               CAPSULES(t.at, &view, NULL, 2, 0, &cursor, 0) == LBX_ERROR_COUNT,
           "capsules, room");
    if (SIZE_MAX > UINT32_MAX) {
        lbx_capsules many = view;
        many.count = SIZE_MAX;
        many.pick = lbx_one(0);
        expect(CAPSULES(t.at, &many, NULL, SIZE_MAX, 0, &cursor, 1) == LBX_ERROR_COUNT &&
                   CAPSULES(t.at, &many, NULL, UINT32_MAX + (size_t)1, 0, &cursor, 1) ==
                       LBX_ERROR_COUNT,
               "2^32");
    }
    view.radius = NULL;
    expect(CAPSULES(t.at, &view, NULL, 2, 0, &cursor, 1) == LBX_ERROR_NULL, "no radius");
    view.radius = at[0] + 6;
    view.stride = 6;
    expect(CAPSULES(t.at, &view, NULL, 2, 0, &cursor, 1) == LBX_ERROR_STRIDE, "a stride");
    view.stride = sizeof *at;
    expect(CAPSULES(t.at, NULL, NULL, 0, 0, &cursor, 1) == 0, "no capsules");
    expect(out.a == 77 && out.b == 77 && cursor.ray == 0, "an error wrote answers");
    expect(CAPSULES(t.at, &view, NULL, 2, 0, &cursor, 1) == 1 && out.a == 0 && out.b == 0, "%u, %u",
           out.a, out.b);
    expect(CAPSULES(t.at, &view, NULL, 2, 0, &cursor, 1) == 1 && out.a == 1 && out.b == 3, "%u, %u",
           out.a, out.b);
    expect(CAPSULES(t.at, &view, NULL, 2, 0, &cursor, 1) == 0, "no more");
    tree_free(&t);
}
