// SPDX-License-Identifier: MIT
// A point that moves along c + u v, u from 0 to 1, and a closed ball about 0. Sweeps of spheres
// reduce to this. The squared distance is a quadratic in u with rational coefficients. Its minimum
// needs no root, and its value at a reported u tells how far off contact that u is.
#ifndef LBX_ORACLE_APPROACH_H
#define LBX_ORACLE_APPROACH_H

#include "number.h"
#include "oracle.h"

// All fields are in units of 2^exponent. The true distance is `unit` times the one computed here.
struct approach {
    struct vector c, v;
    mpz_ptr square; // of the radius
    int exponent;
    double unit;
};

// The margin of a miss is minus the least distance from the ball.
struct exact approach_answer(const struct approach *way);

// The error of the u of the first contact, or of the last one in [0, 1], as a multiple of
// `allowed`: the distance from the ball at u, or how deep inside it the point is before a first
// contact or after a last one. If the point touches the ball at u = 0, only exactly 0 is a first
// contact.
double approach_error(const struct approach *way, bool last, float u, double allowed);

#endif
