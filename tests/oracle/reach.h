// SPDX-License-Identifier: MIT
// Balls: whether the nearest point to a center is within reach. The margin of a hit is by how much
// the reach could be shorter: 0 if they touch, and for a point inside a box.
#ifndef LBX_ORACLE_REACH_H
#define LBX_ORACLE_REACH_H

#include "number.h"
#include "oracle.h"

// The square of the distance is n / d, d > 0, in units of 2^(2 exponent); the reach, not negative,
// is in units of 2^exponent.
struct exact exact_of_reach(mpz_srcptr n, mpz_srcptr d, mpz_srcptr reach, int exponent);

#endif
