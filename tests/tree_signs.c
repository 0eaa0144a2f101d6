// SPDX-License-Identifier: MIT
// Signs of distances: on which side of closed meshes points are, as exact arithmetic has it, also
// where triangles are flat; what is counted of meshes that are not closed; the block in memory.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "guarded.h"
#include "harness.h"
#include "mesh_rays.h"
#include "solids.h"
#include "tables.h"
#include "trees/signs.h"
#include "upper_halves.h"

enum { UNTOUCHED = 0x5a };

// --- shapes, their trees and their signs ---

enum { SHAPE_TRIANGLES_MAX = 24 * SOLID_TRIANGLES_MAX };

struct shape {
    size_t triangles;
    float corner[3 * SHAPE_TRIANGLES_MAX][3];
};

static lbx_mesh shape_view(const struct shape *s) {
    return lbx_mesh_of(s->corner[0], 3 * s->triangles, sizeof *s->corner, NULL, s->triangles);
}

struct signed_tree {
    struct tree tree, signs;
    lbx_sign_counts counts;
    struct lbx_aabb_tree open_tree;
    struct lbx_signs open_signs;
};

static struct tree signs_of(const struct tree *tree, lbx_sign_counts *counts) {
    const size_t room = lbx_tree_signs_bytes(tree->at);
    struct tree signs = {malloc(room), 0};
    void *const scratch = malloc(lbx_tree_signs_scratch_bytes(tree->at));
    const ptrdiff_t bytes = lbx_tree_signs_build(tree->at, signs.at, room, scratch, counts);
    free(scratch);
    expect(bytes > 0 && (size_t)bytes == room, "built: %td of %zu", bytes, room);
    signs.bytes = (size_t)bytes;
    return signs;
}

static struct signed_tree signed_of(const lbx_mesh *view, unsigned flags) {
    const lbx_aabb_tree_options options = {.flags = flags};
    struct signed_tree s = {.tree = {malloc(lbx_aabb_tree_bytes(view)), 0}};
    void *const scratch = malloc(lbx_aabb_tree_scratch_bytes(view));
    const ptrdiff_t bytes =
        lbx_aabb_tree_build(view, &options, s.tree.at, lbx_aabb_tree_bytes(view), scratch);
    free(scratch);
    expect(bytes > 0, "built: %td", bytes);
    s.tree.bytes = (size_t)bytes;
    s.signs = signs_of(&s.tree, &s.counts);
    expect(lbx_tree_signs_check(s.signs.at, s.signs.bytes) == 0, "good signs");
    expect(lbx_aabb_tree_open(&s.open_tree, s.tree.at) == 0 &&
               lbx_signs_open(&s.open_signs, s.signs.at) == 0,
           "opened");
    return s;
}

static void signed_free(struct signed_tree *s) {
    tree_free(&s->tree);
    tree_free(&s->signs);
}

// The triangle nearest to a point, by asking for the distance to each. Of equally near ones it is
// the first or the last.
static uint32_t nearest_of(const lbx_mesh *view, const float point[3], bool last, float *distance) {
    static float at[SHAPE_TRIANGLES_MAX], u[SHAPE_TRIANGLES_MAX], v[SHAPE_TRIANGLES_MAX];
    static uint32_t feature[SHAPE_TRIANGLES_MAX];
    const size_t n = view->triangle_count;
    const float *const x = view->position[0];
    const lbx_points points = {
        .position = {point, point + 1, point + 2}, .count = 1, .pick = lbx_one(0)};
    const lbx_triangles triangles = lbx_triangles_of(x, x + 3, x + 6, n, 3 * view->stride);
    const lbx_nearests_out out = {at, u, v, feature, n, 0};
    uint32_t least = 0;
    expect(lbx_point_triangle(&points, &triangles, n, &out) == (ptrdiff_t)n, "asked");
    for (uint32_t i = 1; i < n; i++)
        if (last ? at[i] <= at[least] : at[i] < at[least]) least = i;
    *distance = at[least];
    return least;
}

static double diagonal_of(const struct solid *s) {
    double square = 0;
    for (int c = 0; c < 3; c++) {
        const double side = (double)s->high[c] - (double)s->low[c];
        square += side * side;
    }
    return sqrt(square);
}

