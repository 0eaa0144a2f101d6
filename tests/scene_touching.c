// SPDX-License-Identifier: MIT
// Instances of a scene that touch: as every pair of them asked by itself has it, in any parts.
#include <stdlib.h>
#include <string.h>

#include "crowd.h"
#include "examples/random.h"
#include "harness.h"
#include "searches.h"
#include "tables.h"

enum { TOUCHES_MAX = 1 << 17, MOST = 64 };

static lbx_scene_touch want[TOUCHES_MAX], got[TOUCHES_MAX];
static struct crowd crowd;

// Which instances may form a pair, in the words of a filter.
static bool may_pair(const lbx_filter *filter, uint32_t a, uint32_t b) {
    if (!filter) return true;
    const uint32_t *const category = filter->category, *const mask = filter->mask;
    return category[a] & mask[b] && category[b] & mask[a];
}

static int compare(const void *x, const void *y) {
    const lbx_scene_touch *const p = x, *const q = y;
    return p->a != q->a                     ? (p->a < q->a ? -1 : 1)
           : p->b != q->b                   ? (p->b < q->b ? -1 : 1)
           : p->a_triangle != q->a_triangle ? (p->a_triangle < q->a_triangle ? -1 : 1)
           : p->b_triangle != q->b_triangle ? (p->b_triangle < q->b_triangle ? -1 : 1)
                                            : 0;
}

// Finds all pairs, by the instances' numbers, in `want`, sorted.
static size_t brute_force(const struct crowd *s, const lbx_scene_query *query) {
    static lbx_pair pairs[MESH_TRIANGLES_MAX * MESH_TRIANGLES_MAX];
    size_t found = 0;
    for (uint32_t a = 0; a < s->n; a++) {
        for (uint32_t b = a + 1; b < s->n; b++) {
            if (!may_pair(query->filter, a, b)) continue;
            const lbx_rigid_pose pose[2] = {s->at[a].pose, s->at[b].pose};
            const ptrdiff_t n =
                tree_search(s->oriented[s->at[a].tree], s->oriented[s->at[b].tree], pose,
                            query->distance > 0 ? query->distance : TOUCHING, LBX_REPRODUCIBLE,
                            pairs, sizeof pairs / sizeof *pairs, NULL);
            expect(n >= 0 && found + (size_t)n <= TOUCHES_MAX, "%td", n);
            for (ptrdiff_t i = 0; i < n; i++)
                want[found++] = (lbx_scene_touch){a, b, pairs[i].a, pairs[i].b};
        }
    }
    qsort(want, found, sizeof *want, compare);
    return found;
}

static ptrdiff_t ask(const struct crowd *s, const lbx_scene_query *query, lbx_scene_cursor *cursor,
                     lbx_scene_touch *out, size_t room) {
    return lbx_scene_touching(s->scene, &s->trees, s->order, query, cursor, out, room);
}

// The whole list, in calls of so much room. Each call must fill it but the last.
static size_t list_of(const struct crowd *s, const lbx_scene_query *query, size_t room,
                      lbx_scene_cursor *cursor, lbx_scene_touch *out) {
    size_t n = 0;
    for (;;) {
        const size_t left = TOUCHES_MAX - n, some = room < left ? room : left;
        const uint64_t budget = cursor->pairs.budget; // does not count, and stays
        const ptrdiff_t found = ask(s, query, cursor, out + n, some);
        expect(cursor->pairs.budget == budget, "another budget");
        cursor->pairs.budget = budget ? (budget > 8 ? 8 : 60) : 0;
        expect(found >= 0 && (size_t)found <= some, "%td", found);
        n += (size_t)found;
        if ((size_t)found < some) break;
    }
    const lbx_scene_cursor end = *cursor;
    expect(cursor->pairs.done && ask(s, query, cursor, got, 1) == 0 &&
               memcmp(&end, cursor, sizeof end) == 0,
           "the end");
    return n;
}

static void expect_same(const lbx_scene_touch *list, size_t n, const lbx_scene_touch *other,
                        size_t count, const char *what, size_t number) {
    expect(n == count && memcmp(list, other, n * sizeof *list) == 0, "%s %zu: %zu of %zu", what,
           number, n, count);
}

