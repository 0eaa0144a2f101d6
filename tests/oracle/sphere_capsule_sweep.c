// SPDX-License-Identifier: MIT
// Moving spheres and capsules: relative to the capsule, the sphere's center moves along a segment.
#include <math.h>

#include "near.h"

enum {
    RADIUS = 3,
    DELTA = 4,
    SPHERE_FLOATS = 7,
    AROUND = 6,
    CAPSULE_DELTA = 7,
    CAPSULE_FLOATS = 10
};

// For the part of the way between two u.
static struct exact exact_between(const float first[], const float second[], float low,
                                  float high) {
    const float u[2] = {low, high};
    numbers_begin();
    const int lengths = exponent_of(first, SPHERE_FLOATS, exponent_of(second, CAPSULE_FLOATS, 0));
    const int times = exponent_of(u, 2, 0), exponent = lengths + times;
    const struct vector delta = vector_of(first + DELTA, lengths),
                        other = vector_of(second + CAPSULE_DELTA, lengths);
    struct solid way = {.corners = 3}, rod = {.corners = 3};
    const mpz_ptr step = number(), reach = number();
    for (int v = 0; v < 3; v++) {
        const mpz_ptr m = number_of(u[v > 0], times);
        way.corner[v] = vector_of(first, exponent);
        rod.corner[v] = vector_of(second + (v > 0 ? 3 : 0), exponent);
        for (int c = 0; c < 3; c++) {
            mpz_sub(step, delta.at[c], other.at[c]);
            mpz_addmul(way.corner[v].at[c], step, m);
        }
    }
    mpz_add(reach, number_of(first[RADIUS], exponent), number_of(second[AROUND], exponent));
    return exact_of_triangles(&way, &rod, reach, exponent);
}

static struct exact answer(const float first[], const float second[]) {
    return exact_between(first, second, 0, 1);
}

// The point at u is no farther from contact than the bound, and no point before the first u or
// after the last one is deeper within. If they touch at u = 0, only exactly 0 is a first contact.
static double output_error(const struct exact *exact, const float first[], const float second[],
                           unsigned k, float got) {
    if (!(got >= 0 && got <= 1)) return INFINITY;
    if (k == 0 && exact_between(first, second, 0, 0).margin >= 0) return got == 0 ? 0 : INFINITY;
    double way = 0, square = 0;
    for (int c = 0; c < 3; c++) {
        const double v = (double)first[DELTA + c] - second[CAPSULE_DELTA + c];
        const double along = (double)second[3 + c] - second[c];
        way += v * v;
        square += along * along;
    }
    const double sizes = sqrt(way) + sqrt(square) + first[RADIUS] + second[AROUND];
    double off = fmax(0, -exact_between(first, second, got, got).margin);
    if (k == 0 && got > 0) off = fmax(off, exact_between(first, second, 0, got).margin);
    if (k == 1 && got < 1) off = fmax(off, exact_between(first, second, got, 1).margin);
    return off / (0x1p-18 * sizes + 0x1p-59 + absolute_part(exact));
}

extern const struct oracle oracle_sphere_capsule_sweep;
const struct oracle oracle_sphere_capsule_sweep = {.answer = answer, .output_error = output_error};
