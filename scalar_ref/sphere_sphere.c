// SPDX-License-Identifier: MIT
// Gomez, listing 2: the first test of SphereSphereSweep, "check if they're currently overlapping".
#include "scalar_ref.h"

bool REF(ref_sphere_sphere)(real ra, const real A0[3], real rb, const real B0[3]) {
    const real AB[3] = {B0[0] - A0[0], B0[1] - A0[1], B0[2] - A0[2]}; // vector from A0 to B0
    const real rab = ra + rb;
    return AB[0] * AB[0] + AB[1] * AB[1] + AB[2] * AB[2] <= rab * rab;
}
