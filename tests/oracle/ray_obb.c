// SPDX-License-Identifier: MIT
// Rays against the boxes that float axes span. The axes must be independent, but need not be
// orthogonal or of unit length. The inverse of their matrix gives a point's coordinates along the
// axes. They are linear in t, and so is the excess of each over either of its two faces. The
// largest of these six excesses is convex in t.
//
// The margin is minus the minimum of the largest excess on the ray: the amount by which each half
// extent would have to be larger for the ray to touch the box. The minimum is at an end of the ray,
// or where two of the six are equal. t_enter and t_exit are the first and the last t at which the
// largest excess is not positive: an end of the ray, or where one of the six is 0.
#include "line.h"
#include "ray.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { FACES = 6, CENTER = 0, HALF = 3, AXIS = 6 };

// The excess of the ray over a face at t, times the determinant of the axes: start + t slope.
struct beyond {
    mpz_ptr start, slope;
};

struct rays_box {
    int t_exponent, length_exponent; // of t; of an excess, once divided by the determinant
    struct moment end[2];
    struct beyond face[FACES];
    mpz_ptr determinant, left, right; // positive; scratch
};

// Adds the two faces of axis k, whose dual is `normal`.
static void add_faces(struct rays_box *b, int k, const struct vector *normal,
                      const struct vector *offset, const struct vector *dir, mpz_srcptr half) {
    const mpz_ptr start = number(), slope = number(), reach = number();
    dot(start, normal, offset);
    dot(slope, normal, dir);
    mpz_mul(reach, half, b->determinant);
    for (int side = 0; side < 2; side++) {
        struct beyond *const face = &b->face[2 * k + side];
        *face = (struct beyond){number(), number()};
        mpz_set(face->start, start);
        mpz_set(face->slope, slope);
        if (side) mpz_neg(face->start, start);
        if (side) mpz_neg(face->slope, slope);
        mpz_sub(face->start, face->start, reach);
    }
}

static struct rays_box read_pair(const float first[], const float second[], const float t[2]) {
    const int dirs = exponent_of(first + DIR, 3, 0), axes = exponent_of(second + AXIS, 9, 0);
    // Coordinates times the determinant have the units of three axes and a length.
    int lengths = exponent_of(first + ORIGIN, 3, exponent_of(second, 6, 0));
    lengths = exponent_of(t, 2, lengths + axes - dirs) - axes + dirs;
    struct rays_box b = {.t_exponent = lengths + axes - dirs, .length_exponent = lengths};
    const struct vector dir = vector_of(first + DIR, dirs);
    const struct vector origin = vector_of(first + ORIGIN, lengths + axes);
    const struct vector center = vector_of(second + CENTER, lengths + axes);
    const struct vector offset = vector(), normal = vector();
    struct vector axis[3];
    for (int k = 0; k < 3; k++) {
        mpz_sub(offset.at[k], origin.at[k], center.at[k]);
        axis[k] = vector_of(second + AXIS + 3 * k, axes);
    }
    b.determinant = number();
    b.left = number();
    b.right = number();
    cross(&normal, &axis[1], &axis[2]);
    dot(b.determinant, &normal, &axis[0]);
    if (mpz_sgn(b.determinant) == 0) {
        fprintf(stderr, "oracle: axes that depend\n");
        abort();
    }
    mpz_abs(b.determinant, b.determinant);
    for (int k = 0; k < 3; k++) {
        cross(&normal, &axis[(k + 1) % 3], &axis[(k + 2) % 3]);
        add_faces(&b, k, &normal, &offset, &dir, number_of(second[HALF + k], lengths));
    }
    for (int end = 0; end < 2; end++) {
        b.end[end] = (struct moment){number_of(t[end], b.t_exponent), number()};
        mpz_set_ui(b.end[end].d, 1);
    }
    return b;
}

// The largest of the six excesses, times t's denominator.
static void beyond_at(mpz_ptr most, const struct rays_box *b, const struct moment *t) {
    for (int f = 0; f < FACES; f++) {
        mpz_mul(b->left, b->face[f].start, t->d);
        mpz_addmul(b->left, b->face[f].slope, t->n);
        if (f == 0 || mpz_cmp(b->left, most) > 0) mpz_set(most, b->left);
    }
}

static bool in_range(const struct rays_box *b, const struct moment *t) {
    return moment_compare(t, &b->end[0], b->left, b->right) >= 0 &&
           moment_compare(t, &b->end[1], b->left, b->right) <= 0;
}

// Makes the denominator positive. Returns false if it is 0.
static bool settle(struct moment *t) {
    if (mpz_sgn(t->d) < 0) {
        mpz_neg(t->n, t->n);
        mpz_neg(t->d, t->d);
    }
    return mpz_sgn(t->d) != 0;
}

static double ratio(mpz_ptr n, mpz_srcptr d, int exponent) {
    const int sign = mpz_sgn(n);
    mpz_abs(n, n);
    return sign * ratio_up(n, d, exponent);
}

