// SPDX-License-Identifier: MIT
// Rays against closed triangles, which may be segments or points. The part of the ray inside the
// triangle is an interval of t. It begins where the ray does, or where the ray's line meets the
// triangle's plane, an edge or a vertex. The first contact is the least of these at most eight t
// whose point lies in the triangle.
//
// Separating axes tell whether there is a contact. The margin of a miss is minus the distance of
// the triangle from the ray's segment; that of a hit is how far either must be moved to part them.
//
// t may be that of a triangle whose vertices are slightly off. So it is judged by the distance of
// its point from the triangle and, where t is not unique, also by how much later it is than the
// first contact. u and v are judged together with t: by their signs, and by the distance of the
// point of these weights from the ray's point.
#include "near.h"
#include "ray.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct moment { // t = n / d, d > 0
    mpz_ptr n, d;
};

struct meeting {
    int t_exponent, length_exponent;
    struct moment end[2];
    struct vector dir, vertex[3], edge[3], normal; // vertices relative to the ray's origin
    bool flat;                                     // the normal is 0
    mpz_ptr left, right, square;                   // scratch
    struct vector from, product;
};

static struct meeting read_pair(const float first[], const float second[], const float t[2]) {
    const int dirs = exponent_of(first + DIR, 3, 0);
    int lengths = exponent_of(first + ORIGIN, 3, exponent_of(second, 9, 0));
    lengths = exponent_of(t, 2, lengths - dirs) + dirs;
    struct meeting m = {.t_exponent = lengths - dirs,
                        .length_exponent = lengths,
                        .dir = vector_of(first + DIR, dirs),
                        .normal = vector(),
                        .left = number(),
                        .right = number(),
                        .square = number(),
                        .from = vector(),
                        .product = vector()};
    const struct vector origin = vector_of(first + ORIGIN, lengths);
    for (int v = 0; v < 3; v++) {
        m.vertex[v] = vector_of(second + 3 * v, lengths);
        for (int c = 0; c < 3; c++) mpz_sub(m.vertex[v].at[c], m.vertex[v].at[c], origin.at[c]);
    }
    for (int k = 0; k < 3; k++) {
        m.edge[k] = vector();
        for (int c = 0; c < 3; c++)
            mpz_sub(m.edge[k].at[c], m.vertex[(k + 1) % 3].at[c], m.vertex[k].at[c]);
    }
    cross(&m.normal, &m.edge[0], &m.edge[1]);
    m.flat = is_zero(&m.normal);
    for (int end = 0; end < 2; end++) {
        m.end[end] = (struct moment){number_of(t[end], m.t_exponent), number()};
        mpz_set_ui(m.end[end].d, 1);
    }
    return m;
}

// --- the ray's point at t ---

// Sets `from` to the point relative to vertex v, times t's denominator.
static void see_from(struct meeting *m, const struct moment *t, int v) {
    for (int c = 0; c < 3; c++) {
        mpz_mul(m->from.at[c], t->n, m->dir.at[c]);
        mpz_submul(m->from.at[c], t->d, m->vertex[v].at[c]);
    }
}

// Whether the point, in `from` relative to vertex k, lies on the triangle's side of edge k.
static bool is_within(struct meeting *m, int k) {
    cross(&m->product, &m->edge[k], &m->from);
    dot(m->left, &m->product, &m->normal);
    return mpz_sgn(m->left) >= 0;
}

static bool is_on_segment(struct meeting *m, const struct moment *t, int k) {
    see_from(m, t, k);
    cross(&m->product, &m->edge[k], &m->from);
    if (!is_zero(&m->product)) return false;
    dot(m->left, &m->edge[k], &m->from);
    dot(m->right, &m->edge[k], &m->edge[k]);
    mpz_mul(m->right, m->right, t->d);
    return mpz_sgn(m->left) >= 0 && mpz_cmp(m->left, m->right) <= 0 &&
           (mpz_sgn(m->right) > 0 || is_zero(&m->from));
}

static bool is_in_triangle(struct meeting *m, const struct moment *t) {
    for (int k = 0; k < 3 && m->flat; k++)
        if (is_on_segment(m, t, k)) return true;
    if (m->flat) return false;
    see_from(m, t, 0);
    dot(m->left, &m->normal, &m->from);
    if (mpz_sgn(m->left) != 0) return false;
    for (int k = 0; k < 3; k++) {
        see_from(m, t, k);
        if (!is_within(m, k)) return false;
    }
    return true;
}

