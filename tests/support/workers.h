// SPDX-License-Identifier: MIT
// Ways in which a caller's workers may run tasks: one thread in several orders, and threads.
#ifndef LBX_TEST_WORKERS_H
#define LBX_TEST_WORKERS_H

#include "lanebox.h"

// A test fails if `run` is called from within a task.
struct workers_way {
    const char *name;
    lbx_workers workers;
};

extern const struct workers_way workers_ways[];
extern const size_t workers_way_count;

// How many times the ways have been called by this thread.
size_t workers_calls(void);

// Workers that break the promise of lbx_workers.
extern const struct workers_way workers_broken[];
extern const size_t workers_broken_count;

#endif
