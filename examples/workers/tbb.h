// SPDX-License-Identifier: MIT
// oneTBB's threads share the work of lanebox's calls: pass &tbb_workers. Link with -ltbb.
#ifndef EXAMPLE_WORKERS_TBB_H
#define EXAMPLE_WORKERS_TBB_H

#include "lanebox.h"

#include <tbb/parallel_for.h>

inline void run_by_tbb(void *, void (*task)(void *data, std::size_t k), void *data,
                       std::size_t tasks) {
    tbb::parallel_for(
        std::size_t{0}, tasks, [=](std::size_t k) { task(data, k); }, tbb::simple_partitioner());
}

inline const lbx_workers tbb_workers = {run_by_tbb, nullptr};

#endif
