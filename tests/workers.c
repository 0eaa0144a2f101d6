// SPDX-License-Identifier: MIT
// What is written by workers has the bytes of what one thread writes, whichever way tasks run.
#define _POSIX_C_SOURCE 200809L
#include "workers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "lanebox/pairs.h"
#include "pairs/order.h"
#include "searches.h"
#include "tables.h"

enum { LARGE = 100003 };

static const size_t sizes[] = {0, 1, 65, 4096, 4097, LARGE};

// Kinds of sets beyond those of searches.h.
enum {
    SET_NESTED = SET_ALL, // 7 of 8 boxes in a corner a millionth as large, and so on
    SET_PAIR              // two far piles, two of five boxes each, and a large rest
};

static void set_of(unsigned kind, size_t n, uint64_t seed, struct set_box *boxes) {
    if (kind < SET_ALL) {
        set_make(kind, n, seed, boxes);
        return;
    }
    set_fill(SET_SPARSE, n, seed, boxes);
    for (size_t i = 0; i < n; i++) {
        float scale = 1, away = 0;
        if (kind == SET_NESTED)
            for (size_t k = i; k % 8 > 0 && scale > 1e-18f; k /= 8) scale *= 1e-6f;
        else if (i % 5 > 1)
            scale = .01f, away = i % 5 > 3 ? 1e7f : -1e7f;
        for (int c = 0; c < 3; c++) {
            boxes[i].min[c] = boxes[i].min[c] * scale + away;
            boxes[i].max[c] = boxes[i].max[c] * scale + away;
        }
    }
}

static const char *name_of(unsigned kind) {
    return kind < SET_ALL ? set_name(kind) : kind == SET_NESTED ? "nested" : "pair of piles";
}

// An order's bytes but for its generation, which no two have in common.
static void make_comparable(void *order) {
    struct lbx_order o;
    expect(lbx_order_open(&o, order) == 0, "opened");
    expect(o.header->sum == lbx_order_sum(&o, NULL), "the sum is right");
    o.header->generation = 1;
    o.header->sum = lbx_order_sum(&o, NULL);
}

typedef ptrdiff_t make_order(const lbx_aabbs *boxes, size_t n, void *order, size_t bytes,
                             const lbx_workers *workers);

// Makes an order by each way in a copy of the memory, and compares it with that of one thread.
static void expect_same(make_order *make, const lbx_aabbs *view, size_t n, const void *begun,
                        const char *what) {
    const size_t bytes = lbx_order_bytes(n);
    void *const want = memory_of(bytes), *const order = memory_of(bytes);
    memcpy(want, begun, bytes);
    const ptrdiff_t wanted = make(view, n, want, bytes, NULL);
    expect(wanted >= 0, "%s, %zu boxes: %td", what, n, wanted);
    make_comparable(want);
    for (size_t k = 0; k < workers_way_count; k++) {
        const struct workers_way *const way = &workers_ways[k];
        memcpy(order, begun, bytes);
        const size_t calls = workers_calls();
        const ptrdiff_t made = make(view, n, order, bytes, &way->workers);
        expect(made == wanted, "%s, %zu boxes, %s: %td, not %td", what, n, way->name, made, wanted);
        expect((n > 4096) == (workers_calls() > calls), "%s, %zu boxes, %s: shared or not", what, n,
               way->name);
        expect(lbx_order_check(order, bytes, &way->workers) == 0, "%s, %zu boxes, %s", what, n,
               way->name);
        make_comparable(order);
        expect(memcmp(order, want, bytes) == 0, "%s, %zu boxes, %s: other bytes", what, n,
               way->name);
    }
    free(want);
    free(order);
}

// Sorts boxes, moves them and refits.
static void expect_same_orders(const lbx_aabbs *view, size_t n, struct set_box *boxes,
                               const char *what) {
    const size_t bytes = lbx_order_bytes(n);
    void *const memory = memory_of(bytes);
    memset(memory, UNTOUCHED, bytes);
    expect_same(lbx_order_sort, view, n, memory, what);
    expect(lbx_order_sort(view, n, memory, bytes, NULL) >= 0, "sorted");
    for (size_t i = 0; i < n; i += 3)
        for (int c = 0; c < 3; c++) boxes[i].max[c] += 1;
    expect_same(lbx_order_refit, view, n, memory, what);
    free(memory);
}

Test(workers, orders) {
    struct set_box *const boxes = memory_of(LARGE * sizeof *boxes);
    table_use(&test_tables()->at[0]);
    static const unsigned kinds[] = {SET_SPARSE,  SET_PILES, SET_MIXED,  SET_FAR, SET_EQUAL,
                                     SET_HOSTILE, SET_OPEN,  SET_NESTED, SET_PAIR};
    for (size_t s = 0; s < sizeof kinds / sizeof *kinds; s++) {
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
            const size_t n = sizes[k];
            set_of(kinds[s], n, k + 1, boxes);
            const lbx_aabbs view = set_view(boxes, n);
            expect_same_orders(&view, n, boxes, name_of(kinds[s]));
        }
    }
    free(boxes);
}

