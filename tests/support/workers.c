// SPDX-License-Identifier: MIT
#include "workers.h"

#include <stdbool.h>

#include "harness.h"

typedef void task_body(void *data, size_t k);

struct run { // of tasks, by a way
    task_body *task;
    void *data;
    size_t tasks;
};

static _Thread_local bool in_task;
static _Thread_local size_t calls;

size_t workers_calls(void) {
    return calls;
}

static void begin(void) {
    expect(!in_task, "called from within a task");
    calls++;
}

static void run_task(const struct run *r, size_t k) {
    in_task = true;
    r->task(r->data, k);
    in_task = false;
}

// --- one thread ---

static void run_in_order(void *context, task_body *task, void *data, size_t tasks) {
    (void)context;
    const struct run r = {task, data, tasks};
    begin();
    for (size_t k = 0; k < tasks; k++) run_task(&r, k);
}

static void run_backwards(void *context, task_body *task, void *data, size_t tasks) {
    (void)context;
    const struct run r = {task, data, tasks};
    begin();
    for (size_t k = tasks; k-- > 0;) run_task(&r, k);
}

static void run_shuffled(void *context, task_body *task, void *data, size_t tasks) {
    (void)context;
    const struct run r = {task, data, tasks};
    const size_t step = tasks % 7919 ? 7919 : 7907; // primes
    begin();
    for (size_t k = 0; k < tasks; k++) run_task(&r, (k + 1) * step % tasks);
}

static void run_between(const struct run *r, size_t first, size_t end) {
    if (end - first == 1) {
        run_task(r, first);
        return;
    }
    const size_t middle = first + (end - first) / 2;
    run_between(r, middle, end);
    run_between(r, first, middle);
}

static void run_halves(void *context, task_body *task, void *data, size_t tasks) {
    (void)context;
    const struct run r = {task, data, tasks};
    begin();
    run_between(&r, 0, tasks);
}

// --- threads ---

#if !defined(__wasi__)
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS_MOST = 16 };

struct shared {
    struct run run;
    _Atomic size_t next;
};

static void *take_tasks(void *argument) {
    struct shared *const s = argument;
    for (size_t k; (k = atomic_fetch_add(&s->next, 1)) < s->run.tasks;) run_task(&s->run, k);
    return NULL;
}

static void run_by_threads(void *context, task_body *task, void *data, size_t tasks) {
    const unsigned threads = *(const unsigned *)context;
    struct shared s = {.run = {task, data, tasks}};
    pthread_t thread[THREADS_MOST];
    begin();
    for (unsigned t = 1; t < threads; t++)
        expect(pthread_create(&thread[t], NULL, take_tasks, &s) == 0, "a thread");
    take_tasks(&s);
    for (unsigned t = 1; t < threads; t++) pthread_join(thread[t], NULL);
}

static unsigned counts[] = {2, 3, 7, THREADS_MOST};
#endif

const struct workers_way workers_ways[] = {
    {"in order", {run_in_order, NULL}},          {"backwards", {run_backwards, NULL}},
    {"shuffled", {run_shuffled, NULL}},          {"by halves", {run_halves, NULL}},
#if !defined(__wasi__)
    {"2 threads", {run_by_threads, &counts[0]}}, {"3 threads", {run_by_threads, &counts[1]}},
    {"7 threads", {run_by_threads, &counts[2]}}, {"16 threads", {run_by_threads, &counts[3]}},
#endif
};
const size_t workers_way_count = sizeof workers_ways / sizeof *workers_ways;

// --- what breaks the promise ---

static void leave_one_out(void *context, task_body *task, void *data, size_t tasks) {
    (void)context;
    for (size_t k = 0; k + 1 < tasks; k++) task(data, k);
}

static void run_one_twice(void *context, task_body *task, void *data, size_t tasks) {
    (void)context;
    for (size_t k = 1; k < tasks; k++) task(data, k);
    task(data, tasks - 1);
}

static void run_too_many(void *context, task_body *task, void *data, size_t tasks) {
    (void)context;
    for (size_t k = 0; k <= tasks; k++) task(data, k);
}

const struct workers_way workers_broken[] = {
    {"one is left out", {leave_one_out, NULL}},
    {"one runs twice", {run_one_twice, NULL}},
    {"one too many", {run_too_many, NULL}},
};
const size_t workers_broken_count = sizeof workers_broken / sizeof *workers_broken;
