// SPDX-License-Identifier: MIT
// Searches of two trees in parts: by budgets of tests, by little room, and from any cursor.
#include <string.h>

#include "examples/random.h"
#include "harness.h"
#include "tables.h"
#include "trees.h"

enum { PAIRS_MAX = MESH_TRIANGLES_MAX * MESH_TRIANGLES_MAX, STEP_MOST = 64 };

static lbx_pair want[PAIRS_MAX], got[PAIRS_MAX];

struct scene {
    struct mesh mesh[2];
    lbx_rigid_pose pose[2];
    struct tree tree[2];
    float distance;
    lbx_pair *hint;
    size_t found; // pairs in `want`
    lbx_obb_tree_counts counts;
};

static void scene_make(struct scene *s, uint64_t seed) {
    const lbx_obb_tree_options options = {.leaf = 1 + (uint32_t)seed % LBX_LEAF_MAX};
    struct random r = random_of(57, seed);
    s->distance = seed % 3 ? TOUCHING : .25f;
    s->hint = NULL;
    for (unsigned k = 0; k < 2; k++) {
        mesh_make(&s->mesh[k], random_below(&r, MESH_BALL + 2), seed + k);
        s->pose[k] = pose_near(&s->mesh[k], seed + 9 * k);
        s->tree[k] = tree_of(&s->mesh[k], &options);
    }
    const ptrdiff_t n = tree_search(s->tree[0].at, s->tree[1].at, s->pose, s->distance,
                                    LBX_REPRODUCIBLE, want, PAIRS_MAX, &s->counts);
    expect(n >= 0, "%td", n);
    s->found = (size_t)n;
}

static void scene_free(struct scene *s) {
    for (int k = 0; k < 2; k++) tree_free(&s->tree[k]);
}

static ptrdiff_t ask(const struct scene *s, lbx_obb_tree_cursor *cursor, uint64_t budget,
                     unsigned flags, lbx_pair *pairs, size_t room, lbx_obb_tree_counts *counts) {
    const lbx_obb_tree_query query = {.distance = s->distance == TOUCHING ? 0 : s->distance,
                                      .flags = flags | LBX_REPRODUCIBLE,
                                      .hint = s->hint,
                                      .cursor = cursor,
                                      .budget = budget};
    return (s->distance == TOUCHING ? lbx_obb_tree_collide : lbx_obb_tree_within)(
        s->tree[0].at, &s->pose[0], s->tree[1].at, &s->pose[1], &query, pairs, room, counts);
}

// The calls together find the list of one call, whatever the budget and the room, also if each is
// made by another instruction set. None tests more than its budget but for one step, and all
// together test what one call does.
Test(tree_cursor, parts_are_the_whole) {
    static struct scene s;
    const struct test_tables *const tables = test_tables();
    static const struct {
        uint64_t budget;
        size_t room;
    } ways[] = {{1, PAIRS_MAX},   {0, 1},    {0, 3},        {50, 2},
                {100, PAIRS_MAX}, {1000, 7}, {0, PAIRS_MAX}};
    size_t pairs = 0, calls = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        table_use(&tables->at[0]);
        scene_make(&s, seed);
        for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
            lbx_obb_tree_cursor cursor = {0, 0, 0, 0};
            size_t n = 0;
            uint64_t boxes = 0, triangles = 0;
            for (size_t call = 0; !cursor.done; call++) {
                const size_t left = PAIRS_MAX - n, room = ways[w].room < left ? ways[w].room : left;
                lbx_obb_tree_counts counts;
                table_use(&tables->at[call % tables->count]);
                const ptrdiff_t found = ask(&s, &cursor, ways[w].budget, 0, got + n, room, &counts);
                expect(found >= 0 && (size_t)found <= room && counts.pairs == (uint64_t)found,
                       "seed %llu: %td", (unsigned long long)seed, found);
                const uint64_t tests = counts.boxes + counts.triangles;
                expect(ways[w].budget == 0 || tests <= ways[w].budget || tests <= STEP_MOST,
                       "%llu tests of %llu", (unsigned long long)tests,
                       (unsigned long long)ways[w].budget);
                expect(tests > 0 || cursor.done, "no progress");
                n += (size_t)found;
                boxes += counts.boxes;
                triangles += counts.triangles;
                calls++;
            }
            expect(n == s.found && memcmp(got, want, n * sizeof *got) == 0,
                   "seed %llu, way %zu: %zu pairs, not %zu", (unsigned long long)seed, w, n,
                   s.found);
            expect(boxes == s.counts.boxes &&
                       (ways[w].room < PAIRS_MAX || triangles == s.counts.triangles),
                   "%llu boxes, not %llu", (unsigned long long)boxes,
                   (unsigned long long)s.counts.boxes);
            const lbx_obb_tree_cursor end = cursor;
            expect(ask(&s, &cursor, 0, 0, got, 1, NULL) == 0 &&
                       memcmp(&end, &cursor, sizeof end) == 0,
                   "after the end");
            pairs += n;
        }
        // One pair a call. A hint does not count then, and a call without room loses nothing.
        lbx_obb_tree_cursor cursor = {0, 0, 0, 0};
        lbx_pair hint = {0, 0};
        s.hint = &hint;
        expect(ask(&s, NULL, 0, LBX_ANY, got, 1, NULL) == (s.found > 0), "any");
        size_t n = 0;
        while (!cursor.done) {
            expect(ask(&s, &cursor, 0, LBX_ANY, got + n, 0, NULL) == 0, "without room");
            if (cursor.done) break;
            const ptrdiff_t found = ask(&s, &cursor, 0, LBX_ANY, got + n, PAIRS_MAX - n, NULL);
            expect(found == !cursor.done, "%td", found);
            n += (size_t)found;
        }
        expect(n == s.found && memcmp(got, want, n * sizeof *got) == 0, "one by one");
        scene_free(&s);
    }
    expect(pairs > 1000 && calls > 10000, "%zu pairs, %zu calls", pairs, calls);
}

