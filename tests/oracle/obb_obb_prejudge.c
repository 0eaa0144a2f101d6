// SPDX-License-Identifier: MIT
// Prejudged oriented boxes. APART is wrong if the parallelepipeds that the axes span touch, and
// OVERLAPPING is wrong if they do not. UNDECIDED is wrong if the distance of the centers is less
// than the sum of both boxes' least half extents by more than 2^-19 of that sum.
//
// A pair is a hit if it must not be APART, or if the distance L of the centers is at most the sum
// of the half diagonals, which are roots. The margin of a miss is that sum minus L.
#include <math.h>

#include "oracle.h"
#include "solid.h"

static double rounded(mpz_srcptr x, int exponent) {
    signed long own;
    const double mantissa = mpz_get_d_2exp(&own, x);
    return ldexp(mantissa, (int)own + exponent);
}

static void least_of(mpz_ptr least, const float half[3], int exponent) {
    const float two = half[0] < half[1] ? half[0] : half[1];
    mpz_set(least, number_of(two < half[2] ? two : half[2], exponent));
}

// The sum of the half diagonals minus L. With q0 and q1 the squares of the half diagonals, X = L^2
// - q0 - q1 and Y = 2 sqrt(q0 q1): L^2 - (sqrt q0 + sqrt q1)^2 = X - Y = (X^2 - Y^2) / (X + Y).
static double diagonals_beyond(mpz_srcptr L_square, mpz_ptr q[2], int exponent) {
    const mpz_ptr X = number(), difference = number();
    mpz_sub(X, L_square, q[0]);
    mpz_sub(X, X, q[1]);
    mpz_mul(difference, q[0], q[1]);
    mpz_mul_2exp(difference, difference, 2);
    mpz_submul(difference, X, X);
    const double R[2] = {sqrt(rounded(q[0], 2 * exponent)), sqrt(rounded(q[1], 2 * exponent))};
    const double L = sqrt(rounded(L_square, 2 * exponent));
    if (mpz_sgn(X) <= 0) return R[0] + R[1] - L;
    const double conjugate = rounded(X, 2 * exponent) + 2 * R[0] * R[1];
    return rounded(difference, 4 * exponent) / conjugate / (R[0] + R[1] + L);
}

static struct exact answer(const float first[], const float second[]) {
    numbers_begin();
    const int lengths = exponent_of(first, 6, exponent_of(second, 6, 0));
    const int axes = exponent_of(first + 6, 9, exponent_of(second + 6, 9, 0));
    const struct solid a = solid_of_obb(first, lengths, axes);
    const struct solid b = solid_of_obb(second, lengths, axes);
    const bool apart = separate(&a, &b, lengths + axes).apart;

    const struct vector offset = vector_of(second, lengths), center = vector_of(first, lengths);
    const mpz_ptr L_square = number(), least = number(), other = number();
    mpz_ptr q[2] = {number(), number()};
    for (int c = 0; c < 3; c++) mpz_sub(offset.at[c], offset.at[c], center.at[c]);
    dot(L_square, &offset, &offset);
    for (int k = 0; k < 2; k++) {
        const struct vector half = vector_of((k ? second : first) + 3, lengths);
        dot(q[k], &half, &half);
    }
    const double beyond = diagonals_beyond(L_square, q, lengths);
    struct exact exact = {.hit = !apart || beyond >= 0,
                          .wrong = 1u << (apart ? LBX_OVERLAPPING : LBX_APART)};
    exact.margin = exact.weighed = exact.hit ? fmax(beyond, 0) : beyond;

    least_of(least, first + 3, lengths);
    least_of(other, second + 3, lengths);
    mpz_add(least, least, other);
    // Half extents shorter than 2^-59 prove nothing: their squares may underflow.
    const bool squares =
        mpz_get_d(least) * ldexp(1, lengths) - sqrt(rounded(L_square, 2 * lengths)) > 0x1p-59;
    mpz_mul_si(least, least, (1 << 19) - 1);
    mpz_mul(least, least, least);
    mpz_mul_2exp(L_square, L_square, 2 * 19);
    if (squares && mpz_cmp(L_square, least) < 0) exact.wrong |= 1u << LBX_UNDECIDED;
    return exact;
}

extern const struct oracle oracle_obb_obb_prejudge;
const struct oracle oracle_obb_obb_prejudge = {.answer = answer};
