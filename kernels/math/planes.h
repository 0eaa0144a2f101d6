// SPDX-License-Identifier: MIT
// What the tests of planes against boxes share: the class of a box.
#ifndef LBX_PLANES_H
#define LBX_PLANES_H

#include "products.h"

// More than underflow takes from n.x + offset, flushed denormals too.
#define PLANE_FLOOR 0x1p-120f

enum { SIDES_FLIP = 3 }; // INTERSECTING is the class if nothing rules it out

// `beyond` is how far the box is from the plane, on the side that the sign of `side` says; it is
// negative if they cross, and 0 for TANGENT. `slack` is what rounding may make of it. POSITIVE sets
// both bits, NEGATIVE high, TANGENT low, INTERSECTING none; all are flipped afterwards.
FORCE_INLINE struct masks class_of_side(vf side, vf beyond, vf slack) {
    const vm apart = vf_less(slack, beyond);
    const vm tangent = vf_equal(beyond, vf_set(0));
    return (struct masks){.low = vm_or(vm_and_not(apart, vf_negative(side)), tangent),
                          .high = apart};
}

#endif
