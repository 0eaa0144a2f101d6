// SPDX-License-Identifier: MIT
// Signs of distances: on which side of closed meshes points are, as exact arithmetic has it, also
// where triangles are flat; what is counted of meshes that are not closed; the block in memory.
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "guarded.h"
#include "harness.h"
#include "meshes.h"
#include "signs.h"
#include "solids.h"
#include "tables.h"
#include "upper_halves.h"

enum { UNTOUCHED = 0x5a };

static double diagonal_of(const struct solid *s) {
    double square = 0;
    for (int c = 0; c < 3; c++) {
        const double side = (double)s->high[c] - (double)s->low[c];
        square += side * side;
    }
    return sqrt(square);
}

// The least of the longest sides of the triangles, along an axis: so near to each other may sheets
// be.
static double least_size_of(const lbx_mesh *view) {
    double least = INFINITY;
    for (size_t t = 0; t < view->triangle_count; t++) {
        double longest = 0;
        for (int c = 0; c < 3; c++) {
            const float *const x = view->position[c] + t * 3 * (view->stride / sizeof(float));
            const size_t step = view->stride / sizeof(float);
            const float low = fminf(fminf(x[0], x[step]), x[2 * step]);
            longest = fmax(longest, (double)fmaxf(fmaxf(x[0], x[step]), x[2 * step]) - (double)low);
        }
        if (longest > 0) least = fmin(least, longest);
    }
    return least;
}

// Expects that points of a solid are where its cells say, by its own triangles or by others that
// make the same surface. Returns how many points were judged.
static size_t expect_sides(const char *name, const struct solid *solid, const lbx_mesh *view,
                           bool mirrored, size_t points, uint64_t seed) {
    struct random r = random_of(seed, 71);
    struct signed_tree s = signed_of(view, 0);
    const double least = 1e-6 * diagonal_of(solid), most = 0x1p17 * least_size_of(view);
    size_t judged = 0;
    for (size_t i = 0; i < points && s.counts.edges == 0; i++) {
        float point[3], distance;
        solid_point(solid, &r, point);
        const int inside = solid_holds(solid, point);
        const uint32_t triangle = shape_nearest(view, point, i % 2, &distance);
        if (inside < 0 || !((double)distance > least)) continue;
        bool within = true; // there two sheets may be as near, to rounding
        for (int c = 0; c < 3; c++)
            within = within && point[c] >= solid->low[c] && point[c] <= solid->high[c];
        if (within && (double)distance > most) continue;
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
        shape_add(s, p, random_chance(r, 2) ? p : q, q);
        flat++;
    }
    if (random_chance(r, 16)) {
        shape_add(s, p, p, p);
        flat++;
    }
    if (depth == 0 || random_chance(r, 2)) {
        shape_add(s, p, q, o);
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
    const float *const flat_corner[3] = {p, q, m};
    const unsigned turn = random_below(r, 3);
    shape_add(s, flat_corner[turn], flat_corner[(turn + 1) % 3], flat_corner[(turn + 2) % 3]);
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

// Triangles that have collapsed change nothing at the others, whichever two vertices are one.
Test(tree_signs, collapsed_triangles) {
    static struct shape s;
    shape_star(&s, 6, .5, (const float[3]){0, 0, 0}, 1);
    const size_t n = s.triangles;
    const lbx_mesh without = shape_view(&s);
    struct signed_tree wanted = signed_of(&without, 0);
    for (size_t i = 0; i < n; i++) {
        float(*const p)[3] = s.corner + 3 * i;
        const float *const q[3] = {p[0], p[i / 3 % 2], p[1]}; // p0 p0 p1, p0 p1 p1
        shape_add(&s, q[i % 3], q[(i + 1) % 3], q[(i + 2) % 3]);
    }
    const lbx_mesh with = shape_view(&s);
    struct signed_tree t = signed_of(&with, 0);
    expect(t.counts.edges == 0 && t.counts.triangles == n, "%llu edges, %llu triangles",
           (unsigned long long)t.counts.edges, (unsigned long long)t.counts.triangles);
    for (size_t i = 0; i < n; i++) {
        const struct lbx_sign *const a = &wanted.open_signs.sign[i], *const b =
                                                                         &t.open_signs.sign[i];
        expect(memcmp(a->normal, b->normal, sizeof a->normal) == 0, "normals of triangle %zu", i);
    }
    signed_free(&wanted);
    signed_free(&t);
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
                shape_add(&mirrored, s.corner[3 * i], s.corner[3 * i + 2], s.corner[3 * i + 1]);
            const lbx_mesh turned = shape_view(&mirrored);
            judged += expect_sides(solid_names[kind], &s, &view, false, 200, seed);
            judged += expect_sides(solid_names[kind], &s, &turned, true, 100, seed + 1000);
        }
        expect(judged > 100 * seeds || !is_manifold[kind], "%s: %zu", solid_names[kind], judged);
    }
}