// Expects `n` pairs of `want` to be the list, whatever the room, the parts and the table.
static size_t expect_list(const struct crowd *s, const lbx_scene_query *query, size_t n) {
    static lbx_scene_touch whole[TOUCHES_MAX], list[TOUCHES_MAX];
    const struct test_tables *const tables = test_tables();
    lbx_scene_cursor cursor = {.given = 0};
    expect(list_of(s, query, TOUCHES_MAX, &cursor, whole) == n, "another number than %zu", n);
    memcpy(list, whole, n * sizeof *list);
    qsort(list, n, sizeof *list, compare);
    expect_same(list, n, want, n, "brute force", 0);
    for (size_t t = 0; t < tables->count; t++) {
        table_use(&tables->at[t]);
        cursor = (lbx_scene_cursor){.given = 0};
        expect_same(list, list_of(s, query, 1 + n / 3, &cursor, list), whole, n, "table", t);
    }
    const size_t dense = n < 3000 ? 60 : 0;
    for (size_t room = 1; room <= n + 1; room += room < dense ? 1 : 1 + n / 5) {
        cursor = (lbx_scene_cursor){.given = 0};
        expect_same(list, list_of(s, query, room, &cursor, list), whole, n, "room", room);
    }
    for (size_t of = 1; of <= 40; of = 2 * of + 1) {
        size_t found = 0;
        for (size_t k = 0; k < of; k++) {
            cursor = (lbx_scene_cursor){.given = 0};
            EXPECT_ERROR(0, lbx_cursor_range(&cursor.pairs, k, of));
            found += list_of(s, query, 1 + (7 * k) % 50, &cursor, list + found);
        }
        expect_same(list, found, whole, n, "parts", of);
    }
    return n;
}

// Expects one pair of triangles for each pair of instances of `want`, any of its pairs. Moves
// `hints`.
static size_t expect_any(const struct crowd *s, const lbx_scene_query *query, size_t n) {
    static lbx_scene_touch list[TOUCHES_MAX];
    size_t expected = 0;
    for (size_t i = 0; i < n; i++)
        expected += i == 0 || want[i].a != want[i - 1].a || want[i].b != want[i - 1].b;
    for (size_t room = 1; room <= expected + 1; room += room < 20 ? 1 : 1 + expected / 4) {
        lbx_scene_cursor cursor = {.given = 0};
        const size_t found = list_of(s, query, room, &cursor, list);
        expect(found == expected, "%zu pairs of instances, not %zu", found, expected);
        qsort(list, found, sizeof *list, compare);
        for (size_t i = 0; i < found; i++) {
            expect(i == 0 || list[i].a != list[i - 1].a || list[i].b != list[i - 1].b,
                   "%u and %u twice", list[i].a, list[i].b);
            expect(bsearch(&list[i], want, n, sizeof *want, compare), "%u and %u", list[i].a,
                   list[i].b);
        }
    }
    return expected;
}

// With both kinds of boxes, after building and after refitting, of any number of instances.
Test(scene_touching, is_that_of_every_pair) {
    static const size_t counts[] = {0, 1, 2, 3, 12, MOST};
    size_t pairs = 0, instances = 0;
    for (uint64_t seed = 1; seed <= (tests_are_sampled() ? 36 : 120); seed++) {
        const size_t n = counts[seed % (sizeof counts / sizeof *counts)];
        const double spread = n > 12 ? 2 : .7;
        const lbx_scene_query query = {.distance = seed % 4 == 0 ? .25f : 0,
                                       .flags = LBX_REPRODUCIBLE};
        lbx_scene_query any = query;
        any.flags |= LBX_ANY;
        crowd_make_touching(&crowd, n, spread, seed);
        if (seed % 2) crowd.trees.rays = NULL;
        crowd_build(&crowd);
        for (int frame = 0; frame < 2; frame++) {
            crowd_order(&crowd, query.distance);
            const size_t found = brute_force(&crowd, &query);
            pairs += expect_list(&crowd, &query, found);
            instances += expect_any(&crowd, &any, found);
            crowd_move_touching(&crowd, spread, seed + 1000);
            crowd_refit(&crowd);
        }
        crowd_free(&crowd);
    }
    expect(pairs > 20000 && instances > 300, "%zu pairs of triangles, %zu of instances", pairs,
           instances);
}

