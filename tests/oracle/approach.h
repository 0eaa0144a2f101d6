// SPDX-License-Identifier: MIT
// A point that moves along c + u v, u from 0 to 1, and a closed ball about 0: what the sweeps of
// spheres come down to. The square of the distance is a quadratic in u with rational coefficients:
// its least value needs no root, and how far off contact a reported u is, only its value there.
#ifndef LBX_ORACLE_APPROACH_H
#define LBX_ORACLE_APPROACH_H

#include "number.h"
#include "oracle.h"

// All in units of 2^exponent; a distance is `unit` times what it is here.
struct approach {
    struct vector c, v;
    mpz_ptr square; // of the radius
    int exponent;
    double unit;
};

// Apart: minus the least distance from the ball.
struct exact approach_answer(const struct approach *way);

// How far off the u of the first contact is, or of the last one in [0, 1]: the distance from the
// ball there, or how deep in it the point was before, or is behind; `allowed` is 1. What touches at
// u = 0 does so first at exactly 0.
double approach_error(const struct approach *way, bool last, float u, double allowed);

#endif