// From far away rounding makes all triangles as near, those of the back too. What is beyond the
// mesh is on its outside nevertheless, which is where the triangles of a sheet do not have one.
Test(tree_signs, far_away) {
    enum { POINTS = 600 };
    static struct shape s, turned;
    static const float center[3] = {5, -3, 9};
    static float point[POINTS][3], distance[POINTS];
    static uint64_t scratch[LBX_TRACE_SCRATCH_LEAST / 8];
    const struct test_tables *const tables = test_tables();
    for (unsigned item = 0; item < 4 * tables->count; item++) {
        struct random r = random_of(item, 77);
        shape_star(&s, 3, .5, center, item);
        turned.triangles = 0;
        for (size_t i = 0; i < s.triangles; i++)
            shape_add(&turned, s.corner[3 * i], s.corner[3 * i + 2], s.corner[3 * i + 1]);
        const bool mirrored = item % 4 == 1, sheet = item % 4 == 2, both = item % 4 == 3;
        if (sheet) s.triangles--; // no longer closed
        if (item % 4 == 0)        // one that is refused
            shape_add(&s, s.corner[0], (const float[3]){NAN, 0, 0}, s.corner[1]);
        for (size_t i = 0; both && i < turned.triangles; i++) {
            const float(*const corner)[3] = (const float(*)[3])turned.corner + 3 * i;
            shape_add(&s, corner[0], corner[1], corner[2]);
        }
        const lbx_mesh view = shape_view(mirrored ? &turned : &s);
        struct signed_tree t = signed_of(&view, LBX_SKIP_REFUSED);
        const int64_t beyond = t.open_signs.header->beyond;
        expect(beyond == (sheet || both ? 0 : mirrored ? -1 : 1), "%d", (int)beyond);
        for (size_t i = 0; i < POINTS; i++) {
            const unsigned axis = random_below(&r, 3);
            const double away = ldexp(random_between(&r, 2, 4), random_int(&r, 0, 57));
            for (unsigned c = 0; c < 3; c++)
                point[i][c] = (float)(random_between(&r, -away, away) + (double)center[c]);
            point[i][axis] = (float)(random_chance(&r, 2) ? away + 16 : -away - 16);
        }
        const lbx_points points = lbx_points_of(point[0], POINTS, sizeof *point);
        const lbx_closest_out out = {.distance = distance};
        table_use(&tables->at[item / 4]);
        expect(lbx_aabb_tree_signed_distance(t.tree.at, t.signs.at, &points, NULL, POINTS, 0, &out,
                                             scratch, sizeof scratch) == POINTS,
               "searched");
        for (size_t i = 0; i < POINTS && beyond; i++)
            expect((distance[i] < 0) == mirrored, "item %u: %a at %a %a %a", item,
                   (double)distance[i], (double)point[i][0], (double)point[i][1],
                   (double)point[i][2]);
        signed_free(&t);
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

// Arrays, structures, a list and one point, some of which are not finite, some with a reach.
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
            expect(got.distance[i] != 0 || !signbit(got.distance[i]), "-0");
            const lbx_points one = lbx_points_of(point[i], 1, 0);
            float alone = 0;
            const lbx_closest_out to = {.distance = &alone};
            expect(lbx_aabb_tree_signed_distance(tree.at, NULL, &one, NULL, 1,
                                                 LBX_SIGN_BY_CROSSINGS, &to, search_scratch,
                                                 sizeof search_scratch) == 1 &&
                       alone == got.distance[i],
                   "%a alone, %a among others", (double)alone, (double)got.distance[i]);
            got.distance[i] = fabsf(got.distance[i]);
        }
        expect(memcmp(&got, &want, sizeof got) == 0, "other answers");
        expect(judged > POINTS / 4, "%s: %zu", solid_names[kind], judged);
        // Those beyond their reach stay infinitely far, inside too.
        for (size_t i = 0; i < POINTS; i++) got.distance[i] = i % 2 ? INFINITY : 0;
        memcpy(got.u, got.distance, sizeof got.u);
        expect(lbx_aabb_tree_signed_distance(tree.at, NULL, &points, got.u, POINTS,
                                             LBX_SIGN_BY_CROSSINGS,
                                             &(lbx_closest_out){.distance = got.distance},
                                             search_scratch, sizeof search_scratch) >= POINTS / 2,
               "found");
        for (size_t i = 0; i < POINTS; i++)
            expect(i % 2 ? isfinite(got.distance[i]) : !(got.distance[i] < 0),
                   "beyond its reach: %a", (double)got.distance[i]);
        tree_free(&tree);
    }
}

