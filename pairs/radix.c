// SPDX-License-Identifier: MIT
// A radix sort, eight bits at a time from the lowest.
#include "radix.h"

#include <string.h>

typedef uint32_t item[2];

enum { DIGIT_BITS = 8, DIGITS = 1 << DIGIT_BITS, LAST_DIGIT = DIGITS - 1, WORD_BITS = 32 };

void lbx_radix_sort(void *items, void *scratch, size_t n, uint64_t differ) {
    item *from = items, *to = scratch;
    for (unsigned bit = 0; bit < 2 * WORD_BITS; bit += DIGIT_BITS) {
        if (!(differ >> bit & LAST_DIGIT)) continue;
        const unsigned word = bit < WORD_BITS ? 1 : 0, shift = bit % WORD_BITS;
        size_t place[DIGITS] = {0}, next = 0;
        for (size_t i = 0; i < n; i++) place[from[i][word] >> shift & LAST_DIGIT]++;
        for (unsigned d = 0; d < DIGITS; d++) {
            const size_t count = place[d];
            place[d] = next;
            next += count;
        }
        for (size_t i = 0; i < n; i++)
            memcpy(to[place[from[i][word] >> shift & LAST_DIGIT]++], from[i], sizeof *from);
        item *const swap = from;
        from = to;
        to = swap;
    }
    if (from != items) memcpy(items, from, n * sizeof *from);
}
