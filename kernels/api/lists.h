// SPDX-License-Identifier: MIT
// What lists of pairs ask of an instruction set.
#ifndef LBX_LISTS_H
#define LBX_LISTS_H

#include <stddef.h>
#include <stdint.h>

// The highest of n > 0 list entries. `beside` becomes the highest of the words behind them, except
// the last one's, if the list is half of a list of pairs; otherwise 0.
typedef uint32_t lbx_highest(const uint32_t *list, size_t step, size_t n, uint32_t *beside);

// lbx_keep for a nonzero number of items of 8 bytes; NULL if plain C is best.
typedef size_t lbx_keep_pairs(const uint8_t *hits, size_t n, const char *pairs, char *kept);

#endif
