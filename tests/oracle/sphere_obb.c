// SPDX-License-Identifier: MIT
// A sphere and the parallelepiped that the float axes of a box span, as long as they are
// independent.
//
// The nearest point of the box, the sum of x_k axis_k, is the minimum of a convex quadratic over
// |x_k| <= half_k. These conditions identify it (Karush, Kuhn and Tucker): every x_k is either at
// an end, and the vector from the point to the center leads further out, or between the ends, and
// that vector is perpendicular to the axis. So the 27 combinations, which are the faces, edges,
// corners and the inside, are solved by Cramer's rule until a solution meets the conditions. The
// first one tried follows the center's coordinates in the frame of the box.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "reach.h"

enum { TRIES = 27 };

// The box, and the sphere's center relative to it. All numbers are integers in matching units.
struct problem {
    struct vector center, axis[3], products[3]; // products[i].at[k]: axis i times axis k
    mpz_ptr half[3], along[3];                  // along[k]: axis k times center
};

// The vector from the nearest point to the center: rest / divisor.
struct way {
    struct vector rest;
    mpz_ptr divisor;
};

static struct problem pose(const float sphere[], const float box[], int lengths, int axes) {
    struct problem p = {.center = vector()};
    const struct vector to = vector_of(sphere, lengths), from = vector_of(box, lengths);
    for (int c = 0; c < 3; c++) {
        mpz_sub(p.center.at[c], to.at[c], from.at[c]);
        mpz_mul_2exp(p.center.at[c], p.center.at[c], (mp_bitcnt_t)-axes);
        p.half[c] = number_of(box[3 + c], lengths);
        p.axis[c] = vector_of(box + 6 + 3 * c, axes);
    }
    for (int i = 0; i < 3; i++) {
        p.products[i] = vector();
        for (int k = 0; k < 3; k++) dot(p.products[i].at[k], &p.axis[i], &p.axis[k]);
        dot(p.along[i] = number(), &p.axis[i], &p.center);
    }
    return p;
}

// Where each x_k seems to lie: -1 or 1 is an end, 0 is between them.
static void guess(const float sphere[], const float box[], int end[3]) {
    for (int k = 0; k < 3; k++) {
        double along = 0;
        for (int c = 0; c < 3; c++)
            along += ((double)sphere[c] - box[c]) * (double)box[6 + 3 * k + c];
        end[k] = along > box[3 + k] ? 1 : along < -box[3 + k] ? -1 : 0;
    }
}

// Solves for the x_k that are between their ends, with the others at an end, and tells whether this
// gives the nearest point. `column` and the numbers of `way` may hold anything before.
static bool is_nearest(const struct problem *p, const int end[3], struct vector column[4],
                       const struct way *way) {
    const struct vector *const right = &column[3], *const normal = &way->rest;
    for (int k = 0; k < 3; k++) { // row k: axis k times the rest is 0, or x_k = +-half_k
        for (int j = 0; j < 3; j++) {
            if (end[k]) {
                mpz_set_si(column[j].at[k], j == k);
            } else {
                mpz_set(column[j].at[k], p->products[k].at[j]);
            }
        }
        mpz_mul_si(right->at[k], p->half[k], end[k]);
        if (!end[k]) mpz_set(right->at[k], p->along[k]);
    }
    struct vector x = vector();
    for (int k = 0; k < 3; k++) { // Cramer
        cross(normal, &column[(k + 1) % 3], &column[(k + 2) % 3]);
        dot(x.at[k], right, normal);
        if (k == 0) dot(way->divisor, &column[0], normal);
    }
    if (mpz_sgn(way->divisor) <= 0) return false;

    const mpz_ptr product = number();
    for (int c = 0; c < 3; c++) {
        mpz_mul(way->rest.at[c], way->divisor, p->center.at[c]);
        for (int k = 0; k < 3; k++) mpz_submul(way->rest.at[c], x.at[k], p->axis[k].at[c]);
    }
    for (int k = 0; k < 3; k++) {
        if (end[k]) {
            dot(product, &p->axis[k], &way->rest);
            if (end[k] * mpz_sgn(product) < 0) return false;
        } else {
            mpz_mul(product, p->half[k], way->divisor);
            if (mpz_cmpabs(x.at[k], product) > 0) return false;
        }
    }
    return true;
}

static struct exact answer(const float first[], const float second[]) {
    numbers_begin();
    const int lengths = exponent_of(first, 4, exponent_of(second, 6, 0));
    const int axes = exponent_of(second + 6, 9, 0);
    const struct problem p = pose(first, second, lengths, axes);
    const struct way way = {vector(), number()};
    struct vector column[4] = {vector(), vector(), vector(), vector()};
    int guessed[3];
    guess(first, second, guessed);
    for (int t = 0; t < TRIES; t++) {
        const int turn[3] = {t % 3, t / 3 % 3, t / 9};
        int end[3];
        for (int k = 0; k < 3; k++) end[k] = (guessed[k] + 1 + turn[k]) % 3 - 1;
        if (!is_nearest(&p, end, column, &way)) continue;
        const mpz_ptr square = number(), divisor = number(), reach = number();
        dot(square, &way.rest, &way.rest);
        mpz_mul(divisor, way.divisor, way.divisor);
        mpz_mul_2exp(reach, number_of(first[3], lengths), (mp_bitcnt_t)-axes);
        return exact_of_reach(square, divisor, reach, lengths + axes);
    }
    fputs("oracle: a box whose axes are dependent\n", stderr);
    abort();
}

extern const struct oracle oracle_sphere_obb;
const struct oracle oracle_sphere_obb = {.answer = answer};
