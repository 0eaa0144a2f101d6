// SPDX-License-Identifier: MIT
// Spheres and capsules: a sphere is a capsule whose ends coincide.
#include "rounds.h"

static struct exact answer(const float first[], const float second[]) {
    numbers_begin();
    const struct round shapes[2] = {{first, 1, first[3]}, {second, 2, second[6]}};
    return exact_of_rounds(shapes);
}

extern const struct oracle oracle_sphere_capsule;
const struct oracle oracle_sphere_capsule = {.answer = answer};
