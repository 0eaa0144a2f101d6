// SPDX-License-Identifier: MIT
// A coarse broad phase: all pairs whose boxes overlap along x, found by sweeping over them in
// order of their lower ends.
#ifndef EXAMPLE_PAIRS_SWEEP_H
#define EXAMPLE_PAIRS_SWEEP_H

#include <stdint.h>

#include "pairs_bodies.h"

struct pair {
    uint32_t a, b;
};

struct sweep {
    size_t count;
    struct span *spans; ///< the boxes along x, in order
    size_t i, j;        ///< the next pair of spans to look at
};

void sweep_make(struct sweep *sweep, size_t count);

/// Starts anew with the boxes where they are now.
void sweep_start(struct sweep *sweep, const struct aabb *boxes);

/// Writes the next pairs, at most `most`; returns how many, 0 after the last.
size_t sweep_next(struct sweep *sweep, struct pair *pairs, size_t most);

void sweep_free(struct sweep *sweep);

#endif
