// SPDX-License-Identifier: MIT
// Keeps the pairs of 32-bit indices whose bit in a mask is set. This usually follows a test of a
// list of pairs.
#ifndef LBX_KEEP_H
#define LBX_KEEP_H

#include "stage.h"

#if LANES_PACK
static size_t hits_count(const uint8_t *hits, size_t n) {
    size_t found = 0, i = 0;
    for (; i + 32 <= n; i += 32) {
        uint32_t bits;
        memcpy(&bits, hits + i / 8, sizeof bits);
        found += bits_count(bits);
    }
    for (; i < n; i++) found += hits[i / 8] >> i % 8 & 1;
    return found;
}

// Eight hits that are still to come are eight items or more. What a vector writes behind the pairs
// that it keeps is overwritten by the next pairs, as long as there are enough of these. `kept` may
// be `pairs`, because writing is never ahead of reading.
static size_t keep_packed(const uint8_t *hits, size_t n, const char *pairs, char *kept) {
    enum { PAIRS = LANES / 2 };
    const size_t all = hits_count(hits, n);
    size_t found = 0, i = 0;
    for (; found + 8 <= all; i += 8) {
        for (unsigned bits = hits[i / 8], k = 0; k < 8; k += PAIRS, bits >>= PAIRS) {
            const unsigned some = bits & ((1u << PAIRS) - 1);
            const vf x = vf_load((const float *)(const void *)(pairs + (i + k) * PAIR_STEP));
            vf_store((float *)(void *)(kept + found * PAIR_STEP), vf_pack(x, some));
            found += bits_count(some);
        }
    }
    for (; found < all; i++) {
        if (hits[i / 8] >> i % 8 & 1) {
            memmove(kept + found * PAIR_STEP, pairs + i * PAIR_STEP, PAIR_STEP);
            found++;
        }
    }
    return all;
}
#endif

#endif
