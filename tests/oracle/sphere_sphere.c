// SPDX-License-Identifier: MIT
// Spheres: compares the squares of the distance of the centers and of the sum of the radii.
#include "reach.h"

static struct exact answer(const float first[], const float second[]) {
    numbers_begin();
    const int exponent = exponent_of(first, 4, exponent_of(second, 4, 0));
    const struct vector a = vector_of(first, exponent), b = vector_of(second, exponent);
    const struct vector offset = vector();
    const mpz_ptr square = number(), one = number(), reach = number();
    for (int c = 0; c < 3; c++) mpz_sub(offset.at[c], b.at[c], a.at[c]);
    dot(square, &offset, &offset);
    mpz_set_ui(one, 1);
    mpz_add(reach, number_of(first[3], exponent), number_of(second[3], exponent));
    return exact_of_reach(square, one, reach, exponent);
}

extern const struct oracle oracle_sphere_sphere;
const struct oracle oracle_sphere_sphere = {.answer = answer};
