// SPDX-License-Identifier: MIT
// Gomez, listing 5: Arvo's algorithm; and the prose before it: "if the box is not axis aligned,
// simply transform the center of the sphere to the box's local coordinate frame".
//
// Corrected: a sphere of negative radius contains no point; r*r would hide the sign.
// Not corrected, because it is a matter of arithmetic and not of the text: squares overflow and
// underflow.
#include "scalar_ref.h"

bool REF(ref_sphere_aabb)(const real B_min[3], const real B_max[3], real r, const real C[3]) {
    real s, d = 0;
    // find the square of the distance from the sphere to the box
    for (int i = 0; i < 3; i++) {
        if (C[i] < B_min[i]) {
            s = C[i] - B_min[i];
            d += s * s;
        } else if (C[i] > B_max[i]) {
            s = C[i] - B_max[i];
            d += s * s;
        }
    }
    return r >= 0 && d <= r * r;
}

bool REF(ref_sphere_obb)(const real E[3], const real P[3], real B[3][3], real r, const real C[3]) {
    const real v[3] = {C[0] - P[0], C[1] - P[1], C[2] - P[2]}, B_min[3] = {-E[0], -E[1], -E[2]};
    real local[3];
    for (int k = 0; k < 3; k++) local[k] = v[0] * B[k][0] + v[1] * B[k][1] + v[2] * B[k][2];
    return REF(ref_sphere_aabb)(B_min, E, r, local);
}
