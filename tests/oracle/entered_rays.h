// SPDX-License-Identifier: MIT
// What searches of scenes promise of the world, judged over random scenes: for tests and for make
// prove-scenes. The test fails if a promise is broken.
#ifndef LBX_ORACLE_ENTERED_RAYS_H
#define LBX_ORACLE_ENTERED_RAYS_H

#include "crowd.h"

struct judged_rays {
    unsigned long long rays, promised; // and how many triangles they must meet
    unsigned long long exact;          // what doubles left undecided
};

// A triangle that a ray meets, passing its border farther away than the promised slack, is among
// its hits, and the nearest hit is no later.
void judge_deep(enum crowd_kind kind, uint64_t seed, struct judged_rays *judged);

// A ray that passes through the inside of a closed mesh meets it: at its edges and vertices, too.
// Without an error of rounding it would, so that one that does not slips between two triangles.
void judge_closed(uint64_t seed, struct judged_rays *judged);

#endif
