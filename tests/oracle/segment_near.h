// SPDX-License-Identifier: MIT
// A segment and the parallelepiped that three independent vectors span: how far they are apart.
#ifndef LBX_ORACLE_SEGMENT_NEAR_H
#define LBX_ORACLE_SEGMENT_NEAR_H

#include "reach.h"

// The box is the sum of x_k axis_k, |x_k| <= half_k; the segment's points are start + t way, 0 <= t
// <= 1, relative to its center. All are integers in matching units.
struct segment_near {
    struct vector start, way, axis[3];
    mpz_ptr half[3];
};

// The square of the distance, square / divisor.
void square_of_near(const struct segment_near *p, mpz_ptr square, mpz_ptr divisor);

#endif
