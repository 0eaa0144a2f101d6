// SPDX-License-Identifier: MIT
#include "approach.h"

#include <math.h>

// The distance from the ball, negative inside it, of a point whose squared distance from 0 is
// n / d. The difference of the squares is exact.
static double beyond(const struct approach *way, mpz_srcptr n, mpz_srcptr d) {
    const mpz_ptr difference = number(), one = number();
    mpz_set(difference, n);
    mpz_submul(difference, way->square, d);
    const int sign = mpz_sgn(difference);
    if (sign == 0) return 0;
    mpz_abs(difference, difference);
    mpz_set_ui(one, 1);
    const double sum =
        root_of_ratio(n, d, way->exponent) + root_of_ratio(way->square, one, way->exponent);
    return sign * ratio_up(difference, d, 2 * way->exponent) / sum * way->unit;
}

// The point at u, times 2^k; returns k.
static int point_at(const struct vector *point, const struct approach *way, float u) {
    const int exponent = exponent_of(&u, 1, 0);
    const mpz_ptr m = number_of(u, exponent);
    for (int c = 0; c < 3; c++) {
        mpz_mul_2exp(point->at[c], way->c.at[c], (mp_bitcnt_t)-exponent);
        mpz_addmul(point->at[c], m, way->v.at[c]);
    }
    return -exponent;
}

static double beyond_at(const struct approach *way, float u) {
    const struct vector point = vector();
    const mpz_ptr n = number(), d = number();
    const int k = point_at(&point, way, u);
    dot(n, &point, &point);
    mpz_set_ui(d, 1);
    mpz_mul_2exp(d, d, (mp_bitcnt_t)(2 * k));
    return beyond(way, n, d);
}

// -1 where the point approaches at u, 1 where it recedes.
static int slope_at(const struct approach *way, float u) {
    const struct vector point = vector();
    const mpz_ptr slope = number();
    point_at(&point, way, u);
    dot(slope, &point, &way->v);
    return mpz_sgn(slope);
}

// The least distance from the ball over low <= u <= high.
static double least_beyond(const struct approach *way, float low, float high) {
    if (slope_at(way, low) >= 0) return beyond_at(way, low);
    if (slope_at(way, high) <= 0) return beyond_at(way, high);
    const mpz_ptr n = number(), b = number(), d = number(); // c.c - (c.v)^2 / v.v
    dot(n, &way->c, &way->c);
    dot(b, &way->c, &way->v);
    dot(d, &way->v, &way->v);
    mpz_mul(n, n, d);
    mpz_submul(n, b, b);
    return beyond(way, n, d);
}

struct exact approach_answer(const struct approach *way) {
    const double least = least_beyond(way, 0, 1);
    return (struct exact){.hit = least <= 0, .margin = -least, .weighed = -least};
}

double approach_error(const struct approach *way, bool last, float u, double allowed) {
    if (!(u >= 0 && u <= 1)) return INFINITY;
    if (!last && beyond_at(way, 0) <= 0) return u == 0 ? 0 : INFINITY;
    double off = fmax(beyond_at(way, u), 0);
    if (!last) off = fmax(off, -least_beyond(way, 0, u));
    if (last && u < 1) off = fmax(off, -least_beyond(way, u, 1));
    return off / allowed;
}
