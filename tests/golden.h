// SPDX-License-Identifier: MIT
// Hashes of answers under LBX_REPRODUCIBLE and of what conversions write; golden.c tells of what. A
// change that is meant to change answers changes lines here and says which.
#ifndef LBX_GOLDEN_H
#define LBX_GOLDEN_H

#include <stdint.h>

struct golden {
    const char *name, *scene; // of a kernel or a conversion, as scene_names has it
    uint64_t hash;
};

static const struct golden goldens[] = {
};

#endif
