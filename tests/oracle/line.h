// SPDX-License-Identifier: MIT
// A piece of a line against an axis-aligned box: a ray with its range of t, or the path of a point
// while u runs from 0 to 1. The part inside the box is an interval of t. Each end of the interval
// is an end of the piece or lies on a plane of the box, so there are at most eight candidates. All
// are tried: the piece enters at the least t whose point lies in the box, and leaves at the
// greatest.
//
// The margin of a miss is minus the least distance of the piece from the box. The squared distance
// is convex in t, and its slope is linear between neighboring candidates: the distance is least
// where the slope is 0. The margin of a hit is how far the piece must be moved to leave the box.
#ifndef LBX_ORACLE_LINE_H
#define LBX_ORACLE_LINE_H

#include "oracle.h"
#include "solid.h"

enum { MOMENTS_MAX = 8 };

struct moment { // t = n / d, d > 0
    mpz_ptr n, d;
};

// `left` and `right` are scratch.
static inline int moment_compare(const struct moment *a, const struct moment *b, mpz_ptr left,
                                 mpz_ptr right) {
    mpz_mul(left, a->n, b->d);
    mpz_mul(right, b->n, a->d);
    return mpz_cmp(left, right);
}

// t is in units of 2^t_exponent, and t times dir in units of 2^length_exponent.
struct line {
    int t_exponent, length_exponent;
    struct vector origin, dir, min, max;
    struct moment at[MOMENTS_MAX]; // the first two are the ends
    unsigned count;
};

// The verdict and the margin. For a hit, out[0] and out[1] are where the line enters and leaves.
// The caller sets the two ends in `at`; this function adds the planes.
struct exact line_answer(struct line *line);

#endif
