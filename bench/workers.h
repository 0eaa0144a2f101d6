// SPDX-License-Identifier: MIT
// Two workers that begin together: as threads of this process, or each as a process of its own.
#ifndef BENCH_WORKERS_H
#define BENCH_WORKERS_H

#include <stdbool.h>
#include <stddef.h>

enum { WORKERS = 2 };

struct workers;

// Does the work of worker `number` and returns what it found.
typedef size_t work(struct workers *workers, unsigned number, void *context);

// Memory that processes share. Gives up where there are fewer processors than workers.
struct workers *workers_open(void);
void workers_close(struct workers *workers);

// Called by every worker: returns once all have called it.
void workers_meet(struct workers *workers);

// Seconds from the first worker that begins to the last that ends; what all found must be
// `expected`. A process calls `warm` before it begins, so that pages of its own are there.
double workers_time(struct workers *workers, bool processes, work *warm, work *run, void *context,
                    size_t expected);

double median_of(double *values, size_t count); // sorts them
_Noreturn void give_up(const char *what);

#endif
