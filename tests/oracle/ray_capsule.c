// SPDX-License-Identifier: MIT
// Rays and capsules: the ray's range of t is a segment, and so is the capsule.
#include <math.h>

#include "near.h"
#include "ray.h"

enum { RADIUS = 6 };

// The capsule, and the ray's points at two t, all in units of 2^exponent.
struct moment_pair {
    struct solid way, rod;
    mpz_ptr reach;
    int exponent;
};

static struct moment_pair between(const float first[], const float second[], const float t[2]) {
    const int lengths = exponent_of(first, 3, exponent_of(second, RADIUS + 1, 0));
    const int directions = exponent_of(first + DIR, 3, 0), times = exponent_of(t, 2, 0);
    const int moved = directions + times, exponent = lengths < moved ? lengths : moved;
    const struct vector direction = vector_of(first + DIR, directions);
    struct moment_pair p = {.way = {.corners = 3}, .rod = {.corners = 3}, .exponent = exponent};
    for (int v = 0; v < 3; v++) {
        const mpz_ptr m = number_of(t[v > 0], times);
        p.way.corner[v] = vector_of(first, exponent);
        p.rod.corner[v] = vector_of(second + (v > 0 ? 3 : 0), exponent);
        const mpz_ptr step = number();
        for (int c = 0; c < 3; c++) {
            mpz_mul(step, m, direction.at[c]);
            mpz_mul_2exp(step, step, (mp_bitcnt_t)(moved - exponent));
            mpz_add(p.way.corner[v].at[c], p.way.corner[v].at[c], step);
        }
    }
    p.reach = number_of(second[RADIUS], exponent);
    return p;
}

static struct exact exact_between(const float first[], const float second[], float low,
                                  float high) {
    const float t[2] = {low, high};
    numbers_begin();
    const struct moment_pair p = between(first, second, t);
    return exact_of_triangles(&p.way, &p.rod, p.reach, p.exponent);
}

static struct exact answer(const float first[], const float second[]) {
    float range[2];
    ray_range(first, range);
    if (range[0] > range[1] || first[T_MIN] > first[T_MAX])
        return (struct exact){.margin = -INFINITY, .weighed = -INFINITY};
    return exact_between(first, second, range[0], range[1]);
}

// The radius for which t is exact differs by at most the bound: the point there is no farther out
// than that, and no point before t_enter or after t_exit is deeper within the capsule.
static double output_error(const struct exact *exact, const float first[], const float second[],
                           unsigned k, float got) {
    float range[2];
    ray_range(first, range);
    if (!(got >= range[0] && got <= range[1])) return INFINITY;
    double way = 0, square = 0;
    for (int c = 0; c < 3; c++) {
        const double from = (double)second[c] - first[c], along = (double)second[3 + c] - second[c];
        way += from * from;
        square += along * along;
    }
    const double sizes = sqrt(way) + sqrt(square) + second[RADIUS];
    double off = fmax(0, -exact_between(first, second, got, got).margin);
    if (k == 0 && got > range[0])
        off = fmax(off, exact_between(first, second, range[0], got).margin);
    if (k == 1 && got < range[1])
        off = fmax(off, exact_between(first, second, got, range[1]).margin);
    return off / (0x1p-18 * sizes + 0x1p-59 + absolute_part(exact));
}

extern const struct oracle oracle_ray_capsule;
const struct oracle oracle_ray_capsule = {.answer = answer, .output_error = output_error};
