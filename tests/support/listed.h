// SPDX-License-Identifier: MIT
// The places of instruction sets in the lists of the public functions that a program is linked
// with. The Makefile gives these lists: LBX_LISTED is LISTED(isa) for each.
#ifndef LBX_LISTED_H
#define LBX_LISTED_H

#include <stdbool.h>
#include <string.h>

#define LISTED(isa) LISTED_##isa,
enum { LBX_LISTED LISTED_NUMBER };
#undef LISTED

// Whether vf_fma of these lanes is one instruction: LANES_FUSE, as tests/lanes.c checks.
static inline bool name_fuses(const char *isa) {
    return strcmp(isa, "avx2") == 0 || strcmp(isa, "avx512") == 0 || strcmp(isa, "neon") == 0;
}

#endif
