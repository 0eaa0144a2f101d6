// SPDX-License-Identifier: MIT
// What lists of pairs ask of an instruction set: their highest entries, and to keep those that hit.
#include "../api/lists.h"

#include "stage.h"

// The highest of n list entries, and of the words beside them (lists.h): .03 ns a pair, so that
// errors are found before anything is written. Compilers vectorise the two steps that callers use.
#define highest_of EXPORTED(highest)
lbx_highest highest_of;
uint32_t highest_of(const uint32_t *list, size_t step, size_t n, uint32_t *beside) {
    enum { WORDS = 16 };
    assert(n > 0 && step % 4 == 0);
    const size_t words = step / 4; // from one entry to the next
    uint32_t most[2] = {0, 0};     // of the words at even places, and of those beside them
    if (words != 1 && words != 2) {
        for (size_t i = 0; i < n; i++)
            most[0] = list[i * words] > most[0] ? list[i * words] : most[0];
    } else {
        const size_t all = (n - 1) * words + 1;
        size_t i = 0;
        if (all >= 2 * WORDS) {
            uint32_t highest[WORDS];
            memcpy(highest, list, sizeof highest);
            for (i = WORDS; i + WORDS <= all; i += WORDS) {
                for (size_t w = 0; w < WORDS; w++)
                    highest[w] = list[i + w] > highest[w] ? list[i + w] : highest[w];
            }
            for (size_t w = 0; w < WORDS; w++)
                most[w % 2] = highest[w] > most[w % 2] ? highest[w] : most[w % 2];
        }
        for (; i + 1 < all; i += 2) {
            most[0] = list[i] > most[0] ? list[i] : most[0];
            most[1] = list[i + 1] > most[1] ? list[i + 1] : most[1];
        }
        if (i < all) most[0] = list[i] > most[0] ? list[i] : most[0];
        if (words == 1) {
            most[0] = most[0] > most[1] ? most[0] : most[1];
            most[1] = 0;
        }
    }
    *beside = most[1];
    return most[0];
}

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

// Keeps the pairs of 32-bit indices whose bit in a mask is set.
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

#define KEEP_PAIRS keep_packed
#else
#define KEEP_PAIRS NULL
#endif

lbx_keep_pairs *const EXPORTED(keep_pairs) = KEEP_PAIRS;

#undef KEEP_PAIRS