// --- its distance from the triangle ---

static double distance_from_vertex(struct meeting *m, const struct moment *t, int v) {
    see_from(m, t, v);
    dot(m->left, &m->from, &m->from);
    mpz_mul(m->right, t->d, t->d);
    return root_of_ratio(m->left, m->right, m->length_exponent);
}

static double distance_from_edge(struct meeting *m, const struct moment *t, int k) {
    see_from(m, t, k);
    dot(m->left, &m->edge[k], &m->from);
    if (mpz_sgn(m->left) <= 0) return distance_from_vertex(m, t, k);
    dot(m->square, &m->edge[k], &m->edge[k]);
    mpz_mul(m->right, m->square, t->d);
    if (mpz_cmp(m->left, m->right) >= 0) return distance_from_vertex(m, t, (k + 1) % 3);
    cross(&m->product, &m->edge[k], &m->from);
    dot(m->left, &m->product, &m->product);
    mpz_mul(m->right, m->right, t->d);
    return root_of_ratio(m->left, m->right, m->length_exponent);
}

static double distance_at(struct meeting *m, const struct moment *t) {
    bool over = !m->flat;
    double least = INFINITY;
    for (int k = 0; k < 3; k++) {
        least = fmin(least, distance_from_edge(m, t, k));
        see_from(m, t, k);
        over = over && is_within(m, k);
    }
    if (!over) return least;
    see_from(m, t, 0);
    dot(m->left, &m->normal, &m->from);
    mpz_mul(m->left, m->left, m->left);
    dot(m->right, &m->normal, &m->normal);
    mpz_mul(m->right, m->right, t->d);
    mpz_mul(m->right, m->right, t->d);
    return root_of_ratio(m->left, m->right, m->length_exponent);
}

// --- the answer ---

static bool is_before(struct meeting *m, const struct moment *a, const struct moment *b) {
    mpz_mul(m->left, a->n, b->d);
    mpz_mul(m->right, b->n, a->d);
    return mpz_cmp(m->left, m->right) < 0;
}

// Makes t the earliest if its point is in the triangle and it is earlier. t.d may have any sign.
static void try_moment(struct meeting *m, struct moment t, struct moment *earliest, bool *found) {
    if (mpz_sgn(t.d) == 0) return;
    if (mpz_sgn(t.d) < 0) {
        mpz_neg(t.n, t.n);
        mpz_neg(t.d, t.d);
    }
    if (is_before(m, &t, &m->end[0]) || is_before(m, &m->end[1], &t)) return;
    if (*found && !is_before(m, &t, earliest)) return;
    if (!is_in_triangle(m, &t)) return;
    mpz_set(earliest->n, t.n);
    mpz_set(earliest->d, t.d);
    *found = true;
}

static bool first_contact(struct meeting *m, struct moment *earliest) {
    const struct moment t = {number(), number()};
    const struct vector across = vector(), away = vector();
    bool found = false;
    try_moment(m, m->end[0], earliest, &found);
    dot(t.n, &m->normal, &m->vertex[0]);
    dot(t.d, &m->normal, &m->dir);
    try_moment(m, t, earliest, &found);
    for (int k = 0; k < 3; k++) {
        cross(&across, &m->dir, &m->edge[k]);
        cross(&away, &m->vertex[k], &m->edge[k]);
        dot(t.n, &away, &across);
        dot(t.d, &across, &across);
        try_moment(m, t, earliest, &found);
        dot(t.n, &m->vertex[k], &m->dir);
        dot(t.d, &m->dir, &m->dir);
        try_moment(m, t, earliest, &found);
    }
    return found;
}