// Expects that points of a solid are where its cells say, by its own triangles or by others that
// make the same surface. Returns how many points were judged.
static size_t expect_sides(const char *name, const struct solid *solid, const lbx_mesh *view,
                           bool mirrored, size_t points, uint64_t seed) {
    struct random r = random_of(seed, 71);
    struct signed_tree s = signed_of(view, 0);
    const double least = 1e-6 * diagonal_of(solid);
    size_t judged = 0;
    for (size_t i = 0; i < points && s.counts.edges == 0; i++) {
        float point[3], distance;
        solid_point(solid, &r, point);
        const int inside = solid_holds(solid, point);
        const uint32_t triangle = nearest_of(view, point, i % 2, &distance);
        if (inside < 0 || !((double)distance > least)) continue;
        const bool behind = lbx_is_behind(&s.open_signs, &s.open_tree, triangle, point);
        expect((inside == 1) != mirrored ? behind : !behind,
               "%s, seed %llu: %a %a %a, %a from triangle %u, inside %d", name,
               (unsigned long long)seed, (double)point[0], (double)point[1], (double)point[2],
               (double)distance, triangle, inside);
        judged++;
    }
    signed_free(&s);
    return judged;
}

// Solids of which no edge has more than two faces.
static const bool is_manifold[SOLID_KINDS] = {
    [SOLID_CUBE] = true, [SOLID_BLOCK] = true, [SOLID_SHELLS] = true,         [SOLID_RING] = true,
    [SOLID_BALL] = true, [SOLID_TORUS] = true, [SOLID_LEANING_SHELLS] = true, [SOLID_BALLS] = true};

// --- flat triangles ---

static void add_triangle(struct shape *s, const float p[3], const float q[3], const float r[3]) {
    float(*const corner)[3] = s->corner + 3 * s->triangles++;
    memcpy(corner[0], p, sizeof *corner);
    memcpy(corner[1], q, sizeof *corner);
    memcpy(corner[2], r, sizeof *corner);
}

// Adds a triangle, often parted at a point of an edge, and its parts again. The gap between the
// parts and what is behind the edge is closed by a flat triangle. The two sides of an edge are
// never parted at the same point. Triangles that are a segment or a point are added, too. Returns
// how many are flat.
static size_t add_parted(struct shape *s, struct random *r, float (*const corner)[3], int depth) {
    const unsigned k = random_below(r, 3);
    const float *const p = corner[k], *const q = corner[(k + 1) % 3],
                       *const o = corner[(k + 2) % 3];
    float half[2][3][3], m[3];
    size_t flat = 0;
    if (random_chance(r, 8)) {
        add_triangle(s, p, random_chance(r, 2) ? p : q, q);
        flat++;
    }
    if (random_chance(r, 16)) {
        add_triangle(s, p, p, p);
        flat++;
    }
    if (depth == 0 || random_chance(r, 2)) {
        add_triangle(s, p, q, o);
        return flat;
    }
    int up = 0;
    for (int c = 0; c < 3; c++) up = p[c] == q[c] ? up : p[c] < q[c];
    const float part = up ? (float)random_int(r, 1, 3) / 4 : 11.f / 32;
    for (int c = 0; c < 3; c++) m[c] = p[c] + (q[c] - p[c]) * part;
    for (int h = 0; h < 2; h++) {
        memcpy(half[h][0], h ? m : p, sizeof m);
        memcpy(half[h][1], h ? q : m, sizeof m);
        memcpy(half[h][2], o, sizeof m);
    }
    add_triangle(s, p, q, m);
    for (int h = 0; h < 2; h++) flat += add_parted(s, r, half[h], up ? depth - 1 : 0);
    return flat + 1;
}

