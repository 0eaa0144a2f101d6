// SPDX-License-Identifier: MIT
#include "doubles.h"

#include <gmp.h>
#include <math.h>

enum { LEAST_EXPONENT = -1074 }; // every double is an integer times 2^LEAST_EXPONENT

static void set(mpz_t number, double x) {
    int exponent;
    const double mantissa = frexp(x, &exponent) * 0x1p53; // an integer
    mpz_set_d(number, mantissa);
    exponent -= 53 + LEAST_EXPONENT;
    if (exponent >= 0) {
        mpz_mul_2exp(number, number, (mp_bitcnt_t)exponent);
    } else { // the bits that a denormal loses here are zeros
        mpz_tdiv_q_2exp(number, number, (mp_bitcnt_t)-exponent);
    }
}

// The sign of y - exact, for any y but NaN.
static int compare(double y, mpz_srcptr exact) {
    if (isinf(y)) return y > 0 ? 1 : -1;
    mpz_t number;
    mpz_init(number);
    set(number, y);
    const int sign = mpz_cmp(number, exact);
    mpz_clear(number);
    return sign;
}

// The sign of 0 - 0 and of differences of equal numbers: IEEE 754-2019, 6.3.
static bool is_negative_zero(double x, double origin, bool up) {
    const bool differ = x == 0 && signbit(x) != signbit(origin); // the sum of two of one sign
    return differ ? signbit(x) != 0 : !up;
}

bool exact_is_rounded(double x, double origin, bool up, float got) {
    if (isnan(x) || isnan(origin) || (isinf(x) && x == origin)) return isnan(got);
    if (isinf(x)) return (double)got == x;
    if (isinf(origin)) return (double)got == -origin;
    if (isnan(got)) return false;
    mpz_t exact, number;
    mpz_init(exact);
    mpz_init(number);
    set(exact, x);
    set(number, origin);
    mpz_sub(exact, exact, number);
    const int sign = mpz_sgn(exact), side = up ? 1 : -1;
    const float inward = nextafterf(got, up ? -INFINITY : INFINITY);
    bool right = compare((double)got, exact) * side >= 0;
    right = right && compare((double)inward, exact) * side < 0;
    const bool negative = sign ? sign < 0 : is_negative_zero(x, origin, up);
    if (got == 0) right = right && (signbit(got) != 0) == negative;
    mpz_clear(exact);
    mpz_clear(number);
    return right;
}
