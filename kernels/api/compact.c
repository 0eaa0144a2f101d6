// SPDX-License-Identifier: MIT
// From a bit mask to indices, and to the items that it keeps.
#include "floats.h"

#include <assert.h>
#include <string.h>

#include "table.h"

// Eight bytes of the mask from bit `first`, a multiple of 64; bits past n are 0.
static inline uint64_t mask_word(const uint8_t *hits, size_t first, size_t n) {
    assert(first % 64 == 0 && first < n);
    uint64_t word = 0;
    if (n - first >= 64) {
        for (int byte = 0; byte < 8; byte++) word |= (uint64_t)hits[first / 8 + byte] << 8 * byte;
        return word;
    }
    for (size_t byte = 0; 8 * byte < n - first; byte++)
        word |= (uint64_t)hits[first / 8 + byte] << 8 * byte;
    return word & ((UINT64_C(1) << (n - first)) - 1);
}

static ptrdiff_t count_hits(const uint8_t *hits, size_t n) {
    ptrdiff_t found = 0;
    for (size_t first = 0; first < n; first += 64)
        found += __builtin_popcountll(mask_word(hits, first, n));
    return found;
}

ptrdiff_t lbx_hit_indices(const uint8_t *hits, size_t n, uint32_t *indices) {
    if (n == 0) return 0;
    if (!hits) return LBX_ERROR_NULL;
    if (n - 1 > UINT32_MAX || n > PTRDIFF_MAX) return LBX_ERROR_COUNT;
    if (!indices) return count_hits(hits, n);
    uint32_t *next = indices;
    for (size_t first = 0; first < n; first += 64) {
        for (uint64_t word = mask_word(hits, first, n); word; word &= word - 1)
            *next++ = (uint32_t)(first + (size_t)__builtin_ctzll(word));
    }
    return next - indices;
}

// With `bytes` a constant the copies become loads and stores.
static inline __attribute__((always_inline)) ptrdiff_t
keep(const uint8_t *hits, size_t n, const char *items, size_t bytes, char *kept) {
    ptrdiff_t found = 0;
    for (size_t first = 0; first < n; first += 64) {
        for (uint64_t word = mask_word(hits, first, n); word; word &= word - 1) {
            const size_t item = first + (size_t)__builtin_ctzll(word);
            memmove(kept + (size_t)found++ * bytes, items + item * bytes, bytes);
        }
    }
    return found;
}

ptrdiff_t lbx_keep(const uint8_t *hits, size_t n, const void *items, size_t item_bytes,
                   void *kept) {
    if (n == 0) return 0;
    if (!hits || (kept && !items)) return LBX_ERROR_NULL;
    if (n > PTRDIFF_MAX || (item_bytes && n > PTRDIFF_MAX / item_bytes)) return LBX_ERROR_COUNT;
    if (!kept) return count_hits(hits, n);
    const struct lbx_table *const table = lbx_table_active();
    if (item_bytes == 8 && table->keep_pairs)
        return (ptrdiff_t)table->keep_pairs(hits, n, items, kept);
    switch (item_bytes) {
    case 4: return keep(hits, n, items, 4, kept);
    case 8: return keep(hits, n, items, 8, kept);
    case 12: return keep(hits, n, items, 12, kept);
    case 16: return keep(hits, n, items, 16, kept);
    default: return keep(hits, n, items, item_bytes, kept);
    }
}
