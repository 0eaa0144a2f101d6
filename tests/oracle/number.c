// SPDX-License-Identifier: MIT
#include "number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { POOL = 512, MANTISSA_BITS = 24 };

static mpz_t pool[POOL];
static unsigned initialised, taken;

static void give_up(const char *why) {
    fprintf(stderr, "oracle: %s\n", why);
    abort();
}

void numbers_begin(void) {
    taken = 0;
}

mpz_ptr number(void) {
    if (taken == POOL) give_up("the pool of numbers is too small");
    if (taken == initialised) mpz_init(pool[initialised++]);
    return pool[taken++];
}

int exponent_of(const float x[], unsigned count, int most) {
    for (unsigned k = 0; k < count; k++) {
        int exponent;
        if (frexpf(x[k], &exponent) == 0) continue;
        if (exponent - MANTISSA_BITS < most) most = exponent - MANTISSA_BITS;
    }
    return most;
}

mpz_ptr number_of(float x, int exponent) {
    if (!isfinite(x)) give_up("a float that is no number");
    int own;
    const float mantissa = frexpf(x, &own);
    const mpz_ptr z = number();
    mpz_set_si(z, (long)ldexpf(mantissa, MANTISSA_BITS));
    if (mantissa == 0) return z;
    const int shift = own - MANTISSA_BITS - exponent;
    if (shift >= 0) {
        mpz_mul_2exp(z, z, (mp_bitcnt_t)shift);
    } else {
        if (!mpz_divisible_2exp_p(z, (mp_bitcnt_t)-shift)) give_up("an exponent that is too high");
        mpz_tdiv_q_2exp(z, z, (mp_bitcnt_t)-shift);
    }
    return z;
}

struct vector vector(void) {
    struct vector x;
    for (int c = 0; c < 3; c++) x.at[c] = number();
    return x;
}

struct vector vector_of(const float x[3], int exponent) {
    struct vector v;
    for (int c = 0; c < 3; c++) v.at[c] = number_of(x[c], exponent);
    return v;
}

struct vector vector_unit(unsigned c) {
    const struct vector x = vector();
    for (unsigned k = 0; k < 3; k++) mpz_set_si(x.at[k], k == c);
    return x;
}

void cross(const struct vector *product, const struct vector *a, const struct vector *b) {
    for (int c = 0; c < 3; c++) {
        const int c1 = (c + 1) % 3, c2 = (c + 2) % 3;
        mpz_mul(product->at[c], a->at[c1], b->at[c2]);
        mpz_submul(product->at[c], a->at[c2], b->at[c1]);
    }
}

void dot(mpz_ptr product, const struct vector *a, const struct vector *b) {
    mpz_mul(product, a->at[0], b->at[0]);
    for (int c = 1; c < 3; c++) mpz_addmul(product, a->at[c], b->at[c]);
}

bool is_zero(const struct vector *x) {
    return mpz_sgn(x->at[0]) == 0 && mpz_sgn(x->at[1]) == 0 && mpz_sgn(x->at[2]) == 0;
}

double ratio_up(mpz_srcptr n, mpz_srcptr d, int exponent) {
    if (mpz_sgn(n) == 0) return 0;
    static bool ready;
    static mpz_t quotient, divisor;
    if (!ready) mpz_inits(quotient, divisor, NULL);
    ready = true;
    // The quotient of two numbers with equally many bits is between 1/2 and 2. The shift makes it
    // lie between 2^51 and 2^53.
    const long shift = 52 - ((long)mpz_sizeinbase(n, 2) - (long)mpz_sizeinbase(d, 2));
    mpz_mul_2exp(quotient, n, (mp_bitcnt_t)(shift > 0 ? shift : 0));
    mpz_mul_2exp(divisor, d, (mp_bitcnt_t)(shift < 0 ? -shift : 0));
    mpz_cdiv_q(quotient, quotient, divisor);
    return ldexp(mpz_get_d(quotient), exponent - (int)shift);
}

double root_of_ratio(mpz_srcptr n, mpz_srcptr d, int exponent) {
    long n_exponent, d_exponent;
    const double n_part = mpz_get_d_2exp(&n_exponent, n), d_part = mpz_get_d_2exp(&d_exponent, d);
    const long difference = n_exponent - d_exponent, odd = difference & 1;
    return ldexp(sqrt(n_part / d_part * (odd ? 2 : 1)), (int)((difference - odd) / 2) + exponent);
}