// More pairs of triangles than a search keeps at a time, in a pair of instances.
Test(scene_touching, of_many_triangles) {
    const lbx_scene_query query = {.flags = LBX_REPRODUCIBLE};
    crowd_make_touching(&crowd, 3, 0, 5);
    struct mesh *const mesh = &crowd.mesh[0].mesh; // one triangle many times
    mesh_make(mesh, MESH_BOX, 1);
    mesh->triangles = 40;
    for (size_t i = 3; i < 3 * mesh->triangles; i++) mesh->index[i] = mesh->index[i - 3];
    crowd_plant(&crowd, 0, NULL);
    crowd.trees.rays = NULL;
    for (size_t i = 0; i < crowd.n; i++) {
        crowd.at[i] = crowd.at[0];
        crowd.at[i].tree = 0;
    }
    crowd_build(&crowd);
    crowd_order(&crowd, 0);
    const size_t n = expect_list(&crowd, &query, brute_force(&crowd, &query));
    expect(n == 3 * 40 * 40, "%zu pairs", n);
    crowd_free(&crowd);
}

// Between calls the budget of the search for pairs of boxes may change.
Test(scene_touching, takes_any_budget) {
    const lbx_scene_query query = {.flags = LBX_REPRODUCIBLE};
    for (uint64_t seed = 1; seed <= 3; seed++) {
        crowd_make_touching(&crowd, 150, 6, seed);
        crowd_build(&crowd);
        crowd_order(&crowd, 0);
        const size_t n = brute_force(&crowd, &query);
        expect(n > 20, "only %zu pairs", n);
        for (size_t room = 1; room < n / 2; room += 1 + n / 9) {
            static lbx_scene_touch list[TOUCHES_MAX];
            lbx_scene_cursor cursor = {.pairs = {.budget = 60}};
            const size_t found = list_of(&crowd, &query, room, &cursor, list);
            qsort(list, found, sizeof *list, compare);
            expect_same(list, found, want, n, "room", room);
        }
        crowd_free(&crowd);
    }
}

Test(scene_touching, filters_instances) {
    static uint32_t category[MOST], mask[MOST];
    const lbx_filter filter = {category, mask, 0};
    const lbx_scene_query query = {.flags = LBX_REPRODUCIBLE, .filter = &filter};
    const lbx_scene_query none = {.flags = LBX_REPRODUCIBLE};
    size_t all = 0, some = 0;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        crowd_make_touching(&crowd, 20, .8, seed);
        for (size_t i = 0; i < crowd.n; i++) {
            struct random r = random_of(seed + 7, i);
            category[i] = 1u << random_below(&r, 3);
            mask[i] = random_below(&r, 8);
        }
        crowd_build(&crowd);
        crowd_order(&crowd, 0);
        all += brute_force(&crowd, &none);
        some += expect_list(&crowd, &query, brute_force(&crowd, &query));
        crowd_free(&crowd);
    }
    expect(some > 100 && some < all, "%zu of %zu", some, all);
}

