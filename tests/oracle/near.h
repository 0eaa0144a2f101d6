// SPDX-License-Identifier: MIT
// Triangles within a distance of each other.
#ifndef LBX_ORACLE_NEAR_H
#define LBX_ORACLE_NEAR_H

#include "reach.h"
#include "solid.h"

// The answer for two triangles, which are solids of three corners, and the distance d, all in units
// of 2^exponent.
struct exact exact_of_triangles(const struct solid *a, const struct solid *b, mpz_srcptr d,
                                int exponent);

#endif
