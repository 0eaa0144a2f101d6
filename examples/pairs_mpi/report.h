// SPDX-License-Identifier: MIT
// What the steps cost each rank: one printed line per step, and a JSON file.
#ifndef PAIRS_MPI_REPORT_H
#define PAIRS_MPI_REPORT_H

#include <stdio.h>

#include "wire.h"

/// The figures of one rank in one step. Processor time leaves out what other processes, and other
/// ranks on the same processor, take; it shows how cost grows where wall time cannot.
struct tally {
    uint64_t owned, ghosts, migrants, bytes, pairs, sum;
    double search, rest, wall; // seconds: sorting and searching, all else, wall time of both
};

struct report {
    FILE *file; // JSON, or NULL
    unsigned steps;
};

/// Opens `path` on rank 0, unless it is NULL, and writes `head`, the first members of the object.
void report_open(struct report *report, const struct wire *wire, const char *path,
                 const char *head);

/// Gathers a step's tallies on rank 0, which prints and writes them.
void report_step(struct report *report, const struct wire *wire, unsigned step,
                 const struct tally *tally);

void report_close(struct report *report, const char *path);

#endif
