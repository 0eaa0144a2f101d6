// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L // posix_memalign

#include "search.h"

#include <stdio.h>
#include <stdlib.h>

#include "lanebox/pairs.h"

static void order_room(struct search *search, const struct wire *wire, size_t n) {
    const size_t bytes = lbx_order_bytes(n);
    if (bytes == SIZE_MAX)
        wire_fail(wire, "%zu boxes are more than an order holds: use more ranks", n);
    if (bytes <= search->order_bytes) return;
    free(search->order);
    search->order_bytes = bytes + bytes / 8;
    if (posix_memalign(&search->order, 64, search->order_bytes))
        wire_fail(wire, "out of memory: %zu bytes for an order", search->order_bytes);
}

// The m of a pair, whose owner owns the pair: see bricks.h.
static struct corner pair_corner(const struct set_box *a, const struct set_box *b) {
    struct corner m = min_corner(a);
    const struct corner other = min_corner(b);
    for (int c = 0; c < 3; c++) m.at[c] = other.at[c] > m.at[c] ? other.at[c] : m.at[c];
    return m;
}

static void add(struct search *search, uint64_t a, uint64_t b) {
    const struct far_pair pair = {a < b ? a : b, a < b ? b : a};
    ((struct far_pair *)search->pairs.at)[search->count++] = pair;
    search->sum += scatter(scatter(pair.a + 1) + pair.b);
}

// Finds the pairs of the items that the brick owns, or all pairs if there is no brick.
static void find(struct search *search, const struct item *items, size_t n,
                 const struct brick *brick, const struct wire *wire) {
    enum { ROOM = 8192 };
    static lbx_pair some[ROOM];
    order_room(search, wire, n);
    // Ghosts come and go in each step, so there is no order to refit.
    const lbx_aabbs boxes = lbx_aabbs_of(items->box.min, items->box.max, n, sizeof *items);
    checked(lbx_order_sort(&boxes, n, search->order, search->order_bytes, NULL));
    search->count = 0;
    search->sum = 0;
    lbx_cursor cursor = {0};
    for (size_t found = ROOM; found == ROOM;) {
        found = checked(lbx_pairs(search->order, NULL, &cursor, some, ROOM));
        buffer_room(&search->pairs, search->count + found, sizeof(struct far_pair));
        for (size_t k = 0; k < found; k++) {
            const struct item *const a = &items[some[k].a], *const b = &items[some[k].b];
            const struct corner m = pair_corner(&a->box, &b->box);
            if (!brick || brick_holds(brick, &m)) add(search, a->id, b->id);
        }
    }
}

void search_pairs(struct search *search, const struct share *share, const struct wire *wire) {
    find(search, share->items.at, share->owned + share->ghosts, &share->brick, wire);
}

void search_free(struct search *search) {
    free(search->order);
    free(search->pairs.at);
}

// --- the proof ---

static int by_numbers(const void *x, const void *y) {
    const struct far_pair *const p = x, *const q = y;
    if (p->a != q->a) return p->a < q->a ? -1 : 1;
    return (p->b > q->b) - (p->b < q->b);
}

static void sort(struct far_pair *pairs, size_t count) {
    if (count) qsort(pairs, count, sizeof *pairs, by_numbers);
}

static uint64_t differences(const struct far_pair *all, size_t count, const struct far_pair *right,
                            size_t right_count, unsigned step) {
    uint64_t wrong = 0;
    for (size_t i = 0, j = 0; i < count || j < right_count;) {
        const int side = i == count ? 1 : j == right_count ? -1 : by_numbers(&all[i], &right[j]);
        const struct far_pair *const pair = side < 0 ? &all[i] : &right[j];
        if (side && ++wrong <= 5)
            fprintf(stderr, "step %u: pair %llu, %llu is %s\n", step, (unsigned long long)pair->a,
                    (unsigned long long)pair->b, side < 0 ? "one too many" : "missing");
        i += side <= 0;
        j += side >= 0;
    }
    return wrong;
}

uint64_t search_compare(const struct search *search, const struct scene *scene,
                        const struct wire *wire, unsigned step) {
    static struct search alone;
    static struct buffer gathered;
    const size_t count = wire_gather(wire, search->pairs.at, search->count, &gathered,
                                     sizeof(struct far_pair), "pairs");
    uint64_t wrong = 0;
    if (wire->rank == 0) {
        const float times = scene_times(scene, step);
        struct body *const bodies = resize(NULL, scene->n, sizeof *bodies);
        struct item *const items = resize(NULL, scene->n, sizeof *items);
        scene_fill(scene, 0, scene->n, bodies);
        for (size_t i = 0; i < scene->n; i++) {
            items[i].id = i;
            set_move(&bodies[i].begun, &bodies[i].velocity, 1, times, &items[i].box);
        }
        find(&alone, items, scene->n, NULL, wire);
        free(bodies);
        free(items);
        sort(alone.pairs.at, alone.count);
        sort(gathered.at, count);
        wrong = differences(gathered.at, count, alone.pairs.at, alone.count, step);
    }
    wire_broadcast(wire, &wrong, sizeof wrong, "the comparison");
    return wrong;
}
