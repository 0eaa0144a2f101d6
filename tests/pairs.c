// SPDX-License-Identifier: MIT
// Pairs within a set and between sets, against lbx_aabb_aabb for every single pair.
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "examples/random.h"
#include "harness.h"
#include "searches.h"
#include "tables.h"

static const size_t sizes[] = {0, 1, 2, 15, 16, 17, 63, 64, 65, 255, 257, 1000};
enum { SIZES = sizeof sizes / sizeof *sizes, ROOM = 20000 };

// Sets of every kind and size, on every table: the true pairs, and the same list in the same order.
Test(pairs, of_a_set) {
    for (unsigned kind = 0; kind < SET_ALL; kind++) {
        for (size_t s = 0; s < SIZES; s++) {
            if (kind == SET_EQUAL && sizes[s] > 300) continue;
            struct set set = set_open(kind, sizes[s], s);
            struct list want = truth_of(&set, NULL);
            search_by_every_table(&(struct search){.a = &set, .room = ROOM}, &want);
            free(want.at);
            set_close(&set);
        }
    }
}

// Trees of four levels.
Test(pairs, of_many) {
    static const unsigned kinds[] = {SET_SPARSE, SET_MIXED, SET_OPEN};
    for (int k = 0; k < 3; k++) {
        struct set set = set_open(kinds[k], tests_are_sampled() ? 2000 : 4500, 9);
        struct list want = truth_of(&set, NULL);
        search_by_every_table(&(struct search){.a = &set, .room = want.n + 5000}, &want);
        free(want.at);
        set_close(&set);
    }
}

Test(pairs, between_sets) {
    for (unsigned kind = 0; kind < SET_ALL; kind++) {
        for (size_t s = 0; s < SIZES; s++) {
            struct set a = set_open(kind, sizes[s] / 2, s);
            struct set b = set_open((kind + 1) % SET_ALL, sizes[SIZES - 1 - s] / 3, s + 1);
            struct list want = truth_of(&a, &b);
            search_by_every_table(&(struct search){.a = &a, .b = &b, .room = ROOM}, &want);
            free(want.at);
            set_close(&a);
            set_close(&b);
        }
    }
}

// A set with itself: every box meets itself, too.
Test(pairs, between_a_set_and_itself) {
    struct set set = set_open(SET_DENSE, 200, 1);
    struct list want = truth_of(&set, &set);
    const struct search search = {.a = &set, .b = &set, .room = ROOM};
    struct list found = search_all(&search);
    list_expect(&found, &want, "itself");
    free(found.at);
    free(want.at);
    set_close(&set);
}

// Whatever the room and the number of parts, the parts put together are the same list.
Test(pairs, in_any_room_and_parts) {
    static const size_t rooms[] = {1, 2, 7, 255, 256, 257, 4095, 4096, 4500};
    static const size_t parts[] = {1, 2, 3, 64, 1000, UINT32_MAX};
    const struct test_tables *tables = test_tables();
    for (unsigned kind = 0; kind < SET_ALL; kind++) {
        table_use(&tables->at[kind % tables->count]);
        struct set a = set_open(kind, kind == SET_EQUAL ? 70 : 300, 5);
        struct set b = set_open(SET_DENSE, 90, 6);
        for (int between = 0; between < 2; between++) {
            struct search search = {.a = &a, .b = between ? &b : NULL, .room = 100000};
            struct list want = search_all(&search);
            for (size_t k = 0; k < sizeof rooms / sizeof *rooms; k++) {
                search.room = rooms[k];
                struct list found = search_all(&search);
                expect(list_same(&found, &want), "%s, room %zu", set_name(kind), rooms[k]);
                free(found.at);
            }
            search.room = 50;
            for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
                size_t n = 0;
                const size_t step = parts[k] > 1000 ? 50000000 : 1;
                for (uint64_t part = 0; part < parts[k]; part += step) {
                    search.part = (size_t)part, search.parts = parts[k];
                    struct list found = search_all(&search);
                    expect(step > 1 || n + found.n <= want.n, "part %zu", search.part);
                    expect(step > 1 || found.n == 0 ||
                               memcmp(found.at, want.at + n, found.n * sizeof *found.at) == 0,
                           "%s, part %zu of %zu", set_name(kind), search.part, parts[k]);
                    n += found.n;
                    free(found.at);
                }
                expect(step > 1 || n == want.n, "%zu parts: %zu, not %zu", parts[k], n, want.n);
            }
            free(want.at);
        }
        set_close(&a);
        set_close(&b);
    }
}

