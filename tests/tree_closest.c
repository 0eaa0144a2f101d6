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
#include "lanes/comparing.h"
#include "mesh_points.h"
#include "tables.h"
#include "trees/aabb_tree.h"
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
        for (uint64_t seed = 1; seed <= (tests_are_sampled() ? 2 : 8); seed++) {
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
    expect(found > 6000 && all > found, "%zu points found, %zu triangles", found, all);
}

// The two triangles of a square, one above them, and one that is a point.
static const float known_corners[12][3] = {{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 0, 0},
                                           {4, 4, 0}, {0, 4, 0}, {0, 0, 8}, {4, 0, 8},
                                           {4, 4, 8}, {9, 9, 9}, {9, 9, 9}, {9, 9, 9}};

static struct tree known_tree(void) {
    const lbx_mesh mesh = lbx_mesh_of(known_corners[0], 12, sizeof *known_corners, NULL, 4);
    return aabb_tree_of_view(&mesh, NULL);
}

Test(tree_closest, known_answers) {
    static const struct known {
        float at[3], reach;
        uint32_t id;
        float distance, u, v;
        uint32_t feature;
    } known[] = {
        {{3, 1, 2}, INFINITY, 0, 2, .5f, .25f, LBX_FACE},
        {{3, 1, 2}, 2, 0, 2, .5f, .25f, LBX_FACE}, // reach is closed
        {{3, 1, 2}, 1.9999999f, LBX_NO_TRIANGLE, INFINITY, 0, 0, 0},
        {{1, 3, -1}, INFINITY, 1, 1, .25f, .5f, LBX_FACE},
        {{2, 2, 1}, INFINITY, 0, 1, 0, .5f, LBX_FACE},  // of both: the lower number
        {{2, -3, 4}, INFINITY, 0, 5, .5f, 0, LBX_EDGE}, // as far from 2: the lower number
        {{2, -3, 4.5f}, INFINITY, 2, 0, .5f, 0, LBX_EDGE},
        {{-3, -4, 0}, INFINITY, 0, 5, 0, 0, LBX_VERTEX},
        {{7, 0, -4}, INFINITY, 0, 5, 1, 0, LBX_VERTEX + 1},
        {{9, 9, 9}, 0, 3, 0, 0, 0, LBX_VERTEX},
        {{9, 9, 9}, -0.0f, 3, 0, 0, 0, LBX_VERTEX},
        {{9, 9, 10}, INFINITY, 3, 1, 0, 0, LBX_VERTEX},
        {{9, 9, 9}, -1, LBX_NO_TRIANGLE, INFINITY, 0, 0, 0},
        {{9, 9, 9}, NAN, LBX_NO_TRIANGLE, INFINITY, 0, 0, 0},
        {{NAN, 0, 0}, INFINITY, LBX_NO_TRIANGLE, INFINITY, 0, 0, 0},
        {{0, INFINITY, 0}, INFINITY, LBX_NO_TRIANGLE, INFINITY, 0, 0, 0},
        {{0, 0, -INFINITY}, INFINITY, LBX_NO_TRIANGLE, INFINITY, 0, 0, 0},
        {{0, 0, -0x1p63f}, INFINITY, 0, 0x1p63f, 0, 0, LBX_FACE},
        {{0, 0, -0x1.000002p63f}, INFINITY, LBX_NO_TRIANGLE, INFINITY, 0, 0, 0},
        {{0, 0, -0x1p127f}, INFINITY, LBX_NO_TRIANGLE, INFINITY, 0, 0, 0},
    };
    enum { N = sizeof known / sizeof *known };
    const struct test_tables *const tables = test_tables();
    struct tree tree = known_tree();
    for (size_t t = 0; t < tables->count; t++) {
        table_use(&tables->at[t]);
        uint64_t scratch[LBX_TRACE_SCRATCH_LEAST / 8];
        for (size_t i = 0; i < N; i++) {
            const struct known *const k = &known[i];
            const lbx_points point = lbx_points_of(k->at, 1, 0);
            uint32_t id = 77, feature = 77;
            float distance = 77, u = 77, v = 77;
            const lbx_closest_out out = {&id, &distance, &u, &v, &feature};
            const ptrdiff_t found = lbx_aabb_tree_closest(tree.at, &point, &k->reach, NULL, 1, 0,
                                                          &out, scratch, sizeof scratch);
            const float off = fabsf(distance - (k->id == 2 ? 4.6097722f : k->distance));
            expect(found == (k->id != LBX_NO_TRIANGLE) && id == k->id && feature == k->feature &&
                       u == k->u && v == k->v && (off < 1e-6f || distance == k->distance),
                   "%s, %zu: %td found, triangle %u at %a, %a, %a, %u", tables->at[t].name, i,
                   found, id, (double)distance, (double)u, (double)v, feature);
            lbx_ray_cursor cursor = {0};
            lbx_near_hit hits[4];
            const float reach = k->distance;
            const ptrdiff_t around =
                lbx_aabb_tree_around(tree.at, &point, &reach, NULL, 1, 0, &cursor, hits, 4);
            expect(around >= (k->id != LBX_NO_TRIANGLE && k->id != 2), "%zu: %td around", i,
                   around);
        }
    }
    tree_free(&tree);
}

