// SPDX-License-Identifier: MIT
// Threads of POSIX that share the work of lanebox's calls.
#ifndef EXAMPLE_WORKERS_PTHREADS_H
#define EXAMPLE_WORKERS_PTHREADS_H

#include "lanebox.h"

#ifdef __cplusplus
extern "C" {
#endif

struct pool;

/// Starts threads that wait for work. `threads` counts the thread that calls lanebox too, which
/// works as well. Returns NULL if there is no memory or no thread.
struct pool *pool_open(unsigned threads);

/// The threads of the pool, with the one that calls.
unsigned pool_threads(const struct pool *pool);

/// What lanebox's functions take, for as long as the pool is open. One call at a time may use it.
lbx_workers pool_workers(struct pool *pool);

void pool_close(struct pool *pool);

#ifdef __cplusplus
}
#endif

#endif
