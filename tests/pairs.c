// SPDX-License-Identifier: MIT
// Pairs of a set and between sets, against every pair asked of lbx_aabb_aabb one by one.
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "guarded.h"
#include "harness.h"
#include "lanebox/pairs.h"
#include "random.h"
#include "sets.h"
#include "tables.h"

enum { UNTOUCHED = 0x5a };

// --- sets, and the truth about them ---

enum {
    HOSTILE = SET_KINDS, // any floats
    OPEN,                // sides of infinity, FLT_MAX and NaN, empty boxes
    KINDS
};

static void make_set(unsigned kind, size_t n, uint64_t seed, struct set_box *boxes) {
    if (kind < SET_KINDS) {
        set_fill(kind, n, seed, boxes);
        return;
    }
    static const float ends[] = {INFINITY, FLT_MAX, NAN, 1e18f};
    set_fill(SET_DENSE, n, seed, boxes);
    for (size_t i = 0; i < n; i++) {
        struct random r = random_of(seed + 1, i);
        float *const box = boxes[i].min;
        if (kind == HOSTILE) {
            for (int k = 0; k < 6; k++) box[k] = random_hostile(&r);
        } else if (random_chance(&r, 4)) {
            const unsigned c = random_below(&r, 3);
            const float end = ends[random_below(&r, 4)];
            if (random_chance(&r, 2)) boxes[i].max[c] = end;
            if (random_chance(&r, 2)) boxes[i].min[c] = -end;
            if (random_chance(&r, 4)) {
                const float most = random_chance(&r, 2) ? INFINITY : FLT_MAX;
                for (int k = 0; k < 3; k++) boxes[i].min[k] = most, boxes[i].max[k] = -most;
            }
        }
    }
}

static const char *kind_name(unsigned kind) {
    return kind < SET_KINDS ? set_names[kind] : kind == HOSTILE ? "hostile" : "open";
}

static lbx_aabbs view_of(const struct set_box *boxes, size_t n) {
    static const struct set_box none;
    if (!n) boxes = &none;
    return lbx_aabbs_of(boxes->min, boxes->max, n, sizeof *boxes);
}

struct list {
    lbx_pair *at;
    size_t n;
};

static void *allocate(size_t bytes) {
    void *const p = malloc(bytes ? bytes : 1);
    expect(p, "%zu bytes", bytes);
    return p;
}

// Every pair that lbx_aabb_aabb reports, in order: of one set where `b` is NULL.
static struct list truth(const struct set_box *a, size_t na, const struct set_box *b, size_t nb) {
    struct list all = {allocate(na * (b ? nb : na) * sizeof *all.at), 0};
    const struct set_box *const other = b ? b : a;
    const size_t n = b ? nb : na;
    uint8_t *const hits = allocate(n / 8 + 1);
    lbx_table_use(test_tables()->at[0].table);
    for (size_t i = 0; i < na; i++) {
        lbx_aabbs one = view_of(a, na), many = view_of(other, n);
        const size_t first = b ? 0 : i + 1;
        one.pick = lbx_one(i);
        many.pick = lbx_from(first);
        expect(lbx_aabb_aabb(&one, &many, n - first, 0, hits) >= 0, "%zu", i);
        for (size_t j = first; j < n; j++) {
            if (hits[(j - first) / 8] >> (j - first) % 8 & 1)
                all.at[all.n++] = (lbx_pair){(uint32_t)i, (uint32_t)j};
        }
    }
    free(hits);
    return all;
}

static bool same_list(const struct list *a, const struct list *b) {
    return a->n == b->n && (a->n == 0 || memcmp(a->at, b->at, a->n * sizeof *a->at) == 0);
}

static struct list sorted(const struct list *list) {
    struct list copy = {allocate(list->n * sizeof *copy.at), list->n};
    lbx_pair *const scratch = allocate(list->n * sizeof *scratch);
    if (list->n) memcpy(copy.at, list->at, list->n * sizeof *copy.at);
    expect(lbx_pairs_sort(copy.at, copy.n, scratch) == (ptrdiff_t)list->n, "%zu", list->n);
    free(scratch);
    return copy;
}

