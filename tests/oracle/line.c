// SPDX-License-Identifier: MIT
#include "line.h"

#include <math.h>

// Adds the t at which the line crosses a plane, if it is in the line's range.
static void add_plane(struct line *r, mpz_srcptr plane, int c) {
    if (mpz_sgn(r->dir.at[c]) == 0) return;
    const struct moment t = {number(), number()};
    mpz_sub(t.n, plane, r->origin.at[c]);
    mpz_set(t.d, r->dir.at[c]);
    if (mpz_sgn(t.d) < 0) {
        mpz_neg(t.n, t.n);
        mpz_neg(t.d, t.d);
    }
    const mpz_ptr left = number(), right = number();
    if (moment_compare(&t, &r->at[0], left, right) < 0 ||
        moment_compare(&t, &r->at[1], left, right) > 0)
        return;
    r->at[r->count++] = t;
}

// The point of the line at t, times t's denominator.
static void point_at(const struct vector *point, const struct line *r, const struct moment *t) {
    for (int c = 0; c < 3; c++) {
        mpz_mul(point->at[c], t->d, r->origin.at[c]);
        mpz_addmul(point->at[c], t->n, r->dir.at[c]);
    }
}

// The vector from the nearest point of the box to the line's point at t, times t's denominator. It
// is 0 inside the box.
static void offset_at(const struct vector *offset, const struct line *r, const struct moment *t,
                      mpz_ptr scratch) {
    point_at(offset, r, t);
    for (int c = 0; c < 3; c++) {
        const mpz_ptr x = offset->at[c];
        mpz_mul(scratch, t->d, r->min.at[c]);
        if (mpz_cmp(x, scratch) < 0) {
            mpz_sub(x, x, scratch);
            continue;
        }
        mpz_mul(scratch, t->d, r->max.at[c]);
        if (mpz_cmp(x, scratch) > 0) {
            mpz_sub(x, x, scratch);
        } else {
            mpz_set_ui(x, 0);
        }
    }
}

static double distance(const struct line *r) {
    const struct vector offset = vector();
    const mpz_ptr left = number(), right = number();
    mpz_ptr slope[MOMENTS_MAX];
    // The last t before the least distance, and the first one after it.
    int before = -1, behind = -1;
    for (int k = 0; k < (int)r->count; k++) {
        offset_at(&offset, r, &r->at[k], left);
        dot(slope[k] = number(), &offset, &r->dir); // times the denominator of t
        int *const nearest = mpz_sgn(slope[k]) <= 0 ? &before : &behind;
        const int order =
            *nearest < 0 ? 0 : moment_compare(&r->at[k], &r->at[*nearest], left, right);
        if (*nearest < 0 || (nearest == &before ? order > 0 : order < 0)) *nearest = k;
    }
    struct moment t = r->at[before < 0 ? behind : before];
    if (before >= 0 && behind >= 0) {
        // (t0 s1 - t1 s0) / (s1 - s0); all other denominators cancel.
        const struct moment t0 = t, t1 = r->at[behind];
        t = (struct moment){number(), number()};
        mpz_mul(t.n, t0.n, slope[behind]);
        mpz_submul(t.n, t1.n, slope[before]);
        mpz_mul(t.d, t0.d, slope[behind]);
        mpz_submul(t.d, t1.d, slope[before]);
    }
    offset_at(&offset, r, &t, left);
    dot(left, &offset, &offset);
    mpz_mul(right, t.d, t.d);
    return root_of_ratio(left, right, r->length_exponent);
}

static double depth(const struct line *r) {
    const struct solid second = solid_of_span(&r->min, &r->max);
    struct solid first = {.corners = 2, .corner = {vector(), vector()}};
    for (int end = 0; end < 2; end++) point_at(&first.corner[end], r, &r->at[end]);
    return separate(&first, &second, r->length_exponent).margin;
}

struct exact line_answer(struct line *r) {
    for (int c = 0; c < 3; c++) {
        add_plane(r, r->min.at[c], c);
        add_plane(r, r->max.at[c], c);
    }
    const struct vector offset = vector();
    const mpz_ptr left = number(), right = number();
    const struct moment *enter = NULL, *exit = NULL;
    for (unsigned k = 0; k < r->count; k++) {
        offset_at(&offset, r, &r->at[k], left);
        if (!is_zero(&offset)) continue;
        if (!enter || moment_compare(&r->at[k], enter, left, right) < 0) enter = &r->at[k];
        if (!exit || moment_compare(&r->at[k], exit, left, right) > 0) exit = &r->at[k];
    }
    const double margin = enter ? depth(r) : -distance(r);
    struct exact exact = {.hit = enter, .margin = margin, .weighed = margin};
    if (!enter) return exact;
    exact.out[0] = ratio_up(enter->n, enter->d, r->t_exponent);
    exact.out[1] = ratio_up(exit->n, exit->d, r->t_exponent);
    return exact;
}
