// SPDX-License-Identifier: MIT
// Communication between ranks. Every call is collective and waits with a deadline: a rank that
// waits longer than that for the others ends the run for all, with a line that names the exchange.
// Open MPI itself ends the run when a rank dies, but it cannot detect a rank that hangs.
//
// A waiting rank alternately polls and sleeps, up to a millisecond at a time, so that ranks hardly
// get in each other's way if there are more ranks than processors.
#ifndef PAIRS_MPI_WIRE_H
#define PAIRS_MPI_WIRE_H

#include <stddef.h>
#include <stdint.h>

#include "examples/tool.h"

struct wire {
    int rank, ranks;
    double deadline; // seconds
};

/// Memory that grows as needed.
struct buffer {
    void *at;
    size_t bytes;
};

/// Makes room for `count` items and keeps those that are there. Dies if memory runs out.
void *buffer_room(struct buffer *buffer, size_t count, size_t item_bytes);

/// Begin and end MPI, each within `deadline` seconds: a rank that hangs in them is killed by
/// SIGALRM.
void wire_open(struct wire *wire, double deadline, int *argc, char ***argv);
void wire_close(const struct wire *wire);

/// Wall time in seconds since some fixed time.
double wire_seconds(void);

/// Prints one line and ends all ranks.
_Noreturn void wire_fail(const struct wire *wire, const char *format, ...);

/// Sends counts[k] items to each rank k; the items for rank 0 come first. Writes what arrives into
/// `received`, also in the order of ranks, and returns how many items. `what` names the exchange in
/// errors.
size_t wire_exchange(const struct wire *wire, const void *items, const size_t *counts,
                     struct buffer *received, size_t item_bytes, const char *what);

/// Gather the items of all ranks, rank 0's first, on every rank or on rank 0 alone. Return how many
/// there are.
size_t wire_gather_all(const struct wire *wire, const void *items, size_t count,
                       struct buffer *received, size_t item_bytes, const char *what);
size_t wire_gather(const struct wire *wire, const void *items, size_t count,
                   struct buffer *received, size_t item_bytes, const char *what);

/// Copies rank 0's bytes to every rank.
void wire_broadcast(const struct wire *wire, void *bytes, size_t count, const char *what);

#endif