Test(tree_signs, flat_triangles) {
    static struct solid solid;
    static struct shape s;
    static const enum solid_kind kinds[] = {SOLID_CUBE, SOLID_BLOCK, SOLID_LEANING_SHELLS,
                                            SOLID_RING, SOLID_BALL,  SOLID_TORUS};
    const size_t seeds = tests_are_sampled() ? 4 : 100;
    size_t judged = 0, all = 0;
    for (size_t item = 0; item < seeds * (sizeof kinds / sizeof *kinds); item++) {
        const enum solid_kind kind = kinds[item / seeds];
        struct random r = random_of(item, 72);
        size_t flat = 0;
        solid_make(&solid, kind, item % seeds);
        s.triangles = 0;
        for (size_t i = 0; i < solid.triangles; i++)
            flat += add_parted(&s, &r, solid.corner + 3 * i, 2);
        const lbx_mesh view = shape_view(&s);
        struct signed_tree t = signed_of(&view, 0);
        expect(t.counts.edges == 0 && t.counts.triangles == flat, "%s: %llu edges, %llu of %zu",
               solid_names[kind], (unsigned long long)t.counts.edges,
               (unsigned long long)t.counts.triangles, flat);
        signed_free(&t);
        judged += expect_sides(solid_names[kind], &solid, &view, false, 150, item);
        all += flat;
    }
    expect(judged > 400 && all > 4000, "%zu judged, %zu flat", judged, all);
}

Test(tree_signs, as_exact_arithmetic_has_it) {
    static struct solid s;
    static struct shape mirrored;
    const size_t seeds = tests_are_sampled() ? 4 : 40;
    for (unsigned kind = 0; kind < SOLID_KINDS; kind++) {
        size_t judged = 0;
        for (size_t seed = 0; seed < seeds; seed++) {
            solid_make(&s, kind, seed);
            const lbx_mesh view = solid_view(&s);
            mirrored.triangles = 0;
            for (size_t i = 0; i < s.triangles; i++)
                add_triangle(&mirrored, s.corner[3 * i], s.corner[3 * i + 2], s.corner[3 * i + 1]);
            const lbx_mesh turned = shape_view(&mirrored);
            judged += expect_sides(solid_names[kind], &s, &view, false, 200, seed);
            judged += expect_sides(solid_names[kind], &s, &turned, true, 100, seed + 1000);
        }
        expect(judged > 100 * seeds || !is_manifold[kind], "%s: %zu", solid_names[kind], judged);
    }
}

// --- the search ---

enum { POINTS = 300 };

struct answers {
    uint32_t id[POINTS], feature[POINTS];
    float distance[POINTS], u[POINTS], v[POINTS];
};

static lbx_closest_out answers_out(struct answers *a) {
    return (lbx_closest_out){a->id, a->distance, a->u, a->v, a->feature};
}

static uint64_t search_scratch[LBX_TRACE_SCRATCH_LEAST / 8];

// Calls the search and expects what lbx_aabb_tree_closest finds, with the signs of single points.
static void expect_signed(const char *what, const struct signed_tree *s, const lbx_points *points,
                          const float (*point)[3], const float *reach, size_t n, bool with_id) {
    static struct answers want, got;
    const lbx_closest_out to = answers_out(&want);
    lbx_closest_out out = answers_out(&got);
    memset(&want, UNTOUCHED, sizeof want);
    memset(&got, UNTOUCHED, sizeof got);
    if (!with_id) out.id = NULL;
    const ptrdiff_t all = lbx_aabb_tree_closest(s->tree.at, points, reach, NULL, n, 0, &to,
                                                search_scratch, sizeof search_scratch);
    const ptrdiff_t found = lbx_aabb_tree_signed_distance(s->tree.at, s->signs.at, points, reach, n,
                                                          with_id ? 0 : LBX_REPRODUCIBLE, &out,
                                                          search_scratch, sizeof search_scratch);
    expect(!upper_halves_in_use(), "%s: upper halves are in use", what);
    expect(found == all && all >= 0, "%s: %td, not %td", what, found, all);
    for (size_t i = 0; i < n; i++) {
        if (!(want.distance[i] > 0) || want.id[i] == LBX_NO_TRIANGLE) continue;
        if (lbx_is_behind(&s->open_signs, &s->open_tree, want.id[i], point[i]))
            want.distance[i] = -want.distance[i];
    }
    if (!with_id) memset(want.id, UNTOUCHED, sizeof want.id);
    expect(memcmp(&want, &got, sizeof got) == 0, "%s: other answers", what);
}