// --- hills: more triangles, whose trees have more levels ---

enum { SIDE = 40, HILLS = 2 * SIDE * SIDE };

// Hills of 2 SIDE^2 triangles in a square of side 1, which is at `from`.
static void make_hills(float corner[HILLS][9], uint64_t seed, double from) {
    for (size_t i = 0; i < HILLS; i++) {
        for (size_t v = 0; v < 3; v++) {
            const size_t shift = i % 2 ? 3 - v : v; // corners 0 1 2 and 3 2 1 of each cell
            const size_t x = i / 2 / SIDE + shift % 2, y = i / 2 % SIDE + shift / 2;
            struct random r = random_of(seed, x * (SIDE + 1) + y);
            corner[i][3 * v] = (float)(from + (double)x / SIDE);
            corner[i][3 * v + 1] = (float)(from + (double)y / SIDE);
            corner[i][3 * v + 2] = (float)(from + random_between(&r, -.03, .03));
        }
    }
}

static struct tree tree_of_corners(float (*corner)[9], size_t n) {
    const lbx_mesh mesh = lbx_mesh_of(corner[0], 3 * n, 3 * sizeof(float), NULL, n);
    return aabb_tree_of_view(&mesh, NULL);
}

// Points in the box of the hills, close together, near their surface, far away, or of all kinds.
static void make_hill_points(float (*at)[3], size_t n, uint64_t seed, double from) {
    struct random r = random_of(seed, 40);
    const unsigned kind = (unsigned)(seed % 5);
    const double middle = random_unit(&r);
    for (size_t i = 0; i < n; i++) {
        const unsigned one = kind < 4 ? kind : random_below(&r, 4);
        const double scale = one == 0 ? 1.2 : one == 1 ? .05 : one == 2 ? 1 : 30;
        for (int c = 0; c < 3; c++) {
            const double x = scale * random_between(&r, -.5, .5);
            const double flat = c == 2 && one == 2 ? x * .04 : x;
            at[i][c] = (float)(from + (c < 2 ? (one == 1 ? middle : .5) : 0) + flat);
        }
    }
}

// The nearest triangle among all.
static uint32_t nearest_by_all(float (*corner)[9], size_t n, const float point[3], float *square) {
    uint32_t best = 0;
    *square = INFINITY;
    for (size_t k = 0; k < n; k++) {
        const float own = square_beside(corner[k], point);
        if (!(own < *square)) continue;
        *square = own;
        best = (uint32_t)k;
    }
    return best;
}

// Answers of many points, in guarded memory's stead followed by a mark.
struct answers {
    uint32_t *id, *feature;
    float *distance, *u, *v;
};

static struct answers answers_for(size_t n) {
    struct answers a = {malloc(4 * n + 4), malloc(4 * n + 4), malloc(4 * n + 4), malloc(4 * n + 4),
                        malloc(4 * n + 4)};
    void *const arrays[] = {a.id, a.feature, a.distance, a.u, a.v};
    for (int k = 0; k < 5; k++) {
        expect(arrays[k], "no memory");
        memset(arrays[k], UNTOUCHED, 4 * n + 4);
    }
    return a;
}

static void free_answers(struct answers *a) {
    free(a->id), free(a->feature), free(a->distance), free(a->u), free(a->v);
}

static void ask(const struct tree *tree, const lbx_points *view, size_t n, size_t bytes,
                const struct answers *a) {
    uint64_t *const scratch = malloc(bytes);
    const lbx_closest_out out = {a->id, a->distance, a->u, a->v, a->feature};
    const ptrdiff_t found =
        lbx_aabb_tree_closest(tree->at, view, NULL, NULL, n, 0, &out, scratch, bytes);
    expect(found == (ptrdiff_t)n, "%td of %zu", found, n);
    expect(!upper_halves_in_use(), "upper halves are in use");
    free(scratch);
}

static bool same_answers(const struct answers *a, const struct answers *b, size_t n) {
    return memcmp(a->id, b->id, 4 * n) == 0 && memcmp(a->feature, b->feature, 4 * n) == 0 &&
           memcmp(a->distance, b->distance, 4 * n) == 0 && memcmp(a->u, b->u, 4 * n) == 0 &&
           memcmp(a->v, b->v, 4 * n) == 0;
}

