// SPDX-License-Identifier: MIT
#include "jobs.h"

#include <stdio.h>
#include <stdlib.h>

#include "examples/render/scene.h"
#include "examples/tool.h"
#include "lanebox/pairs.h"
#include "lanebox/trees.h"
#include "tests/support/sets.h"

const char *const job_names[JOBS] = {
    [ORDER_SORT] = "lbx_order_sort",       [ORDER_REFIT] = "lbx_order_refit",
    [ORDER_CHECK] = "lbx_order_check",     [OBB_BUILD] = "lbx_obb_tree_build",
    [OBB_REFIT] = "lbx_obb_tree_refit",    [OBB_CHECK] = "lbx_obb_tree_check",
    [AABB_BUILD] = "lbx_aabb_tree_build",  [AABB_REFIT] = "lbx_aabb_tree_refit",
    [AABB_CHECK] = "lbx_aabb_tree_check",  [SIGNS_BUILD] = "lbx_tree_signs_build",
    [SIGNS_CHECK] = "lbx_tree_signs_check"};

static void *allocate(size_t bytes) {
    void *const memory = aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (!memory) die("no memory");
    return memory;
}

bool has_job(const struct subject *subject, enum job job) {
    return (job <= ORDER_CHECK) == (subject->boxes != NULL);
}

static void run_all(struct subject *subject) {
    for (enum job job = 0; job < JOBS; job++) {
        if (has_job(subject, job)) run_job(subject, job, NULL);
    }
}

static void open_boxes(struct subject *subject, size_t n) {
    *subject = (struct subject){.items = n};
    snprintf(subject->name, sizeof subject->name, "%zu boxes", n);
    subject->boxes = allocate(n * sizeof *subject->boxes);
    set_fill(SET_DENSE, n, 1, subject->boxes);
    subject->order_bytes = lbx_order_bytes(n);
    subject->order = allocate(subject->order_bytes);
    run_all(subject);
}

static lbx_mesh mesh_of(const struct subject *subject) {
    return lbx_mesh_of(subject->corner[0], 3 * subject->items, sizeof *subject->corner,
                       subject->index, subject->items);
}

static void open_mesh(struct subject *subject, const char *path) {
    *subject = (struct subject){.items = 0};
    subject->corner = scene_corners(path, &subject->items);
    snprintf(subject->name, sizeof subject->name, "%s", file_name(path));
    subject->index = allocate(3 * subject->items * sizeof *subject->index);
    for (size_t i = 0; i < 3 * subject->items; i++) subject->index[i] = (uint32_t)i;
    const lbx_mesh mesh = mesh_of(subject);
    const size_t obbs = lbx_obb_tree_scratch_bytes(&mesh);
    const size_t aabbs = lbx_aabb_tree_scratch_bytes(&mesh);
    subject->scratch = allocate(obbs > aabbs ? obbs : aabbs);
    subject->tree_room[0] = lbx_obb_tree_bytes(&mesh);
    subject->tree_room[1] = lbx_aabb_tree_bytes(&mesh);
    for (int t = 0; t < 2; t++) subject->tree[t] = allocate(subject->tree_room[t]);
    run_all(subject);
}

void subject_open(struct subject *subject, const char *argument) {
    char *end;
    const size_t n = strtoul(argument, &end, 10);
    if (*end == '\0')
        open_boxes(subject, n);
    else
        open_mesh(subject, argument);
}

void subject_free(struct subject *subject) {
    free(subject->boxes);
    free(subject->corner);
    free(subject->index);
    free(subject->order);
    free(subject->signs);
    free(subject->scratch);
    free(subject->signs_scratch);
    for (int t = 0; t < 2; t++) free(subject->tree[t]);
}

static void run_of_boxes(struct subject *subject, enum job job, const lbx_workers *workers) {
    const lbx_aabbs view = lbx_aabbs_of(subject->boxes->min, subject->boxes->max, subject->items,
                                        sizeof *subject->boxes);
    void *const order = subject->order;
    const size_t n = subject->items, bytes = subject->order_bytes;
    switch (job) {
    case ORDER_SORT: checked(lbx_order_sort(&view, n, order, bytes, workers)); break;
    case ORDER_REFIT: checked(lbx_order_refit(&view, n, order, bytes, workers)); break;
    default: checked(lbx_order_check(order, bytes, workers));
    }
}

void run_job(struct subject *subject, enum job job, const lbx_workers *workers) {
    if (subject->boxes) {
        run_of_boxes(subject, job, workers);
        return;
    }
    const lbx_mesh mesh = mesh_of(subject);
    const lbx_obb_tree_options obbs = {.workers = workers};
    const lbx_aabb_tree_options aabbs = {.workers = workers};
    void *const *const tree = subject->tree;
    const size_t *const room = subject->tree_room;
    switch (job) {
    case OBB_BUILD:
        subject->tree_bytes[0] =
            checked(lbx_obb_tree_build(&mesh, &obbs, tree[0], room[0], subject->scratch));
        break;
    case OBB_REFIT: checked(lbx_obb_tree_refit(&mesh, tree[0], workers)); break;
    case OBB_CHECK: checked(lbx_obb_tree_check(tree[0], subject->tree_bytes[0], workers)); break;
    case AABB_BUILD:
        subject->tree_bytes[1] =
            checked(lbx_aabb_tree_build(&mesh, &aabbs, tree[1], room[1], subject->scratch));
        break;
    case AABB_REFIT: checked(lbx_aabb_tree_refit(&mesh, tree[1], workers)); break;
    case AABB_CHECK: checked(lbx_aabb_tree_check(tree[1], subject->tree_bytes[1], workers)); break;
    case SIGNS_BUILD: {
        lbx_sign_counts counts;
        if (!subject->signs) { // their size is known once the tree is built
            subject->signs_bytes = lbx_tree_signs_bytes(tree[1]);
            subject->signs = allocate(subject->signs_bytes);
            subject->signs_scratch = allocate(lbx_tree_signs_scratch_bytes(tree[1]));
        }
        checked(lbx_tree_signs_build(tree[1], subject->signs, subject->signs_bytes,
                                     subject->signs_scratch, &counts, workers));
        break;
    }
    default: checked(lbx_tree_signs_check(subject->signs, subject->signs_bytes, workers));
    }
}
