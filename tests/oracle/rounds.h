// SPDX-License-Identifier: MIT
// Hulls of one to three corners with a radius around them: spheres, capsules, triangles.
#ifndef LBX_ORACLE_ROUNDS_H
#define LBX_ORACLE_ROUNDS_H

#include "near.h"

struct round {
    const float *corners; // x y z each
    unsigned count;
    float radius;
};

// The distance of the hulls is compared with the sum of the radii. Call numbers_begin before.
struct exact exact_of_rounds(const struct round shapes[2]);

#endif
