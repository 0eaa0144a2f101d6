// SPDX-License-Identifier: MIT
// The numbers on which all oracles are based.
#include <float.h>
#include <limits.h>
#include <math.h>

#include "examples/random.h"
#include "harness.h"
#include "number.h"

Test(oracle_number, floats_come_back) {
    struct random r = {1};
    for (int k = 0; k < 100000; k++) {
        numbers_begin();
        float x[3];
        for (int c = 0; c < 3; c++) {
            do x[c] = random_hostile(&r);
            while (!isfinite(x[c]));
        }
        const int exponent = exponent_of(x, 3, random_int(&r, -300, 300));
        for (int c = 0; c < 3; c++) {
            const mpz_ptr z = number_of(x[c], exponent);
            long scale;
            const double part = mpz_get_d_2exp(&scale, z);
            const double back = ldexp(part, (int)scale + exponent);
            expect(back == x[c], "%a became %a", (double)x[c], back);
        }
    }
    expect(exponent_of((float[]){0, -0.0f}, 2, 7) == 7, "zeros ask for an exponent");
    expect(mpz_cmp_si(number_of(-3, -2), -12) == 0, "-3 in quarters");
}

Test(oracle_number, products) {
    numbers_begin();
    const struct vector a = vector_of((float[]){1, 2, 3}, 0), b = vector_of((float[]){4, -5, 6}, 0);
    const struct vector x = vector();
    const mpz_ptr z = number();
    dot(z, &a, &b);
    expect(mpz_cmp_si(z, 12) == 0, "a dot product");
    cross(&x, &a, &b);
    const long want[3] = {27, 6, -13};
    for (int c = 0; c < 3; c++)
        expect(mpz_cmp_si(x.at[c], want[c]) == 0, "a cross product, component %d", c);
    cross(&x, &a, &a);
    expect(is_zero(&x) && !is_zero(&a), "a vector times itself");
}

Test(oracle_number, quotients) {
    struct random r = {2};
    for (int k = 0; k < 100000; k++) {
        numbers_begin();
        const mpz_ptr n = number(), d = number();
        mpz_set_ui(n, (unsigned long)random_bits(&r) >> random_below(&r, 63));
        mpz_set_ui(d, ((unsigned long)random_bits(&r) >> random_below(&r, 63)) | 1);
        const unsigned by = random_below(&r, 200), of = random_below(&r, 200);
        mpz_mul_2exp(n, n, by);
        mpz_mul_2exp(d, d, of);
        const int exponent = random_int(&r, -100, 100);
        const double up = ratio_up(n, d, exponent), near = root_of_ratio(n, d, exponent);
        // up d >= n 2^exponent > (up - 2^-51 up) d, in integers of 2^-600
        const mpz_ptr scaled = number();
        mpz_mul_2exp(n, n, (mp_bitcnt_t)(600 + exponent));
        for (int below = 0; below < 2; below++) {
            int scale;
            mpz_set_d(scaled, ldexp(frexp(below ? up * (1 - 0x1p-51) : up, &scale), 53));
            mpz_mul(scaled, scaled, d);
            mpz_mul_2exp(scaled, scaled, (mp_bitcnt_t)(600 - 53 + scale));
            const int order = mpz_cmp(scaled, n);
            expect(mpz_sgn(n) == 0 ? up == 0
                   : below         ? order < 0
                                   : order >= 0,
                   "%a, below %d", up, below);
        }
        const double square = near * near, want = ldexp(up, exponent);
        expect(fabs(square - want) <= 0x1p-49 * want, "root %a of %a", near, want);
    }
    numbers_begin();
    const mpz_ptr one = number_of(1, 0), three = number_of(3, 0);
    expect(ratio_up(three, one, -4) == .1875, "3/16");
    expect(ratio_up(one, three, 0) * 3 >= 1 && ratio_up(one, three, 0) > 0x1.5555555555555p-2,
           "a third is rounded up");
    expect(root_of_ratio(number_of(9, 0), number_of(4, 0), 3) == 12, "8 sqrt(9/4)");
}
