// SPDX-License-Identifier: MIT
// Rays against boxes of min and max. The points of a ray that lie in a box are those of an interval
// of t, whose ends are ends of the ray or lie on a plane of the box: so of these at most eight t
// every one is tried, and the least and the greatest whose point lies in the box are t_enter and
// t_exit. inv_dir is no input: it is 1/dir, rounded.
//
// Apart: minus the least distance of a point of the ray from the box. Its square is convex in t,
// and its slope linear from one of those t to the next: the least one is where the slope is 0. A
// ray without points (t_max < 0, or t_min > t_max) and a box without (min > max) are infinitely
// far. A hit: how far the ray, cut to its range, must be moved to leave the box.
#include "oracle.h"
#include "solid.h"

#include <math.h>

enum { ORIGIN = 0, DIR = 3, T_MIN = 9, T_MAX = 10, MOMENTS_MAX = 8 };

struct moment { // t = n / d, d > 0
    mpz_ptr n, d;
};

// t is in units of 2^t_exponent, the product of it and dir in those of lengths.
struct ray {
    int t_exponent, length_exponent;
    struct vector origin, dir, min, max;
    struct moment at[MOMENTS_MAX]; // the first two are the ray's ends
    unsigned count;
};

// The range of t that counts, both ends cut.
static void range(const float first[], float t[2]) {
    const float limit = 0x1p127f;
    t[0] = first[T_MIN] > 0 ? first[T_MIN] : 0;
    t[0] = t[0] < limit ? t[0] : limit;
    t[1] = first[T_MAX] < limit ? first[T_MAX] : limit;
}

static int compare(const struct moment *a, const struct moment *b, mpz_ptr left, mpz_ptr right) {
    mpz_mul(left, a->n, b->d);
    mpz_mul(right, b->n, a->d);
    return mpz_cmp(left, right);
}

// Where the ray is on a plane, unless that lies outside of its range.
static void add_plane(struct ray *r, mpz_srcptr plane, int c) {
    if (mpz_sgn(r->dir.at[c]) == 0) return;
    const struct moment t = {number(), number()};
    mpz_sub(t.n, plane, r->origin.at[c]);
    mpz_set(t.d, r->dir.at[c]);
    if (mpz_sgn(t.d) < 0) {
        mpz_neg(t.n, t.n);
        mpz_neg(t.d, t.d);
    }
    const mpz_ptr left = number(), right = number();
    if (compare(&t, &r->at[0], left, right) < 0 || compare(&t, &r->at[1], left, right) > 0) return;
    r->at[r->count++] = t;
}

static struct ray read_ray(const float first[], const float box[], const float t[2]) {
    const int dir_exponent = exponent_of(first + DIR, 3, 0);
    int lengths = exponent_of(first + ORIGIN, 3, exponent_of(box, 6, 0)) - 1; // solid_of_aabb's
    lengths = exponent_of(t, 2, lengths - dir_exponent) + dir_exponent;
    struct ray r = {.t_exponent = lengths - dir_exponent,
                    .length_exponent = lengths,
                    .origin = vector_of(first + ORIGIN, lengths),
                    .dir = vector_of(first + DIR, dir_exponent),
                    .min = vector_of(box, lengths),
                    .max = vector_of(box + 3, lengths),
                    .count = 2};
    for (int end = 0; end < 2; end++) {
        r.at[end] = (struct moment){number_of(t[end], r.t_exponent), number()};
        mpz_set_ui(r.at[end].d, 1);
    }
    for (int c = 0; c < 3; c++) {
        add_plane(&r, r.min.at[c], c);
        add_plane(&r, r.max.at[c], c);
    }
    return r;
}

// The ray's point at t, times t's denominator.
static void point_at(const struct vector *point, const struct ray *r, const struct moment *t) {
    for (int c = 0; c < 3; c++) {
        mpz_mul(point->at[c], t->d, r->origin.at[c]);
        mpz_addmul(point->at[c], t->n, r->dir.at[c]);
    }
}

// From the nearest point of the box to the ray's at t, times t's denominator: 0 within.
static void offset_at(const struct vector *offset, const struct ray *r, const struct moment *t,
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

static double distance(const struct ray *r) {
    const struct vector offset = vector();
    const mpz_ptr left = number(), right = number();
    mpz_ptr slope[MOMENTS_MAX];
    // The last t before the least distance, and the first one behind it.
    int before = -1, behind = -1;
    for (int k = 0; k < (int)r->count; k++) {
        offset_at(&offset, r, &r->at[k], left);
        dot(slope[k] = number(), &offset, &r->dir); // times the denominator of t
        const bool nears = mpz_sgn(slope[k]) <= 0;
        int *const nearest = nears ? &before : &behind;
        if (*nearest >= 0) {
            const int order = compare(&r->at[k], &r->at[*nearest], left, right);
            if (nears ? order < 0 : order > 0) continue;
        }
        *nearest = k;
    }
    struct moment t = r->at[before < 0 ? behind : before];
    if (before >= 0 && behind >= 0) {
        // (t0 s1 - t1 s0) / (s1 - s0), where all denominators but these cancel.
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

static double depth(const struct ray *r, const float box[]) {
    const struct solid second = solid_of_aabb(box, r->length_exponent);
    struct solid first = {.corners = 2, .corner = {vector(), vector()}};
    for (int end = 0; end < 2; end++) point_at(&first.corner[end], r, &r->at[end]);
    return separate(&first, &second, r->length_exponent).margin;
}

static struct exact answer(const float first[], const float second[]) {
    float t[2];
    range(first, t);
    if (first[T_MIN] > first[T_MAX] || t[0] > t[1] || aabb_is_empty(second)) {
        return (struct exact){.margin = -INFINITY, .weighed = -INFINITY};
    }
    numbers_begin();
    const struct ray r = read_ray(first, second, t);
    const struct vector offset = vector();
    const mpz_ptr left = number(), right = number();
    const struct moment *enter = NULL, *exit = NULL;
    for (unsigned k = 0; k < r.count; k++) {
        offset_at(&offset, &r, &r.at[k], left);
        if (!is_zero(&offset)) continue;
        if (!enter || compare(&r.at[k], enter, left, right) < 0) enter = &r.at[k];
        if (!exit || compare(&r.at[k], exit, left, right) > 0) exit = &r.at[k];
    }
    const double margin = enter ? depth(&r, second) : -distance(&r);
    struct exact exact = {.hit = enter, .margin = margin, .weighed = margin};
    if (!enter) return exact;
    exact.out[0] = ratio_up(enter->n, enter->d, r.t_exponent);
    exact.out[1] = ratio_up(exit->n, exit->d, r.t_exponent);
    return exact;
}

// Within 2^-20, relative, and 2^-70 of way; both in the ray's range, and t_exit never below. A
// double rounded up is as good as the exact t_exit, since `got` is itself a double of few bits.
static double output_error(const struct exact *exact, const float first[], const float second[],
                           unsigned k, float got) {
    (void)second;
    float t[2];
    range(first, t);
    const double want = exact->out[k], is = got;
    if (!(got >= t[0] && got <= t[1]) || (k == 1 && is < want)) return INFINITY;
    const float speed =
        fmaxf(fmaxf(fabsf(first[DIR]), fabsf(first[DIR + 1])), fabsf(first[DIR + 2]));
    const double allowed = 0x1p-20 * want + (speed > 0 ? 0x1p-70 / speed : 0);
    return is == want ? 0 : fabs(is - want) / allowed;
}

extern const struct oracle oracle_ray_aabb;
const struct oracle oracle_ray_aabb = {
    .kernel = "ray_aabb", .answer = answer, .output_error = output_error};