// A budget counts the same on every instruction set: each stops at the same place.
Test(tree_cursor, stops_at_the_same_place) {
    static struct scene s;
    const struct test_tables *const tables = test_tables();
    for (uint64_t seed = 1; seed <= 20; seed++) {
        lbx_obb_tree_cursor first = {0, 0, 0, 0};
        table_use(&tables->at[0]);
        scene_make(&s, seed);
        for (size_t t = 0; t < tables->count; t++) {
            lbx_obb_tree_cursor cursor = {0, 0, 0, 0};
            table_use(&tables->at[t]);
            expect(ask(&s, &cursor, 40 * seed, 0, got, PAIRS_MAX, NULL) >= 0, "searched");
            if (t == 0) first = cursor;
            expect(memcmp(&cursor, &first, sizeof first) == 0, "%s: another place",
                   tables->at[t].name);
        }
        scene_free(&s);
    }
}

// Any bytes are refused, or find pairs of the list. A cursor that is refused stays as it was.
Test(tree_cursor, may_be_hostile) {
    static struct scene s;
    static bool listed[MESH_TRIANGLES_MAX][MESH_TRIANGLES_MAX];
    const struct test_tables *const tables = test_tables();
    size_t refused = 0, taken = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        struct random r = random_of(58, seed);
        table_use(&tables->at[seed % tables->count]);
        scene_make(&s, seed);
        memset(listed, 0, sizeof listed);
        for (size_t k = 0; k < s.found; k++) listed[want[k].a][want[k].b] = true;
        for (unsigned k = 0; k < 200; k++) {
            const uint32_t most = k % 3 ? 64 : UINT32_MAX;
            lbx_obb_tree_cursor cursor = {(uint32_t)random_bits(&r) % most,
                                          (uint32_t)random_bits(&r) % most,
                                          k % 2 ? (uint32_t)random_bits(&r) % most : 0, 0};
            const lbx_obb_tree_cursor before = cursor;
            const ptrdiff_t found = ask(&s, &cursor, k % 5 * 100, 0, got, PAIRS_MAX, NULL);
            if (found < 0) {
                expect(found == LBX_ERROR_INDEX && memcmp(&before, &cursor, sizeof before) == 0,
                       "%td", found);
                refused++;
                continue;
            }
            taken++;
            expect((size_t)found <= s.found, "%td pairs of %zu", found, s.found);
            for (ptrdiff_t i = 0; i < found; i++)
                expect(listed[got[i].a][got[i].b], "%u and %u", got[i].a, got[i].b);
        }
        scene_free(&s);
    }
    expect(refused > 1000 && taken > 100, "%zu refused, %zu taken", refused, taken);
}

Test(tree_cursor, errors) {
    static struct scene s;
    scene_make(&s, 1);
    lbx_obb_tree_cursor cursor = {0, 0, 0, 0};
    expect(ask(&s, NULL, 1, 0, got, PAIRS_MAX, NULL) == LBX_ERROR_NULL, "a budget alone");
    // Frames that are too far apart to touch: done at once.
    s.pose[1].position[0] = 0x1p100;
    expect(ask(&s, &cursor, 1, 0, got, PAIRS_MAX, NULL) == 0 && cursor.done == 1, "far away");
    scene_free(&s);
}
