// SPDX-License-Identifier: MIT
// The sort of items of eight bytes, such as pairs.
#ifndef LBX_RADIX_H
#define LBX_RADIX_H

#include "lanebox.h"

// Sorts items of two words each by the first word, then by the second, or by the second alone:
// `differ` has the bits in which the items differ, the first word's above the second's, and bits
// that it leaves out do not count. Items that are equal in these bits keep their order. `scratch`
// has room for n items, and so has `spare` if there are workers.
void lbx_radix_sort_by(const lbx_workers *workers, void *items, void *scratch, void *spare,
                       size_t n, uint64_t differ);

static inline void lbx_radix_sort(void *items, void *scratch, size_t n, uint64_t differ) {
    lbx_radix_sort_by(NULL, items, scratch, NULL, n, differ);
}

#endif
