// SPDX-License-Identifier: MIT
// Triangles against triangles. APART is wrong if they touch, OVERLAPPING if they do not. The margin
// is along the unit axis that separates the pair most, as in hulls.c.
#include "oracle.h"
#include "solid.h"

static struct exact answer(const float first[], const float second[]) {
    numbers_begin();
    const int exponent = exponent_of(first, 9, exponent_of(second, 9, 0));
    const struct solid a = solid_of_corners(first, 3, exponent);
    const struct solid b = solid_of_corners(second, 3, exponent);
    const struct separation found = separate(&a, &b, exponent);
    return (struct exact){.hit = !found.apart,
                          .margin = found.margin,
                          .weighed = found.weighed,
                          .wrong = 1u << (found.apart ? LBX_OVERLAPPING : LBX_APART)};
}

extern const struct oracle oracle_triangle_triangle, oracle_triangle_triangle_classify;
const struct oracle oracle_triangle_triangle = {.answer = answer};
const struct oracle oracle_triangle_triangle_classify = {.answer = answer};
