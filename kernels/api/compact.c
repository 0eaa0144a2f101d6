// SPDX-License-Identifier: MIT
// Makes indices from a bit mask, and keeps the items that it selects.
#include "../lanes/floats.h"

#include <assert.h>
#include <string.h>

#include "entries.h"
#include "lanebox.h"
#include "lists.h"

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

ptrdiff_t lbx_hit_elements(const uint8_t *hits, size_t n, const lbx_pick *pick,
                           uint32_t *elements) {
    if (n == 0) return 0;
    if (!pick) return LBX_ERROR_NULL;
    const bool from = pick->kind == LBX_PICK_FROM, indexed = pick->kind == LBX_PICK_INDEXED;
    if (indexed && !pick->list) return LBX_ERROR_NULL;
    if (n - 1 > UINT32_MAX || n > PTRDIFF_MAX) return LBX_ERROR_COUNT;
    if (indexed && n > pick->first) return LBX_ERROR_COUNT;
    if (!indexed && pick->first > UINT32_MAX - (from ? n - 1 : 0)) return LBX_ERROR_COUNT;
    if (!from && !indexed && pick->kind != LBX_PICK_ONE) return LBX_ERROR_INDEX;
    if (indexed && pick->step % 4 != 0) return LBX_ERROR_STRIDE;
    const ptrdiff_t found = lbx_hit_indices(hits, n, elements); // or the mask's error
    const char *const list = (const char *)pick->list;
    const size_t step = pick->step ? pick->step : sizeof(uint32_t);
    for (ptrdiff_t i = 0; elements && i < found; i++) {
        if (indexed)
            elements[i] = *(const uint32_t *)(const void *)(list + elements[i] * step);
        else
            elements[i] = (uint32_t)pick->first + (from ? elements[i] : 0);
    }
    return found;
}

// If `bytes` is a constant, the copies become loads and stores. `flip` is all ones to keep misses.
static inline __attribute__((always_inline)) ptrdiff_t
keep(const uint8_t *hits, uint64_t flip, size_t n, const char *items, size_t bytes, char *kept) {
    ptrdiff_t found = 0;
    for (size_t first = 0; first < n; first += 64) {
        const uint64_t there = n - first < 64 ? (UINT64_C(1) << (n - first)) - 1 : UINT64_MAX;
        uint64_t word = (mask_word(hits, first, n) ^ flip) & there;
        for (; word; word &= word - 1) {
            const size_t item = first + (size_t)__builtin_ctzll(word);
            memmove(kept + (size_t)found++ * bytes, items + item * bytes, bytes);
        }
    }
    return found;
}

ENTRIES(lbx_keep_pairs *const, keep_pairs);

static ptrdiff_t keep_array(const uint8_t *hits, uint64_t flip, size_t n, const void *items,
                            size_t bytes, void *kept) {
    lbx_keep_pairs *const keep_pairs = *ACTIVE(keep_pairs);
    if (bytes == 8 && !flip && keep_pairs) return (ptrdiff_t)keep_pairs(hits, n, items, kept);
    switch (bytes) {
    case 4: return keep(hits, flip, n, items, 4, kept);
    case 8: return keep(hits, flip, n, items, 8, kept);
    case 12: return keep(hits, flip, n, items, 12, kept);
    case 16: return keep(hits, flip, n, items, 16, kept);
    default: return keep(hits, flip, n, items, bytes, kept);
    }
}

ptrdiff_t lbx_keep_arrays(const uint8_t *hits, size_t n, unsigned flags, size_t arrays,
                          const void *const items[], const size_t item_bytes[],
                          void *const kept[]) {
    if (flags & ~(unsigned)LBX_MISSES) return LBX_ERROR_FLAGS;
    if (n == 0) return 0;
    if (!hits || (arrays && (!items || !item_bytes || !kept))) return LBX_ERROR_NULL;
    if (n > PTRDIFF_MAX) return LBX_ERROR_COUNT;
    for (size_t k = 0; k < arrays; k++) {
        if (kept[k] && !items[k]) return LBX_ERROR_NULL;
        if (item_bytes[k] && n > PTRDIFF_MAX / item_bytes[k]) return LBX_ERROR_COUNT;
    }
    const uint64_t flip = flags & LBX_MISSES ? UINT64_MAX : 0;
    ptrdiff_t found = -1;
    for (size_t k = 0; k < arrays; k++)
        if (kept[k]) found = keep_array(hits, flip, n, items[k], item_bytes[k], kept[k]);
    if (found >= 0) return found;
    return flip ? (ptrdiff_t)n - count_hits(hits, n) : count_hits(hits, n);
}

ptrdiff_t lbx_keep(const uint8_t *hits, size_t n, const void *items, size_t item_bytes,
                   void *kept) {
    return lbx_keep_arrays(hits, n, 0, 1, &items, &item_bytes, &kept);
}
