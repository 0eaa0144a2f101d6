// SPDX-License-Identifier: MIT
// The promises of the conversions, judged by the exact oracle.
#ifndef LBX_PROOF_CONVERSIONS_H
#define LBX_PROOF_CONVERSIONS_H

#include <stdint.h>

#include "conversions.h"

struct conversion_tally {
    uint64_t elements, broken, differ; // differ: bits differ from the first table's
    double worst;                      // the worst error, as a part of the promised bound
    char first_broken[2048];
};

// Converts n elements of a scene with every table, and judges them.
void conversion_prove(struct conversion_tally *tally, const struct conversion *c, enum scene scene,
                      uint64_t seed, size_t n, bool emulated);

#endif
