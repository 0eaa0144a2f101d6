// SPDX-License-Identifier: MIT
#define _GNU_SOURCE // MAP_ANONYMOUS, pthread_barrier_t
#include "workers.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct workers {
    pthread_barrier_t barrier;
    atomic_size_t found;
    double began[WORKERS], ended[WORKERS];
};

// What a thread is started with.
struct task {
    struct workers *workers;
    unsigned number;
    work *run;
    void *context;
};

_Noreturn void give_up(const char *what) {
    fprintf(stderr, "bench: %s\n", what);
    exit(1);
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

struct workers *workers_open(void) {
    struct workers *const workers =
        mmap(NULL, sizeof *workers, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (workers == MAP_FAILED) give_up("no memory");
    if (sysconf(_SC_NPROCESSORS_ONLN) < WORKERS) give_up("fewer processors than workers");
    return workers;
}

void workers_close(struct workers *workers) {
    munmap(workers, sizeof *workers);
}

void workers_meet(struct workers *workers) {
    pthread_barrier_wait(&workers->barrier);
}

static void *start(void *argument) {
    const struct task *const task = argument;
    struct workers *const workers = task->workers;
    workers_meet(workers);
    workers->began[task->number] = seconds();
    const size_t found = task->run(workers, task->number, task->context);
    workers->ended[task->number] = seconds();
    atomic_fetch_add(&workers->found, found);
    return NULL;
}

static void run_processes(struct task task[WORKERS], work *warm) {
    for (unsigned w = 0; w < WORKERS; w++) {
        const pid_t child = fork();
        if (child < 0) give_up("no process");
        if (child > 0) continue;
        warm(task[w].workers, w, task[w].context);
        start(&task[w]);
        _exit(0);
    }
    for (unsigned w = 0; w < WORKERS; w++) {
        int status;
        if (wait(&status) < 0 || status != 0) give_up("a process failed");
    }
}

static void run_threads(struct task task[WORKERS]) {
    pthread_t threads[WORKERS];
    for (unsigned w = 0; w < WORKERS; w++) {
        if (pthread_create(&threads[w], NULL, start, &task[w])) give_up("no thread");
    }
    for (unsigned w = 0; w < WORKERS; w++) pthread_join(threads[w], NULL);
}

double workers_time(struct workers *workers, bool processes, work *warm, work *run, void *context,
                    size_t expected) {
    struct task task[WORKERS];
    pthread_barrierattr_t attributes;
    pthread_barrierattr_init(&attributes);
    pthread_barrierattr_setpshared(&attributes,
                                   processes ? PTHREAD_PROCESS_SHARED : PTHREAD_PROCESS_PRIVATE);
    pthread_barrier_init(&workers->barrier, &attributes, WORKERS);
    pthread_barrierattr_destroy(&attributes);
    atomic_store(&workers->found, 0);
    for (unsigned w = 0; w < WORKERS; w++) task[w] = (struct task){workers, w, run, context};
    if (processes) {
        run_processes(task, warm);
    } else {
        run_threads(task);
    }
    pthread_barrier_destroy(&workers->barrier);
    if (atomic_load(&workers->found) != expected) give_up("pairs are lost");
    double began = workers->began[0], ended = workers->ended[0];
    for (unsigned w = 1; w < WORKERS; w++) {
        began = workers->began[w] < began ? workers->began[w] : began;
        ended = workers->ended[w] > ended ? workers->ended[w] : ended;
    }
    return ended - began;
}

static int by_value(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double median_of(double *values, size_t count) {
    qsort(values, count, sizeof *values, by_value);
    return values[count / 2];
}
