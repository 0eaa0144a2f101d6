// SPDX-License-Identifier: MIT
// Spheres and triangles, which have no radius.
#include "rounds.h"

static struct exact answer(const float first[], const float second[]) {
    numbers_begin();
    const struct round shapes[2] = {{first, 1, first[3]}, {second, 3, 0}};
    return exact_of_rounds(shapes);
}

extern const struct oracle oracle_sphere_triangle;
const struct oracle oracle_sphere_triangle = {.answer = answer};
