// SPDX-License-Identifier: MIT
// Lengths are integers of one exponent, axes of another, slopes of a third. A direction is
// axis[2] + x axis[0] + y axis[1], in units of 2^(axes + slopes); points are lengths times that.
#include "frustum.h"

#include <math.h>

#include "number.h"

// The frustum relative to the eye: the points base[k] + z direction[k], z from near to far.
struct exact_frustum {
    struct vector base[4], direction[4], right, up;
    mpz_ptr near, far;            // far is NULL if there is none
    mpz_ptr low, high, at, slope; // of an axis
    bool endless[2];              // below, above
    struct vector normal[5];      // of left, right, lower, upper, near; inward or not
    int lengths, axes, slopes;
};

// A box relative to the eye, doubled: its center and half extents times its axes.
struct exact_box {
    struct vector center, half[3], axis[3];
};

// Where the frustum lies along an axis.
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

// Half of the end of the box along an axis.
static void box_along(struct exact_frustum *f, const struct exact_box *box,
                      const struct vector *axis, bool upper) {
    dot(f->at, &box->center, axis);
    for (int k = 0; k < 3; k++) {
        dot(f->slope, &box->half[k], axis);
        if ((mpz_sgn(f->slope) > 0) == upper)
            mpz_add(f->at, f->at, f->slope);
        else
            mpz_sub(f->at, f->at, f->slope);
    }
    mpz_fdiv_q_2exp(f->at, f->at, 1); // it is even
}

static bool separates(struct exact_frustum *f, const struct exact_box *box,
                      const struct vector *axis) {
    frustum_along(f, axis);
    box_along(f, box, axis, true);
    if (!f->endless[0] && mpz_cmp(f->at, f->low) < 0) return true;
    box_along(f, box, axis, false);
    return !f->endless[1] && mpz_cmp(f->at, f->high) > 0;
}

// Whether the box is within the frustum along a normal of one of its sides, at both ends.
static bool contains(struct exact_frustum *f, const struct exact_box *box,
                     const struct vector *normal) {
    frustum_along(f, normal);
    box_along(f, box, normal, true);
    const bool below = f->endless[1] || mpz_cmp(f->at, f->high) <= 0;
    box_along(f, box, normal, false);
    return below && (f->endless[0] || mpz_cmp(f->at, f->low) >= 0);
}

static void shift(mpz_ptr x, int exponent) {
    mpz_mul_2exp(x, x, (mp_bitcnt_t)exponent);
}

// `lengths` and `axes` are the exponents of the item's.
static struct exact_frustum frustum_of(const lbx_frustum *x, int lengths, int axes) {
    const bool parallel = x->parallel != 0, endless = isinf(x->z_far);
    const float z[2] = {x->z_near, endless ? x->z_near : x->z_far};
    int slopes = 0;
    lengths = exponent_of(z, 2, exponent_of(x->eye, 3, lengths));
    if (parallel)
        lengths = exponent_of(x->low, 2, exponent_of(x->high, 2, lengths));
    else
        slopes = exponent_of(x->low, 2, exponent_of(x->high, 2, 0));
    axes = exponent_of(x->axis[0], 9, axes);
    struct vector axis[3];
    for (int k = 0; k < 3; k++) axis[k] = vector_of(x->axis[k], axes);
    struct exact_frustum f = {.right = axis[0],
                              .up = axis[1],
                              .near = number_of(z[0], lengths),
                              .far = endless ? NULL : number_of(z[1], lengths),
                              .low = number(),
                              .high = number(),
                              .at = number(),
                              .slope = number(),
                              .lengths = lengths,
                              .axes = axes,
                              .slopes = slopes};
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
    for (int k = 0; k < 5; k++) f.normal[k] = vector();
    cross(&f.normal[0], &f.direction[0], &f.up);
    cross(&f.normal[1], &f.direction[1], &f.up);
    cross(&f.normal[2], &f.direction[0], &f.right);
    cross(&f.normal[3], &f.direction[2], &f.right);
    cross(&f.normal[4], &f.right, &f.up);
    return f;
}

