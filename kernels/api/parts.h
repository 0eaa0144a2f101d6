// SPDX-License-Identifier: MIT
// A call's work in parts, which the caller's workers may share.
//
// A part's size does not depend on how many workers there are, and parts write what no other part
// reads or writes. What a call computes is therefore the same with any number of workers.
#ifndef LBX_PARTS_H
#define LBX_PARTS_H

#include <stdatomic.h>
#include <stdbool.h>

#include "lanebox.h"

typedef void lbx_part_task(void *data, size_t part);

// Runs every part once and returns when all have run. Without workers, or with a single part, this
// thread runs them from the first to the last.
void lbx_share(const lbx_workers *workers, lbx_part_task *task, void *data, size_t parts);

static inline bool lbx_can_share(const lbx_workers *workers) {
    return !workers || workers->run;
}

// The size of parts of n items, so that there are no more than `most` of them.
static inline size_t lbx_part_size(size_t n, size_t least, size_t most) {
    const size_t even = n / most + 1;
    return even < least ? least : even;
}

// The parts of n items, `size` each, the last one the rest.
static inline size_t lbx_parts(size_t n, size_t size) {
    return n / size + (n % size != 0);
}

// The item behind a part's last one.
static inline size_t lbx_part_end(size_t n, size_t size, size_t part) {
    return n - part * size < size ? n : (part + 1) * size;
}

// Adds to a sum of all parts. Its value depends on no order, because it wraps around.
static inline void lbx_add_to(_Atomic uint64_t *sum, uint64_t x) {
    atomic_fetch_add_explicit(sum, x, memory_order_relaxed);
}

#endif
