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

// Makes workers in memory that processes share. Gives up if processors are fewer than workers.
struct workers *workers_open(void);
void workers_close(struct workers *workers);

// Called by every worker: returns once all have called it.
void workers_meet(struct workers *workers);

// Returns the seconds from when the first worker begins until the last one ends. The workers'
// results must add up to `expected`. Each process calls `warm` before it begins, so that its own
// pages are mapped.
double workers_time(struct workers *workers, bool processes, work *warm, work *run, void *context,
                    size_t expected);

double median_of(double *values, size_t count); // sorts them
_Noreturn void give_up(const char *what);

#endif