static void expect_truth(const struct list *found, const struct list *want, const char *what) {
    struct list got = sorted(found);
    size_t i = 0;
    while (i < got.n && i < want->n && memcmp(&got.at[i], &want->at[i], sizeof *got.at) == 0) i++;
    const lbx_pair none = {0, 0};
    const lbx_pair g = i < got.n ? got.at[i] : none, w = i < want->n ? want->at[i] : none;
    expect(same_list(&got, want), "%s: %zu pairs, not %zu; pair %zu is %u %u, not %u %u", what,
           got.n, want->n, i, g.a, g.b, w.a, w.b);
    free(got.at);
}

// --- searches ---

struct set {
    struct set_box *boxes;
    size_t n, bytes;
    struct guarded order;
};

static struct set make_order(unsigned kind, size_t n, uint64_t seed) {
    struct set set = {allocate(n * sizeof *set.boxes), n, lbx_order_bytes(n), {0}};
    set.order = guarded_alloc(set.bytes, GUARD_BEHIND, UNTOUCHED);
    make_set(kind, n, seed, set.boxes);
    const lbx_aabbs view = view_of(set.boxes, n);
    const ptrdiff_t sorted = lbx_order_sort(&view, n, set.order.at, set.bytes);
    expect(sorted >= 0 && (size_t)sorted <= n, "%s, n %zu: %td", kind_name(kind), n, sorted);
    expect(lbx_order_check(set.order.at, set.bytes) == 0, "%s, n %zu", kind_name(kind), n);
    return set;
}

static void free_set(struct set *set) {
    expect(guarded_intact(&set->order, UNTOUCHED), "n %zu", set->n);
    guarded_free(&set->order);
    free(set->boxes);
}

// What is asked: of one set, or between two.
struct search {
    const struct set *a, *b; // b NULL: of one set
    const lbx_filter *a_filter, *b_filter;
    size_t part, parts, room;
};

static ptrdiff_t go_on(const struct search *s, lbx_cursor *cursor, lbx_pair *out) {
    if (!s->b) return lbx_pairs(s->a->order.at, s->a_filter, cursor, out, s->room);
    return lbx_pairs_between(s->a->order.at, s->b->order.at, s->a_filter, s->b_filter, cursor, out,
                             s->room);
}

// All that a search finds, asked for `room` at a time, in memory that ends where the room does.
static struct list find(const struct search *s) {
    lbx_cursor cursor = {0};
    if (s->parts) expect(lbx_cursor_range(&cursor, s->part, s->parts) == 0, "%zu", s->part);
    const ptrdiff_t all = go_on(s, &cursor, NULL);
    expect(all >= 0, "%s", lbx_error_text(all));
    struct list list = {allocate((size_t)all * sizeof *list.at), 0};
    struct guarded out = guarded_alloc(s->room * sizeof *list.at, GUARD_BEHIND, UNTOUCHED);
    for (;;) {
        lbx_pair *const got = (lbx_pair *)(void *)out.at;
        const ptrdiff_t found = go_on(s, &cursor, got);
        expect(found >= 0 && (size_t)found <= s->room, "room %zu: %td", s->room, found);
        expect(list.n + (size_t)found <= (size_t)all, "%td were counted", all);
        if (found) memcpy(list.at + list.n, got, (size_t)found * sizeof *got);
        list.n += (size_t)found;
        const ptrdiff_t left = go_on(s, &cursor, NULL);
        expect(left == all - (ptrdiff_t)list.n, "%td are left, not %td", left,
               all - (ptrdiff_t)list.n);
        if ((size_t)found < s->room) break;
    }
    expect(list.n == (size_t)all, "%zu, not %td", list.n, all);
    guarded_free(&out);
    return list;
}

static const size_t sizes[] = {0, 1, 2, 15, 16, 17, 63, 64, 65, 255, 257, 1000};
enum { SIZES = sizeof sizes / sizeof *sizes, ROOM = 1000 };

// Every set, of every size, in every table: the truth, and the same list in the same order.
Test(pairs, of_a_set) {
    const struct test_tables *tables = test_tables();
    for (unsigned kind = 0; kind < KINDS; kind++) {
        for (size_t s = 0; s < SIZES; s++) {
            if (kind == SET_EQUAL && sizes[s] > 300) continue;
            struct set set = make_order(kind, sizes[s], s);
            struct list want = truth(set.boxes, set.n, NULL, 0), first = {NULL, 0};
            for (size_t t = 0; t < tables->count; t++) {
                lbx_table_use(tables->at[t].table);
                const struct search search = {.a = &set, .room = ROOM};
                struct list found = find(&search);
                expect_truth(&found, &want, tables->at[t].name);
                if (t == 0) {
                    first = found;
                    continue;
                }
                expect(same_list(&found, &first), "%s, n %zu: table %s in another order",
                       kind_name(kind), set.n, tables->at[t].name);
                free(found.at);
            }
            free(first.at);
            free(want.at);
            free_set(&set);
        }
    }
}

