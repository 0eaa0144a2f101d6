// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L // sysconf

#include "model.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "examples/tool.h"

size_t processors(void) {
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > THREADS_MOST ? THREADS_MOST : (size_t)count;
}

void model_make(struct model *model, const struct surface *surface, const char *path,
                struct pool *pool) {
    if (surface->triangles == 0) die("%s: no triangles", path);
    const lbx_mesh mesh =
        lbx_mesh_of(surface->position[0], surface->points, sizeof *surface->position,
                    surface->indices, surface->triangles);
    const lbx_workers workers = pool_workers(pool);
    const lbx_aabb_tree_options options = {.workers = &workers};
    const double start = wall_seconds();
    const size_t room = lbx_aabb_tree_bytes(&mesh);
    *model = (struct model){.tree = resize(NULL, room, 1)};
    void *scratch = resize(NULL, lbx_aabb_tree_scratch_bytes(&mesh), 1);
    model->tree_bytes = checked(lbx_aabb_tree_build(&mesh, &options, model->tree, room, scratch));
    scratch = resize(scratch, lbx_tree_signs_scratch_bytes(model->tree), 1);
    model->signs_bytes = lbx_tree_signs_bytes(model->tree);
    model->signs = resize(NULL, model->signs_bytes, 1);
    checked(lbx_tree_signs_build(model->tree, model->signs, model->signs_bytes, scratch,
                                 &model->counts, &workers));
    free(scratch);
    model->seconds = wall_seconds() - start;
    printf("%s: %s triangles; the tree and the signs are built in %.3f s, %.0f and %.0f bytes a "
           "triangle; %s\n",
           file_name(path), grouped(surface->triangles).text, model->seconds,
           (double)model->tree_bytes / (double)surface->triangles,
           (double)model->signs_bytes / (double)surface->triangles, lbx_isa_name(lbx_isa_active()));
    if (model->counts.triangles)
        printf("%s triangles have no area, and do no harm\n",
               grouped((size_t)model->counts.triangles).text);
    if (model->counts.edges) {
        model->flags = LBX_SIGN_BY_CROSSINGS;
        printf("%s edges do not have two faces that agree: a point is inside if rays from it cross "
               "the surface an odd number of times. Near holes that means nothing\n",
               grouped((size_t)model->counts.edges).text);
    }
    fflush(stdout);
}

void model_free(struct model *model) {
    free(model->tree);
    free(model->signs);
}

// Threads take the next points until none are left.
enum { AT_A_TIME = 8192 };

struct job {
    const struct model *model;
    point_of *point;
    const void *context;
    size_t n, portions;
    float *distance;
    const char *name;
    atomic_size_t next, done;
};

struct thread {
    struct job *job;
    bool speaks; // shows the progress of all threads
};

static void run(void *data, size_t number) {
    const struct thread *const thread = (const struct thread *)data + number;
    struct job *const job = thread->job;
    float(*const point)[3] = resize(NULL, AT_A_TIME, sizeof *point);
    uint32_t *const id = resize(NULL, AT_A_TIME, sizeof *id);
    void *const scratch = resize(NULL, LBX_TRACE_SCRATCH, 1);
    for (size_t i; (i = atomic_fetch_add(&job->next, 1)) < job->portions;) {
        const size_t first = i * AT_A_TIME, left = job->n - first;
        const size_t n = left < AT_A_TIME ? left : AT_A_TIME;
        for (size_t k = 0; k < n; k++) job->point(job->context, first + k, point[k]);
        const lbx_points points = lbx_points_of(point[0], n, sizeof *point);
        const lbx_closest_out out = {.id = id, .distance = job->distance + first};
        checked(lbx_aabb_tree_signed_distance(job->model->tree, job->model->signs, &points, NULL, n,
                                              job->model->flags, &out, scratch, LBX_TRACE_SCRATCH));
        const size_t done = atomic_fetch_add(&job->done, 1) + 1;
        if (thread->speaks && done < job->portions) progress(job->name, done, job->portions);
    }
    free(point);
    free(id);
    free(scratch);
}

void model_distances(const struct model *model, point_of *point, const void *context, size_t n,
                     struct pool *pool, const char *job_name, float *distance) {
    static struct thread thread[THREADS_MOST];
    const lbx_workers workers = pool_workers(pool);
    const size_t threads = pool_threads(pool);
    struct job job = {.model = model,
                      .point = point,
                      .context = context,
                      .n = n,
                      .portions = (n + AT_A_TIME - 1) / AT_A_TIME,
                      .distance = distance,
                      .name = job_name};
    progress(job_name, 0, job.portions);
    for (size_t i = 0; i < threads; i++) thread[i] = (struct thread){.job = &job, .speaks = i == 0};
    workers.run(workers.context, run, thread, threads);
    progress(job_name, job.portions, job.portions);
}
