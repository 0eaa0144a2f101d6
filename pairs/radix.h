// SPDX-License-Identifier: MIT
// The sort of items of eight bytes, such as pairs.
#ifndef LBX_RADIX_H
#define LBX_RADIX_H

#include "lanebox.h"

// Sorts items of two words each by the first word, then by the second, or by the second alone:
// `differ` has the bits in which the items differ, the first word's above the second's, and bits
// that it leaves out do not count. Items that are equal in these bits keep their order. `scratch`
// has room for n items; if there are workers, `spare` has n / 2 bytes, aligned as size_t.
void lbx_radix_sort_by(const lbx_workers *workers, void *items, void *scratch, void *spare,
                       size_t n, uint64_t differ);

static inline void lbx_radix_sort(void *items, void *scratch, size_t n, uint64_t differ) {
    lbx_radix_sort_by(NULL, items, scratch, NULL, n, differ);
}

// Items that are sorted by their second word lie in runs of one word. Says where the first run is
// that begins at this item or behind it.
size_t lbx_next_run(const void *items, size_t n, size_t at);

#endif
