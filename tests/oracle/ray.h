// SPDX-License-Identifier: MIT
// Rays, exactly: the range of t, and moments in it.
#ifndef LBX_ORACLE_RAY_H
#define LBX_ORACLE_RAY_H

#include "number.h"

enum { ORIGIN = 0, DIR = 3, T_MIN = 9, T_MAX = 10 };

// The range of t that counts, both ends cut.
static inline void ray_range(const float first[], float t[2]) {
    const float limit = 0x1p127f;
    t[0] = first[T_MIN] > 0 ? first[T_MIN] : 0;
    t[0] = t[0] < limit ? t[0] : limit;
    t[1] = first[T_MAX] < limit ? first[T_MAX] : limit;
}

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

#endif
