// SPDX-License-Identifier: MIT
// The distance is the minimum of a convex quadratic over the three x_k and t. These conditions
// identify a minimum (Karush, Kuhn and Tucker): every variable is either at an end, and the vector
// between the points leads further out, or it is free, between the ends, and that vector is
// perpendicular to its direction. The minima are a polytope, at whose vertices the directions of
// the free variables are independent: otherwise these could move on without changing the points. So
// at most three are free, and all combinations are solved by Cramer's rule until a solution meets
// the conditions.
#include "segment_near.h"

#include <stdio.h>
#include <stdlib.h>

enum { VARIABLES = 4, TRIES = 81, T = 3 };

// A variable's direction, and its ends.
struct variable {
    struct vector way;
    mpz_ptr low, high;
};

struct problem {
    struct vector start;
    struct variable variable[VARIABLES];
    struct vector base, column[4], normal, y; // what a try writes
    mpz_ptr product;
};

// Solves for the free variables, whose state is 0, and writes the vector between the points times
// the divisor. Returns false if this is no minimum.
static bool is_minimum(const struct problem *p, const int state[VARIABLES],
                       const struct vector *rest, mpz_ptr divisor) {
    int slot[VARIABLES], free = 0;
    const struct vector base = p->base, normal = p->normal, y = p->y, *const column = p->column;
    for (int c = 0; c < 3; c++) mpz_set(base.at[c], p->start.at[c]);
    for (int v = 0; v < VARIABLES; v++) {
        if (state[v] == 0) {
            if (free == 3) return false;
            slot[free++] = v;
            continue;
        }
        const struct variable *const x = &p->variable[v];
        for (int c = 0; c < 3; c++)
            mpz_addmul(base.at[c], state[v] > 0 ? x->high : x->low, x->way.at[c]);
    }
    // Row k: the direction of slot k times base + the sum of y_j times that of slot j is 0. The
    // columns beyond the free ones are those of the unit matrix.
    for (int k = 0; k < 3; k++) {
        for (int j = 0; j < 3; j++) {
            mpz_set_si(column[j].at[k], j == k);
            if (j < free && k < free)
                dot(column[j].at[k], &p->variable[slot[k]].way, &p->variable[slot[j]].way);
        }
        mpz_set_si(column[3].at[k], 0);
        if (k >= free) continue;
        dot(column[3].at[k], &p->variable[slot[k]].way, &base);
        mpz_neg(column[3].at[k], column[3].at[k]);
    }
    for (int k = 0; k < 3; k++) {
        cross(&normal, &column[(k + 1) % 3], &column[(k + 2) % 3]);
        dot(y.at[k], &column[3], &normal);
        if (k == 0) dot(divisor, &column[0], &normal);
    }
    if (mpz_sgn(divisor) <= 0) return false;

    const mpz_ptr product = p->product;
    for (int c = 0; c < 3; c++) {
        mpz_mul(rest->at[c], base.at[c], divisor);
        for (int k = 0; k < free; k++)
            mpz_addmul(rest->at[c], y.at[k], p->variable[slot[k]].way.at[c]);
    }
    for (int k = 0; k < free; k++) {
        mpz_mul(product, p->variable[slot[k]].low, divisor);
        if (mpz_cmp(y.at[k], product) < 0) return false;
        mpz_mul(product, p->variable[slot[k]].high, divisor);
        if (mpz_cmp(y.at[k], product) > 0) return false;
    }
    for (int v = 0; v < VARIABLES; v++) { // the square may not fall from the end inwards
        if (state[v] == 0) continue;
        dot(product, &p->variable[v].way, rest);
        if (state[v] * mpz_sgn(product) > 0) return false;
    }
    return true;
}

// Where each variable seems to lie, by a few rounds over the variables in double.
static void guess(const struct problem *p, int state[VARIABLES]) {
    double way[VARIABLES][3], low[VARIABLES], high[VARIABLES], x[VARIABLES], rest[3];
    for (int c = 0; c < 3; c++) rest[c] = mpz_get_d(p->start.at[c]);
    for (int v = 0; v < VARIABLES; v++) {
        low[v] = mpz_get_d(p->variable[v].low);
        high[v] = mpz_get_d(p->variable[v].high);
        x[v] = 0;
        for (int c = 0; c < 3; c++) way[v][c] = mpz_get_d(p->variable[v].way.at[c]);
    }
    for (int round = 0; round < 40; round++) {
        for (int v = VARIABLES - 1; v >= 0; v--) {
            double square = 0, product = 0;
            for (int c = 0; c < 3; c++) {
                square += way[v][c] * way[v][c];
                product += way[v][c] * rest[c];
            }
            if (!(square > 0)) continue;
            double to = x[v] - product / square;
            to = to < low[v] ? low[v] : to > high[v] ? high[v] : to;
            for (int c = 0; c < 3; c++) rest[c] += (to - x[v]) * way[v][c];
            x[v] = to;
        }
    }
    for (int v = 0; v < VARIABLES; v++) state[v] = x[v] == low[v] ? -1 : x[v] == high[v] ? 1 : 0;
}

void square_of_near(const struct segment_near *near, mpz_ptr square, mpz_ptr divisor) {
    struct problem p = {.start = near->start,
                        .base = vector(),
                        .column = {vector(), vector(), vector(), vector()},
                        .normal = vector(),
                        .y = vector(),
                        .product = number()};
    for (int v = 0; v < VARIABLES; v++) {
        struct variable *const x = &p.variable[v];
        *x = (struct variable){vector(), number(), number()};
        for (int c = 0; c < 3; c++) {
            if (v == T) {
                mpz_set(x->way.at[c], near->way.at[c]);
            } else {
                mpz_neg(x->way.at[c], near->axis[v].at[c]);
            }
        }
        mpz_set_si(x->high, 1);
        mpz_set_si(x->low, 0);
        if (v == T) continue;
        mpz_set(x->high, near->half[v]);
        mpz_neg(x->low, near->half[v]);
    }
    const struct vector rest = vector();
    int guessed[VARIABLES];
    guess(&p, guessed);
    for (int t = 0; t < TRIES; t++) {
        const int turn[VARIABLES] = {t % 3, t / 3 % 3, t / 9 % 3, t / 27};
        int state[VARIABLES];
        for (int v = 0; v < VARIABLES; v++) state[v] = (guessed[v] + 1 + turn[v]) % 3 - 1;
        if (!is_minimum(&p, state, &rest, divisor)) continue;
        dot(square, &rest, &rest);
        mpz_mul(divisor, divisor, divisor);
        return;
    }
    fputs("oracle: a box whose axes are dependent\n", stderr);
    abort();
}
