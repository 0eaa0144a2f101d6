// SPDX-License-Identifier: MIT
#define _DEFAULT_SOURCE // sysconf
#include "paint.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

#include "examples/tool.h"
#include "lanebox/trees.h"

// Threads take the next tile until none is left.
struct job {
    const struct picture *picture;
    atomic_size_t next, done;
    size_t columns, tiles;
};

struct thread {
    struct job *job;
    struct painter painter;
    pthread_t id;
    bool speaks; // shows the progress of all threads
};

size_t processors(void) {
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > THREADS_MOST ? THREADS_MOST : (size_t)count;
}

static void *run(void *argument) {
    struct thread *const thread = argument;
    struct job *const job = thread->job;
    const size_t side = job->picture->tile;
    for (size_t i; (i = atomic_fetch_add(&job->next, 1)) < job->tiles;) {
        paint_tile(&thread->painter, job->picture, i % job->columns * side,
                   i / job->columns * side);
        const size_t done = atomic_fetch_add(&job->done, 1) + 1;
        if (thread->speaks && done < job->tiles) progress("rendering", done, job->tiles);
    }
    return NULL;
}

struct painter paint(const struct picture *picture, size_t threads) {
    static struct thread thread[THREADS_MOST];
    const size_t columns = (picture->width + picture->tile - 1) / picture->tile;
    const size_t rows = (picture->height + picture->tile - 1) / picture->tile;
    struct job job = {.picture = picture, .columns = columns, .tiles = columns * rows};
    struct painter all = {0};
    progress("rendering", 0, job.tiles);
    for (size_t i = 0; i < threads; i++) {
        thread[i] = (struct thread){.job = &job, .speaks = i == 0};
        painter_open(&thread[i].painter);
        if (i > 0 && pthread_create(&thread[i].id, NULL, run, &thread[i])) die("no thread");
    }
    run(&thread[0]);
    for (size_t i = 0; i < threads; i++) {
        if (i > 0) pthread_join(thread[i].id, NULL);
        const struct painter *const painter = &thread[i].painter;
        all.hash += painter->hash;
        for (int k = 0; k < RAY_KINDS; k++) {
            all.rays[k] += painter->rays[k];
            all.hits[k] += painter->hits[k];
            all.seconds[k] += painter->seconds[k];
        }
        painter_close(&thread[i].painter);
    }
    progress("rendering", job.tiles, job.tiles);
    return all;
}

void *scene_tree(const struct scene *scene, size_t *bytes) {
    const lbx_mesh mesh = scene_mesh(scene);
    const size_t room = lbx_aabb_tree_bytes(&mesh);
    void *const tree = aligned(room);
    void *const scratch = aligned(lbx_aabb_tree_scratch_bytes(&mesh));
    *bytes = checked(lbx_aabb_tree_build(&mesh, NULL, tree, room, scratch));
    free(scratch);
    return tree;
}