Test(pairs, between_sets) {
    const struct test_tables *tables = test_tables();
    for (unsigned kind = 0; kind < KINDS; kind++) {
        for (size_t s = 0; s < SIZES; s++) {
            struct set a = make_order(kind, sizes[s] / 2, s);
            struct set b = make_order((kind + 1) % KINDS, sizes[SIZES - 1 - s] / 3, s + 1);
            struct list want = truth(a.boxes, a.n, b.boxes, b.n), first = {NULL, 0};
            for (size_t t = 0; t < tables->count; t++) {
                lbx_table_use(tables->at[t].table);
                const struct search search = {.a = &a, .b = &b, .room = ROOM};
                struct list found = find(&search);
                expect_truth(&found, &want, tables->at[t].name);
                if (t == 0)
                    first = found;
                else
                    expect(same_list(&found, &first), "table %s", tables->at[t].name);
                if (t) free(found.at);
            }
            free(first.at);
            free(want.at);
            free_set(&a);
            free_set(&b);
        }
    }
}

// A set with itself: every box meets itself, too.
Test(pairs, between_a_set_and_itself) {
    struct set set = make_order(SET_DENSE, 200, 1);
    struct list want = truth(set.boxes, set.n, set.boxes, set.n);
    const struct search search = {.a = &set, .b = &set, .room = ROOM};
    struct list found = find(&search);
    expect_truth(&found, &want, "itself");
    free(found.at);
    free(want.at);
    free_set(&set);
}

// Whatever the room and however many parts, one behind the other they are the same list.
Test(pairs, in_any_room_and_parts) {
    static const size_t rooms[] = {1, 2, 7, 255, 256, 257, 300};
    static const size_t parts[] = {1, 2, 3, 64, 1000, UINT32_MAX};
    for (unsigned kind = 0; kind < KINDS; kind++) {
        struct set a = make_order(kind, kind == SET_EQUAL ? 70 : 300, 5);
        struct set b = make_order(SET_DENSE, 90, 6);
        for (int between = 0; between < 2; between++) {
            struct search search = {.a = &a, .b = between ? &b : NULL, .room = 100000};
            struct list want = find(&search);
            for (size_t k = 0; k < sizeof rooms / sizeof *rooms; k++) {
                search.room = rooms[k];
                struct list found = find(&search);
                expect(same_list(&found, &want), "%s, room %zu", kind_name(kind), rooms[k]);
                free(found.at);
            }
            search.room = 50;
            for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
                size_t n = 0;
                const size_t step = parts[k] > 1000 ? 50000000 : 1;
                for (size_t part = 0; part < parts[k]; part += step) {
                    search.part = part, search.parts = parts[k];
                    struct list found = find(&search);
                    expect(step > 1 || n + found.n <= want.n, "part %zu", part);
                    expect(step > 1 || found.n == 0 ||
                               memcmp(found.at, want.at + n, found.n * sizeof *found.at) == 0,
                           "%s, part %zu of %zu", kind_name(kind), part, parts[k]);
                    n += found.n;
                    free(found.at);
                }
                expect(step > 1 || n == want.n, "%zu parts: %zu, not %zu", parts[k], n, want.n);
            }
            free(want.at);
        }
        free_set(&a);
        free_set(&b);
    }
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
    struct list kept = {allocate(all->n * sizeof *kept.at), 0};
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
    struct set a = make_order(SET_DENSE, N, 7), b = make_order(SET_DENSE, N, 8);
    struct guarded memory[2];
    for (int s = 0; s < 2; s++) {
        memory[s] = guarded_alloc(N * sizeof(struct body) - sizeof(uint32_t), GUARD_BEHIND, 0);
        struct body bodies[N];
        fill_bodies(bodies, N, (uint64_t)s);
        memcpy(memory[s].at, bodies, memory[s].bytes); // nobody reads the last word
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
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        for (size_t room = 3; room < 3000; room *= 10) {
            struct search search = {.a = &a, .b = rows[k].b, .room = room};
            struct list unfiltered = find(&search);
            struct list want = keep_meeting(&unfiltered, rows[k].x, rows[k].y);
            search.a_filter = rows[k].f, search.b_filter = rows[k].g;
            struct list found = find(&search);
            expect(same_list(&found, &want), "row %zu, room %zu: %zu, not %zu of %zu", k, room,
                   found.n, want.n, unfiltered.n);
            free(unfiltered.at);
            free(want.at);
            free(found.at);
        }
    }
    for (int s = 0; s < 2; s++) guarded_free(&memory[s]);
    free_set(&a);
    free_set(&b);
}

