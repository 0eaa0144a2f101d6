// SPDX-License-Identifier: MIT
// The threads of OpenMP share the work of lanebox's calls: pass &openmp_workers. Compile with
// -fopenmp.
#ifndef EXAMPLE_WORKERS_OPENMP_H
#define EXAMPLE_WORKERS_OPENMP_H

#include "lanebox.h"

static void run_by_openmp(void *context, void (*task)(void *data, size_t k), void *data,
                          size_t tasks) {
    (void)context;
#pragma omp parallel for schedule(dynamic, 1)
    for (size_t k = 0; k < tasks; k++) task(data, k);
}

static const lbx_workers openmp_workers = {run_by_openmp, NULL};

#endif
