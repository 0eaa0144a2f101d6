// SPDX-License-Identifier: MIT
#include "searches.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "examples/random.h"
#include "harness.h"
#include "tables.h"
#include "upper_halves.h"

// --- sets, and their true pairs ---

void set_make(unsigned kind, size_t n, uint64_t seed, struct set_box *boxes) {
    if (kind < SET_KINDS) {
        set_fill(kind, n, seed, boxes);
        return;
    }
    static const float ends[] = {INFINITY, FLT_MAX, NAN, 1e18f};
    set_fill(SET_DENSE, n, seed, boxes);
    for (size_t i = 0; i < n; i++) {
        struct random r = random_of(seed + 1, i);
        float *const box = boxes[i].min;
        if (kind == SET_HOSTILE) {
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

const char *set_name(unsigned kind) {
    return kind < SET_KINDS ? set_names[kind] : kind == SET_HOSTILE ? "hostile" : "open";
}

lbx_aabbs set_view(const struct set_box *boxes, size_t n) {
    static const struct set_box none;
    if (!n) boxes = &none;
    return lbx_aabbs_of(boxes->min, boxes->max, n, sizeof *boxes);
}

void *memory_of(size_t bytes) {
    void *const p = malloc(bytes ? bytes : 1);
    expect(p, "%zu bytes", bytes);
    return p;
}

struct list truth_of(const struct set *a, const struct set *b) {
    const struct set *const other = b ? b : a;
    const size_t n = other->n;
    struct list all = {memory_of(a->n * n * sizeof *all.at), 0};
    uint8_t *const hits = memory_of(n / 8 + 1);
    table_use(&test_tables()->at[0]);
    for (size_t i = 0; i < a->n; i++) {
        lbx_aabbs one = set_view(a->boxes, a->n), many = set_view(other->boxes, n);
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

bool list_same(const struct list *a, const struct list *b) {
    return a->n == b->n && (a->n == 0 || memcmp(a->at, b->at, a->n * sizeof *a->at) == 0);
}

static struct list sorted(const struct list *list) {
    struct list copy = {memory_of(list->n * sizeof *copy.at), list->n};
    lbx_pair *const scratch = memory_of(list->n * sizeof *scratch);
    if (list->n) memcpy(copy.at, list->at, list->n * sizeof *copy.at);
    expect(lbx_pairs_sort(copy.at, copy.n, scratch) == (ptrdiff_t)list->n, "%zu", list->n);
    free(scratch);
    return copy;
}

void list_expect(const struct list *found, const struct list *want, const char *what) {
    struct list got = sorted(found);
    size_t i = 0;
    while (i < got.n && i < want->n && memcmp(&got.at[i], &want->at[i], sizeof *got.at) == 0) i++;
    const lbx_pair none = {0, 0};
    const lbx_pair g = i < got.n ? got.at[i] : none, w = i < want->n ? want->at[i] : none;
    expect(list_same(&got, want), "%s: %zu pairs, not %zu; pair %zu is %u %u, not %u %u", what,
           got.n, want->n, i, g.a, g.b, w.a, w.b);
    free(got.at);
}

// --- searches ---

struct set set_open(unsigned kind, size_t n, uint64_t seed) {
    struct set set = {memory_of(n * sizeof *set.boxes), n, lbx_order_bytes(n), {0}};
    set.order = guarded_alloc(set.bytes, GUARD_BEHIND, UNTOUCHED);
    set_make(kind, n, seed, set.boxes);
    const lbx_aabbs view = set_view(set.boxes, n);
    const ptrdiff_t sorted = lbx_order_sort(&view, n, set.order.at, set.bytes, NULL);
    expect(sorted >= 0 && (size_t)sorted <= n, "%s, n %zu: %td", set_name(kind), n, sorted);
    expect(lbx_order_check(set.order.at, set.bytes, NULL) == 0, "%s, n %zu", set_name(kind), n);
    return set;
}

void set_close(struct set *set) {
    expect(guarded_intact(&set->order, UNTOUCHED), "n %zu", set->n);
    guarded_free(&set->order);
    free(set->boxes);
}

ptrdiff_t search_on(const struct search *s, lbx_cursor *cursor, lbx_pair *out) {
    const void *const order = s->a->order.at;
    const struct items *const items = s->items;
    const lbx_filter *const f = s->a_filter, *const g = s->b_filter;
    if (items) {
        switch (s->kind) {
        case ITEMS_BOXES:
            return lbx_query_aabbs(order, &items->boxes, items->n, f, g, cursor, out, s->room);
        case ITEMS_RAYS:
            return lbx_query_rays(order, &items->rays, items->n, f, g, cursor, out, s->room);
        case ITEMS_FRUSTA:
            return lbx_query_frustums(order, &items->frustums, items->n, f, g, cursor, out,
                                      s->room);
        case ITEMS_CAPSULES:
            return lbx_query_capsules(order, &items->capsules, items->n, f, g, cursor, out,
                                      s->room);
        default:
            return lbx_query_sweeps(order, &items->boxes, &items->motions, items->n, f, g, cursor,
                                    out, s->room);
        }
    }
    if (!s->b) return lbx_pairs(order, f, cursor, out, s->room);
    return lbx_pairs_between(order, s->b->order.at, f, g, cursor, out, s->room);
}

// How many pairs remain. A count without a budget does not change the cursor.
static ptrdiff_t count_rest(const struct search *s, const lbx_cursor *cursor) {
    lbx_cursor same = *cursor;
    same.budget = 0;
    const lbx_cursor before = same;
    const ptrdiff_t left = search_on(s, &same, NULL);
    expect(left >= 0, "%s", lbx_error_text(left));
    expect(memcmp(&same, &before, sizeof same) == 0, "counting changes the cursor");
    return left;
}

// Where a cursor is, as a number that each call raises.
static uint64_t place_of(const lbx_cursor *c) {
    return ((uint64_t)c->next[0] << 20 | c->next[1]) << 16 | c->given;
}

struct list search_all(const struct search *s) {
    lbx_cursor cursor = {0};
    if (s->parts) expect(lbx_cursor_range(&cursor, s->part, s->parts) == 0, "%zu", s->part);
    cursor.budget = s->budget;
    const ptrdiff_t all = count_rest(s, &cursor);
    struct list list = {memory_of((size_t)all * sizeof *list.at), 0};
    struct guarded out = guarded_alloc(s->room * sizeof *list.at, GUARD_BEHIND, UNTOUCHED);
    for (uint64_t before = 0; !cursor.done; before = place_of(&cursor)) {
        lbx_pair *const got = (lbx_pair *)(void *)out.at;
        const ptrdiff_t found = search_on(s, &cursor, got);
        expect(!upper_halves_in_use(), "upper halves are in use");
        expect(found >= 0 && (size_t)found <= s->room, "room %zu: %td", s->room, found);
        expect(list.n + (size_t)found <= (size_t)all, "%td were counted", all);
        if (found) memcpy(list.at + list.n, got, (size_t)found * sizeof *got);
        list.n += (size_t)found;
        const ptrdiff_t left = count_rest(s, &cursor);
        expect(left == all - (ptrdiff_t)list.n, "%td are left, not %td", left,
               all - (ptrdiff_t)list.n);
        expect(cursor.done || place_of(&cursor) > before, "no progress");
        expect(cursor.done || s->budget || (size_t)found == s->room, "stopped for nothing");
    }
    expect(list.n == (size_t)all, "%zu, not %td", list.n, all);
    guarded_free(&out);
    return list;
}

void search_by_every_table(const struct search *search, const struct list *want) {
    static const size_t parts[] = {1, 3, 80, 20000};
    const struct test_tables *tables = test_tables();
    struct list first = {NULL, 0};
    for (size_t t = 0; t < tables->count; t++) {
        struct search s = *search;
        s.room = search->room / parts[t % 4] + 1;
        table_use(&tables->at[t]);
        struct list found = search_all(&s);
        list_expect(&found, want, tables->at[t].name);
        if (t == 0) {
            first = found;
            continue;
        }
        expect(list_same(&found, &first), "table %s, room %zu: in another order",
               tables->at[t].name, s.room);
        free(found.at);
    }
    free(first.at);
}

// A hash of where the calls of a search end, those of one with `out` or of a count.
static uint64_t stops_of(const struct search *s, lbx_pair *out, size_t want) {
    lbx_cursor cursor = {0};
    if (s->parts) expect(lbx_cursor_range(&cursor, s->part, s->parts) == 0, "%zu", s->part);
    cursor.budget = s->budget;
    uint64_t stops = 0;
    size_t found = 0;
    for (uint64_t before = 0; !cursor.done; before = place_of(&cursor)) {
        found += (size_t)search_on(s, &cursor, out);
        expect(cursor.done || place_of(&cursor) > before, "no progress");
        stops = (stops ^ place_of(&cursor)) * UINT64_C(0x9e3779b97f4a7c15);
    }
    expect(found == want, "%zu, not %zu", found, want);
    return stops;
}

void search_by_budgets(const struct search *search) {
    static const uint64_t budgets[] = {1, 9, 23, 100, UINT64_MAX};
    static const size_t rooms[] = {7, 300, 20000};
    enum { BUDGETS = sizeof budgets / sizeof *budgets, ROOMS = sizeof rooms / sizeof *rooms };
    const struct test_tables *tables = test_tables();
    table_use(&tables->at[0]);
    struct list want = search_all(search);
    for (size_t k = 0; k < BUDGETS * ROOMS; k++) {
        struct search s = *search;
        s.budget = budgets[k / ROOMS];
        s.room = rooms[k % ROOMS];
        lbx_pair *const out = memory_of(s.room * sizeof *out);
        uint64_t first[2] = {0, 0};
        for (size_t t = 0; t < tables->count; t++) {
            const char *const name = tables->at[t].name;
            table_use(&tables->at[t]);
            struct list found = search_all(&s);
            expect(list_same(&found, &want), "%s, budget %llu: another list", name,
                   (unsigned long long)s.budget);
            free(found.at);
            const uint64_t stops[] = {stops_of(&s, out, want.n), stops_of(&s, NULL, want.n)};
            if (t == 0) memcpy(first, stops, sizeof first);
            expect(memcmp(first, stops, sizeof first) == 0, "%s, budget %llu: other stops", name,
                   (unsigned long long)s.budget);
        }
        free(out);
    }
    free(want.at);
}
