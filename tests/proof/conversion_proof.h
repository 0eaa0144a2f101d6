// SPDX-License-Identifier: MIT
// The promises of the conversions, judged by the exact oracle.
#ifndef LBX_PROOF_CONVERSIONS_H
#define LBX_PROOF_CONVERSIONS_H

#include <stdint.h>

#include "conversions.h"

struct conversion_tally {
    uint64_t elements, broken, differ; // differ: other bits than the first table's
    double worst;                      // as a part of what is promised
    char first_broken[2048];
};

// n elements of a scene through every table.
void conversion_prove(struct conversion_tally *tally, const struct conversion *c, enum scene scene,
                      uint64_t seed, size_t n, bool emulated);

#endif
