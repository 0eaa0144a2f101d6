// SPDX-License-Identifier: MIT
#define _DEFAULT_SOURCE // sysconf
#include "paint.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

#include "examples/tool.h"

// Threads take the next tile until none is left.
struct job {
    const struct picture *picture;
    atomic_size_t next, done;
    size_t columns, tiles;
};

struct thread {
    struct job *job;
    struct painter painter;
    bool speaks; // shows the progress of all threads
};

size_t processors(void) {
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > THREADS_MOST ? THREADS_MOST : (size_t)count;
}

static void run(void *data, size_t k) {
    struct thread *const thread = (struct thread *)data + k;
    struct job *const job = thread->job;
    const size_t side = job->picture->tile;
    for (size_t i; (i = atomic_fetch_add(&job->next, 1)) < job->tiles;) {
        paint_tile(&thread->painter, job->picture, i % job->columns * side,
                   i / job->columns * side);
        const size_t done = atomic_fetch_add(&job->done, 1) + 1;
        if (thread->speaks && done < job->tiles) progress("rendering", done, job->tiles);
    }
}

struct pool *threads_open(size_t threads) {
    struct pool *const pool = pool_open((unsigned)threads);
    if (!pool) die("no threads");
    return pool;
}

struct painter paint(const struct picture *picture, struct pool *pool) {
    static struct thread thread[THREADS_MOST];
    const lbx_workers workers = pool_workers(pool);
    const size_t threads = pool_threads(pool);
    const size_t columns = (picture->width + picture->tile - 1) / picture->tile;
    const size_t rows = (picture->height + picture->tile - 1) / picture->tile;
    struct job job = {.picture = picture, .columns = columns, .tiles = columns * rows};
    struct painter all = {0};
    if (picture->speaks) progress("rendering", 0, job.tiles);
    for (size_t i = 0; i < threads; i++) {
        thread[i] = (struct thread){.job = &job, .speaks = picture->speaks && i == 0};
        painter_open(&thread[i].painter);
    }
    workers.run(workers.context, run, thread, threads);
    for (size_t i = 0; i < threads; i++) {
        const struct painter *const painter = &thread[i].painter;
        all.hash += painter->hash;
        for (int k = 0; k < RAY_KINDS; k++) {
            all.rays[k] += painter->rays[k];
            all.hits[k] += painter->hits[k];
            all.seconds[k] += painter->seconds[k];
        }
        painter_close(&thread[i].painter);
    }
    if (picture->speaks) progress("rendering", job.tiles, job.tiles);
    return all;
}