Test(workers, orders_of_listed_boxes) {
    struct set_box *const boxes = memory_of(LARGE * sizeof *boxes);
    uint32_t *const list = memory_of(LARGE * sizeof *list);
    table_use(&test_tables()->at[0]);
    for (size_t i = 0; i < LARGE; i++) list[i] = (uint32_t)(i * 7919 % 60000);
    set_of(SET_MIXED, 60000, 1, boxes);
    lbx_aabbs view = set_view(boxes, 60000);
    view.pick = lbx_indexed(list, LARGE);
    expect_same_orders(&view, LARGE, boxes, "listed");
    view.pick = lbx_one(5);
    expect_same_orders(&view, LARGE, boxes, "one for all");
    free(boxes);
    free(list);
}

Test(workers, without_run) {
    static struct set_box boxes[100];
    const lbx_workers none = {NULL, NULL};
    uint64_t order[1000];
    set_fill(SET_DENSE, 100, 1, boxes);
    const lbx_aabbs view = set_view(boxes, 100);
    EXPECT_ERROR(LBX_ERROR_NULL, lbx_order_sort(&view, 100, order, sizeof order, &none));
    expect(lbx_order_sort(&view, 100, order, sizeof order, NULL) == 100, "sorted");
    EXPECT_ERROR(LBX_ERROR_NULL, lbx_order_refit(&view, 100, order, sizeof order, &none));
    EXPECT_ERROR(LBX_ERROR_NULL, lbx_order_check(order, sizeof order, &none));
    expect(lbx_order_check(order, sizeof order, NULL) == 0, "it was not written");
}

// Each way finds damage wherever it is, whether or not the sum tells of it.
static void expect_damaged(void *order, size_t bytes, const char *what) {
    struct lbx_order o;
    for (int mended = 0; mended < 2; mended++) {
        for (size_t k = 0; k < workers_way_count; k++)
            expect(lbx_order_check(order, bytes, &workers_ways[k].workers) == LBX_ERROR_ORDER,
                   "%s, %s, sum mended: %d", what, workers_ways[k].name, mended);
        expect(lbx_order_open(&o, order) == 0, "opened");
        o.header->sum = lbx_order_sum(&o, NULL);
    }
}

Test(workers, find_damage) {
    const size_t bytes = lbx_order_bytes(LARGE);
    struct set_box *const boxes = memory_of(LARGE * sizeof *boxes);
    char *const good = memory_of(bytes), *const order = memory_of(bytes);
    struct lbx_order o;
    set_fill(SET_DENSE, LARGE, 1, boxes);
    const lbx_aabbs view = set_view(boxes, LARGE);
    expect(lbx_order_sort(&view, LARGE, good, bytes, NULL) == LARGE, "sorted");
    memcpy(order, good, bytes);
    expect(lbx_order_open(&o, order) == 0, "opened");
    for (size_t part = 0; part < 5; part++) {
        const size_t at = part * (LARGE - 1) / 4, tile = at / ORDER_TILE, e = at % ORDER_TILE;
        o.id[at] = o.id[(at + 5000) % LARGE];
        expect_damaged(order, bytes, "a number twice");
        o.id[at] = LARGE;
        expect_damaged(order, bytes, "a number too large");
        memcpy(order, good, bytes);
        o.level[0][tile].max[2][e] += 1000;
        expect_damaged(order, bytes, "a box beyond its bounds");
        memcpy(order, good, bytes);
        o.level[0][tile].max[0][e] = -INFINITY;
        expect_damaged(order, bytes, "a box that is none");
        memcpy(order, good, bytes);
        for (unsigned level = 1; level <= o.top; level++) {
            const size_t t = part * (o.tiles[level] - 1) / 4;
            o.level[level][t].min[1][0] -= 1;
            expect_damaged(order, bytes, "bounds too large");
            memcpy(order, good, bytes);
        }
    }
    for (size_t k = 0; k < workers_way_count; k++)
        expect(lbx_order_check(order, bytes, &workers_ways[k].workers) == 0, "mended");
    free(boxes);
    free(good);
    free(order);
}

// --- workers that break their promise ---

#if !defined(_WIN32) && !defined(__wasi__)
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

// Whether the asserts of a debug build end a call that is given such workers.
static bool is_caught(const lbx_aabbs *view, size_t n, void *order, size_t bytes,
                      const lbx_workers *workers) {
    int status = 0;
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        signal(SIGABRT, SIG_DFL);
        (void)!freopen("/dev/null", "w", stderr);
        _exit(lbx_order_refit(view, n, order, bytes, workers) >= 0);
    }
    expect(child > 0 && waitpid(child, &status, 0) == child, "a process");
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

Test(workers, that_break_their_promise) {
    const size_t n = 3 * 4096 + 1, bytes = lbx_order_bytes(n);
    struct set_box *const boxes = memory_of(n * sizeof *boxes);
    void *const order = memory_of(bytes);
    set_fill(SET_DENSE, n, 1, boxes);
    const lbx_aabbs view = set_view(boxes, n);
    expect(lbx_order_sort(&view, n, order, bytes, NULL) == (ptrdiff_t)n, "sorted");
#if defined(LBX_ASSERTS)
    for (size_t k = 0; k < workers_broken_count; k++)
        expect(is_caught(&view, n, order, bytes, &workers_broken[k].workers), "%s",
               workers_broken[k].name);
    expect(!is_caught(&view, n, order, bytes, &workers_ways[0].workers), "good workers");
#else
    (void)is_caught;
    fprintf(stderr, "workers/that_break_their_promise: not tested, the library has no asserts\n");
#endif
    free(boxes);
    free(order);
}
#endif
