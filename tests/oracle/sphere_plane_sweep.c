// SPDX-License-Identifier: MIT
// Moving spheres against planes: the signed distance of the center from the plane, times the length
// of the normal, moves along a segment. They touch while its absolute value is at most the radius
// times that length, whose square is rational.
#include "approach.h"

#include <math.h>

enum { RADIUS = 3, DELTA = 4, OFFSET = 3, SPHERE_FLOATS = 7, PLANE_FLOATS = 4, POINT = 1 };

static struct approach way_of(const float first[], const float second[]) {
    const int lengths = exponent_of(first, SPHERE_FLOATS, 0), normals = exponent_of(second, 3, 0);
    const int exponent = exponent_of(second + OFFSET, 1, lengths + normals);
    const mp_bitcnt_t shift = (mp_bitcnt_t)(lengths + normals - exponent);
    const struct vector normal = vector_of(second, normals), zero = vector_unit(3);
    const struct vector center = vector_of(first, lengths),
                        delta = vector_of(first + DELTA, lengths);
    struct approach way = {
        .c = zero, .v = vector_unit(3), .square = number(), .exponent = exponent};
    dot(way.c.at[0], &normal, &center);
    mpz_mul_2exp(way.c.at[0], way.c.at[0], shift);
    mpz_add(way.c.at[0], way.c.at[0], number_of(second[OFFSET], exponent));
    dot(way.v.at[0], &normal, &delta);
    mpz_mul_2exp(way.v.at[0], way.v.at[0], shift);
    const mpz_ptr radius = number_of(first[RADIUS], lengths), square = number(), one = number();
    dot(square, &normal, &normal);
    mpz_mul(way.square, radius, radius);
    mpz_mul(way.square, way.square, square);
    mpz_mul_2exp(way.square, way.square, 2 * shift);
    mpz_set_ui(one, 1);
    way.unit = 1 / root_of_ratio(square, one, normals);
    return way;
}

static struct exact answer(const float first[], const float second[]) {
    numbers_begin();
    const struct approach way = way_of(first, second);
    return approach_answer(&way);
}

static double length_of(const float x[]) {
    return sqrt((double)x[0] * x[0] + (double)x[1] * x[1] + (double)x[2] * x[2]);
}

// u is within 1.25 * 2^-21 (|center| + |offset| / |normal| + radius + |displacement|) of contact,
// plus the absolute part. A component of the point is between where the center starts and ends,
// except for rounding. Another test checks that the point is the center at the u that is output.
static double output_error(const struct exact *exact, const float first[], const float second[],
                           unsigned k, float got) {
    if (k >= POINT) {
        const double from = first[k - POINT], to = from + first[DELTA + k - POINT];
        const double off = fmax(fmin(from, to) - got, got - fmax(from, to));
        const double allowed = 0x1p-23 * (fabs(from) + fabs(to)) + 0x1p-149;
        return isfinite(got) ? fmax(off, 0) / allowed : INFINITY;
    }
    const double sizes = length_of(first) + fabs((double)second[OFFSET]) / length_of(second) +
                         first[RADIUS] + length_of(first + DELTA);
    numbers_begin();
    const struct approach way = way_of(first, second);
    return approach_error(&way, false, got, 0x1.4p-21 * sizes + absolute_part(exact));
}

extern const struct oracle oracle_sphere_plane_sweep;
const struct oracle oracle_sphere_plane_sweep = {.answer = answer, .output_error = output_error};
