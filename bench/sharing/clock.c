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

enum { TURNS = 15, STEP_BOXES = 100000 };
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

static void compare(const char *name, const char *of, struct called *called,
                    struct workers *processes, const lbx_workers *shared) {
    double one[TURNS], two[TURNS], each[TURNS], ratio[TURNS];
    called->calls = 1;
    call(called, shared); // maps what only workers use
    const double once = seconds_of(called, NULL);
    if (once < LEAST_SECONDS) called->calls = (size_t)(LEAST_SECONDS / once) + 1;
    for (int turn = 0; turn < TURNS; turn++) {
        one[turn] = seconds_of(called, NULL);
        two[turn] = seconds_of(called, shared);
        const size_t all = WORKERS * called->calls;
        each[turn] =
            workers_time(processes, true, warm, run_alone, called, all) / (double)called->calls;
        ratio[turn] = each[turn] / WORKERS / two[turn];
    }
    printf("%s, %s: %.3f ms, two threads %.3f ms, two processes %.3f ms each, %.3f of their pace\n",
           name, of, 1e3 * median_of(one, TURNS), 1e3 * median_of(two, TURNS),
           1e3 * median_of(each, TURNS), median_of(ratio, TURNS));
    fflush(stdout);
}

static void compare_jobs(struct subject *subject, struct workers *processes,
                         const lbx_workers *shared) {
    for (enum job job = 0; job < JOBS; job++) {
        if (!has_job(subject, job)) continue;
        compare(job_names[job], subject->name, &(struct called){.subject = subject, .job = job},
                processes, shared);
    }
}

static void compare_steps(struct workers *processes, const lbx_workers *shared) {
    struct step *const step = step_open(STEP_BOXES), *const other = step_open(STEP_BOXES);
    char name[32];
    for (int k = 0; k < 12; k++) { // the first step, too, has no list before it
        if (step_run(step, k % 3 == 0, NULL) != step_run(other, k % 3 == 0, shared))
            die("the steps of workers find other changes");
    }
    snprintf(name, sizeof name, "%d boxes", STEP_BOXES);
    compare("a step with a sort", name, &(struct called){.step = step, .sort = true}, processes,
            shared);
    compare("a step with a refit", name, &(struct called){.step = step}, processes, shared);
    step_free(step);
    step_free(other);
}

static void time_embree(const struct subject *subject) {
    for (enum embree_job job = 0; job < EMBREE_JOBS; job++) {
        double one[TURNS], two[TURNS];
        for (int turn = 0; turn < TURNS; turn++) {
            one[turn] = embree_seconds(subject, job, 1);
            two[turn] = embree_seconds(subject, job, 2);
        }
        printf("%s, %s: %.3f ms, two threads %.3f ms\n", embree_names[job], subject->name,
               1e3 * median_of(one, TURNS), 1e3 * median_of(two, TURNS));
        fflush(stdout);
    }
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
        char *end;
        const size_t n = strtoul(argv[k], &end, 10);
        if (*end == '\0') {
            subject_of_boxes(&subject, n);
        } else {
            subject_of_mesh(&subject, argv[k]);
        }
        compare_jobs(&subject, processes, &shared);
        if (!subject.boxes) time_embree(&subject);
        subject_free(&subject);
    }
    pool_close(pool);
    workers_close(processes);
}
