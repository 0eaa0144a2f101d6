// SPDX-License-Identifier: MIT
#include "solid.h"

#include <math.h>

enum { DIRECTIONS_MAX = 2 * (3 + 3) + 3 };

struct solid solid_of_corners(const float x[], unsigned corners, int exponent) {
    struct solid hull = {.corners = corners};
    for (unsigned v = 0; v < corners; v++) hull.corner[v] = vector_of(x + 3 * v, exponent);
    return hull;
}

bool aabb_is_empty(const float x[6]) {
    return x[0] > x[3] || x[1] > x[4] || x[2] > x[5];
}

struct solid solid_of_aabb(const float x[6], int exponent) {
    const struct vector min = vector_of(x, exponent), max = vector_of(x + 3, exponent);
    return solid_of_span(&min, &max);
}

struct solid solid_of_span(const struct vector *min, const struct vector *max) {
    struct solid box = {.corners = 1, .axes = 3, .corner = {vector()}};
    for (unsigned c = 0; c < 3; c++) {
        mpz_add(box.corner[0].at[c], min->at[c], max->at[c]);
        mpz_divexact_ui(box.corner[0].at[c], box.corner[0].at[c], 2);
        box.axis[c] = vector_unit(c);
        box.half[c] = number();
        mpz_sub(box.half[c], max->at[c], min->at[c]);
        mpz_divexact_ui(box.half[c], box.half[c], 2);
    }
    return box;
}

struct solid solid_of_obb(const float x[15], int lengths, int axes) {
    struct solid box = {.corners = 1, .axes = 3, .corner = {vector_of(x, lengths + axes)}};
    for (int k = 0; k < 3; k++) {
        box.half[k] = number_of(x[3 + k], lengths);
        box.axis[k] = vector_of(x + 6 + 3 * k, axes);
    }
    return box;
}

static unsigned add_directions(const struct solid *s, struct vector direction[], unsigned count) {
    for (unsigned k = 0; k < s->axes; k++) direction[count++] = s->axis[k];
    for (unsigned i = 0; i < s->corners; i++) {
        for (unsigned j = 0; j < i; j++) {
            const struct vector edge = vector();
            for (int c = 0; c < 3; c++) mpz_sub(edge.at[c], s->corner[i].at[c], s->corner[j].at[c]);
            direction[count++] = edge;
        }
    }
    return count;
}

static bool span_space(const struct vector direction[], unsigned count) {
    const struct vector normal = vector();
    const mpz_ptr volume = number();
    for (unsigned i = 0; i < count; i++) {
        for (unsigned j = i + 1; j < count; j++) {
            cross(&normal, &direction[i], &direction[j]);
            for (unsigned k = j + 1; k < count; k++) {
                dot(volume, &normal, &direction[k]);
                if (mpz_sgn(volume) != 0) return true;
            }
        }
    }
    return false;
}

struct interval {
    mpz_ptr low, high;
};

// The interval of the dot products of L with all points of the solid.
static void project(const struct interval *onto, const struct solid *s, const struct vector *L,
                    mpz_ptr scratch) {
    for (unsigned i = 0; i < s->corners; i++) {
        dot(scratch, &s->corner[i], L);
        if (i == 0 || mpz_cmp(scratch, onto->low) < 0) mpz_set(onto->low, scratch);
        if (i == 0 || mpz_cmp(scratch, onto->high) > 0) mpz_set(onto->high, scratch);
    }
    for (unsigned k = 0; k < s->axes; k++) {
        dot(scratch, &s->axis[k], L);
        mpz_abs(scratch, scratch);
        mpz_submul(onto->low, scratch, s->half[k]);
        mpz_addmul(onto->high, scratch, s->half[k]);
    }
}

struct separation separate(const struct solid *a, const struct solid *b, int exponent) {
    struct vector direction[DIRECTIONS_MAX];
    const unsigned of_a = add_directions(a, direction, 0);
    const unsigned of_both = add_directions(b, direction, of_a);
    unsigned count = of_both;
    if (!span_space(direction, of_both)) {
        for (unsigned c = 0; c < 3; c++) direction[count++] = vector_unit(c);
    }
    mpz_ptr square[DIRECTIONS_MAX];
    for (unsigned i = 0; i < count; i++) dot(square[i] = number(), &direction[i], &direction[i]);

    const struct interval of[2] = {{number(), number()}, {number(), number()}};
    const struct vector L = vector();
    const mpz_ptr overlap = number(), scratch = number(), length = number();
    struct separation found = {.margin = INFINITY, .weighed = INFINITY};
    for (unsigned i = 0; i < count; i++) {
        for (unsigned j = i + 1; j < count; j++) {
            cross(&L, &direction[i], &direction[j]);
            if (is_zero(&L)) continue;
            project(&of[0], a, &L, scratch);
            project(&of[1], b, &L, scratch);
            mpz_sub(overlap, of[0].high, of[1].low);
            mpz_sub(scratch, of[1].high, of[0].low);
            if (mpz_cmp(scratch, overlap) < 0) mpz_swap(scratch, overlap);
            const int sign = mpz_sgn(overlap);
            found.apart = found.apart || sign < 0;

            mpz_mul(overlap, overlap, overlap);
            dot(length, &L, &L);
            const double margin = sign * root_of_ratio(overlap, length, exponent);
            double weighed = margin;
            const bool of_each = i < of_a && j >= of_a && j < of_both;
            const bool of_corners =
                (i >= a->axes && j < of_a) || (i >= of_a + b->axes && j < of_both);
            if (of_each || of_corners) {
                mpz_mul(length, square[i], square[j]);
                weighed = sign * root_of_ratio(overlap, length, exponent);
            }
            found.margin = fmin(found.margin, margin);
            found.weighed = fmin(found.weighed, weighed);
        }
    }
    if (!found.apart) found.weighed = found.margin;
    return found;
}