// Hints of any bytes and any number change which pair of triangles is found, and nothing else. What
// a search leaves leads the next one to the same pairs.
Test(scene_touching, takes_any_hints) {
    static lbx_pair hints[1000];
    static const size_t counts[] = {1, 3, 100, 1000};
    for (uint64_t seed = 1; seed <= 20; seed++) {
        crowd_make_touching(&crowd, 20, .8, seed);
        crowd_build(&crowd);
        crowd_order(&crowd, 0);
        const lbx_scene_query all = {.flags = LBX_REPRODUCIBLE};
        const size_t n = brute_force(&crowd, &all);
        for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
            lbx_scene_query query = {
                .flags = LBX_REPRODUCIBLE | LBX_ANY, .hints = hints, .hint_count = counts[k]};
            struct random r = random_of(seed, k);
            memset(hints, 0, sizeof hints);
            expect_any(&crowd, &query, n);
            size_t left = 0;
            for (size_t i = 0; i < counts[k]; i++) left += hints[i].a != 0;
            expect((left > 0) == (n > 0), "%zu hints", left);
            for (size_t i = 0; i < counts[k]; i++)
                hints[i] = (lbx_pair){(uint32_t)random_bits(&r), (uint32_t)random_bits(&r)};
            expect_any(&crowd, &query, n);
            // Without LBX_ANY, or if there are none of them, they are not touched.
            lbx_pair before[sizeof hints / sizeof *hints];
            memcpy(before, hints, sizeof hints);
            query.flags = LBX_REPRODUCIBLE;
            if (k < 2) expect_list(&crowd, &query, n);
            expect(memcmp(before, hints, sizeof hints) == 0, "hints without LBX_ANY");
            query.flags |= LBX_ANY;
            query.hints = NULL;
            expect_any(&crowd, &query, n);
            query.hints = hints;
            query.hint_count = 0;
            memset(hints, 7, sizeof hints);
            expect_any(&crowd, &query, n);
            for (size_t i = 0; i < counts[k]; i++)
                expect(hints[i].a == 0x07070707 && hints[i].b == 0x07070707, "hint %zu", i);
        }
        crowd_free(&crowd);
    }
}

// Counting leaves the cursor where it is, wherever that is.
Test(scene_touching, counts_what_remains) {
    const unsigned flags[2] = {LBX_REPRODUCIBLE, LBX_REPRODUCIBLE | LBX_ANY};
    ptrdiff_t all = 0;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        crowd_make_touching(&crowd, 20, .8, seed);
        crowd_build(&crowd);
        crowd_order(&crowd, 0);
        for (int any = 0; any < 2; any++) {
            const lbx_scene_query query = {.flags = flags[any]};
            lbx_scene_cursor cursor = {.given = 0};
            const ptrdiff_t n = ask(&crowd, &query, &cursor, NULL, 0);
            expect(n >= 0 && cursor.pairs.generation[0] == 0, "%td", n);
            all += n;
            for (ptrdiff_t left = n; left > 0;) {
                const size_t room = 1 + (size_t)n / 9;
                const lbx_scene_cursor before = cursor;
                expect(ask(&crowd, &query, &cursor, NULL, 0) == left, "%td remain", left);
                expect(memcmp(&before, &cursor, sizeof before) == 0, "the cursor moved");
                left -= ask(&crowd, &query, &cursor, got, room);
            }
            expect(ask(&crowd, &query, &cursor, NULL, 0) == 0, "none remain");
        }
        crowd_free(&crowd);
    }
    expect(all > 1000, "%td pairs", all);
}

