// SPDX-License-Identifier: MIT
// What orders and trees share as blocks of the caller's memory that are copied, mapped and checked.
#ifndef LBX_MEMORY_H
#define LBX_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The alignment that a block requires: 8 bytes, where _Alignof(uint64_t) is 4 on i686.
static inline bool lbx_is_aligned(const void *memory) {
    return (uintptr_t)memory % sizeof(uint64_t) == 0;
}

// The size of a block, computed in 64 bits whatever the machine: SIZE_MAX if none can be so large.
static inline size_t lbx_block_bytes(uint64_t bytes) {
    return bytes <= PTRDIFF_MAX ? (size_t)bytes : SIZE_MAX;
}

static inline uint64_t lbx_scatter(uint64_t x) { // the end of splitmix64
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

// The numbers that a block holds should be those below n, each once. Without memory for n bits,
// this compares the sums of 64 scattered bits of each.
struct lbx_numbering {
    uint64_t found, expected, count;
};

static inline void lbx_numbering_add(struct lbx_numbering *n, uint32_t number) {
    n->found += lbx_scatter(number + UINT64_C(1));
    n->expected += lbx_scatter(++n->count);
}

#endif