// Whatever the budget of a call. Refitted to the boxes of another set, an order is none: all tiles
// meet, most of them in vain.
Test(pairs, in_any_budget) {
    static const unsigned kinds[] = {SET_SPARSE, SET_PILES, SET_HOSTILE};
    for (int k = 0; k < 3; k++) {
        struct set a = set_open(kinds[k], 300, 5), b = set_open(SET_DENSE, 90, 6);
        search_by_budgets(&(struct search){.a = &a, .room = ROOM});
        search_by_budgets(&(struct search){.a = &b, .b = &a, .room = ROOM, .part = 1, .parts = 3});
        set_make(kinds[k], a.n, 8, a.boxes);
        const lbx_aabbs view = set_view(a.boxes, a.n);
        expect(lbx_order_refit(&view, a.n, a.order.at, a.bytes, NULL) >= 0, "refitted");
        search_by_budgets(&(struct search){.a = &a, .room = ROOM});
        set_close(&a);
        set_close(&b);
    }
}

// Where all boxes meet, each tile is tested against itself, all later ones and all nodes above
// them. No search needs more tests, and this one is not done after fewer.
Test(pairs, every_tile_test_is_counted) {
    enum { N = 300, TILES = 19, NODES = 2, PAIRS = N * (N - 1) / 2 };
    struct set set = set_open(SET_EQUAL, N, 1);
    lbx_pair *const out = memory_of(PAIRS * sizeof *out);
    uint64_t all = 0;
    for (unsigned t = 0; t < TILES; t++) all += 1 + NODES - t / 16 + TILES - t;
    for (size_t t = 0; t < test_tables()->count; t++) {
        table_use(&test_tables()->at[t]);
        for (uint64_t budget = 8; budget <= all; budget++) {
            lbx_cursor counts = {.budget = budget}, writes = counts;
            expect(lbx_pairs(set.order.at, NULL, &counts, NULL, 0) ==
                       lbx_pairs(set.order.at, NULL, &writes, out, PAIRS),
                   "as many");
            expect(counts.done == (budget == all) && memcmp(&counts, &writes, sizeof counts) == 0,
                   "budget %llu of %llu", (unsigned long long)budget, (unsigned long long)all);
        }
    }
    free(out);
    set_close(&set);
}

// --- filters ---

struct body {
    uint32_t category, mask, other;
};

static void fill_bodies(struct body *bodies, size_t n, uint64_t seed) {
    for (size_t i = 0; i < n; i++) {
        struct random r = random_of(seed, i);
        bodies[i].category = 1u << random_below(&r, 3) | (random_chance(&r, 9) ? 1u << 31 : 0);
        bodies[i].mask = random_below(&r, 8) | (random_chance(&r, 9) ? 1u << 31 : 0);
    }
}

static struct list keep_meeting(const struct list *all, const struct body *a,
                                const struct body *b) {
    struct list kept = {memory_of(all->n * sizeof *kept.at), 0};
    for (size_t i = 0; i < all->n; i++) {
        const lbx_pair p = all->at[i];
        const uint32_t ca = a ? a[p.a].category : UINT32_MAX, ma = a ? a[p.a].mask : UINT32_MAX;
        const uint32_t cb = b ? b[p.b].category : UINT32_MAX, mb = b ? b[p.b].mask : UINT32_MAX;
        if (ca & mb && cb & ma) kept.at[kept.n++] = p;
    }
    return kept;
}

