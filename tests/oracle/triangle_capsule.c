// SPDX-License-Identifier: MIT
// Triangles, which have no radius, and capsules.
#include "rounds.h"

static struct exact answer(const float first[], const float second[]) {
    numbers_begin();
    const struct round shapes[2] = {{first, 3, 0}, {second, 2, second[6]}};
    return exact_of_rounds(shapes);
}

extern const struct oracle oracle_triangle_capsule;
const struct oracle oracle_triangle_capsule = {.answer = answer};