static double least_beyond(const struct rays_box *b) {
    const mpz_ptr most = number(), scale = number(), least = number(), least_d = number();
    struct moment t = {number(), number()};
    bool found = false;
    for (int i = 0; i < FACES + 1; i++) {
        for (int j = 0; j < i && (i < FACES || j < 2); j++) {
            if (i == FACES) { // an end
                mpz_set(t.n, b->end[j].n);
                mpz_set(t.d, b->end[j].d);
            } else {
                mpz_sub(t.n, b->face[j].start, b->face[i].start);
                mpz_sub(t.d, b->face[i].slope, b->face[j].slope);
                if (!settle(&t) || !in_range(b, &t)) continue;
            }
            beyond_at(most, b, &t);
            if (found) {
                mpz_mul(b->left, most, least_d);
                mpz_mul(b->right, least, t.d);
                if (mpz_cmp(b->left, b->right) >= 0) continue;
            }
            found = true;
            mpz_set(least, most);
            mpz_set(least_d, t.d);
        }
    }
    mpz_mul(scale, least_d, b->determinant);
    return ratio(least, scale, b->length_exponent);
}

// If the ray is in the box at t, makes t the earliest or the latest such moment where it is.
static void note(const struct rays_box *b, const struct moment *t, struct moment extreme[2],
                 bool *found, mpz_ptr most) {
    beyond_at(most, b, t);
    if (mpz_sgn(most) > 0) return;
    for (int k = 0; k < 2; k++) {
        const int order = *found ? moment_compare(t, &extreme[k], b->left, b->right) : 0;
        if (*found && (k == 0 ? order >= 0 : order <= 0)) continue;
        mpz_set(extreme[k].n, t->n);
        mpz_set(extreme[k].d, t->d);
    }
    *found = true;
}

static struct exact answer(const float first[], const float second[]) {
    float range[2];
    ray_range(first, range);
    if (first[T_MIN] > first[T_MAX] || range[0] > range[1])
        return (struct exact){.margin = -INFINITY, .weighed = -INFINITY};
    numbers_begin();
    const struct rays_box b = read_pair(first, second, range);
    struct moment extreme[2] = {{number(), number()}, {number(), number()}};
    struct moment t = {number(), number()};
    const mpz_ptr most = number();
    bool found = false;
    for (int end = 0; end < 2; end++) note(&b, &b.end[end], extreme, &found, most);
    for (int f = 0; f < FACES; f++) {
        mpz_neg(t.n, b.face[f].start);
        mpz_set(t.d, b.face[f].slope);
        if (settle(&t) && in_range(&b, &t)) note(&b, &t, extreme, &found, most);
    }
    const double margin = -least_beyond(&b);
    struct exact exact = {.hit = found, .margin = margin, .weighed = margin};
    for (int k = 0; k < 2 && found; k++)
        exact.out[k] = ratio_up(extreme[k].n, extreme[k].d, b.t_exponent);
    return exact;
}

// How much larger the half extents would have to be for the ray's point at t (1 + sign 2^-20) to be
// in the box.
static double growth_at(const float first[], const float second[], float t, int sign) {
    const float both[2] = {t, t};
    numbers_begin();
    const struct rays_box b = read_pair(first, second, both);
    const mpz_ptr most = number();
    const struct moment at = b.end[0];
    mpz_mul_si(at.n, at.n, (1 << 20) + sign);
    mpz_mul_si(at.d, at.d, 1 << 20);
    beyond_at(most, &b, &at);
    mpz_mul(at.d, at.d, b.determinant);
    return ratio(most, at.d, b.length_exponent);
}

// The output is in the ray's range. It is that of a box between the exact one and the one whose
// half extents are larger by the bound, within a relative 2^-20 and the absolute part of distance,
// and t_exit is never below the exact one. Except for the range, errors of up to 2^-118 of distance
// are ignored.
static double output_error(const struct exact *exact, const float first[], const float second[],
                           unsigned k, float got) {
    float range[2];
    ray_range(first, range);
    const double want = exact->out[k], is = got, close = 0x1p-20 * want;
    if (!(got >= range[0] && got <= range[1])) return INFINITY;
    const double speed = fmax(fmax(fabs(first[DIR]), fabs(first[DIR + 1])), fabs(first[DIR + 2]));
    if (is == want || fabs(is - want) * speed <= 0x1p-118) return 0;
    if (k == 1 && is < want) return INFINITY;
    if (k == 0 ? is > want : is - want <= close) return fabs(is - want) / close;
    double way = 0, size = 0;
    for (int c = 0; c < 3; c++) {
        way += fabs((double)second[CENTER + c] - first[ORIGIN + c]);
        size += second[HALF + c];
    }
    const double bound = 3 * 0x1p-19 * (way + size) + absolute_part(exact);
    return fmax(0, growth_at(first, second, got, k == 0 ? 1 : -1) / bound);
}

extern const struct oracle oracle_ray_obb;
const struct oracle oracle_ray_obb = {.answer = answer, .output_error = output_error};
