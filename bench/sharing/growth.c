// SPDX-License-Identifier: MIT
// Makes each call once, by workers that are one thread. Callgrind counts the instructions of every
// task and of what is between the shares, and dumps a count for each of them. track/growth.py
// starts this program, reads the dumps, and says what more workers would make of these tasks.
#include <stdio.h>
#include <stdlib.h>
#include <valgrind/callgrind.h>

#include "examples/tool.h"
#include "jobs.h"

static void run_dumped(void *context, void (*task)(void *data, size_t k), void *data,
                       size_t tasks) {
    (void)context;
    CALLGRIND_DUMP_STATS_AT("alone");
    for (size_t k = 0; k < tasks; k++) {
        task(data, k);
        CALLGRIND_DUMP_STATS_AT("task");
    }
}

static void count(struct subject *subject, enum job job) {
    static const lbx_workers workers = {run_dumped, NULL};
    char name[sizeof subject->name + 64];
    snprintf(name, sizeof name, "call: %s, %s", job_names[job], subject->name);
    CALLGRIND_TOGGLE_COLLECT;
    run_job(subject, job, &workers);
    CALLGRIND_TOGGLE_COLLECT;
    CALLGRIND_DUMP_STATS_AT("alone");
    CALLGRIND_DUMP_STATS_AT(name);
}

// The arguments are numbers of boxes, and files of meshes.
int main(int argc, char **argv) {
    if (!RUNNING_ON_VALGRIND) die("instructions are counted by valgrind --tool=callgrind");
    for (int k = 1; k < argc; k++) {
        struct subject subject;
        subject_open(&subject, argv[k]);
        CALLGRIND_START_INSTRUMENTATION;
        for (enum job job = 0; job < JOBS; job++) {
            if (has_job(&subject, job)) count(&subject, job);
        }
        CALLGRIND_STOP_INSTRUMENTATION;
        subject_free(&subject);
    }
    printf("isa: %s\n", lbx_isa_name(lbx_isa_active()));
}