// Whatever the windows, the spans, the points beside it and the instruction set, a point gets the
// answer that it gets alone, and this is that of every triangle.
Test(tree_closest, windows) {
    enum { N = 9000, JUDGED = 40 };
    static float corner[HILLS][9], at[N][3];
    static const size_t sizes[] = {N, 4097, 4096, 1000, 130, 65, 64, 17};
    const struct test_tables *const tables = test_tables();
    const bool sampled = tests_are_sampled();
    for (uint64_t seed = 1; seed <= (sampled ? 5 : 20); seed++) {
        const double from = seed % 4 == 3 ? 1000 : 0;
        make_hills(corner, seed, from);
        make_hill_points(at, N, seed, from);
        struct tree tree = tree_of_corners(corner, HILLS);
        struct answers alone = answers_for(N), got = answers_for(N);
        table_use(&tables->at[tables->count > 2 ? 2 : 0]);
        for (size_t i = 0; i < N; i++) {
            const struct answers one = {alone.id + i, alone.feature + i, alone.distance + i,
                                        alone.u + i, alone.v + i};
            const lbx_points view = lbx_points_of(at[i], 1, 0);
            ask(&tree, &view, 1, LBX_TRACE_SCRATCH_LEAST, &one);
        }
        for (size_t k = 0; k < JUDGED; k++) {
            const size_t i = k * N / JUDGED;
            float square;
            const uint32_t best = nearest_by_all(corner, HILLS, at[i], &square);
            expect(alone.id[i] == best && alone.distance[i] == sqrtf(square),
                   "seed %llu, point %zu: %u at %a, not %u at %a", (unsigned long long)seed, i,
                   alone.id[i], (double)alone.distance[i], best, (double)sqrtf(square));
        }
        for (size_t t = 0; t < tables->count; t++) {
            table_use(&tables->at[t]);
            for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
                if ((sampled || tables->at[t].emulated) && s % 4 != (t + seed) % 4) continue;
                const size_t n = sizes[s];
                const size_t bytes = s % 3 == 0 ? LBX_TRACE_SCRATCH
                                     : s % 3 == 1
                                         ? LBX_TRACE_SCRATCH_LEAST
                                         : 8 * (1024 + random_below(&(struct random){s}, 9000));
                const lbx_points view = lbx_points_of(at[0], n, sizeof *at);
                ask(&tree, &view, n, bytes, &got);
                expect(same_answers(&got, &alone, n), "%s, seed %llu: %zu points, %zu bytes",
                       tables->at[t].name, (unsigned long long)seed, n, bytes);
            }
        }
        free_answers(&alone);
        free_answers(&got);
        tree_free(&tree);
    }
}

// Each number of points up to where streams are whole, and what is behind is left as it was.
Test(tree_closest, every_number) {
    enum { N = 68 };
    static float corner[HILLS][9], at[N][3];
    const struct test_tables *const tables = test_tables();
    make_hills(corner, 9, 0);
    make_hill_points(at, N, 2, 0);
    struct tree tree = tree_of_corners(corner, HILLS);
    struct answers want = answers_for(N);
    const lbx_points view = lbx_points_of(at[0], N, sizeof *at);
    table_use(&tables->at[0]);
    ask(&tree, &view, N, LBX_TRACE_SCRATCH, &want);
    for (size_t t = 0; t < tables->count; t++) {
        table_use(&tables->at[t]);
        for (size_t n = 0; n < N; n++) {
            static const unsigned char mark[4] = {UNTOUCHED, UNTOUCHED, UNTOUCHED, UNTOUCHED};
            struct answers got = answers_for(N);
            ask(&tree, &view, n, n % 2 ? LBX_TRACE_SCRATCH : LBX_TRACE_SCRATCH_LEAST, &got);
            const void *const behind[] = {got.id + n, got.feature + n, got.distance + n, got.u + n,
                                          got.v + n};
            expect(same_answers(&got, &want, n), "%s: %zu points", tables->at[t].name, n);
            for (int k = 0; k < 5; k++)
                expect(memcmp(behind[k], mark, 4) == 0, "%s: behind %zu", tables->at[t].name, n);
            free_answers(&got);
        }
    }
    free_answers(&want);
    tree_free(&tree);
}

// --- what pads are for ---

// The nearest of some triangles that are all about as far from a point, in leaves of eight copies
// of one each, so that boxes are as near as their triangles.
enum { SITES = 64, COPIES = 8, SITED = SITES * COPIES };

static void expect_sites(const char *what, float (*corner)[9], float (*at)[3], size_t n) {
    const struct test_tables *const tables = test_tables();
    struct tree tree = tree_of_corners(corner, SITED);
    struct answers got = answers_for(n);
    const lbx_points view = lbx_points_of(at[0], n, sizeof *at);
    for (size_t t = 0; t < tables->count; t++) {
        table_use(&tables->at[t]);
        ask(&tree, &view, n, LBX_TRACE_SCRATCH, &got);
        for (size_t i = 0; i < n; i++) {
            float square;
            const uint32_t best = nearest_by_all(corner, SITED, at[i], &square);
            expect(got.id[i] == best, "%s, %s, point %zu: triangle %u, not %u at %a", what,
                   tables->at[t].name, i, got.id[i], best, (double)sqrtf(square));
        }
    }
    free_answers(&got);
    tree_free(&tree);
}