Test(pairs, filters) {
    enum { N = 400 };
    struct set a = set_open(SET_DENSE, N, 7), b = set_open(SET_DENSE, N, 8);
    struct guarded memory[2];
    for (int s = 0; s < 2; s++) {
        memory[s] = guarded_alloc(N * sizeof(struct body) - sizeof(uint32_t), GUARD_BEHIND, 0);
        struct body bodies[N];
        fill_bodies(bodies, N, (uint64_t)s);
        memcpy(memory[s].at, bodies, memory[s].bytes); // the last word is never read
    }
    const struct body *const x = (struct body *)(void *)memory[0].at;
    const struct body *const y = (struct body *)(void *)memory[1].at;
    const lbx_filter f = {&x->category, &x->mask, sizeof *x};
    const lbx_filter g = {&y->category, &y->mask, sizeof *y};
    const lbx_filter all = {NULL, NULL, 0};
    const struct {
        const lbx_filter *f, *g;
        const struct body *x, *y;
        const struct set *b;
    } rows[] = {{&f, &f, x, x, NULL},    {&f, &g, x, y, &b},      {NULL, &g, NULL, y, &b},
                {&f, NULL, x, NULL, &b}, {&all, &g, NULL, y, &b}, {&all, &all, NULL, NULL, NULL}};
    const struct test_tables *tables = test_tables();
    for (size_t k = 0; k < tables->count * sizeof rows / sizeof *rows; k++) {
        for (size_t room = 3; room < 100000; room *= 20) {
            const size_t row = k / tables->count;
            table_use(&tables->at[k % tables->count]);
            struct search search = {.a = &a, .b = rows[row].b, .room = room};
            struct list unfiltered = search_all(&search);
            struct list want = keep_meeting(&unfiltered, rows[row].x, rows[row].y);
            search.a_filter = rows[row].f, search.b_filter = rows[row].g;
            struct list found = search_all(&search);
            expect(list_same(&found, &want), "row %zu, room %zu: %zu, not %zu of %zu", row, room,
                   found.n, want.n, unfiltered.n);
            free(unfiltered.at);
            free(want.at);
            free(found.at);
        }
    }
    for (int s = 0; s < 2; s++) guarded_free(&memory[s]);
    set_close(&a);
    set_close(&b);
}

// A filter with only masks, densely: every item is in every category.
Test(pairs, a_filter_without_categories) {
    enum { N = 100 };
    struct set set = set_open(SET_DENSE, N, 7);
    uint32_t masks[N];
    for (size_t i = 0; i < N; i++) masks[i] = i % 3 ? 1 : 0;
    const lbx_filter filter = {.mask = masks};
    table_use(&test_tables()->at[0]);
    struct search search = {.a = &set, .room = 1000};
    struct list all = search_all(&search);
    search.a_filter = &filter;
    struct list found = search_all(&search);
    size_t n = 0;
    for (size_t i = 0; i < all.n; i++) {
        if (all.at[i].a % 3 && all.at[i].b % 3) {
            expect(n < found.n && memcmp(&found.at[n], &all.at[i], sizeof *all.at) == 0, "%zu", i);
            n++;
        }
    }
    expect(n == found.n && n > 0, "%zu, not %zu", found.n, n);
    free(all.at);
    free(found.at);
    set_close(&set);
}

// --- refits ---

Test(pairs, refit) {
    enum { N = 500 };
    float(*const velocity)[3] = memory_of(N * sizeof *velocity);
    for (unsigned kind = 0; kind < SET_ALL; kind++) {
        const size_t n = kind == SET_EQUAL ? 100 : N;
        struct set set = set_open(kind, n, 3);
        struct set_box *const begun = memory_of(n * sizeof *begun);
        memcpy(begun, set.boxes, n * sizeof *begun);
        set_velocities(SET_DENSE, n, 4, velocity);
        for (unsigned frame = 0; frame < 2 * SWINGS; frame++) {
            // Some boxes become empty, some stop being empty; the last frames replace all of them.
            if (frame < SWINGS)
                set_swing(begun, velocity, n, frame, set.boxes);
            else
                set_make((kind + frame) % SET_ALL, n, frame, set.boxes);
            for (size_t i = frame; i < n; i += 50)
                set.boxes[i].min[0] = INFINITY, set.boxes[i].max[0] = -INFINITY;
            const lbx_aabbs view = set_view(set.boxes, n);
            expect(lbx_order_refit(&view, n, set.order.at, set.bytes, NULL) >= 0, "%u", frame);
            expect(lbx_order_check(set.order.at, set.bytes, NULL) == 0, "%u", frame);
            struct list want = truth_of(&set, NULL);
            const struct search search = {.a = &set, .room = ROOM};
            struct list found = search_all(&search);
            list_expect(&found, &want, set_name(kind));
            free(found.at);
            free(want.at);
        }
        free(begun);
        set_close(&set);
    }
    free(velocity);
}

