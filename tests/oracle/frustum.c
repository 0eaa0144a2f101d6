// SPDX-License-Identifier: MIT
// Lengths are integers of one exponent, axes of another, slopes of a third. A direction is
// axis[2] + x axis[0] + y axis[1], in units of 2^(axes + slopes); points are lengths times that.
#include "frustum.h"

#include <math.h>

#include "number.h"

// The frustum relative to the eye: the points base[k] + z direction[k], z from near to far. The box
// likewise.
struct exact_frustum {
    struct vector base[4], direction[4], right, up;
    mpz_ptr near, far; // far is NULL if there is none
    struct vector min, max;
    mpz_ptr low, high, at, slope; // of an axis
    bool endless[2];              // below, above
};

// Where it lies along an axis.
static void frustum_along(struct exact_frustum *f, const struct vector *axis) {
    f->endless[0] = f->endless[1] = false;
    for (int k = 0; k < 4; k++) {
        for (int end = 0; end < 2; end++) {
            dot(f->slope, &f->direction[k], axis);
            dot(f->at, &f->base[k], axis);
            if (end && !f->far) {
                f->endless[0] = f->endless[0] || mpz_sgn(f->slope) < 0;
                f->endless[1] = f->endless[1] || mpz_sgn(f->slope) > 0;
            } else {
                mpz_addmul(f->at, f->slope, end ? f->far : f->near);
                const bool first = k == 0 && end == 0;
                if (first || mpz_cmp(f->at, f->low) < 0) mpz_set(f->low, f->at);
                if (first || mpz_cmp(f->at, f->high) > 0) mpz_set(f->high, f->at);
            }
        }
    }
}

// The end of the box along an axis.
static void box_along(struct exact_frustum *f, const struct vector *axis, bool upper) {
    mpz_set_si(f->at, 0);
    for (int c = 0; c < 3; c++) {
        const bool max = (mpz_sgn(axis->at[c]) > 0) == upper;
        mpz_addmul(f->at, axis->at[c], max ? f->max.at[c] : f->min.at[c]);
    }
}

static bool separates(struct exact_frustum *f, const struct vector *axis) {
    frustum_along(f, axis);
    box_along(f, axis, true);
    if (!f->endless[0] && mpz_cmp(f->at, f->low) < 0) return true;
    box_along(f, axis, false);
    return !f->endless[1] && mpz_cmp(f->at, f->high) > 0;
}

// Whether the box is within the frustum along a normal of one of its sides, at both ends.
static bool contains(struct exact_frustum *f, const struct vector *normal) {
    frustum_along(f, normal);
    box_along(f, normal, true);
    const bool below = f->endless[1] || mpz_cmp(f->at, f->high) <= 0;
    box_along(f, normal, false);
    return below && (f->endless[0] || mpz_cmp(f->at, f->low) >= 0);
}

static void shift(mpz_ptr x, int exponent) {
    mpz_mul_2exp(x, x, (mp_bitcnt_t)exponent);
}

struct exact_seen exact_seen_aabb(const lbx_frustum *x, const float box[6], float grow) {
    numbers_begin();
    const bool parallel = x->parallel != 0, endless = isinf(x->z_far);
    const float z[2] = {x->z_near, endless ? x->z_near : x->z_far};
    int lengths = exponent_of(box, 6, 0), slopes = 0;
    lengths = exponent_of(&grow, 1, exponent_of(z, 2, exponent_of(x->eye, 3, lengths)));
    if (parallel)
        lengths = exponent_of(x->low, 2, exponent_of(x->high, 2, lengths));
    else
        slopes = exponent_of(x->low, 2, exponent_of(x->high, 2, 0));
    const int axes = exponent_of(x->axis[0], 9, 0);
    struct vector axis[3];
    for (int k = 0; k < 3; k++) axis[k] = vector_of(x->axis[k], axes);
    struct exact_frustum f = {.right = axis[0], .up = axis[1]};
    f.near = number_of(z[0], lengths);
    f.far = endless ? NULL : number_of(z[1], lengths);
    f.low = number();
    f.high = number();
    f.at = number();
    f.slope = number();
    const int across = parallel ? lengths : slopes;
    for (int k = 0; k < 4; k++) {
        const mpz_ptr along[2] = {number_of(k & 1 ? x->high[0] : x->low[0], across),
                                  number_of(k & 2 ? x->high[1] : x->low[1], across)};
        f.base[k] = vector();
        f.direction[k] = vector();
        for (int c = 0; c < 3; c++) {
            const mpz_ptr moved = parallel ? f.base[k].at[c] : f.direction[k].at[c];
            mpz_set_si(f.base[k].at[c], 0);
            mpz_set_si(f.direction[k].at[c], 0);
            mpz_set(f.slope, axis[2].at[c]);
            shift(f.slope, -slopes);
            mpz_addmul(moved, along[0], axis[0].at[c]);
            mpz_addmul(moved, along[1], axis[1].at[c]);
            mpz_add(f.direction[k].at[c], f.direction[k].at[c], f.slope);
        }
    }
    const mpz_ptr more = number_of(grow, lengths);
    f.min = vector_of(box, lengths);
    f.max = vector_of(box + 3, lengths);
    for (int c = 0; c < 3; c++) {
        const mpz_ptr eye = number_of(x->eye[c], lengths);
        mpz_sub(f.min.at[c], f.min.at[c], eye);
        mpz_sub(f.max.at[c], f.max.at[c], eye);
        mpz_sub(f.min.at[c], f.min.at[c], more);
        mpz_add(f.max.at[c], f.max.at[c], more);
        shift(f.min.at[c], -axes - slopes);
        shift(f.max.at[c], -axes - slopes);
    }
    struct vector normal[5], product = vector();
    for (int k = 0; k < 5; k++) normal[k] = vector();
    cross(&normal[0], &f.direction[0], &f.up);
    cross(&normal[1], &f.direction[1], &f.up);
    cross(&normal[2], &f.direction[0], &f.right);
    cross(&normal[3], &f.direction[2], &f.right);
    cross(&normal[4], &f.right, &f.up);
    struct exact_seen seen = {.inside = true};
    for (int k = 0; k < 5; k++) {
        seen.outside = seen.outside || separates(&f, &normal[k]);
        seen.inside = seen.inside && contains(&f, &normal[k]);
    }
    const struct vector *const edges[6] = {&f.direction[0], &f.direction[1], &f.direction[2],
                                           &f.direction[3], &f.right,        &f.up};
    for (unsigned i = 0; i < 3; i++) {
        const struct vector unit = vector_unit(i);
        seen.outside = seen.outside || separates(&f, &unit);
        for (int e = 0; e < 6; e++) {
            cross(&product, &unit, edges[e]);
            if (!is_zero(&product)) seen.outside = seen.outside || separates(&f, &product);
        }
    }
    return seen;
}
