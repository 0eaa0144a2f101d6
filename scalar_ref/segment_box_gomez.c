// SPDX-License-Identifier: MIT
// Gomez, listing 7: AABB_LineSegmentOverlap.
//
// Corrected: the segment is in box space, where the box's center is 0, so T is -mid and not
// b.P - mid. As the text says, l has unit length.
#include <math.h>

#include "scalar_ref.h"

enum { x, y, z };

static real size(real a) { // the listing's fabs
    return (real)fabs(a);
}

bool REF(ref_segment_box_gomez)(const real l[3], const real mid[3], real hl, const real E[3]) {
    const real T[3] = {-mid[x], -mid[y], -mid[z]};
    real r;
    // do any of the principal axes form a separating axis?
    if (size(T[x]) > E[x] + hl * size(l[x])) return false;
    if (size(T[y]) > E[y] + hl * size(l[y])) return false;
    if (size(T[z]) > E[z] + hl * size(l[z])) return false;
    // l.cross(x-axis)?
    r = E[y] * size(l[z]) + E[z] * size(l[y]);
    if (size(T[y] * l[z] - T[z] * l[y]) > r) return false;
    // l.cross(y-axis)?
    r = E[x] * size(l[z]) + E[z] * size(l[x]);
    if (size(T[z] * l[x] - T[x] * l[z]) > r) return false;
    // l.cross(z-axis)?
    r = E[x] * size(l[y]) + E[y] * size(l[x]);
    if (size(T[x] * l[y] - T[y] * l[x]) > r) return false;
    return true;
}