// The boxes that are not empty are counted.
Test(pairs, empty_boxes_are_in_no_pair) {
    struct set_box boxes[40];
    for (size_t i = 0; i < 40; i++) {
        boxes[i] = (struct set_box){{-1, -1, -1}, {1, 1, 1}};
        if (i % 4 == 0)
            boxes[i] =
                (struct set_box){{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
        if (i % 4 == 1)
            boxes[i] =
                (struct set_box){{FLT_MAX, FLT_MAX, FLT_MAX}, {-FLT_MAX, -FLT_MAX, -FLT_MAX}};
        if (i % 4 == 2)
            boxes[i] = (struct set_box){{-INFINITY, NAN, -INFINITY}, {NAN, INFINITY, INFINITY}};
    }
    const size_t bytes = lbx_order_bytes(40);
    void *const order = memory_of(bytes);
    const lbx_aabbs view = set_view(boxes, 40);
    expect(lbx_order_sort(&view, 40, order, bytes, NULL) == 20, "sorted");
    expect(lbx_order_refit(&view, 40, order, bytes, NULL) == 20, "refitted");
    lbx_cursor cursor = {0};
    expect(lbx_pairs(order, NULL, &cursor, NULL, 0) == 190, "20 boxes, all of which meet");
    free(order);
}

// An order contains a copy of what was sorted: it may be moved, and the boxes may be freed.
Test(pairs, an_order_is_of_itself) {
    struct set set = set_open(SET_PILES, 700, 3);
    const struct search search = {.a = &set, .room = ROOM};
    struct list want = search_all(&search);
    memset(set.boxes, 0xff, set.n * sizeof *set.boxes);
    struct guarded moved = guarded_alloc(set.bytes, GUARD_BEFORE, UNTOUCHED);
    memcpy(moved.at, set.order.at, set.bytes);
    memset(set.order.at, 0, set.bytes);
    struct set other = {.n = set.n, .bytes = set.bytes, .order = moved};
    expect(lbx_order_check(moved.at, set.bytes, NULL) == 0, "moved");
    const struct search again = {.a = &other, .room = ROOM};
    struct list found = search_all(&again);
    expect(list_same(&found, &want), "%zu, not %zu", found.n, want.n);
    free(found.at);
    free(want.at);
    guarded_free(&moved);
    set_close(&set);
}

// Boxes that a list picks, and boxes with the same array for all three coordinates.
Test(pairs, of_any_view) {
    enum { N = 300, MANY = 1000 };
    const struct test_tables *tables = test_tables();
    struct set_box *const all = memory_of(MANY * sizeof *all), *const boxes =
                                                                   memory_of(N * sizeof *all);
    uint32_t list[2 * N];
    set_fill(SET_DENSE, MANY, 3, all);
    const size_t bytes = lbx_order_bytes(N);
    void *const order = memory_of(bytes);
    for (unsigned k = 0; k < 3 * tables->count; k++) {
        lbx_aabbs view = set_view(all, MANY);
        table_use(&tables->at[k / 3]);
        for (size_t i = 0; i < 2 * N; i++) list[i] = (uint32_t)((i * 37 + 5) % MANY);
        if (k % 3 == 0) view.pick = lbx_indexed_every(list, N, 8);
        if (k % 3 == 1) view.pick = lbx_from(MANY - N);
        if (k % 3 == 2) {
            for (int c = 1; c < 3; c++) view.min[c] = view.min[0], view.max[c] = view.max[0];
        }
        for (size_t i = 0; i < N; i++) {
            boxes[i] = all[k % 3 == 0 ? list[2 * i] : k % 3 == 1 ? MANY - N + i : i];
            for (int c = 1; c < 3 && k % 3 == 2; c++) {
                boxes[i].min[c] = boxes[i].min[0];
                boxes[i].max[c] = boxes[i].max[0];
            }
        }
        struct set set = {.boxes = boxes, .n = N};
        expect(lbx_order_sort(&view, N, order, bytes, NULL) == N, "%u", k);
        for (int again = 0; again < 2; again++) {
            lbx_cursor cursor = {0};
            static lbx_pair pairs[20000];
            table_use(&tables->at[k / 3]);
            const ptrdiff_t found = lbx_pairs(order, NULL, &cursor, pairs, 20000);
            struct list got = {pairs, (size_t)found}, want = truth_of(&set, NULL);
            list_expect(&got, &want, tables->at[k / 3].name);
            free(want.at);
            table_use(&tables->at[k / 3]);
            expect(lbx_order_refit(&view, N, order, bytes, NULL) == N, "%u", k);
        }
    }
    free(all);
    free(boxes);
    free(order);
}
