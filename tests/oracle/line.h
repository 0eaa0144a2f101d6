// SPDX-License-Identifier: MIT
// A piece of a line against a box of min and max: a ray with its range of t, or what moves while u
// runs from 0 to 1. The points of it that lie in the box are those of an interval of t, whose ends
// are ends of the piece or lie on a plane of the box: so of these at most eight t every one is
// tried, and the least and the greatest whose point lies in the box are where it enters and leaves.
//
// Apart: minus the least distance of a point of it from the box. Its square is convex in t, and its
// slope linear from one of those t to the next: the least one is where the slope is 0. A hit: how
// far the piece must be moved to leave the box.
#ifndef LBX_ORACLE_LINE_H
#define LBX_ORACLE_LINE_H

#include "oracle.h"
#include "solid.h"

enum { MOMENTS_MAX = 8 };

struct moment { // t = n / d, d > 0
    mpz_ptr n, d;
};

// With two numbers of its own to compute in.
static inline int moment_compare(const struct moment *a, const struct moment *b, mpz_ptr left,
                                 mpz_ptr right) {
    mpz_mul(left, a->n, b->d);
    mpz_mul(right, b->n, a->d);
    return mpz_cmp(left, right);
}

// t is in units of 2^t_exponent, the product of it and dir in those of lengths.
struct line {
    int t_exponent, length_exponent;
    struct vector origin, dir, min, max;
    struct moment at[MOMENTS_MAX]; // the first two are the ends
    unsigned count;
};

// The verdict and the margin; of a hit, out[0] and out[1] are where it enters and leaves. The two
// ends are there; the planes are added here.
struct exact line_answer(struct line *line);

#endif
