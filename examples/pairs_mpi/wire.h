// SPDX-License-Identifier: MIT
// What ranks say to each other. Every call is collective, and each waits with a deadline: a rank
// that waits longer than that for the others ends the run for all, with a line that says in what.
// Open MPI itself ends the run when a rank dies; it cannot tell a rank that hangs.
//
// A rank that waits polls and sleeps in turn, up to a millisecond at a time, so that more ranks
// than processors get in each other's way little.
#ifndef PAIRS_MPI_WIRE_H
#define PAIRS_MPI_WIRE_H

#include <stddef.h>
#include <stdint.h>

#include "examples/tool.h"

struct wire {
    int rank, ranks;
    double deadline; // seconds
};

/// Memory that grows as it must.
struct buffer {
    void *at;
    size_t bytes;
};

/// Room for `count` items, which are kept as far as they were there. Dies without memory.
void *buffer_room(struct buffer *buffer, size_t count, size_t item_bytes);

/// Begins and ends MPI, both within so many seconds: whoever hangs in them is killed by SIGALRM.
void wire_open(struct wire *wire, double deadline, int *argc, char ***argv);
void wire_close(const struct wire *wire);

/// Wall time, in seconds from some time on.
double wire_seconds(void);

/// Prints one line and ends all ranks.
_Noreturn void wire_fail(const struct wire *wire, const char *format, ...);

/// Sends counts[k] items, those of rank 0 first, to each rank k. What comes, by rank again, is
/// written into `received`; returns how many items. `what` names it in errors.
size_t wire_exchange(const struct wire *wire, const void *items, const size_t *counts,
                     struct buffer *received, size_t item_bytes, const char *what);

/// The items of all ranks, rank 0's first, on every rank, or on rank 0 alone; the number of these.
size_t wire_gather_all(const struct wire *wire, const void *items, size_t count,
                       struct buffer *received, size_t item_bytes, const char *what);
size_t wire_gather(const struct wire *wire, const void *items, size_t count,
                   struct buffer *received, size_t item_bytes, const char *what);

/// Rank 0's bytes, on every rank.
void wire_broadcast(const struct wire *wire, void *bytes, size_t count, const char *what);

#endif