// Specks around points, all as far but for rounding: nothing but this says which one is nearest.
// They are so small that their boxes are not inflated, or that leaves are told by planes.
Test(tree_closest, specks_all_around) {
    enum { N = 24 };
    static float corner[SITED][9], at[N][3];
    for (uint64_t seed = 1; seed <= (tests_are_sampled() ? 24 : 200); seed++) {
        struct random r = random_of(seed, 41);
        // the squares of these lengths are normal, or hardly anything
        const double unit = seed % 3 == 0 ? 0x1p-71 : seed % 3 == 1 ? 0x1p20 : 1;
        const double size = random_scale(&r, -22, seed % 2 ? -10 : -3),
                     far = random_scale(&r, -3, 2);
        for (size_t s = 0; s < SITES; s++) {
            double way[3], length = 0;
            for (int c = 0; c < 3; c++) {
                way[c] = random_between(&r, -1, 1);
                length += way[c] * way[c];
            }
            float one[9];
            for (int k = 0; k < 9; k++) {
                const double off = k < 3 ? 0 : size * random_between(&r, -1, 1);
                one[k] = (float)(unit * (1 + far * way[k % 3] / sqrt(length) + off));
            }
            for (size_t k = 0; k < COPIES; k++) memcpy(corner[s * COPIES + k], one, sizeof one);
        }
        for (size_t i = 0; i < N; i++) {
            const double beside = i < N / 2 ? 0 : 0x1p-20;
            for (int c = 0; c < 3; c++)
                at[i][c] = (float)(unit * (1 + beside * random_between(&r, -1, 1)));
        }
        expect_sites("specks", corner, at, N);
    }
}

// Needles that begin at the same distance from a point and go away from it, far beyond.
Test(tree_closest, needles_that_go_away) {
    enum { N = 12 };
    static float corner[SITED][9], at[N][3];
    for (uint64_t seed = 1; seed <= (tests_are_sampled() ? 24 : 200); seed++) {
        struct random r = random_of(seed, 43);
        const double length = random_scale(&r, 4, 18);
        for (size_t s = 0; s < SITES; s++) {
            double way[3], square = 0;
            float one[9];
            for (int c = 0; c < 3; c++) {
                way[c] = random_between(&r, -1, 1);
                square += way[c] * way[c];
            }
            for (int k = 0; k < 9; k++) {
                const double by = k < 3 ? length : k < 6 ? 1 : 1.5;
                one[k] = (float)(by * way[k % 3] / sqrt(square));
            }
            for (size_t k = 0; k < COPIES; k++) memcpy(corner[s * COPIES + k], one, sizeof one);
        }
        memset(at, 0, sizeof at);
        expect_sites("needles", corner, at, N);
    }
}

// --- filters, views, points of any kind ---

// Masks, triangles that points skip, both in one array, and a filter that excludes nothing. A point
// skips its nearest triangle, so that the next one is found.
Test(tree_closest, filters) {
    static struct mesh mesh;
    static struct points points;
    static struct nearest_found want;
    static uint32_t masks[MESH_TRIANGLES_MAX], entry[POINTS][3], dense[POINTS];
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
        points_make(&points, &mesh, seed);
        for (size_t k = 0; k < mesh.triangles; k++) masks[k] = random_below(&r, 8);
        const lbx_aabb_tree_options options = {.masks = masks};
        struct tree tree = aabb_tree_of(&mesh, &options);
        const lbx_points view = points_view(&points);
        for (unsigned f = 0; f < 5; f++) {
            for (unsigned by_reach = 0; by_reach < 2; by_reach++) {
                table_use(&tables->at[0]);
                ask_for_nearest(&mesh, &points, by_reach, masks, &filter[f], &want);
                found[f] += want.count;
                for (size_t t = 0; t < tables->count; t++) {
                    table_use(&tables->at[t]);
                    const char *const name = tables->at[t].name;
                    const float *const reach = by_reach ? points.reach : NULL;
                    expect_closest(name, &tree, &view, reach, &filter[f], POINTS, 0,
                                   LBX_TRACE_SCRATCH, &want);
                    expect_closest(name, &tree, &view, reach, &filter[f], 5, 0, LBX_TRACE_SCRATCH,
                                   &want);
                    if (by_reach)
                        expect_around(name, &tree, &view, reach, &filter[f], POINTS, 5, &want);
                }
            }
            for (size_t i = 0; f == 0 && i < POINTS; i++) {
                entry[i][0] = dense[i] = random_below(&r, 8);
                entry[i][1] = want.triangle[i];
            }
        }
        // no filter at all: triangles whose masks are 0 do not count
        ask_for_nearest(&mesh, &points, false, masks, NULL, &want);
        expect_closest("no filter", &tree, &view, NULL, NULL, POINTS, 0, LBX_TRACE_SCRATCH, &want);
        tree_free(&tree);
    }
    expect(found[0] > found[1] && found[0] > found[2] && found[1] > found[3] &&
               found[2] > found[3] && found[4] == found[1],
           "%zu, %zu, %zu, %zu, %zu triangles", found[0], found[1], found[2], found[3], found[4]);
}

