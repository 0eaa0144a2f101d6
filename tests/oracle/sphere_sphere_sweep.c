// SPDX-License-Identifier: MIT
// Moving spheres: relative to the first, the center of the second moves along a segment, and the
// spheres touch while it lies in a ball whose radius is the sum of both radii.
#include "approach.h"

#include <math.h>

enum { RADIUS = 3, DELTA = 4, FLOATS = 7 };

static struct approach way_of(const float first[], const float second[]) {
    const int exponent = exponent_of(first, FLOATS, exponent_of(second, FLOATS, 0));
    const struct approach way = {.c = vector_of(second, exponent),
                                 .v = vector_of(second + DELTA, exponent),
                                 .square = number(),
                                 .exponent = exponent,
                                 .unit = 1};
    const struct vector from = vector_of(first, exponent),
                        delta = vector_of(first + DELTA, exponent);
    for (int c = 0; c < 3; c++) {
        mpz_sub(way.c.at[c], way.c.at[c], from.at[c]);
        mpz_sub(way.v.at[c], way.v.at[c], delta.at[c]);
    }
    const mpz_ptr radius = number_of(first[RADIUS], exponent);
    mpz_add(radius, radius, number_of(second[RADIUS], exponent));
    mpz_mul(way.square, radius, radius);
    return way;
}

static struct exact answer(const float first[], const float second[]) {
    numbers_begin();
    const struct approach way = way_of(first, second);
    return approach_answer(&way);
}

// Within 1.5 * 2^-20 (radii + relative displacement) of contact, plus the absolute part.
static double output_error(const struct exact *exact, const float first[], const float second[],
                           unsigned k, float got) {
    double square = 0;
    for (int c = DELTA; c < DELTA + 3; c++) {
        const double v = (double)second[c] - first[c];
        square += v * v;
    }
    const double sizes = (double)first[RADIUS] + second[RADIUS] + sqrt(square);
    numbers_begin();
    const struct approach way = way_of(first, second);
    return approach_error(&way, k == 1, got, 0x1.8p-20 * sizes + absolute_part(exact));
}

extern const struct oracle oracle_sphere_sphere_sweep;
const struct oracle oracle_sphere_sphere_sweep = {.answer = answer, .output_error = output_error};
