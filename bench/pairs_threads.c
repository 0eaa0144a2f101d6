// SPDX-License-Identifier: MIT
// What two threads make of one search, beside what two processes make of a search each: the most
// that two cores can give. Searches of both ways take turns; medians are printed.
#define _GNU_SOURCE // MAP_ANONYMOUS, pthread_barrier_t

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../tests/support/progress.h"
#include "../tests/support/sets.h"
#include "lanebox/pairs.h"

enum {
    BOXES = 100000,
    ROOM = 16384, // pairs a call
    PARTS = 64,   // of a search
    WORKERS = 2,
    SEARCHES = 10, // in a row, of each
    TURNS = 21
};

static void *order;
static size_t order_bytes;

// What workers share: threads as they are, processes as memory that is mapped for all.
struct shared {
    pthread_barrier_t barrier;
    atomic_size_t next[SEARCHES]; // part of a search
    atomic_size_t found;
    double began[WORKERS], ended[WORKERS];
};

struct worker {
    struct shared *shared;
    unsigned number;
    const void *order; // a process has its own
    bool whole;        // every search is its own; else parts are taken in turn
};

_Noreturn static void give_up(const char *what) {
    fprintf(stderr, "bench: %s\n", what);
    exit(1);
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static size_t search(const void *from, size_t part, size_t parts) {
    static _Thread_local lbx_pair pairs[ROOM];
    lbx_cursor cursor;
    size_t found = 0;
    lbx_cursor_range(&cursor, part, parts);
    for (ptrdiff_t n = ROOM; n == ROOM; found += (size_t)n) {
        n = lbx_pairs(from, NULL, &cursor, pairs, ROOM);
        if (n < 0) give_up(lbx_error_text(n));
    }
    return found;
}

static void *work(void *context) {
    const struct worker *const me = context;
    struct shared *const shared = me->shared;
    size_t found = 0;
    pthread_barrier_wait(&shared->barrier);
    shared->began[me->number] = seconds();
    for (unsigned k = 0; k < SEARCHES; k++) {
        if (me->whole) {
            found += search(me->order, 0, 1);
            continue;
        }
        for (size_t part; (part = atomic_fetch_add(&shared->next[k], 1)) < PARTS;)
            found += search(me->order, part, PARTS);
        pthread_barrier_wait(
            &shared->barrier); // as a program that needs the pairs before it goes on
    }
    shared->ended[me->number] = seconds();
    atomic_fetch_add(&shared->found, found);
    return NULL;
}

static void begin(struct shared *shared, int processes) {
    pthread_barrierattr_t attributes;
    pthread_barrierattr_init(&attributes);
    pthread_barrierattr_setpshared(&attributes,
                                   processes ? PTHREAD_PROCESS_SHARED : PTHREAD_PROCESS_PRIVATE);
    pthread_barrier_init(&shared->barrier, &attributes, WORKERS);
    pthread_barrierattr_destroy(&attributes);
    for (unsigned k = 0; k < SEARCHES; k++) atomic_store(&shared->next[k], 0);
    atomic_store(&shared->found, 0);
}

// From the first that begins to the last that ends, a search.
static double end(struct shared *shared, size_t expected) {
    pthread_barrier_destroy(&shared->barrier);
    if (atomic_load(&shared->found) != expected) give_up("pairs are lost");
    double began = shared->began[0], ended = shared->ended[0];
    for (unsigned w = 1; w < WORKERS; w++) {
        began = shared->began[w] < began ? shared->began[w] : began;
        ended = shared->ended[w] > ended ? shared->ended[w] : ended;
    }
    return (ended - began) / SEARCHES;
}

static double time_processes(struct shared *shared, size_t pairs) {
    begin(shared, 1);
    for (unsigned w = 0; w < WORKERS; w++) {
        const pid_t child = fork();
        if (child < 0) give_up("no process");
        if (child > 0) continue;
        // Searched once, the pages of its own are there.
        struct worker me = {.shared = shared, .number = w, .order = order, .whole = true};
        search(order, 0, 1);
        work(&me);
        _exit(0);
    }
    for (unsigned w = 0; w < WORKERS; w++) {
        int status;
        if (wait(&status) < 0 || status != 0) give_up("a process failed");
    }
    return end(shared, WORKERS * SEARCHES * pairs);
}

static double time_threads(struct shared *shared, size_t pairs) {
    pthread_t threads[WORKERS];
    struct worker workers[WORKERS];
    begin(shared, 0);
    for (unsigned w = 0; w < WORKERS; w++) {
        workers[w] = (struct worker){.shared = shared, .number = w, .order = order};
        if (pthread_create(&threads[w], NULL, work, &workers[w])) give_up("no thread");
    }
    for (unsigned w = 0; w < WORKERS; w++) pthread_join(threads[w], NULL);
    return end(shared, SEARCHES * pairs);
}

static int by_value(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values) {
    qsort(values, TURNS, sizeof *values, by_value);
    return values[TURNS / 2];
}

static void sort_set(enum set_kind kind, struct set_box *boxes) {
    set_fill(kind, BOXES, 1, boxes);
    const lbx_aabbs view = lbx_aabbs_of(boxes->min, boxes->max, BOXES, sizeof *boxes);
    const ptrdiff_t sorted = lbx_order_sort(&view, BOXES, order, order_bytes);
    if (sorted < 0) give_up(lbx_error_text(sorted));
}

int main(void) {
    static const enum set_kind kinds[] = {SET_SPARSE, SET_DENSE, SET_PILES, SET_MIXED, SET_FLAT};
    enum { KINDS = sizeof kinds / sizeof *kinds };
    struct shared *const shared =
        mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    struct set_box *const boxes = malloc(BOXES * sizeof *boxes);
    order_bytes = lbx_order_bytes(BOXES);
    order = aligned_alloc(64, (order_bytes + 63) / 64 * 64);
    if (shared == MAP_FAILED || !boxes || !order) give_up("no memory");
    if (sysconf(_SC_NPROCESSORS_ONLN) < WORKERS) give_up("fewer processors than threads");

    struct progress shown = {0};
    printf("isa: %s\n", lbx_isa_name(lbx_isa_active()));
    printf(
        "%d boxes, ns a box of a search: two processes, each its own; two threads, one together\n",
        BOXES);
    for (unsigned k = 0; k < KINDS; k++) {
        double processes[TURNS], threads[TURNS], ratios[TURNS];
        sort_set(kinds[k], boxes);
        const size_t pairs = search(order, 0, 1);
        for (unsigned turn = 0; turn < TURNS; turn++) {
            progress_show(&shown, "turns", k * TURNS + turn, KINDS * TURNS);
            processes[turn] = 1e9 * time_processes(shared, pairs) / BOXES;
            threads[turn] = 1e9 * time_threads(shared, pairs) / BOXES;
            ratios[turn] = processes[turn] / WORKERS / threads[turn];
        }
        printf("%-6s %8.2f %8.2f  %.3f of the processes' pace\n", set_names[kinds[k]],
               median(processes), median(threads), median(ratios));
    }
    progress_show(&shown, "turns", KINDS * TURNS, KINDS * TURNS);
    free(order);
    free(boxes);
    munmap(shared, sizeof *shared);
}
