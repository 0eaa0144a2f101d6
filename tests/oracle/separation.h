// SPDX-License-Identifier: MIT
// Distances of meshes at poses, judged by exact arithmetic, for tests and for make
// prove-separation.
#ifndef LBX_ORACLE_SEPARATION_H
#define LBX_ORACLE_SEPARATION_H

#include "posed_scenes.h"

struct judged_separations {
    size_t pairs, meshes; // of triangles, each by itself, and of meshes
    size_t touching;      // of both
    double below, above;  // the largest parts of the bound that were used, on either side
};

// Judges all pairs of triangles of a scene that were made to be about so far apart, each by itself,
// and pairs of meshes of some of them. The test fails if a promise is broken.
void judge_separations(const struct setting *setting, double distance, uint64_t seed,
                       struct judged_separations *judged);

#endif