Test(scene_touching, errors) {
    lbx_scene_query query = {.distance = 0};
    lbx_scene_cursor cursor = {.given = 0};
    const lbx_scene_trees none = {crowd.tree, NULL, CROWD_MESHES};
    crowd_make_touching(&crowd, 20, .8, 1);
    crowd_build(&crowd);
    crowd_order(&crowd, 0);
    expect(ask(&crowd, NULL, &cursor, got, 10) == 10, "all by default");
    EXPECT_ERROR(LBX_ERROR_NULL, ask(&crowd, &query, NULL, got, 1));
    EXPECT_ERROR(LBX_ERROR_COUNT, ask(&crowd, &query, &cursor, got, 0));
    query.flags = 8;
    EXPECT_ERROR(LBX_ERROR_FLAGS, ask(&crowd, &query, &cursor, got, 1));
    query.flags = 0;
    static const float wrong[] = {-1, NAN, INFINITY, 0x1p61f};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        query.distance = wrong[i];
        EXPECT_ERROR(LBX_ERROR_DISTANCE, ask(&crowd, &query, &cursor, got, 1));
    }
    query.distance = 0;
    EXPECT_ERROR(LBX_ERROR_NULL,
                 lbx_scene_touching(NULL, &crowd.trees, crowd.order, NULL, &cursor, got, 1));
    EXPECT_ERROR(LBX_ERROR_NULL,
                 lbx_scene_touching(crowd.scene, NULL, crowd.order, NULL, &cursor, got, 1));
    EXPECT_ERROR(LBX_ERROR_NULL,
                 lbx_scene_touching(crowd.scene, &none, crowd.order, NULL, &cursor, got, 1));
    EXPECT_ERROR(LBX_ERROR_NULL,
                 lbx_scene_touching(crowd.scene, &crowd.trees, NULL, NULL, &cursor, got, 1));
    EXPECT_ERROR(LBX_ERROR_SCENE,
                 lbx_scene_touching(crowd.order, &crowd.trees, crowd.order, NULL, &cursor, got, 1));
    EXPECT_ERROR(LBX_ERROR_ORDER,
                 lbx_scene_touching(crowd.scene, &crowd.trees, crowd.scene, NULL, &cursor, got, 1));
    // A filter's stride, and a cursor that is beyond its pairs or from before a sort.
    const lbx_filter uneven = {NULL, NULL, 6};
    query.filter = &uneven;
    EXPECT_ERROR(LBX_ERROR_STRIDE, ask(&crowd, &query, &cursor, got, 1));
    lbx_scene_cursor beyond = cursor;
    beyond.given = 1000;
    EXPECT_ERROR(LBX_ERROR_INDEX, ask(&crowd, NULL, &beyond, got, 1));
    crowd_order(&crowd, 0);
    EXPECT_ERROR(LBX_ERROR_INDEX, ask(&crowd, NULL, &cursor, got, 1));
    // Another number of boxes, then another scale, which a refit takes back.
    cursor = (lbx_scene_cursor){.given = 0};
    const lbx_aabbs fewer =
        lbx_aabbs_of(crowd.box[0], crowd.box[0] + 3, crowd.n, sizeof *crowd.box);
    expect(lbx_order_sort(&fewer, crowd.n - 1, crowd.order, crowd.order_bytes, NULL) > 0, "sorted");
    EXPECT_ERROR(LBX_ERROR_ORDER, ask(&crowd, NULL, &cursor, got, 1));
    crowd.at[7].scale = 2;
    crowd_refit(&crowd);
    crowd_order(&crowd, 0);
    EXPECT_ERROR(LBX_ERROR_POSE, ask(&crowd, NULL, &cursor, got, 1));
    crowd_build(&crowd);
    EXPECT_ERROR(LBX_ERROR_POSE, ask(&crowd, NULL, &cursor, got, 1));
    crowd.at[7].scale = 1;
    crowd_refit(&crowd);
    expect(ask(&crowd, NULL, &cursor, got, 1) == 1, "scale 1");
    crowd_free(&crowd);
}

// Any bytes of a cursor are refused, or find pairs of the list.
Test(scene_touching, takes_any_cursor) {
    const lbx_scene_query query = {.flags = LBX_REPRODUCIBLE};
    size_t refused = 0, taken = 0;
    crowd_make_touching(&crowd, 20, .8, 3);
    crowd_build(&crowd);
    crowd_order(&crowd, 0);
    const size_t n = brute_force(&crowd, &query);
    for (uint64_t k = 0; k < 500; k++) {
        struct random r = random_of(k, 3);
        lbx_scene_cursor cursor = {.given = 0};
        expect(ask(&crowd, &query, &cursor, got, 1 + random_below(&r, (unsigned)n)) > 0, "begun");
        cursor.given = random_below(&r, 130);
        cursor.trees = (lbx_obb_tree_cursor){random_below(&r, 64), random_below(&r, 64),
                                             random_below(&r, 9), random_below(&r, 9) == 0};
        const ptrdiff_t found = ask(&crowd, &query, &cursor, got, TOUCHES_MAX);
        if (found < 0) {
            expect(found == LBX_ERROR_INDEX, "%td", found);
            refused++;
            continue;
        }
        taken++;
        for (ptrdiff_t i = 0; i < found; i++)
            expect(bsearch(&got[i], want, n, sizeof *want, compare), "%u and %u", got[i].a,
                   got[i].b);
    }
    expect(refused > 100 && taken > 20, "%zu refused, %zu taken", refused, taken);
    crowd_free(&crowd);
}