static struct exact answer(const float first[], const float second[]) {
    float range[2];
    ray_range(first, range);
    if (first[T_MIN] > first[T_MAX] || range[0] > range[1])
        return (struct exact){.margin = -INFINITY, .weighed = -INFINITY};
    numbers_begin();
    struct meeting m = read_pair(first, second, range);
    struct solid piece = {.corners = 2}, triangle = {.corners = 3};
    for (int v = 0; v < 3; v++) {
        triangle.corner[v] = m.vertex[v];
        piece.corner[v] = vector();
        for (int c = 0; c < 3; c++) mpz_mul(piece.corner[v].at[c], m.end[v > 0].n, m.dir.at[c]);
    }
    const struct separation separation = separate(&piece, &triangle, m.length_exponent);
    struct moment earliest = {number(), number()};
    if (first_contact(&m, &earliest) == separation.apart) {
        fprintf(stderr, "oracle: a contact without a t, or a t without a contact\n");
        abort();
    }
    if (separation.apart) {
        const mpz_ptr none = number();
        mpz_set_ui(none, 0);
        piece.corners = 3;
        return exact_of_triangles(&piece, &triangle, none, m.length_exponent);
    }
    return (struct exact){.hit = true,
                          .margin = separation.margin,
                          .weighed = separation.margin,
                          .out = {ratio_up(earliest.n, earliest.d, m.t_exponent)}};
}

// --- the promises of t, u and v ---

// 2^-20 of the largest coordinate of a vertex relative to the ray's origin, plus 2^-14 of the
// longest side of the triangle's bounding box, plus the absolute part.
static double bound_of(const struct exact *exact, const float first[], const float second[]) {
    double farthest = 0, longest = 0;
    for (int k = 0; k < 9; k++) {
        const double x = second[k], y = second[(k + 3) % 9];
        farthest = fmax(farthest, fabs(x - first[ORIGIN + k % 3]));
        longest = fmax(longest, fabs(x - y));
    }
    return 0x1p-20 * farthest + 0x1p-14 * longest + absolute_part(exact);
}

// Judges t. Without t, u and v can only be checked for their range.
static double output_error(const struct exact *exact, const float first[], const float second[],
                           unsigned k, float got) {
    float range[2];
    ray_range(first, range);
    if (k > 0) return got >= 0 && got <= 1 ? 0 : INFINITY;
    if (!(got >= range[0] && got <= range[1])) return INFINITY;
    numbers_begin();
    struct meeting m = read_pair(first, second, (float[]){got, got});
    double off = distance_at(&m, &m.end[0]);
    dot(m.left, &m.normal, &m.dir);
    if (mpz_sgn(m.left) == 0) { // the ray is parallel to the triangle's plane, or there is none
        const double way =
            sqrt((double)first[DIR] * first[DIR] + (double)first[DIR + 1] * first[DIR + 1] +
                 (double)first[DIR + 2] * first[DIR + 2]);
        off = fmax(off, (got - exact->out[0]) * way);
    }
    return off / bound_of(exact, first, second);
}

static double all_error(const struct exact *exact, const float first[], const float second[],
                        const float got[]) {
    if (!(got[1] >= 0 && got[1] <= 1 && got[2] >= 0 && got[2] <= 1)) return INFINITY;
    numbers_begin();
    const struct meeting m = read_pair(first, second, (float[]){got[0], got[0]});
    const int weights = exponent_of(got + 1, 2, 0);
    const mpz_ptr u = number_of(got[1], weights), v = number_of(got[2], weights);
    const mpz_ptr w = number_of(1, weights), one = number();
    mpz_set(one, w);
    mpz_sub(w, w, u);
    mpz_sub(w, w, v);
    if (mpz_sgn(w) < 0) return INFINITY;
    mpz_mul(one, one, m.end[0].n);
    for (int c = 0; c < 3; c++) { // from the ray's point to the point of the weights
        mpz_mul(m.from.at[c], w, m.vertex[0].at[c]);
        mpz_addmul(m.from.at[c], u, m.vertex[1].at[c]);
        mpz_addmul(m.from.at[c], v, m.vertex[2].at[c]);
        mpz_submul(m.from.at[c], one, m.dir.at[c]);
    }
    dot(m.left, &m.from, &m.from);
    mpz_set_ui(m.right, 1);
    return root_of_ratio(m.left, m.right, m.length_exponent + weights) /
           bound_of(exact, first, second);
}

extern const struct oracle oracle_ray_triangle;
const struct oracle oracle_ray_triangle = {
    .answer = answer, .output_error = output_error, .all_error = all_error};