// Structures, lists, one point for all, and reaches that go by the item.
Test(tree_closest, views) {
    enum { STEP = 5 };
    static struct mesh mesh;
    static struct points points, listed;
    static struct nearest_found want;
    static float structures[POINTS][STEP];
    uint32_t list[POINTS];
    struct random r = random_of(1, 9);
    mesh_make(&mesh, MESH_BALL, 3);
    points_make(&points, &mesh, 3);
    listed = points;
    struct tree tree = aabb_tree_of(&mesh, NULL);
    for (size_t i = 0; i < POINTS; i++) {
        list[i] = random_below(&r, POINTS);
        for (size_t c = 0; c < 3; c++) {
            structures[i][c] = points.at[c][i];
            listed.at[c][i] = points.at[c][list[i]];
        }
    }
    lbx_points view = lbx_points_of(structures[0], POINTS, sizeof *structures);
    ask_for_nearest(&mesh, &points, true, NULL, NULL, &want);
    expect_closest("structures", &tree, &view, points.reach, NULL, POINTS, 0, LBX_TRACE_SCRATCH,
                   &want);
    view.pick = lbx_indexed(list, POINTS);
    ask_for_nearest(&mesh, &listed, true, NULL, NULL, &want);
    expect_closest("a list", &tree, &view, points.reach, NULL, POINTS, 0, LBX_TRACE_SCRATCH, &want);
    expect_around("a list", &tree, &view, points.reach, NULL, POINTS, 9, &want);
    for (size_t i = 0; i < POINTS; i++) {
        for (size_t c = 0; c < 3; c++) listed.at[c][i] = points.at[c][7];
    }
    view.pick = lbx_one(7);
    ask_for_nearest(&mesh, &listed, true, NULL, NULL, &want);
    expect_closest("one point", &tree, &view, points.reach, NULL, POINTS, 0, LBX_TRACE_SCRATCH,
                   &want);
    tree_free(&tree);
}

// A point may hold any float: this harms no other.
Test(tree_closest, hostile_points) {
    static struct mesh mesh;
    static struct points points;
    static struct nearest_found want;
    const struct test_tables *const tables = test_tables();
    mesh_make(&mesh, MESH_BALL, 2);
    struct tree tree = aabb_tree_of(&mesh, NULL);
    for (uint64_t seed = 1; seed <= (tests_are_sampled() ? 4 : 20); seed++) {
        struct random r = random_of(seed, 10);
        points_make(&points, &mesh, seed);
        for (size_t i = 0; i < POINTS; i++) {
            if (seed % 2 || random_chance(&r, 20))
                points.at[random_below(&r, 3)][i] = random_hostile(&r);
        }
        const lbx_points view = points_view(&points);
        table_use(&tables->at[0]);
        ask_for_nearest(&mesh, &points, seed % 4 < 2, NULL, NULL, &want);
        for (size_t t = 0; t < tables->count; t++) {
            table_use(&tables->at[t]);
            const float *const reach = seed % 4 < 2 ? points.reach : NULL;
            expect_closest(tables->at[t].name, &tree, &view, reach, NULL, POINTS, 0,
                           LBX_TRACE_SCRATCH, &want);
        }
    }
    tree_free(&tree);
}

// Marks of nodes for rays, and new vertices, change nothing.
Test(tree_closest, marked_and_refitted) {
    static struct mesh mesh;
    static struct points points;
    static struct nearest_found want;
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
    points_make(&points, &mesh, 4);
    const lbx_points seen = points_view(&points);
    table_use(&tables->at[0]);
    ask_for_nearest(&mesh, &points, true, NULL, NULL, &want);
    for (size_t k = 0; k < tables->count; k++) {
        table_use(&tables->at[k]);
        expect_closest(tables->at[k].name, &tree, &seen, points.reach, NULL, POINTS, 0,
                       LBX_TRACE_SCRATCH, &want);
        expect_around(tables->at[k].name, &tree, &seen, points.reach, NULL, POINTS, 3, &want);
    }
    tree_free(&tree);
}

// --- around ---

// Each room gives the same triangles in the same order, however often a search goes on.
Test(tree_closest, every_cursor) {
    enum { N = 40, ROOM = 4000 };
    static float corner[HILLS][9], at[N][3], reach[N];
    static lbx_near_hit want[ROOM], got[ROOM + 64];
    const struct test_tables *const tables = test_tables();
    make_hills(corner, 5, 0);
    make_hill_points(at, N, 2, 0);
    for (size_t i = 0; i < N; i++) reach[i] = i % 5 ? .01f * (float)(i % 8) : 0;
    struct tree tree = tree_of_corners(corner, HILLS);
    const lbx_points view = lbx_points_of(at[0], N, sizeof *at);
    for (size_t t = 0; t < tables->count; t++) {
        table_use(&tables->at[t]);
        lbx_ray_cursor cursor = {0};
        lbx_near_hit *const all = t ? got : want;
        const ptrdiff_t count =
            lbx_aabb_tree_around(tree.at, &view, reach, NULL, N, 0, &cursor, all, ROOM);
        expect(count > 400 && count < ROOM && cursor.ray == N, "%td", count);
        expect(memcmp(all, want, (size_t)count * sizeof *want) == 0, "%s: others",
               tables->at[t].name);
        for (size_t room = 1; room < 40; room += t ? 13 : 1) {
            size_t given = 0;
            cursor = (lbx_ray_cursor){0};
            for (size_t some = room; some == room; given += some) {
                lbx_ray_cursor rest = cursor;
                some = (size_t)lbx_aabb_tree_around(tree.at, &view, reach, NULL, N, 0, &cursor,
                                                    got + given, room);
                expect(some <= room && given + some <= (size_t)count, "%zu", some);
                if (given % 50 != 0) continue;
                expect(lbx_aabb_tree_around(tree.at, &view, reach, NULL, N, 0, &rest, NULL, 0) ==
                           count - (ptrdiff_t)given,
                       "%zu given: not as many left", given);
            }
            expect(given == (size_t)count && memcmp(got, want, given * sizeof *want) == 0,
                   "%s, room for %zu: other triangles", tables->at[t].name, room);
        }
    }
    tree_free(&tree);
}

