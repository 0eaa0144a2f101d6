// SPDX-License-Identifier: MIT
// The promise of lbx_aabbs_from_doubles, judged by the exact oracle.
#ifndef LBX_PROOF_DOUBLES_H
#define LBX_PROOF_DOUBLES_H

#include "doubles.h"

struct doubles_tally {
    uint64_t elements, broken, differ; // differ: other bits with another table
    uint64_t between; // faces whose difference is no float, so that rounding has two to choose from
    char first_broken[256];
};

// n boxes of a scene about an origin, with every table that is not emulated.
void doubles_prove(struct doubles_tally *tally, enum doubles_scene scene, uint64_t seed, size_t n);

#endif