// A length, or a length times an axis of the box, in units of points.
static void scale_up(const struct exact_frustum *f, mpz_ptr x, bool along_axis) {
    shift(x, along_axis ? -f->slopes : -f->axes - f->slopes);
}

// A point relative to the eye, doubled.
static struct vector from_eye(const struct exact_frustum *f, const lbx_frustum *x,
                              const struct vector *doubled) {
    const struct vector eye = vector_of(x->eye, f->lengths);
    struct vector from = vector();
    for (int c = 0; c < 3; c++) {
        mpz_sub(from.at[c], doubled->at[c], eye.at[c]);
        mpz_sub(from.at[c], from.at[c], eye.at[c]);
        scale_up(f, from.at[c], false);
    }
    return from;
}

static struct exact_seen seen_box(struct exact_frustum *f, const struct exact_box *box) {
    struct vector product = vector();
    struct exact_seen seen = {.inside = true};
    for (int k = 0; k < 5; k++) {
        seen.outside = seen.outside || separates(f, box, &f->normal[k]);
        seen.inside = seen.inside && contains(f, box, &f->normal[k]);
    }
    const struct vector *const edges[6] = {&f->direction[0], &f->direction[1], &f->direction[2],
                                           &f->direction[3], &f->right,        &f->up};
    for (unsigned i = 0; i < 3; i++) {
        cross(&product, &box->axis[(i + 1) % 3], &box->axis[(i + 2) % 3]);
        seen.outside = seen.outside || separates(f, box, &product);
        for (int e = 0; e < 6; e++) {
            cross(&product, &box->axis[i], edges[e]);
            if (!is_zero(&product)) seen.outside = seen.outside || separates(f, box, &product);
        }
    }
    return seen;
}

static struct exact_seen seen_aabb(const lbx_frustum *x, const float box[6], float grow) {
    struct exact_frustum f = frustum_of(x, exponent_of(&grow, 1, exponent_of(box, 6, 0)), 0);
    const struct vector min = vector_of(box, f.lengths), max = vector_of(box + 3, f.lengths);
    const mpz_ptr more = number_of(grow, f.lengths);
    struct vector sum = vector();
    struct exact_box b;
    for (unsigned k = 0; k < 3; k++) {
        mpz_add(sum.at[k], min.at[k], max.at[k]);
        b.axis[k] = vector_unit(k);
        b.half[k] = vector();
        for (unsigned c = 0; c < 3; c++) mpz_set_si(b.half[k].at[c], 0);
        const mpz_ptr half = b.half[k].at[k];
        mpz_sub(half, max.at[k], min.at[k]);
        mpz_addmul_ui(half, more, 2);
        scale_up(&f, half, false);
    }
    b.center = from_eye(&f, x, &sum);
    return seen_box(&f, &b);
}

static struct exact_seen seen_obb(const lbx_frustum *x, const float box[15], float grow) {
    struct exact_frustum f =
        frustum_of(x, exponent_of(&grow, 1, exponent_of(box, 6, 0)), exponent_of(box + 6, 9, 0));
    const struct vector center = vector_of(box, f.lengths);
    const mpz_ptr more = number_of(grow, f.lengths);
    struct vector doubled = vector();
    struct exact_box b;
    for (int k = 0; k < 3; k++) {
        const mpz_ptr half = number_of(box[3 + k], f.lengths);
        mpz_add(half, half, more);
        mpz_mul_2exp(doubled.at[k], center.at[k], 1);
        b.axis[k] = vector_of(box + 6 + 3 * k, f.axes);
        b.half[k] = vector();
        for (int c = 0; c < 3; c++) {
            mpz_mul(b.half[k].at[c], half, b.axis[k].at[c]);
            mpz_mul_2exp(b.half[k].at[c], b.half[k].at[c], 1);
            scale_up(&f, b.half[k].at[c], true);
        }
    }
    b.center = from_eye(&f, x, &doubled);
    return seen_box(&f, &b);
}

// --- spheres ---

// A sphere relative to the eye: its center, and the square of its radius.
struct exact_sphere {
    struct vector center;
    mpz_ptr square;
};

