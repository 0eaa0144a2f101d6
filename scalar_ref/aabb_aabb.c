// SPDX-License-Identifier: MIT
// Gomez, listing 3: AABB::overlaps.
#include <math.h>

#include "scalar_ref.h"

bool REF(ref_aabb_aabb)(const real aP[3], const real aE[3], const real bP[3], const real bE[3]) {
    const real T[3] = {bP[0] - aP[0], bP[1] - aP[1], bP[2] - aP[2]}; // vector from A to B
    return (real)fabs(T[0]) <= aE[0] + bE[0] && (real)fabs(T[1]) <= aE[1] + bE[1] &&
           (real)fabs(T[2]) <= aE[2] + bE[2];
}