// Arrays, structures, a list and one point, some of which are not finite, in numbers that end in
// and between the library's portions, some with a reach.
Test(tree_signs, layouts) {
    enum { STEP = 5 };
    static struct solid solid;
    static float rows[3][POINTS], structures[POINTS][STEP], listed[POINTS][3], reach[POINTS];
    static const size_t sizes[] = {0, 1, 7, 255, 256, 257, POINTS};
    const struct test_tables *const tables = test_tables();
    uint32_t list[POINTS];
    struct random r = random_of(1, 73);
    solid_make(&solid, SOLID_LEANING_SPONGE, 1);
    const lbx_mesh view = solid_view(&solid);
    struct signed_tree s = signed_of(&view, 0);
    for (size_t i = 0; i < POINTS; i++) {
        list[i] = random_below(&r, POINTS);
        solid_point(&solid, &r, structures[i]);
        const unsigned axis = random_below(&r, 3);
        const float other = random_hostile(&r);
        if (i % 8 == 0) structures[i][axis] = other;
        for (int c = 0; c < 3; c++) rows[c][i] = structures[i][c];
        reach[i] = (float)random_between(&r, 0, 4);
    }
    const lbx_points views[] = {
        {.position = {rows[0], rows[1], rows[2]}, .count = POINTS},
        lbx_points_of(structures[0], POINTS, sizeof *structures),
        {.position = {rows[0], rows[1], rows[2]},
         .count = POINTS,
         .pick = lbx_indexed(list, POINTS)},
        {.position = {rows[0], rows[1], rows[2]}, .count = POINTS, .pick = lbx_one(7)}};
    enum { SIZES = sizeof sizes / sizeof *sizes };
    for (size_t item = 0; item < 16 * SIZES * tables->count; item++) {
        const size_t layout = item % 4, n = sizes[item / 16 % SIZES];
        table_use(&tables->at[item / 16 / SIZES]);
        for (size_t i = 0; i < n; i++) {
            const size_t at = layout == 2 ? list[i] : layout == 3 ? 7 : i;
            memcpy(listed[i], structures[at], sizeof *listed);
        }
        expect_signed("layouts", &s, &views[layout], (const float(*)[3])listed,
                      item / 4 % 2 ? reach : NULL, n, item / 8 % 2);
    }
    signed_free(&s);
}

// By crossings, points are inside where exact arithmetic says so, whatever the edges.
Test(tree_signs, by_crossings) {
    static struct solid s;
    static float point[POINTS][3];
    static struct answers got, want;
    const struct test_tables *const tables = test_tables();
    const lbx_closest_out out = answers_out(&got), unsigned_out = answers_out(&want);
    for (unsigned item = 0; item < 2 * SOLID_KINDS; item++) {
        const unsigned kind = item / 2;
        struct random r = random_of(item, 74);
        size_t judged = 0;
        solid_make(&s, kind, item);
        struct tree tree = solid_tree(&s);
        for (size_t i = 0; i < POINTS; i++) solid_point(&s, &r, point[i]);
        const lbx_points points = lbx_points_of(point[0], POINTS, sizeof *point);
        table_use(&tables->at[item % tables->count]);
        expect(lbx_aabb_tree_closest(tree.at, &points, NULL, NULL, POINTS, 0, &unsigned_out,
                                     search_scratch, sizeof search_scratch) == POINTS &&
                   lbx_aabb_tree_signed_distance(tree.at, NULL, &points, NULL, POINTS,
                                                 LBX_SIGN_BY_CROSSINGS, &out, search_scratch,
                                                 sizeof search_scratch) == POINTS,
               "found");
        for (size_t i = 0; i < POINTS; i++) {
            const int inside = solid_holds(&s, point[i]);
            expect(inside < 0 || !(want.distance[i] > 0) || (got.distance[i] < 0) == inside,
                   "%s, %a %a %a: not %d", solid_names[kind], (double)point[i][0],
                   (double)point[i][1], (double)point[i][2], inside);
            judged += inside >= 0;
            got.distance[i] = fabsf(got.distance[i]);
        }
        expect(memcmp(&got, &want, sizeof got) == 0, "other answers");
        expect(judged > POINTS / 4, "%s: %zu", solid_names[kind], judged);
        tree_free(&tree);
    }
}
