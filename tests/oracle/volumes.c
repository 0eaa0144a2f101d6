// SPDX-License-Identifier: MIT
// Boxes, spheres and capsules around points. For a box, Cramer's rule gives x[k]: the determinant
// of the axes with axis k replaced by point - center, divided by the determinant of the axes.
#include "volumes.h"

#include <math.h>

#include "number.h"

static struct vector from_center(const float point[3], const float center[3], int lengths) {
    const struct vector p = vector_of(point, lengths), c = vector_of(center, lengths);
    for (int i = 0; i < 3; i++) mpz_sub(p.at[i], p.at[i], c.at[i]);
    return p;
}

// n / d 2^exponent, d > 0.
static double ratio(mpz_srcptr n, mpz_srcptr d, int exponent) {
    const mpz_ptr size = number();
    mpz_abs(size, n);
    return mpz_sgn(n) * ratio_up(size, d, exponent);
}

bool exact_in_box(const float center[3], const float half[3], float (*const axes_of)[3],
                  const float point[3], double x[3]) {
    numbers_begin();
    const int lengths = exponent_of(point, 3, exponent_of(center, 3, exponent_of(half, 3, 0)));
    int axes = 0;
    for (int k = 0; k < 3; k++) axes = exponent_of(axes_of[k], 3, axes);
    const struct vector p = from_center(point, center, lengths);
    struct vector axis[3];
    for (int k = 0; k < 3; k++) axis[k] = vector_of(axes_of[k], axes);
    const mpz_ptr all = number();
    bool inside = true;
    for (int k = 0; k < 3; k++) {
        const struct vector normal = vector();
        cross(&normal, &axis[(k + 1) % 3], &axis[(k + 2) % 3]);
        dot(all, &normal, &axis[k]); // the determinant, the same for all k
        if (mpz_sgn(all) == 0) return false;
        const mpz_ptr part = number(), most = number_of(half[k], lengths), size = number();
        dot(part, &normal, &p);
        mpz_mul_2exp(part, part, (mp_bitcnt_t)-axes); // in the units of half times all
        if (mpz_sgn(all) < 0) mpz_neg(part, part);
        mpz_abs(size, all);
        mpz_mul(most, most, size);
        inside &= mpz_cmpabs(part, most) <= 0 && mpz_sgn(most) >= 0;
        x[k] = ratio(part, size, lengths);
    }
    return inside;
}

bool exact_in_sphere(const float center[3], float radius, const float point[3], double *distance) {
    numbers_begin();
    const int lengths = exponent_of(point, 3, exponent_of(center, 3, exponent_of(&radius, 1, 0)));
    const struct vector p = from_center(point, center, lengths);
    const mpz_ptr square = number(), most = number_of(radius, lengths), one = number();
    dot(square, &p, &p);
    mpz_set_ui(one, 1);
    *distance = mpz_sgn(square) ? root_of_ratio(square, one, lengths) : 0;
    mpz_mul(most, most, most);
    return mpz_cmp(square, most) <= 0 && radius >= 0;
}

bool exact_in_capsule(const float start[3], const float end[3], float radius, const float point[3],
                      double *distance) {
    numbers_begin();
    const int lengths = exponent_of(
        point, 3, exponent_of(start, 3, exponent_of(end, 3, exponent_of(&radius, 1, 0))));
    const struct vector p = from_center(point, start, lengths),
                        w = from_center(end, start, lengths);
    const struct vector q = from_center(point, end, lengths);
    const mpz_ptr square = number(), along = number(), all = number(), part = number();
    const mpz_ptr most = number_of(radius, lengths);
    dot(along, &p, &w);
    dot(all, &w, &w);
    if (mpz_sgn(along) <= 0 || mpz_cmp(along, all) >= 0) { // beyond an end, or there is no length
        const struct vector *const from = mpz_sgn(along) <= 0 ? &p : &q;
        dot(square, from, from);
        mpz_set_ui(all, 1);
    } else { // the square of the distance from the line, times that of the length
        dot(square, &p, &p);
        mpz_mul(square, square, all);
        mpz_mul(part, along, along);
        mpz_sub(square, square, part);
    }
    *distance = mpz_sgn(square) ? root_of_ratio(square, all, lengths) : 0;
    mpz_mul(most, most, most);
    mpz_mul(most, most, all);
    return mpz_cmp(square, most) <= 0 && radius >= 0;
}

// The sign of x - |part| / sqrt(square), for x a multiple of 2^-160 that is not negative.
static int compare(double x, mpz_srcptr part, mpz_srcptr square) {
    const mpz_ptr left = number(), right = number();
    mpz_set_d(left, ldexp(x, 160));
    mpz_mul(left, left, left);
    mpz_mul(left, left, square);
    mpz_mul(right, part, part);
    mpz_mul_2exp(right, right, 320);
    return mpz_cmp(left, right);
}

bool exact_is_normal(float (*const vertex)[3], const float normal[3]) {
    numbers_begin();
    int lengths = 0;
    for (int v = 0; v < 3; v++) lengths = exponent_of(vertex[v], 3, lengths);
    const struct vector b = from_center(vertex[1], vertex[0], lengths);
    const struct vector c = from_center(vertex[2], vertex[0], lengths);
    const struct vector product = vector();
    const mpz_ptr square = number();
    cross(&product, &b, &c);
    dot(square, &product, &product);
    if (mpz_sgn(square) == 0) return normal[0] == 0 && normal[1] == 0 && normal[2] == 0;
    for (int k = 0; k < 3; k++) {
        const float x = fabsf(normal[k]);
        const double below = (double)x - (double)nextafterf(x, 0);
        const double above = (double)nextafterf(x, INFINITY) - (double)x;
        if (x > 0 && (normal[k] > 0) != (mpz_sgn(product.at[k]) > 0)) return false;
        if (compare((double)x - below * 513 / 1024, product.at[k], square) > 0) return false;
        if (compare((double)x + above * 513 / 1024, product.at[k], square) < 0) return false;
    }
    return true;
}