// Whatever the cursor says, what is found is near.
Test(tree_closest, made_up_cursors) {
    enum { N = 40 };
    static float corner[HILLS][9], at[N][3], reach[N];
    lbx_near_hit out[20];
    make_hills(corner, 5, 0);
    make_hill_points(at, N, 2, 0);
    for (size_t i = 0; i < N; i++) reach[i] = .05f;
    struct tree tree = tree_of_corners(corner, HILLS);
    const lbx_points view = lbx_points_of(at[0], N, sizeof *at);
    size_t all = 0;
    for (uint64_t i = 0; i < 2000; i++) {
        struct random r = random_of(i, 5);
        lbx_ray_cursor cursor = {.ray = random_below(&r, N + N / 8)};
        uint32_t *const fields[] = {&cursor.node, &cursor.leaf, &cursor.given};
        for (int k = 0; k < 3; k++)
            *fields[k] = random_chance(&r, 4) ? (uint32_t)random_bits(&r) : random_below(&r, 90);
        const size_t room = 1 + random_below(&r, 20);
        const ptrdiff_t found =
            lbx_aabb_tree_around(tree.at, &view, reach, NULL, N, 0, &cursor, out, room);
        expect(found >= 0 && (size_t)found <= room, "%td", found);
        for (ptrdiff_t k = 0; k < found; k++)
            expect(out[k].point < N && out[k].triangle < HILLS && out[k].distance <= .05f &&
                       out[k].distance ==
                           sqrtf(square_beside(corner[out[k].triangle], at[out[k].point])),
                   "%td", k);
        all += (size_t)found;
    }
    expect(all > 1000, "%zu", all);
    tree_free(&tree);
}

// --- memory and errors ---

#define FLOATS_IN(k) ((float *)(void *)row[k].at)
#define WORDS_IN(k) ((uint32_t *)(void *)row[k].at)

// Trees, scratch, points, reaches, filters and answers at guard pages.
Test(tree_closest, guard_pages) {
    enum { N = 77, ROWS = 10, ROOM = 9 };
    static struct mesh mesh;
    static struct points points;
    const struct test_tables *const tables = test_tables();
    mesh_make(&mesh, MESH_BALL, 3);
    mesh.triangles = 46;
    points_make(&points, &mesh, 3);
    struct tree made = aabb_tree_of(&mesh, NULL);
    for (enum guard guard = 0; guard < GUARDS; guard++) {
        struct guarded tree = guarded_alloc(made.bytes, guard, UNTOUCHED), row[ROWS];
        memcpy(tree.at, made.at, made.bytes);
        for (int k = 0; k < ROWS; k++) row[k] = guarded_alloc(4 * N, guard, UNTOUCHED);
        for (int c = 0; c < 3; c++) memcpy(row[c].at, points.at[c], 4 * N);
        for (int i = 0; i < N; i++) {
            FLOATS_IN(3)[i] = INFINITY;
            WORDS_IN(4)[i] = LBX_NO_TRIANGLE;
        }
        const lbx_points view = {.position = {FLOATS_IN(0), FLOATS_IN(1), FLOATS_IN(2)},
                                 .count = N};
        const lbx_ray_filter filter = {NULL, WORDS_IN(4), 0};
        const lbx_closest_out out = {WORDS_IN(5), FLOATS_IN(6), FLOATS_IN(7), FLOATS_IN(8),
                                     WORDS_IN(9)};
        for (size_t t = 0; t < tables->count; t++) {
            table_use(&tables->at[t]);
            struct guarded scratch = guarded_alloc(LBX_TRACE_SCRATCH_LEAST, guard, UNTOUCHED);
            const ptrdiff_t found =
                lbx_aabb_tree_closest(tree.at, &view, FLOATS_IN(3), &filter, N, 0, &out, scratch.at,
                                      LBX_TRACE_SCRATCH_LEAST);
            expect(found == N && guarded_intact(&scratch, UNTOUCHED), "%td", found);
            for (int k = 0; k < ROWS; k++)
                expect(guarded_intact(&row[k], UNTOUCHED), "wrote beyond row %d", k);
            guarded_free(&scratch);
            struct guarded hits = guarded_alloc(ROOM * sizeof(lbx_near_hit), guard, UNTOUCHED);
            lbx_ray_cursor cursor = {0};
            expect(lbx_aabb_tree_around(tree.at, &view, FLOATS_IN(3), &filter, N, 0, &cursor,
                                        (lbx_near_hit *)(void *)hits.at, ROOM) == ROOM &&
                       guarded_intact(&hits, UNTOUCHED),
                   "around");
            guarded_free(&hits);
        }
        for (int k = 0; k < ROWS; k++) guarded_free(&row[k]);
        guarded_free(&tree);
    }
    tree_free(&made);
}

