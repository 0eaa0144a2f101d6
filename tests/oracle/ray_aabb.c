// SPDX-License-Identifier: MIT
// Rays against axis-aligned boxes. inv_dir is ignored: it is 1/dir, rounded. A ray without points
// (t_max < 0, or t_min > t_max) or a box without points (min > max) is infinitely far.
#include "line.h"
#include "ray.h"

#include <math.h>

static struct line read_ray(const float first[], const float box[], const float t[2]) {
    const int dir_exponent = exponent_of(first + DIR, 3, 0);
    int lengths = exponent_of(first + ORIGIN, 3, exponent_of(box, 6, 0)) - 1; // solid_of_aabb's
    lengths = exponent_of(t, 2, lengths - dir_exponent) + dir_exponent;
    struct line r = {.t_exponent = lengths - dir_exponent,
                     .length_exponent = lengths,
                     .origin = vector_of(first + ORIGIN, lengths),
                     .dir = vector_of(first + DIR, dir_exponent),
                     .min = vector_of(box, lengths),
                     .max = vector_of(box + 3, lengths),
                     .count = 2};
    for (int end = 0; end < 2; end++) {
        r.at[end] = (struct moment){number_of(t[end], r.t_exponent), number()};
        mpz_set_ui(r.at[end].d, 1);
    }
    return r;
}

static struct exact answer(const float first[], const float second[]) {
    float t[2];
    ray_range(first, t);
    const bool no_box = second[0] > second[3] || second[1] > second[4] || second[2] > second[5];
    // A range that is empty by no more than 2^-99 may hit or miss.
    const bool backwards = t[0] > t[1];
    if (first[T_MIN] > first[T_MAX] || (double)t[0] - t[1] > 0x1p-99 || no_box) {
        return (struct exact){.margin = -INFINITY, .weighed = -INFINITY};
    }
    numbers_begin();
    const float range[2] = {backwards ? t[1] : t[0], backwards ? t[0] : t[1]};
    struct line ray = read_ray(first, second, range);
    struct exact exact = line_answer(&ray);
    if (backwards && exact.hit) exact = (struct exact){.hit = false};
    return exact;
}

// Within a relative 2^-20, plus the absolute part of distance, plus 2^-99. Within 2^-100, both are
// in the ray's range and t_exit is never below the exact one. Comparing with a double that was
// rounded up is exact, since `got` is a double of few bits.
static double output_error(const struct exact *exact, const float first[], const float second[],
                           unsigned k, float got) {
    (void)second;
    float t[2];
    ray_range(first, t);
    const double want = exact->out[k], is = got;
    if (!(is >= t[0] - 0x1p-100 && is <= t[1] + 0x1p-100) || (k == 1 && is < want - 0x1p-100))
        return INFINITY;
    const float speed =
        fmaxf(fmaxf(fabsf(first[DIR]), fabsf(first[DIR + 1])), fabsf(first[DIR + 2]));
    const double allowed =
        0x1p-20 * want + (speed > 0 ? absolute_part(exact) / speed : 0) + 0x1p-99;
    return is == want ? 0 : fabs(is - want) / allowed;
}

extern const struct oracle oracle_ray_aabb;
const struct oracle oracle_ray_aabb = {.answer = answer, .output_error = output_error};
