// SPDX-License-Identifier: MIT
// Oriented boxes are the parallelepipeds that their float axes span. The axes need not be
// orthogonal, of unit length or independent.
//
// The margin is along the unit axis that separates the pair most, as is the kernel's bound. The
// distance of the boxes is no less, and at most sqrt(3) times as large (numerics.md).
#include "oracle.h"
#include "solid.h"

static struct exact answer(const float first[], const float second[]) {
    numbers_begin();
    const int lengths = exponent_of(first, 6, exponent_of(second, 6, 0));
    const int axes = exponent_of(first + 6, 9, exponent_of(second + 6, 9, 0));
    const struct solid a = solid_of_obb(first, lengths, axes);
    const struct solid b = solid_of_obb(second, lengths, axes);
    const struct separation found = separate(&a, &b, lengths + axes);
    return (struct exact){.hit = !found.apart, .margin = found.margin, .weighed = found.weighed};
}

extern const struct oracle oracle_obb_obb;
const struct oracle oracle_obb_obb = {.answer = answer};
