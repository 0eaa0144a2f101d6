// SPDX-License-Identifier: MIT
// A pool of threads. The shares of a call follow each other within microseconds, so a thread that
// has nothing to do looks for work a while before it sleeps.
#define _POSIX_C_SOURCE 200809L
#include "pthreads.h"

#include <fenv.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

enum { LOOKS = 500 };

struct pool {
    pthread_mutex_t mutex;
    pthread_cond_t begun, ended;
    atomic_uint share; // the number of the share, which changes when one begins
    bool open;         // threads may join the share
    bool closing;
    atomic_uint busy; // threads that have joined it
    void (*task)(void *data, size_t k);
    void *data;
    size_t tasks;
    atomic_size_t next;
    fenv_t modes; // of the thread that called
    unsigned threads;
    pthread_t thread[];
};

static void run_tasks(struct pool *pool) {
    for (size_t k; (k = atomic_fetch_add(&pool->next, 1)) < pool->tasks;) pool->task(pool->data, k);
}

// Waits, with the mutex held, until the share has another number than `seen`.
static void wait_for_share(struct pool *pool, unsigned seen) {
    pthread_mutex_unlock(&pool->mutex);
    for (int k = 0; k < LOOKS && atomic_load(&pool->share) == seen; k++) sched_yield();
    pthread_mutex_lock(&pool->mutex);
    while (atomic_load(&pool->share) == seen) pthread_cond_wait(&pool->begun, &pool->mutex);
}

static void *help(void *argument) {
    struct pool *const pool = argument;
    pthread_mutex_lock(&pool->mutex);
    for (unsigned seen = 0;;) {
        wait_for_share(pool, seen);
        seen = atomic_load(&pool->share);
        if (pool->closing) break;
        if (!pool->open) continue; // it ended before this thread was awake
        atomic_fetch_add(&pool->busy, 1);
        pthread_mutex_unlock(&pool->mutex);
        fesetenv(&pool->modes);
        run_tasks(pool);
        pthread_mutex_lock(&pool->mutex);
        if (atomic_fetch_sub(&pool->busy, 1) == 1) pthread_cond_signal(&pool->ended);
    }
    pthread_mutex_unlock(&pool->mutex);
    return NULL;
}

static void run(void *context, void (*task)(void *data, size_t k), void *data, size_t tasks) {
    struct pool *const pool = context;
    pthread_mutex_lock(&pool->mutex);
    pool->task = task;
    pool->data = data;
    pool->tasks = tasks;
    atomic_store(&pool->next, 0);
    fegetenv(&pool->modes);
    pool->open = true;
    atomic_fetch_add(&pool->share, 1);
    pthread_cond_broadcast(&pool->begun);
    pthread_mutex_unlock(&pool->mutex);
    run_tasks(pool);
    for (int k = 0; k < LOOKS && atomic_load(&pool->busy); k++) sched_yield();
    pthread_mutex_lock(&pool->mutex);
    pool->open = false;
    while (atomic_load(&pool->busy)) pthread_cond_wait(&pool->ended, &pool->mutex);
    pthread_mutex_unlock(&pool->mutex);
}

struct pool *pool_open(unsigned threads) {
    const unsigned helpers = threads > 1 ? threads - 1 : 0;
    struct pool *const pool = calloc(1, sizeof *pool + helpers * sizeof *pool->thread);
    if (!pool) return NULL;
    pthread_mutex_init(&pool->mutex, NULL);
    pthread_cond_init(&pool->begun, NULL);
    pthread_cond_init(&pool->ended, NULL);
    for (; pool->threads < helpers; pool->threads++) {
        if (pthread_create(&pool->thread[pool->threads], NULL, help, pool)) {
            pool_close(pool);
            return NULL;
        }
    }
    return pool;
}

unsigned pool_threads(const struct pool *pool) {
    return pool->threads + 1;
}

lbx_workers pool_workers(struct pool *pool) {
    return (lbx_workers){run, pool};
}

void pool_close(struct pool *pool) {
    pthread_mutex_lock(&pool->mutex);
    pool->closing = true;
    atomic_fetch_add(&pool->share, 1);
    pthread_cond_broadcast(&pool->begun);
    pthread_mutex_unlock(&pool->mutex);
    for (unsigned t = 0; t < pool->threads; t++) pthread_join(pool->thread[t], NULL);
    pthread_cond_destroy(&pool->ended);
    pthread_cond_destroy(&pool->begun);
    pthread_mutex_destroy(&pool->mutex);
    free(pool);
}
