// SPDX-License-Identifier: MIT
// A sphere and an axis-aligned box: how far the center lies below or above the box on every axis. A
// box with min > max holds no point and is infinitely far from all spheres.
#include <math.h>

#include "reach.h"

static struct exact answer(const float first[], const float second[]) {
    if (second[0] > second[3] || second[1] > second[4] || second[2] > second[5])
        return (struct exact){.margin = -INFINITY, .weighed = -INFINITY};
    numbers_begin();
    const int exponent = exponent_of(first, 4, exponent_of(second, 6, 0));
    const struct vector center = vector_of(first, exponent), out = vector();
    const struct vector min = vector_of(second, exponent), max = vector_of(second + 3, exponent);
    const mpz_ptr square = number(), one = number();
    for (int c = 0; c < 3; c++) {
        mpz_set_ui(out.at[c], 0);
        if (mpz_cmp(center.at[c], min.at[c]) < 0) mpz_sub(out.at[c], min.at[c], center.at[c]);
        if (mpz_cmp(center.at[c], max.at[c]) > 0) mpz_sub(out.at[c], center.at[c], max.at[c]);
    }
    dot(square, &out, &out);
    mpz_set_ui(one, 1);
    return exact_of_reach(square, one, number_of(first[3], exponent), exponent);
}

extern const struct oracle oracle_sphere_aabb;
const struct oracle oracle_sphere_aabb = {.answer = answer};
