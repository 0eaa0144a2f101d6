// SPDX-License-Identifier: MIT
// Triangles within case_distance of each other.
#include "near.h"

static struct exact answer(const float first[], const float second[]) {
    numbers_begin();
    const int of_d = exponent_of(&case_distance, 1, 0);
    const int exponent = exponent_of(first, 9, exponent_of(second, 9, of_d));
    const struct solid a = solid_of_corners(first, 3, exponent);
    const struct solid b = solid_of_corners(second, 3, exponent);
    return exact_of_triangles(&a, &b, number_of(case_distance, exponent), exponent);
}

extern const struct oracle oracle_triangle_triangle_within;
const struct oracle oracle_triangle_triangle_within = {.answer = answer};