// --- what is counted ---

// Meshes and solids, of which some triangles are missing, turned over or there twice. The tree of
// the same triangles in other leaves counts the same.
Test(tree_signs, counts) {
    static struct mesh mesh;
    static struct solid solid;
    static struct shape s;
    const unsigned seeds = tests_are_sampled() ? 2 : 10;
    uint64_t edges = 0, flat = 0, good = 0;
    for (unsigned item = 0; item < seeds * (MESH_KINDS + SOLID_KINDS); item++) {
        const unsigned kind = item / seeds;
        struct random r = random_of(item, 75);
        s.triangles = 0;
        if (kind < MESH_KINDS) {
            mesh_make(&mesh, kind, item);
            for (size_t i = 0; i < mesh.triangles; i++) {
                const uint32_t *const v = &mesh.index[3 * i];
                shape_add(&s, mesh.vertex[v[0]], mesh.vertex[v[1]], mesh.vertex[v[2]]);
            }
        } else {
            solid_make(&solid, kind - MESH_KINDS, item);
            for (size_t i = 0; i < solid.triangles && s.triangles < 300; i++)
                add_parted(&s, &r, solid.corner + 3 * i, random_chance(&r, 4) ? 2 : 0);
        }
        for (size_t i = 0; i < s.triangles; i++) {
            float(*const corner)[3] = s.corner + 3 * i;
            const unsigned how = random_below(&r, 64);
            for (int c = 0; c < 3 && how < 32; c++)
                if (corner[c][how % 3] == 0) corner[c][how % 3] = how & 4 ? -0.0f : 0;
            if (how == 60) shape_add(&s, corner[0], corner[1], corner[2]);
            if (how == 61) shape_add(&s, corner[0], corner[2], corner[1]);
            if (how == 62) memcpy(corner[0], corner[1], sizeof *corner);
        }
        const lbx_mesh view = shape_view(&s);
        struct signed_tree t = signed_of(&view, 0);
        const lbx_sign_counts want = shape_counts(&s);
        expect(memcmp(&want, &t.counts, sizeof want) == 0,
               "item %u: %llu, not %llu; %llu, not %llu", item, (unsigned long long)t.counts.edges,
               (unsigned long long)want.edges, (unsigned long long)t.counts.triangles,
               (unsigned long long)want.triangles);
        edges += want.edges;
        flat += want.triangles;
        good += 3 * s.triangles - want.edges;
        signed_free(&t);
    }
    expect(edges > 1000 * seeds && flat > 100 * seeds && good > 1000 * seeds, "%llu, %llu, %llu",
           (unsigned long long)edges, (unsigned long long)flat, (unsigned long long)good);
}

// --- points of the same hash ---

struct hashed {
    uint32_t hash;
    float z;
};

static int by_hash(const void *a, const void *b) {
    const struct hashed *const x = a, *const y = b;
    return (x->hash > y->hash) - (x->hash < y->hash);
}

