// SPDX-License-Identifier: MIT
// Planes and capsules: n.x + offset at both ends, against the radius times the length of n. Only
// squares are compared, so that no root is taken.
//
// The margin is how far the capsule must be moved along the normal to leave the plane, or minus its
// distance.
#include <math.h>

#include "reach.h"

// radius - at / |n|, and whether it is below 0.
static double beyond(mpz_srcptr at, mpz_srcptr square, mpz_srcptr reach, int exponent,
                     bool *apart) {
    const mpz_ptr product = number();
    mpz_mul(product, at, at);
    *apart = false;
    if (mpz_sgn(at) <= 0) {
        const mpz_ptr one = number();
        mpz_set_ui(one, 1);
        return ratio_up(reach, one, exponent) + root_of_ratio(product, square, exponent);
    }
    const struct exact exact = exact_of_reach(product, square, reach, exponent);
    *apart = !exact.hit;
    return exact.margin;
}

static struct exact answer(const float plane[], const float capsule[]) {
    numbers_begin();
    const int lengths = exponent_of(capsule, 7, 0), normals = exponent_of(plane, 3, 0);
    const int unit = exponent_of(plane + 3, 1, lengths + normals);
    const struct vector normal = vector_of(plane, normals);
    const mpz_ptr square = number(), reach = number_of(capsule[6], lengths);
    const mpz_ptr offset = number_of(plane[3], unit), low = number(), high = number();
    mpz_ptr at[2];
    for (int e = 0; e < 2; e++) {
        const struct vector end = vector_of(capsule + 3 * e, lengths);
        dot(at[e] = number(), &normal, &end);
        mpz_mul_2exp(at[e], at[e], (mp_bitcnt_t)(lengths + normals - unit));
        mpz_add(at[e], at[e], offset);
    }
    const bool swap = mpz_cmp(at[0], at[1]) > 0;
    mpz_set(low, at[swap]);
    mpz_neg(high, at[!swap]);
    mpz_mul_2exp(reach, reach, (mp_bitcnt_t)(lengths + normals - unit));
    dot(square, &normal, &normal);
    bool above, below;
    const double up = beyond(low, square, reach, unit - normals, &above);
    const double down = beyond(high, square, reach, unit - normals, &below);
    struct exact exact = {.hit = !above && !below};
    exact.margin = exact.weighed = up < down ? up : down;
    exact.wrong = above   ? 1 << LBX_NEGATIVE
                  : below ? 1 << LBX_POSITIVE
                          : 1 << LBX_NEGATIVE | 1 << LBX_POSITIVE;
    return exact;
}

extern const struct oracle oracle_plane_capsule;
const struct oracle oracle_plane_capsule = {.answer = answer};
