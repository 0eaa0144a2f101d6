// SPDX-License-Identifier: MIT
// Axis-aligned boxes: the gap between two intervals on every axis. The kernel reports nothing
// falsely, so any distance will do as the margin: the largest gap, or the least depth of boxes that
// overlap. A box with min > max holds no point and is infinitely far from all others.
#include "oracle.h"
#include "solid.h"

#include <math.h>

static struct exact answer(const float first[], const float second[]) {
    if (aabb_is_empty(first) || aabb_is_empty(second)) {
        return (struct exact){.margin = -INFINITY, .weighed = -INFINITY};
    }
    numbers_begin();
    const int exponent = exponent_of(first, 6, exponent_of(second, 6, 0));
    const mpz_ptr overlap = number(), least = number(), one = number();
    for (int c = 0; c < 3; c++) {
        const float *const x[2] = {first, second};
        for (int s = 0; s < 2; s++) {
            mpz_sub(overlap, number_of(x[s][3 + c], exponent), number_of(x[!s][c], exponent));
            if ((c == 0 && s == 0) || mpz_cmp(overlap, least) < 0) mpz_set(least, overlap);
        }
    }
    const int sign = mpz_sgn(least);
    mpz_abs(least, least);
    mpz_set_ui(one, 1);
    const double margin = sign * ratio_up(least, one, exponent);
    return (struct exact){.hit = sign >= 0, .margin = margin, .weighed = margin};
}

extern const struct oracle oracle_aabb_aabb;
const struct oracle oracle_aabb_aabb = {.answer = answer};
