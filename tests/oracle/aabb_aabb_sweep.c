// SPDX-License-Identifier: MIT
// Moving boxes: relative to the first, the center of the second moves along a segment, and the
// boxes overlap while it lies in a box as large as both. An empty box is infinitely far.
#include "line.h"

#include <math.h>

enum { DELTA = 6, FLOATS = 9 };

static bool is_empty(const float x[]) {
    return x[0] > x[3] || x[1] > x[4] || x[2] > x[5];
}

static struct exact answer(const float first[], const float second[]) {
    if (is_empty(first) || is_empty(second))
        return (struct exact){.margin = -INFINITY, .weighed = -INFINITY};
    numbers_begin();
    const int exponent =
        exponent_of(first, FLOATS, exponent_of(second, FLOATS, 0)) - 1; // solid_of_span's
    struct line way = {.length_exponent = exponent,
                       .origin = vector_unit(3), // 0
                       .dir = vector_of(second + DELTA, exponent),
                       .min = vector_of(first, exponent),
                       .max = vector_of(first + 3, exponent),
                       .count = 2};
    const struct vector delta = vector_of(first + DELTA, exponent);
    const struct vector min = vector_of(second, exponent), max = vector_of(second + 3, exponent);
    for (int c = 0; c < 3; c++) {
        mpz_sub(way.dir.at[c], way.dir.at[c], delta.at[c]);
        mpz_sub(way.min.at[c], way.min.at[c], max.at[c]);
        mpz_sub(way.max.at[c], way.max.at[c], min.at[c]);
    }
    for (int end = 0; end < 2; end++) {
        way.at[end] = (struct moment){number(), number()};
        mpz_set_si(way.at[end].n, end);
        mpz_set_ui(way.at[end].d, 1);
    }
    return line_answer(&way);
}

// Within a relative 2^-20 plus 2^-99; a u_last of 2^-100 or more is never below the exact one.
// Comparing with a double that was rounded up is exact, since `got` is a double of few bits.
static double output_error(const struct exact *exact, const float first[], const float second[],
                           unsigned k, float got) {
    (void)first, (void)second;
    const double want = exact->out[k], is = got;
    if (!(got >= 0 && got <= 1) || (k == 1 && is < want && want >= 0x1p-100)) return INFINITY;
    return is == want ? 0 : fabs(is - want) / (0x1p-20 * want + 0x1p-99);
}

extern const struct oracle oracle_aabb_aabb_sweep;
const struct oracle oracle_aabb_aabb_sweep = {.answer = answer, .output_error = output_error};
