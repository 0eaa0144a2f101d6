// SPDX-License-Identifier: MIT
// Exact numbers for the oracles. A float is an integer times a power of two: the floats of one kind
// (lengths, directions, t) share the exponent within a pair, and the arithmetic is GMP's on
// integers, with no fraction to reduce.
//
// Numbers come from a pool and keep their memory from pair to pair. `numbers_begin` returns all of
// them to the pool. Only one thread may use them at a time.
#ifndef LBX_ORACLE_NUMBER_H
#define LBX_ORACLE_NUMBER_H

#include <gmp.h>
#include <stdbool.h>

void numbers_begin(void);
mpz_ptr number(void); // of unspecified value

// The largest exponent, at most `most`, at which these floats are integers times 2^exponent.
int exponent_of(const float x[], unsigned count, int most);

// x / 2^exponent, an integer. Aborts if x is not finite.
mpz_ptr number_of(float x, int exponent);

struct vector {
    mpz_ptr at[3];
};

struct vector vector(void); // of unspecified value
struct vector vector_of(const float x[3], int exponent);
struct vector vector_unit(unsigned c);

void cross(const struct vector *product, const struct vector *a, const struct vector *b);
void dot(mpz_ptr product, const struct vector *a, const struct vector *b);
bool is_zero(const struct vector *x);

// n / d 2^exponent for n >= 0, d > 0, rounded up to a double of 52 bits.
double ratio_up(mpz_srcptr n, mpz_srcptr d, int exponent);

// sqrt(n / d) 2^exponent for n >= 0, d > 0, within a relative 2^-51.
double root_of_ratio(mpz_srcptr n, mpz_srcptr d, int exponent);

#endif