// Whether x exceeds the radius times the length of an axis, or is as large.
static bool exceeds(mpz_ptr x, const struct exact_sphere *s, const struct vector *axis,
                    bool or_equals) {
    const mpz_ptr square = number();
    if (mpz_sgn(x) < 0) return false;
    dot(square, axis, axis);
    mpz_mul(square, square, s->square);
    mpz_mul(x, x, x);
    return mpz_cmp(x, square) >= !or_equals;
}

// By how much the center is beyond the lower or the upper end of the frustum along an axis.
static bool is_beyond(struct exact_frustum *f, const struct exact_sphere *s,
                      const struct vector *axis, bool upper) {
    if (f->endless[upper]) return false;
    dot(f->at, &s->center, axis);
    if (upper)
        mpz_sub(f->at, f->at, f->high);
    else
        mpz_sub(f->at, f->low, f->at);
    return exceeds(f->at, s, axis, false);
}

static bool is_within(struct exact_frustum *f, const struct exact_sphere *s,
                      const struct vector *axis, bool upper) {
    if (f->endless[upper]) return true;
    dot(f->at, &s->center, axis);
    if (upper)
        mpz_sub(f->at, f->high, f->at);
    else
        mpz_sub(f->at, f->at, f->low);
    return exceeds(f->at, s, axis, true);
}

static bool parts(struct exact_frustum *f, const struct exact_sphere *s,
                  const struct vector *axis) {
    if (is_zero(axis)) return false;
    frustum_along(f, axis);
    return is_beyond(f, s, axis, false) || is_beyond(f, s, axis, true);
}

// The way from the nearest point of a convex set to the center has the largest gap. It is a normal,
// or the perpendicular from an edge, or leads from a corner: see near.c.
static struct exact_seen seen_sphere(const lbx_frustum *x, const float sphere[4], float grow) {
    struct exact_frustum f = frustum_of(x, exponent_of(&grow, 1, exponent_of(sphere, 4, 0)), 0);
    const struct vector center = vector_of(sphere, f.lengths);
    struct vector doubled = vector(), corner = vector(), from = vector(), way = vector();
    for (int c = 0; c < 3; c++) mpz_mul_2exp(doubled.at[c], center.at[c], 1);
    struct exact_sphere s = {from_eye(&f, x, &doubled), number_of(sphere[3], f.lengths)};
    mpz_add(s.square, s.square, number_of(grow, f.lengths));
    scale_up(&f, s.square, false);
    mpz_mul(s.square, s.square, s.square);
    for (int c = 0; c < 3; c++) mpz_fdiv_q_2exp(s.center.at[c], s.center.at[c], 1);
    struct exact_seen seen = {.inside = true};
    for (int k = 0; k < 5; k++) {
        seen.outside = seen.outside || parts(&f, &s, &f.normal[k]);
        frustum_along(&f, &f.normal[k]);
        seen.inside = seen.inside && is_within(&f, &s, &f.normal[k], false) &&
                      is_within(&f, &s, &f.normal[k], true);
    }
    for (int k = 0; k < (f.far ? 8 : 4); k++) {
        const struct vector *const edges[3] = {&f.direction[k % 4], &f.right, &f.up};
        for (int c = 0; c < 3; c++) {
            mpz_set(corner.at[c], f.base[k % 4].at[c]);
            mpz_addmul(corner.at[c], f.direction[k % 4].at[c], k < 4 ? f.near : f.far);
            mpz_sub(from.at[c], s.center.at[c], corner.at[c]);
        }
        seen.outside = seen.outside || parts(&f, &s, &from);
        for (int e = 0; e < 3; e++) {
            cross(&corner, edges[e], &from);
            cross(&way, &corner, edges[e]);
            seen.outside = seen.outside || parts(&f, &s, &way);
        }
    }
    return seen;
}

struct exact_seen exact_seen_item(enum seen_shape shape, const lbx_frustum *frustum,
                                  const float item[], float grow) {
    numbers_begin();
    return shape == SEEN_AABBS  ? seen_aabb(frustum, item, grow)
           : shape == SEEN_OBBS ? seen_obb(frustum, item, grow)
                                : seen_sphere(frustum, item, grow);
}