// Two pyramids on one base, whose tops differ in z alone and have the same hash.
Test(tree_signs, points_of_the_same_hash) {
    enum { SOME = 1 << 18 };
    static struct hashed point[SOME];
    static struct shape s;
    size_t found = 0;
    for (uint32_t i = 0; i < SOME; i++) {
        const float at[3] = {.25f, .25f, (float)(i + 1) / SOME};
        uint32_t bits[3];
        memcpy(bits, at, sizeof bits);
        point[i] = (struct hashed){lbx_point_hash(bits), at[2]};
    }
    qsort(point, SOME, sizeof *point, by_hash);
    for (size_t i = 1; i < SOME; i++) {
        if (point[i].hash != point[i - 1].hash) continue;
        static const float base[3][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
        s.triangles = 0;
        for (int k = 0; k < 3; k++) {
            for (size_t top = 0; top < 2; top++) {
                const float at[3] = {.25f, .25f, point[i - top].z};
                shape_add(&s, at, base[(k + (int)top) % 3], base[(k + 1 - (int)top) % 3]);
            }
        }
        const lbx_mesh view = shape_view(&s);
        struct signed_tree t = signed_of(&view, 0);
        expect(t.counts.edges == 0, "%a and %a: %llu edges", (double)point[i].z,
               (double)point[i - 1].z, (unsigned long long)t.counts.edges);
        signed_free(&t);
        found++;
    }
    expect(found > 2, "%zu", found);
}

// --- known answers ---

static void expect_known(const struct signed_tree *s, uint32_t triangle, const float point[3],
                         bool behind) {
    expect(lbx_is_behind(&s->open_signs, &s->open_tree, triangle, point) == behind,
           "%g %g %g, triangle %u: not %d", (double)point[0], (double)point[1], (double)point[2],
           triangle, behind);
}

// A triangle alone: beside it, its own plane decides.
Test(tree_signs, one_triangle) {
    static const float corners[3][3] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
    static const float at[][2] = {{1, 1},  {1, -2},  {3, 3},  {-2, 1},
                                  {6, -1}, {-1, -1}, {-1, 6}, {0, 0}};
    const lbx_mesh view = lbx_mesh_of(corners[0], 3, sizeof *corners, NULL, 1);
    struct signed_tree s = signed_of(&view, 0);
    expect(s.counts.edges == 3 && s.counts.triangles == 0, "counts");
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        const float above[3] = {at[i][0], at[i][1], 1}, below[3] = {at[i][0], at[i][1], -1},
                    beside[3] = {at[i][0], at[i][1], 0};
        expect_known(&s, 0, above, false);
        expect_known(&s, 0, below, true);
        expect_known(&s, 0, beside, false);
    }
    // Behind it, but at a distance whose square vanishes: the distance is 0, not -0.
    static const float behind[3] = {1, 1, -0x1p-100f};
    const lbx_points points = lbx_points_of(behind, 1, 0);
    float distance = 77;
    const lbx_closest_out out = {.distance = &distance};
    expect(lbx_is_behind(&s.open_signs, &s.open_tree, 0, behind) &&
               lbx_aabb_tree_signed_distance(s.tree.at, s.signs.at, &points, NULL, 1, 0, &out,
                                             search_scratch, sizeof search_scratch) == 1,
           "found");
    expect(distance == 0 && !signbit(distance), "%a", (double)distance);
    signed_free(&s);
}

