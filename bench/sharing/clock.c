// SPDX-License-Identifier: MIT
// Compares two threads that share each call with one thread, and with two processes that make the
// same calls each for itself, which is the most that two processors can give. All of them take
// turns; medians are printed. Embree's builds of the same meshes take turns with them, too.
#include <stdio.h>
#include <stdlib.h>

#include "bench/workers.h"
#include "embree.h"
#include "examples/tool.h"
#include "examples/workers/pthreads.h"
#include "jobs.h"
#include "step.h"

enum { TURNS = 11, STEP_BOXES = 100000 };
#define LEAST_SECONDS .02 // of a measurement

// What is called again and again: a job of a subject, or a step.
struct called {
    struct subject *subject;
    enum job job;
    struct step *step;
    bool sort;
    size_t calls; // of a measurement
};

static void call(const struct called *called, const lbx_workers *workers) {
    if (called->step) {
        step_run(called->step, called->sort, workers);
    } else {
        run_job(called->subject, called->job, workers);
    }
}

static double seconds_of(const struct called *called, const lbx_workers *workers) {
    const double begun = wall_seconds();
    for (size_t k = 0; k < called->calls; k++) call(called, workers);
    return (wall_seconds() - begun) / (double)called->calls;
}

static size_t warm(struct workers *workers, unsigned number, void *context) {
    (void)workers, (void)number;
    call(context, NULL);
    return 0;
}

static size_t run_alone(struct workers *workers, unsigned number, void *context) {
    const struct called *const called = context;
    (void)workers, (void)number;
    for (size_t k = 0; k < called->calls; k++) call(called, NULL);
    return called->calls;
}

// A line of what is printed, and what the turns measured.
struct row {
    const char *name, *of;
    struct called called;
    const struct subject *embree; // NULL: of lanebox
    enum embree_job embree_job;
    double one[TURNS], two[TURNS], each[TURNS], pace[TURNS];
};

// Makes a call so often that the clock can tell how long it takes.
static void prepare(struct row *row, const lbx_workers *shared) {
    if (row->embree) return;
    row->called.calls = 1;
    call(&row->called, shared); // maps what only workers use
    const double once = seconds_of(&row->called, NULL);
    if (once < LEAST_SECONDS) row->called.calls = (size_t)(LEAST_SECONDS / once) + 1;
}

static void measure(struct row *row, unsigned turn, struct workers *processes,
                    const lbx_workers *shared) {
    if (row->embree) {
        row->one[turn] = embree_seconds(row->embree, row->embree_job, 1);
        row->two[turn] = embree_seconds(row->embree, row->embree_job, WORKERS);
        return;
    }
    const size_t calls = row->called.calls;
    row->one[turn] = seconds_of(&row->called, NULL);
    row->two[turn] = seconds_of(&row->called, shared);
    row->each[turn] =
        workers_time(processes, true, warm, run_alone, &row->called, WORKERS * calls) /
        (double)calls;
    row->pace[turn] = row->each[turn] / WORKERS / row->two[turn];
}

static void print_row(struct row *row) {
    printf("%s, %s: %.3f ms, two threads %.3f ms", row->name, row->of,
           1e3 * median_of(row->one, TURNS), 1e3 * median_of(row->two, TURNS));
    if (!row->embree)
        printf(", two processes %.3f ms each, %.3f of their pace",
               1e3 * median_of(row->each, TURNS), median_of(row->pace, TURNS));
    printf("\n");
}

static void compare(struct row *rows, size_t count, struct workers *processes,
                    const lbx_workers *shared) {
    for (size_t r = 0; r < count; r++) prepare(&rows[r], shared);
    for (unsigned turn = 0; turn < TURNS; turn++) {
        progress(rows->of, turn, TURNS);
        for (size_t r = 0; r < count; r++) measure(&rows[r], turn, processes, shared);
    }
    progress(rows->of, TURNS, TURNS);
    for (size_t r = 0; r < count; r++) print_row(&rows[r]);
    fflush(stdout);
}

static void compare_jobs(struct subject *subject, struct workers *processes,
                         const lbx_workers *shared) {
    static struct row rows[JOBS + EMBREE_JOBS];
    size_t count = 0;
    for (enum job job = 0; job < JOBS; job++) {
        if (has_job(subject, job))
            rows[count++] =
                (struct row){.name = job_names[job], .called = {.subject = subject, .job = job}};
    }
    for (enum embree_job job = 0; job < EMBREE_JOBS && !subject->boxes; job++)
        rows[count++] =
            (struct row){.name = embree_names[job], .embree = subject, .embree_job = job};
    for (size_t r = 0; r < count; r++) rows[r].of = subject->name;
    compare(rows, count, processes, shared);
}

static void compare_steps(struct workers *processes, const lbx_workers *shared) {
    struct step *const step = step_open(STEP_BOXES), *const other = step_open(STEP_BOXES);
    char of[32];
    snprintf(of, sizeof of, "%d boxes", STEP_BOXES);
    for (int k = 0; k < 12; k++) { // the first step, too, has no list before it
        if (step_run(step, k % 3 == 0, NULL) != step_run(other, k % 3 == 0, shared))
            die("the steps of workers find other changes");
    }
    struct row rows[] = {
        {.name = "a step with a sort", .of = of, .called = {.step = step, .sort = true}},
        {.name = "a step with a refit", .of = of, .called = {.step = step}}};
    compare(rows, sizeof rows / sizeof *rows, processes, shared);
    step_free(step);
    step_free(other);
}

// The arguments are numbers of boxes, and files of meshes.
int main(int argc, char **argv) {
    struct workers *const processes = workers_open();
    struct pool *const pool = pool_open(WORKERS);
    if (!pool) die("no threads");
    const lbx_workers shared = pool_workers(pool);
    printf("isa: %s\n", lbx_isa_name(lbx_isa_active()));
    compare_steps(processes, &shared);
    for (int k = 1; k < argc; k++) {
        struct subject subject;
        subject_open(&subject, argv[k]);
        compare_jobs(&subject, processes, &shared);
        subject_free(&subject);
    }
    pool_close(pool);
    workers_close(processes);
}
