// SPDX-License-Identifier: MIT
// Compares two threads that share one search with two processes that each run a search of their
// own, which is the most that two cores can give. Both kinds of searches take turns; medians are
// printed.
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "../tests/support/progress.h"
#include "../tests/support/sets.h"
#include "lanebox/pairs.h"
#include "workers.h"

enum {
    BOXES = 100000,
    ROOM = 16384,  // pairs per call
    PARTS = 64,    // of a search
    SEARCHES = 10, // in a row, of each kind
    TURNS = 21
};

static void *order;
static size_t order_bytes;
static atomic_size_t next[SEARCHES]; // the next part of each search

static size_t search(size_t part, size_t parts) {
    static _Thread_local lbx_pair pairs[ROOM];
    lbx_cursor cursor;
    size_t found = 0;
    lbx_cursor_range(&cursor, part, parts);
    for (ptrdiff_t n = ROOM; n == ROOM; found += (size_t)n) {
        n = lbx_pairs(order, NULL, &cursor, pairs, ROOM);
        if (n < 0) give_up(lbx_error_text(n));
    }
    return found;
}

static size_t search_once(struct workers *workers, unsigned number, void *context) {
    (void)workers, (void)number, (void)context;
    return search(0, 1);
}

static size_t search_alone(struct workers *workers, unsigned number, void *context) {
    size_t found = 0;
    for (unsigned k = 0; k < SEARCHES; k++) found += search_once(workers, number, context);
    return found;
}

static size_t search_together(struct workers *workers, unsigned number, void *context) {
    size_t found = 0;
    (void)number, (void)context;
    for (unsigned k = 0; k < SEARCHES; k++) {
        for (size_t part; (part = atomic_fetch_add(&next[k], 1)) < PARTS;)
            found += search(part, PARTS);
        workers_meet(workers); // as in a program that needs the pairs before it goes on
    }
    return found;
}

static void sort_set(enum set_kind kind, struct set_box *boxes) {
    set_fill(kind, BOXES, 1, boxes);
    const lbx_aabbs view = lbx_aabbs_of(boxes->min, boxes->max, BOXES, sizeof *boxes);
    const ptrdiff_t sorted = lbx_order_sort(&view, BOXES, order, order_bytes, NULL);
    if (sorted < 0) give_up(lbx_error_text(sorted));
}

int main(void) {
    static const enum set_kind kinds[] = {SET_SPARSE, SET_DENSE, SET_PILES, SET_MIXED, SET_FLAT};
    enum { KINDS = sizeof kinds / sizeof *kinds };
    struct workers *const workers = workers_open();
    struct set_box *const boxes = malloc(BOXES * sizeof *boxes);
    order_bytes = lbx_order_bytes(BOXES);
    order = aligned_alloc(64, (order_bytes + 63) / 64 * 64);
    if (!boxes || !order) give_up("no memory");

    struct progress shown = {0};
    printf("isa: %s\n", lbx_isa_name(lbx_isa_active()));
    printf(
        "%d boxes, ns a box of a search: two processes, each its own; two threads, one together\n",
        BOXES);
    for (unsigned k = 0; k < KINDS; k++) {
        double processes[TURNS], threads[TURNS], ratios[TURNS];
        sort_set(kinds[k], boxes);
        const size_t pairs = search(0, 1);
        for (unsigned turn = 0; turn < TURNS; turn++) {
            const double per_box = 1e9 / SEARCHES / BOXES;
            progress_show(&shown, "turns", k * TURNS + turn, KINDS * TURNS);
            for (unsigned s = 0; s < SEARCHES; s++) atomic_store(&next[s], 0);
            processes[turn] = per_box * workers_time(workers, true, search_once, search_alone, NULL,
                                                     WORKERS * SEARCHES * pairs);
            threads[turn] = per_box * workers_time(workers, false, NULL, search_together, NULL,
                                                   SEARCHES * pairs);
            ratios[turn] = processes[turn] / WORKERS / threads[turn];
        }
        printf("%-6s %8.2f %8.2f  %.3f of the processes' pace\n", set_names[kinds[k]],
               median_of(processes, TURNS), median_of(threads, TURNS), median_of(ratios, TURNS));
    }
    progress_show(&shown, "turns", KINDS * TURNS, KINDS * TURNS);
    free(order);
    free(boxes);
    workers_close(workers);
}