// The points of a call fill a part of their memory. What lies behind them in the scratch looks like
// points beside the mesh, with numbers far beyond the filter.
Test(tree_closest, points_that_are_none) {
    enum { N = 30 };
    static float corner[SITED][9], at[N][3];
    const struct test_tables *const tables = test_tables();
    for (int i = 0; i < SITED; i++)
        for (int k = 0; k < 9; k++) corner[i][k] = 3 + (float)((i * (k + 5)) % 17) / 64;
    for (int i = 0; i < N; i++)
        for (int c = 0; c < 3; c++) at[i][c] = 3 + (float)(i % (5 + c)) / 8;
    struct tree tree = tree_of_corners(corner, SITED);
    struct guarded skip = guarded_alloc(N * sizeof(uint32_t), GUARD_BEHIND, UNTOUCHED);
    const lbx_ray_filter filter = {NULL, (const uint32_t *)(const void *)skip.at, 0};
    const lbx_points view = lbx_points_of(at[0], N, sizeof *at);
    for (size_t t = 0; t < tables->count; t++) {
        table_use(&tables->at[t]);
        struct guarded scratch = guarded_alloc(LBX_TRACE_SCRATCH_LEAST, GUARD_BEHIND, 0x40);
        expect(lbx_aabb_tree_closest(tree.at, &view, NULL, &filter, N, 0, NULL, scratch.at,
                                     LBX_TRACE_SCRATCH_LEAST) == N,
               "%s", tables->at[t].name);
        guarded_free(&scratch);
    }
    guarded_free(&skip);
    tree_free(&tree);
}

// A tree of so many levels, each of which all points go down, that their lists fill the scratch.
Test(tree_closest, lists_that_fill_the_scratch) {
    enum { CHAIN = 3000, N = 200 };
    static float corner[CHAIN][9], at[N][3];
    static uint32_t count[2 * CHAIN - 1], first[2 * CHAIN - 1];
    const struct test_tables *const tables = test_tables();
    for (uint32_t i = 0; i < CHAIN; i++) {
        for (int k = 0; k < 9; k++) corner[i][k] = (float)i + (float)(k * 7 % 9) / 16;
        if (i + 1 == CHAIN) break;
        first[2 * i] = 2 * i + 1; // node 2 i is one triangle and the rest
        count[2 * i + 1] = 1;
        first[2 * i + 1] = i;
    }
    count[2 * CHAIN - 2] = 1;
    first[2 * CHAIN - 2] = CHAIN - 1;
    for (int i = 0; i < N; i++)
        for (int c = 0; c < 3; c++) at[i][c] = CHAIN + (float)(i % (7 + c)) / 32;
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
    const lbx_points view = lbx_points_of(at[0], N, sizeof *at);
    for (size_t t = 0; t < tables->count; t++) {
        table_use(&tables->at[t]);
        struct answers got = answers_for(N);
        struct guarded room = guarded_alloc(LBX_TRACE_SCRATCH_LEAST, GUARD_BEHIND, UNTOUCHED);
        const lbx_closest_out out = {.id = got.id, .distance = got.distance};
        expect(lbx_aabb_tree_closest(tree.at, &view, NULL, NULL, N, 0, &out, room.at,
                                     LBX_TRACE_SCRATCH_LEAST) == N,
               "%s", tables->at[t].name);
        for (size_t i = 0; i < N; i += 19) {
            float square;
            const uint32_t best = nearest_by_all(corner, CHAIN, at[i], &square);
            expect(got.id[i] == best && got.distance[i] == sqrtf(square), "%s, point %zu",
                   tables->at[t].name, i);
        }
        guarded_free(&room);
        free_answers(&got);
    }
    tree_free(&tree);
}

