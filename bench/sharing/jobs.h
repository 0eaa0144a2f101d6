// SPDX-License-Identifier: MIT
// The calls whose work threads may share, on sets of boxes and on meshes.
#ifndef BENCH_SHARING_JOBS_H
#define BENCH_SHARING_JOBS_H

#include <stdbool.h>

#include "lanebox.h"

/// A call, by what it works on.
enum job {
    ORDER_SORT,
    ORDER_REFIT,
    ORDER_CHECK,
    OBB_BUILD,
    OBB_REFIT,
    OBB_CHECK,
    AABB_BUILD,
    AABB_REFIT,
    AABB_CHECK,
    SIGNS_BUILD,
    SIGNS_CHECK,
    JOBS
};

extern const char *const job_names[JOBS];

/// Boxes or a mesh, and the memory of the calls.
struct subject {
    char name[64]; ///< "100000 boxes", "bunny.obj"
    size_t items;
    struct set_box *boxes; ///< NULL: a mesh
    float (*corner)[3];
    uint32_t *index;
    void *order, *tree[2], *signs, *scratch, *signs_scratch;
    size_t order_bytes, tree_room[2], tree_bytes[2], signs_bytes;
};

/// Makes as many boxes as an argument says, or reads the mesh of a file, and makes all calls once,
/// so that each of them can be made.
void subject_open(struct subject *subject, const char *argument);
void subject_free(struct subject *subject);

bool has_job(const struct subject *subject, enum job job);
void run_job(struct subject *subject, enum job job, const lbx_workers *workers);

#endif
