// SPDX-License-Identifier: MIT
// An axis-aligned box against the parallelepiped that float axes span, with margins as in
// obb_obb.c. A box with min > max holds no point and is infinitely far from all others.
#include "oracle.h"
#include "solid.h"

#include <math.h>

static struct exact answer(const float first[], const float second[]) {
    if (first[0] > first[3] || first[1] > first[4] || first[2] > first[5])
        return (struct exact){.margin = -INFINITY, .weighed = -INFINITY};
    numbers_begin();
    const int axes = exponent_of(second + 6, 9, 0);
    const int lengths = exponent_of(first, 6, exponent_of(second, 6, 0)) - 1; // solid_of_aabb's
    const struct solid a = solid_of_aabb(first, lengths + axes);
    const struct solid b = solid_of_obb(second, lengths, axes);
    const struct separation found = separate(&a, &b, lengths + axes);
    return (struct exact){.hit = !found.apart, .margin = found.margin, .weighed = found.weighed};
}

extern const struct oracle oracle_aabb_obb;
const struct oracle oracle_aabb_obb = {.answer = answer};
