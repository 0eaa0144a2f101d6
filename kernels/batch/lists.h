// SPDX-License-Identifier: MIT
// What is asked of a list of picked elements, before it is used.
#ifndef LBX_LISTS_H
#define LBX_LISTS_H

#include <stddef.h>
#include <stdint.h>

// The highest of n list entries. Plain C, which the compiler vectorises for the two steps that
// callers use; of pairs it looks at both entries and forgets one.
static uint32_t highest_entry(const uint32_t *list, size_t step, size_t n) {
    enum { WORDS = 32 };
    uint32_t highest[WORDS] = {0};
    const size_t words = step / 4; // from one entry to the next
    size_t i = 0;
    if (words == 1 || words == 2) {
        for (; (n - 1 - i) * words >= WORDS; i += WORDS / words) {
            for (size_t w = 0; w < WORDS; w++) {
                const uint32_t entry = list[i * words + w];
                highest[w] = entry > highest[w] ? entry : highest[w];
            }
        }
    }
    for (; i < n; i++) {
        const uint32_t entry = list[i * words];
        highest[0] = entry > highest[0] ? entry : highest[0];
    }
    for (size_t w = 0; w < WORDS; w += words == 2 ? 2 : 1) {
        highest[0] = highest[w] > highest[0] ? highest[w] : highest[0];
    }
    return highest[0];
}

#endif
