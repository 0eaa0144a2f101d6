// SPDX-License-Identifier: MIT
#include "reach.h"

#include <math.h>

// reach - sqrt(n / d) = (reach^2 d - n) / d / (reach + sqrt(n / d)): only exact numbers cancel.
struct exact exact_of_reach(mpz_srcptr n, mpz_srcptr d, mpz_srcptr reach, int exponent) {
    const mpz_ptr excess = number(), one = number();
    mpz_mul(excess, reach, reach);
    mpz_mul(excess, excess, d);
    mpz_sub(excess, excess, n);
    const int sign = mpz_sgn(excess);
    mpz_abs(excess, excess);
    mpz_set_ui(one, 1);
    const double sum = ratio_up(reach, one, exponent) + root_of_ratio(n, d, exponent);
    const double margin = sign == 0 ? 0 : sign * (ratio_up(excess, d, 2 * exponent) / sum);
    return (struct exact){.hit = sign >= 0, .margin = margin, .weighed = margin};
}
