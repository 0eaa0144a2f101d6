// SPDX-License-Identifier: MIT
// Capsules and axis-aligned boxes. A box with min > max holds no point and is infinitely far away.
#include <math.h>

#include "segment_near.h"

static struct exact answer(const float first[], const float second[]) {
    if (second[0] > second[3] || second[1] > second[4] || second[2] > second[5])
        return (struct exact){.margin = -INFINITY, .weighed = -INFINITY};
    numbers_begin();
    const int exponent = exponent_of(first, 7, exponent_of(second, 6, 0)) - 1; // of half a box
    const struct vector start = vector_of(first, exponent), end = vector_of(first + 3, exponent);
    const struct vector min = vector_of(second, exponent), max = vector_of(second + 3, exponent);
    struct segment_near p = {.start = vector(), .way = vector()};
    const mpz_ptr square = number(), divisor = number();
    for (unsigned c = 0; c < 3; c++) {
        p.axis[c] = vector_unit(c);
        p.half[c] = number();
        mpz_sub(p.half[c], max.at[c], min.at[c]);
        mpz_tdiv_q_2exp(p.half[c], p.half[c], 1);
        mpz_sub(p.start.at[c], start.at[c], min.at[c]);
        mpz_sub(p.start.at[c], p.start.at[c], p.half[c]);
        mpz_sub(p.way.at[c], end.at[c], start.at[c]);
    }
    square_of_near(&p, square, divisor);
    return exact_of_reach(square, divisor, number_of(first[6], exponent), exponent);
}

extern const struct oracle oracle_capsule_aabb;
const struct oracle oracle_capsule_aabb = {.answer = answer};
