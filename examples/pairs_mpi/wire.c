// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L // clock_gettime, nanosleep, alarm

#include "wire.h"

#include <limits.h>
#include <mpi.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

void *buffer_room(struct buffer *buffer, size_t count, size_t item_bytes) {
    if (count > PTRDIFF_MAX / item_bytes) die("out of memory");
    if (!buffer->at || count * item_bytes > buffer->bytes) {
        buffer->bytes = count * item_bytes + buffer->bytes / 2;
        buffer->at = resize(buffer->at, buffer->bytes, 1);
    }
    return buffer->at;
}

double wire_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void wire_open(struct wire *wire, double deadline, int *argc, char ***argv) {
    alarm((unsigned)deadline);
    MPI_Init(argc, argv);
    alarm(0);
    MPI_Comm_rank(MPI_COMM_WORLD, &wire->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &wire->ranks);
    wire->deadline = deadline;
}

void wire_close(const struct wire *wire) {
    alarm((unsigned)wire->deadline);
    MPI_Finalize();
    alarm(0);
}

void wire_fail(const struct wire *wire, const char *format, ...) {
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    fprintf(stderr, "rank %d: %s\n", wire->rank, line); // in one piece, even if others write too
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    abort(); // MPI_Abort does not return, but does not say so
}

static void await(const struct wire *wire, MPI_Request *request, const char *what) {
    enum { AT_ONCE = 100, LEAST = 10000, MOST = 1000000 }; // polls; ns
    const double begun = wire_seconds();
    struct timespec pause = {0, LEAST};
    for (int polls = 0, done = 0;; polls++) {
        MPI_Test(request, &done, MPI_STATUS_IGNORE);
        if (done) return;
        if (polls < AT_ONCE) continue;
        if (wire_seconds() - begun > wire->deadline)
            wire_fail(wire, "waited %g s for the other ranks (%s): one hangs, or needs longer (-d)",
                      wire->deadline, what);
        nanosleep(&pause, NULL);
        if (pause.tv_nsec < MOST) pause.tv_nsec += pause.tv_nsec / 2;
    }
}

// MPI 3 counts in int; here it counts items, up to 2^31 - 1 per call and rank.
static int counted(const struct wire *wire, size_t count, const char *what) {
    if (count > INT_MAX)
        wire_fail(wire, "%zu items of %s are more than one call of MPI can name: use more ranks",
                  count, what);
    return (int)count;
}

// Computes where each rank's items begin if they lie one after the other; returns how many all are.
static size_t lay_out(const struct wire *wire, const int *counts, int *begins, const char *what) {
    size_t sum = 0;
    for (int k = 0; k < wire->ranks; k++) {
        begins[k] = counted(wire, sum, what);
        sum += (size_t)counts[k];
    }
    counted(wire, sum, what);
    return sum;
}

static MPI_Datatype type_of(size_t item_bytes) {
    MPI_Datatype type;
    MPI_Type_contiguous((int)item_bytes, MPI_BYTE, &type);
    MPI_Type_commit(&type);
    return type;
}

size_t wire_exchange(const struct wire *wire, const void *items, const size_t *counts,
                     struct buffer *received, size_t item_bytes, const char *what) {
    const size_t ranks = (size_t)wire->ranks;
    int *const numbers = resize(NULL, 4 * ranks, sizeof *numbers);
    int *const out = numbers, *const out_at = out + ranks;
    int *const in = out_at + ranks, *const in_at = in + ranks;
    for (size_t k = 0; k < ranks; k++) out[k] = counted(wire, counts[k], what);
    MPI_Request request;
    MPI_Ialltoall(out, 1, MPI_INT, in, 1, MPI_INT, MPI_COMM_WORLD, &request);
    await(wire, &request, what);
    lay_out(wire, out, out_at, what);
    const size_t coming = lay_out(wire, in, in_at, what);
    void *const room = buffer_room(received, coming, item_bytes);
    MPI_Datatype type = type_of(item_bytes);
    MPI_Ialltoallv(items, out, out_at, type, room, in, in_at, type, MPI_COMM_WORLD, &request);
    await(wire, &request, what);
    MPI_Type_free(&type);
    free(numbers);
    return coming;
}

static size_t gather(const struct wire *wire, const void *items, size_t count, bool to_all,
                     struct buffer *received, size_t item_bytes, const char *what) {
    const size_t ranks = (size_t)wire->ranks;
    int *const counts = resize(NULL, 2 * ranks, sizeof *counts), *const begins = counts + ranks;
    const int mine = counted(wire, count, what);
    MPI_Request request;
    MPI_Iallgather(&mine, 1, MPI_INT, counts, 1, MPI_INT, MPI_COMM_WORLD, &request);
    await(wire, &request, what);
    const size_t all = lay_out(wire, counts, begins, what);
    const bool here = to_all || wire->rank == 0;
    void *const room = buffer_room(received, here ? all : 0, item_bytes);
    MPI_Datatype type = type_of(item_bytes);
    if (to_all)
        MPI_Iallgatherv(items, mine, type, room, counts, begins, type, MPI_COMM_WORLD, &request);
    else
        MPI_Igatherv(items, mine, type, room, counts, begins, type, 0, MPI_COMM_WORLD, &request);
    await(wire, &request, what);
    MPI_Type_free(&type);
    free(counts);
    return here ? all : 0;
}

size_t wire_gather_all(const struct wire *wire, const void *items, size_t count,
                       struct buffer *received, size_t item_bytes, const char *what) {
    return gather(wire, items, count, true, received, item_bytes, what);
}

size_t wire_gather(const struct wire *wire, const void *items, size_t count,
                   struct buffer *received, size_t item_bytes, const char *what) {
    return gather(wire, items, count, false, received, item_bytes, what);
}

void wire_broadcast(const struct wire *wire, void *bytes, size_t count, const char *what) {
    MPI_Request request;
    MPI_Ibcast(bytes, counted(wire, count, what), MPI_BYTE, 0, MPI_COMM_WORLD, &request);
    await(wire, &request, what);
}
