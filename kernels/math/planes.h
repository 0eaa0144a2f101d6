// SPDX-License-Identifier: MIT
// What the tests of planes against boxes share: the classes of a side.
#ifndef LBX_PLANES_H
#define LBX_PLANES_H

#include "products.h"

// More of n.x + offset than underflow takes, flushed denormals too.
#define PLANE_FLOOR 0x1p-120f

enum { SIDES_FLIP = 3 }; // INTERSECTING is what nothing speaks against

// `beyond`: how far the box stays away from the plane, negative where they cross, on the side that
// the sign of `side` says; `slack`: what rounding may make of it. TANGENT where it is 0. POSITIVE
// is both bits, NEGATIVE high, TANGENT low, INTERSECTING none, all flipped.
FORCE_INLINE struct masks class_of_side(vf side, vf beyond, vf slack) {
    const vm apart = vf_less(slack, beyond);
    const vm tangent = vf_equal(beyond, vf_set(0));
    return (struct masks){.low = vm_or(vm_and_not(apart, vf_negative(side)), tangent),
                          .high = apart};
}

#endif