// A point that is not finite, or whose reach is none, costs nothing; one that is far from others
// costs no more than alone.
Test(tree_closest, work) {
    enum { N = 512 };
    static float corner[HILLS][9], at[N][3], reach[N];
    static uint64_t scratch[LBX_TRACE_SCRATCH / 8];
    make_hills(corner, 3, 0);
    struct tree tree = tree_of_corners(corner, HILLS);
    uint64_t usual = 0;
    for (unsigned odd = 0; odd < 5; odd++) {
        make_hill_points(at, N, 7, 0);
        for (size_t i = 0; i < N; i++) {
            reach[i] = odd == 4 ? -1 : INFINITY;
            if (odd > 0 && odd < 4) at[i][i % 3] = odd == 1 ? NAN : odd == 2 ? INFINITY : -INFINITY;
        }
        const lbx_points view = lbx_points_of(at[0], N, sizeof *at);
        table_use(&table_comparing);
        compared = compared_less = 0;
        const ptrdiff_t found =
            lbx_aabb_tree_closest(tree.at, &view, reach, NULL, N, 0, NULL, scratch, sizeof scratch);
        expect(found == (odd ? 0 : N), "%td", found);
        if (odd == 0) usual = compared + compared_less;
        expect(odd == 0 || 4 * (compared + compared_less) < usual, "%u: %llu comparisons, not %llu",
               odd, (unsigned long long)(compared + compared_less), (unsigned long long)usual);
    }
    tree_free(&tree);
}

Test(tree_closest, errors) {
    static double nothing[100], scratch[LBX_TRACE_SCRATCH_LEAST / 8];
    const size_t least = LBX_TRACE_SCRATCH_LEAST;
    struct tree t = known_tree();
    float at[2][3] = {{0, 0, 1}, {0, 0, 2}}, reach[2] = {9, 9}, distance[2] = {77, 77};
    static const uint32_t skip[2];
    const lbx_ray_filter crooked = {NULL, skip, 6};
    const lbx_closest_out out = {.distance = distance};
    char *const odd = (char *)t.at + 4;
    lbx_points points = lbx_points_of(at[0], 2, sizeof *at);
#define CLOSEST(tree, points, filter, n, flags, scratch, bytes)                                    \
    lbx_aabb_tree_closest(tree, points, reach, filter, n, flags, &out, scratch, bytes)
    expect(CLOSEST(t.at, &points, NULL, 2, 2, scratch, least) == LBX_ERROR_FLAGS &&
               CLOSEST(t.at, &points, NULL, 2, LBX_COHERENT, scratch, least) == LBX_ERROR_FLAGS,
           "flags");
    expect(CLOSEST(NULL, &points, NULL, 2, 0, scratch, least) == LBX_ERROR_NULL &&
               CLOSEST(t.at, NULL, NULL, 2, 0, scratch, least) == LBX_ERROR_NULL &&
               CLOSEST(t.at, &points, NULL, 2, 0, NULL, least) == LBX_ERROR_NULL,
           "nothing");
    expect(CLOSEST(odd, &points, NULL, 2, 0, scratch, least) == LBX_ERROR_STRIDE &&
               CLOSEST(t.at, &points, NULL, 2, 0, (char *)scratch + 4, least) == LBX_ERROR_STRIDE &&
               CLOSEST(t.at, &points, &crooked, 2, 0, scratch, least) == LBX_ERROR_STRIDE,
           "not aligned");
    expect(CLOSEST(nothing, &points, NULL, 2, 0, scratch, least) == LBX_ERROR_TREE, "no tree");
    expect(CLOSEST(t.at, &points, NULL, 3, 0, scratch, least) == LBX_ERROR_COUNT &&
               CLOSEST(t.at, &points, NULL, 2, 0, scratch, least - 1) == LBX_ERROR_COUNT,
           "points, scratch");
    points.stride = 6;
    expect(CLOSEST(t.at, &points, NULL, 2, 0, scratch, least) == LBX_ERROR_STRIDE, "a stride");
    points.stride = sizeof *at;
    expect(CLOSEST(t.at, NULL, NULL, 0, 0, NULL, 0) == 0, "no points");
    expect(distance[0] > 70 && distance[1] > 70, "an error wrote answers");
    expect(lbx_aabb_tree_closest(t.at, &points, NULL, NULL, 2, 0, NULL, scratch, least) == 2,
           "no outputs");
    lbx_ray_cursor cursor = {0};
    lbx_near_hit hit;
#define AROUND(tree, points, reach, filter, n, flags, cursor, room)                                \
    lbx_aabb_tree_around(tree, points, reach, filter, n, flags, cursor, &hit, room)
    expect(AROUND(t.at, &points, reach, NULL, 2, 0, NULL, 1) == LBX_ERROR_NULL &&
               AROUND(t.at, &points, NULL, NULL, 2, 0, &cursor, 1) == LBX_ERROR_NULL &&
               AROUND(t.at, NULL, reach, NULL, 2, 0, &cursor, 1) == LBX_ERROR_NULL &&
               AROUND(NULL, &points, reach, NULL, 2, 0, &cursor, 1) == LBX_ERROR_NULL,
           "nothing");
    expect(AROUND(t.at, &points, reach, NULL, 2, 8, &cursor, 1) == LBX_ERROR_FLAGS, "flags");
    expect(AROUND(t.at, &points, reach, NULL, 2, 0, &cursor, 0) == LBX_ERROR_COUNT, "no room");
    expect(AROUND(t.at, &points, reach, &crooked, 2, 0, &cursor, 1) == LBX_ERROR_STRIDE,
           "a filter's stride");
    expect(AROUND(t.at, NULL, NULL, NULL, 0, 0, &cursor, 1) == 0, "no points");
    tree_free(&t);
}
