// SPDX-License-Identifier: MIT
// Capsules and the parallelepipeds that the float axes of boxes span.
#include "segment_near.h"

static struct exact answer(const float first[], const float second[]) {
    numbers_begin();
    const int lengths = exponent_of(first, 7, exponent_of(second, 6, 0));
    const int axes = exponent_of(second + 6, 9, 0);
    const struct vector start = vector_of(first, lengths), end = vector_of(first + 3, lengths);
    const struct vector center = vector_of(second, lengths);
    struct segment_near p = {.start = vector(), .way = vector()};
    for (int c = 0; c < 3; c++) {
        mpz_sub(p.start.at[c], start.at[c], center.at[c]);
        mpz_mul_2exp(p.start.at[c], p.start.at[c], (mp_bitcnt_t)-axes);
        mpz_sub(p.way.at[c], end.at[c], start.at[c]);
        mpz_mul_2exp(p.way.at[c], p.way.at[c], (mp_bitcnt_t)-axes);
        p.half[c] = number_of(second[3 + c], lengths);
        p.axis[c] = vector_of(second + 6 + 3 * c, axes);
    }
    const mpz_ptr square = number(), divisor = number(), reach = number();
    square_of_near(&p, square, divisor);
    mpz_mul_2exp(reach, number_of(first[6], lengths), (mp_bitcnt_t)-axes);
    return exact_of_reach(square, divisor, reach, lengths + axes);
}

extern const struct oracle oracle_capsule_obb;
const struct oracle oracle_capsule_obb = {.answer = answer};
