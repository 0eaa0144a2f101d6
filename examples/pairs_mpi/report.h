// SPDX-License-Identifier: MIT
// What the steps cost each rank: a line a step, and a file for programs.
#ifndef PAIRS_MPI_REPORT_H
#define PAIRS_MPI_REPORT_H

#include <stdio.h>

#include "wire.h"

/// Of one rank in one step. Seconds of processor time leave out what other processes, and other
/// ranks on the same processor, take; they show how cost grows where wall time cannot.
struct tally {
    uint64_t owned, ghosts, migrants, bytes, pairs, sum;
    double search, rest, wall; // seconds: of sorting and searching, all else, both by the clock
};

struct report {
    FILE *file; // JSON, or NULL
    unsigned steps;
};

/// Opens `path` on rank 0, unless it is NULL, and writes `head` into it: members of an object.
void report_open(struct report *report, const struct wire *wire, const char *path,
                 const char *head);

/// Gathers a step's tallies on rank 0, which prints and writes them.
void report_step(struct report *report, const struct wire *wire, unsigned step,
                 const struct tally *tally);

void report_close(struct report *report, const char *path);

#endif