// Only masks, densely: everybody is in every category.
Test(pairs, a_filter_without_categories) {
    enum { N = 100 };
    struct set set = make_order(SET_DENSE, N, 7);
    uint32_t masks[N];
    for (size_t i = 0; i < N; i++) masks[i] = i % 3 ? 1 : 0;
    const lbx_filter filter = {.mask = masks};
    struct search search = {.a = &set, .room = 1000};
    struct list all = find(&search);
    search.a_filter = &filter;
    struct list found = find(&search);
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
    free_set(&set);
}

// --- refits ---

Test(pairs, refit) {
    enum { N = 500 };
    float(*const velocity)[3] = allocate(N * sizeof *velocity);
    for (unsigned kind = 0; kind < KINDS; kind++) {
        const size_t n = kind == SET_EQUAL ? 100 : N;
        struct set set = make_order(kind, n, 3);
        struct set_box *const begun = allocate(n * sizeof *begun);
        memcpy(begun, set.boxes, n * sizeof *begun);
        set_velocities(SET_DENSE, n, 4, velocity);
        for (unsigned frame = 0; frame < 2 * SWINGS; frame++) {
            // Some are emptied, some filled; the last frames change all of them for others.
            if (frame < SWINGS)
                set_swing(begun, velocity, n, frame, set.boxes);
            else
                make_set((kind + frame) % KINDS, n, frame, set.boxes);
            for (size_t i = frame; i < n; i += 50)
                set.boxes[i].min[0] = INFINITY, set.boxes[i].max[0] = -INFINITY;
            const lbx_aabbs view = view_of(set.boxes, n);
            expect(lbx_order_refit(&view, n, set.order.at, set.bytes) >= 0, "%u", frame);
            expect(lbx_order_check(set.order.at, set.bytes) == 0, "%u", frame);
            struct list want = truth(set.boxes, n, NULL, 0);
            const struct search search = {.a = &set, .room = ROOM};
            struct list found = find(&search);
            expect_truth(&found, &want, kind_name(kind));
            free(found.at);
            free(want.at);
        }
        free(begun);
        free_set(&set);
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
    void *const order = allocate(bytes);
    const lbx_aabbs view = view_of(boxes, 40);
    expect(lbx_order_sort(&view, 40, order, bytes) == 20, "sorted");
    expect(lbx_order_refit(&view, 40, order, bytes) == 20, "refitted");
    lbx_cursor cursor = {0};
    expect(lbx_pairs(order, NULL, &cursor, NULL, 0) == 190, "20 boxes, all of which meet");
    free(order);
}

// What is sorted is copied: an order may move, and its boxes may be gone.
Test(pairs, an_order_is_of_itself) {
    struct set set = make_order(SET_PILES, 700, 3);
    const struct search search = {.a = &set, .room = ROOM};
    struct list want = find(&search);
    memset(set.boxes, 0xff, set.n * sizeof *set.boxes);
    struct guarded moved = guarded_alloc(set.bytes, GUARD_BEFORE, UNTOUCHED);
    memcpy(moved.at, set.order.at, set.bytes);
    memset(set.order.at, 0, set.bytes);
    struct set other = {.n = set.n, .bytes = set.bytes, .order = moved};
    expect(lbx_order_check(moved.at, set.bytes) == 0, "moved");
    const struct search again = {.a = &other, .room = ROOM};
    struct list found = find(&again);
    expect(same_list(&found, &want), "%zu, not %zu", found.n, want.n);
    free(found.at);
    free(want.at);
    guarded_free(&moved);
    free_set(&set);
}