// A wedge of two triangles that is sharp: the nearest point is on the edge or at its ends, and the
// normal of the one triangle would be wrong. The upper one may be parted in its middle, where the
// gap is closed by a flat triangle; the right part may be below the lower one, as in a notch.
Test(tree_signs, sharp_edges) {
    enum { WHOLE, PARTED, TWISTED, KINDS };
    static const float thin[] = {.5f, 0x1p-6f, 0x1p-12f, 0x1p-20f, 0x1p-40f, 0x1p-100f};
    static const float slopes[] = {0, 1, -1, 3.6f, -3.6f};
    static struct shape s;
    const float unit = 1 / 16.f, left[3] = {-2 * unit, 0, 0}, middle[3] = {0, 0, 0},
                right[3] = {2 * unit, 0, 0};
    for (unsigned item = 0; item < 2 * KINDS * sizeof thin / sizeof *thin; item++) {
        const float half = thin[item / 2 / KINDS], depth = 4 * unit;
        const unsigned kind = item / 2 % KINDS;
        const bool notch = item % 2;
        const float low[3] = {0, depth, unit * (notch ? half : -half)};
        const float high[3] = {0, depth, -low[2]};
        const float lower[3] = {0, depth, kind == TWISTED ? 3 * low[2] : high[2]};
        s.triangles = 0;
        shape_add(&s, left, low, right);
        shape_add(&s, left, kind == WHOLE ? right : middle, high);
        if (kind != WHOLE) {
            shape_add(&s, middle, right, lower);
            shape_add(&s, left, right, middle);
        }
        const lbx_mesh view = shape_view(&s);
        struct signed_tree t = signed_of(&view, 0);
        expect(t.counts.edges == (kind == TWISTED ? 6 : 4) && t.counts.triangles == (kind != WHOLE),
               "%llu edges", (unsigned long long)t.counts.edges);
        for (unsigned k = 0; k < 100; k++) {
            const float x = .75f * ((float)(k % 5) - 2), y = -(float)(1 + k / 25);
            const float slope = slopes[k / 5 % 5], scale = fabsf(slope) > 1 ? 1 / half : half;
            const float point[3] = {unit * x, unit * y, unit * slope * y * scale};
            if (kind == TWISTED && (x == 0 || fabsf(slope) > 1)) continue;
            if (kind == PARTED && x == 0 && half < 0x1p-15f) continue; // a vertex of a thinner edge
            for (uint32_t triangle = 0; triangle < s.triangles; triangle++) {
                // the halves of the upper one are nearest to points on their side
                const bool there =
                    triangle == 1 ? kind == WHOLE || x <= 0 : triangle != 2 || x >= 0;
                if (there) expect_known(&t, triangle, point, notch != (kind == TWISTED && x > 0));
            }
        }
        signed_free(&t);
    }
}

// Triangles that are so thin that roundings would take them for flat, or flat ones for thin.
Test(tree_signs, thin_triangles) {
    static const struct {
        float corner[3][3];
        bool is_flat;
    } thin[] = {
        {{{0x1p-100f, 0, 0}, {0x1p58f, 0x1p58f, 0}, {-0x1p58f, -0x1p58f, 0}}, false},
        {{{1, 1, 0}, {0x1p30f, 0x1p30f, 0}, {-0x1p30f, -0x1.fffffep29f, 0}}, false},
        {{{0x1p-22f, 0x1.8p-21f, 0}, {0x1p30f, 0x1.8p31f, 0}, {-1, -3, 0}}, true},
        {{{.1f, .2f, .3f}, {0, 0, 0}, {-.1f, -.2f, -.3f}}, true},
        {{{0, 0, 0}, {0x1p-149f, 0, 0}, {0, 0x1p-149f, 0}}, false},
        {{{0, 0, 0}, {0x1p-149f, 0, 0}, {0x1p-148f, 0, 0}}, true},
        {{{5, 5, 5}, {5, 5, 5}, {5, 5, 5}}, true},
    };
    for (size_t i = 0; i < sizeof thin / sizeof *thin; i++) {
        const lbx_mesh view = lbx_mesh_of(thin[i].corner[0], 3, 12, NULL, 1);
        struct signed_tree s = signed_of(&view, 0);
        expect(s.counts.triangles == thin[i].is_flat, "triangle %zu", i);
        if (!thin[i].is_flat) {
            expect_known(&s, 0, (float[]){0, 0, 1}, false);
            expect_known(&s, 0, (float[]){0, 0, -1}, true);
        }
        signed_free(&s);
    }
}

// A triangle and its back: the normals of their vertices cancel, and each keeps its own.
Test(tree_signs, back_to_back) {
    static const float corners[6][3] = {{0, 0, 0}, {0, 1, 0}, {0, 0, 1},
                                        {0, 0, 0}, {0, 0, 1}, {0, 1, 0}};
    const lbx_mesh view = lbx_mesh_of(corners[0], 6, sizeof *corners, NULL, 2);
    struct signed_tree s = signed_of(&view, 0);
    expect(s.counts.edges == 0, "%llu edges", (unsigned long long)s.counts.edges);
    for (unsigned k = 0; k < 12; k++) {
        static const float at[][2] = {{-1, -1},     {3, 0},    {-.25f, 4},
                                      {.25f, .25f}, {2, -.5f}, {0, 0}};
        const float side = k < 6 ? 1 : -1, point[3] = {side, at[k % 6][0], at[k % 6][1]};
        expect_known(&s, 0, point, side < 0);
        expect_known(&s, 1, point, side > 0);
    }
    signed_free(&s);
}
