// SPDX-License-Identifier: MIT
// The promise of lbx_aabbs_from_doubles, judged by the exact oracle.
#ifndef LBX_PROOF_DOUBLES_H
#define LBX_PROOF_DOUBLES_H

#include "doubles.h"

struct doubles_tally {
    uint64_t elements, broken, differ; // differ: bits differ between tables
    uint64_t between; // faces whose exact difference lies between two floats and must be rounded
    char first_broken[256];
};

// Converts n boxes of a scene about an origin with every table that is not emulated, and judges
// them.
void doubles_prove(struct doubles_tally *tally, enum doubles_scene scene, uint64_t seed, size_t n);

#endif
