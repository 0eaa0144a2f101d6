// SPDX-License-Identifier: MIT
#include "entered.h"

#include <float.h>
#include <gmp.h>
#include <math.h>

enum verdict { NO, YES, UNDECIDED };

static void cross_of(const double a[3], const double b[3], double out[3]) {
    for (int c = 0; c < 3; c++) {
        const int j = (c + 1) % 3, k = (c + 2) % 3;
        out[c] = a[j] * b[k] - a[k] * b[j];
    }
}

static double dot_of(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static double length_of(const double a[3]) {
    return sqrt(dot_of(a, a));
}

// Row i of the quaternion's rotation times its square.
static void raw_row(const double q[4], int i, double row[3]) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    row[i] = q[3] * q[3] + q[i] * q[i] - q[j] * q[j] - q[k] * q[k];
    row[j] = 2 * (q[i] * q[j] - q[k] * q[3]);
    row[k] = 2 * (q[i] * q[k] + q[j] * q[3]);
}

struct entered enter_exactly(const lbx_instance *instance, const float ray[8], double size) {
    struct entered e = {.instance = instance, .ray = ray};
    const double *const q = instance->pose.rotation;
    const double by =
        1 / ((q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]) * instance->scale);
    double from[3];
    for (int i = 0; i < 3; i++) {
        double row[3];
        from[i] = (double)ray[i] - instance->pose.position[i];
        raw_row(q, i, row);
        for (int c = 0; c < 3; c++) {
            e.origin[c] += row[c] * by * from[i];
            e.direction[c] += row[c] * by * (double)ray[3 + i];
        }
    }
    e.slack = 0x1p-19 * (length_of(from) / instance->scale + size) * (1 + 0x1p-40);
    return e;
}

bool passes_ball(const struct entered *e, double radius) {
    double off[3];
    cross_of(e->direction, e->origin, off);
    return length_of(off) <= (radius + e->slack) * length_of(e->direction);
}

// The range of t, as rays have it.
static void range_of(const float ray[8], double t[2]) {
    t[0] = ray[6] > 0 ? fmin((double)ray[6], 0x1p127) : 0;
    t[1] = fmin((double)ray[7], 0x1p127);
}

// --- in double ---

// Of a distance from the plane at t, times the normal's length: more than rounding may take.
static enum verdict ends_apart(const struct entered *e, const double normal[3],
                               const float vertex[3]) {
    const double along = dot_of(normal, e->direction), length = length_of(normal);
    double t[2], at[2], most = 0;
    range_of(e->ray, t);
    for (int c = 0; c < 3; c++) most += fabs(e->origin[c]) + fabs((double)vertex[c]);
    for (int k = 0; k < 2; k++) {
        const double from[3] = {e->origin[0] - (double)vertex[0], e->origin[1] - (double)vertex[1],
                                e->origin[2] - (double)vertex[2]};
        const double error = 0x1p-44 * length * (most + t[k] * length_of(e->direction));
        at[k] = dot_of(normal, from) + t[k] * along;
        if (fabs(at[k]) + error < e->slack * length) return NO;
        if (!(fabs(at[k]) - error > e->slack * length)) return UNDECIDED;
    }
    return (at[0] < 0) != (at[1] < 0) ? YES : NO;
}

static enum verdict judge_in_double(const struct entered *e, const float triangle[3][3]) {
    double corner[3][3], edge[3][3], normal[3], volume[3], sum = 0, far = 0;
    for (int v = 0; v < 3; v++) {
        for (int c = 0; c < 3; c++) {
            const double next = (double)triangle[(v + 2) % 3][c];
            corner[v][c] = (double)triangle[v][c] - e->origin[c];
            edge[v][c] = next - (double)triangle[(v + 1) % 3][c]; // opposite to vertex v
        }
        far = fmax(far, length_of(corner[v]) + length_of(e->origin));
    }
    cross_of(edge[1], edge[2], normal);
    const double length = length_of(normal);
    const double around = length_of(edge[0]) + length_of(edge[1]) + length_of(edge[2]);
    const double error = 0x1p-44 * length_of(e->direction) * far * far;
    for (int v = 0; v < 3; v++) {
        double product[3];
        cross_of(corner[(v + 1) % 3], corner[(v + 2) % 3], product);
        volume[v] = dot_of(e->direction, product);
        sum += volume[v];
    }
    // No ray passes edges at a distance of more than the radius of the circle in the triangle.
    if (length + 0x1p-48 * around * around < e->slack * around * (1 - 0x1p-20)) return NO;
    if (!(length > 0x1p-24 * around * around)) return UNDECIDED;
    const double sign = sum < 0 ? -1 : 1;
    enum verdict verdict = fabs(sum) > 4 * error ? YES : UNDECIDED;
    for (int v = 0; v < 3; v++) { // how far the lines of ray and edge are apart
        double across[3];
        cross_of(e->direction, edge[v], across);
        const double least = e->slack * length_of(across), own = sign * volume[v];
        if (verdict == YES && own + error < least * (1 - 0x1p-20)) return NO;
        if (!(own - error > least * (1 + 0x1p-20))) verdict = UNDECIDED;
    }
    const enum verdict ends = ends_apart(e, normal, triangle[0]);
    return ends == NO ? NO : verdict == YES ? ends : UNDECIDED;
}

// --- exactly ---

struct exact {
    mpq_t at[3];
};

static void exact_init(struct exact *x) {
    for (int c = 0; c < 3; c++) mpq_init(x->at[c]);
}

static void exact_clear(struct exact *x) {
    for (int c = 0; c < 3; c++) mpq_clear(x->at[c]);
}

static void exact_cross(struct exact *out, const struct exact *a, const struct exact *b) {
    mpq_t x;
    mpq_init(x);
    for (int c = 0; c < 3; c++) {
        const int j = (c + 1) % 3, k = (c + 2) % 3;
        mpq_mul(out->at[c], a->at[j], b->at[k]);
        mpq_mul(x, a->at[k], b->at[j]);
        mpq_sub(out->at[c], out->at[c], x);
    }
    mpq_clear(x);
}

static void exact_dot(mpq_t out, const struct exact *a, const struct exact *b) {
    mpq_t x;
    mpq_init(x);
    mpq_set_ui(out, 0, 1);
    for (int c = 0; c < 3; c++) {
        mpq_mul(x, a->at[c], b->at[c]);
        mpq_add(out, out, x);
    }
    mpq_clear(x);
}

static void exact_set(struct exact *out, const float x[3]) {
    for (int c = 0; c < 3; c++) mpq_set_d(out->at[c], (double)x[c]);
}

// Rotates back, and divides by the scale.
static void exact_enter(const lbx_instance *instance, const struct exact *from, struct exact *out) {
    const double *const q = instance->pose.rotation;
    mpq_t k[4], square, x, y;
    for (int c = 0; c < 4; c++) {
        mpq_init(k[c]);
        mpq_set_d(k[c], q[c]);
    }
    mpq_inits(square, x, y, NULL);
    for (int c = 0; c < 4; c++) {
        mpq_mul(x, k[c], k[c]);
        mpq_add(square, square, x);
    }
    mpq_set_d(x, instance->scale);
    mpq_mul(square, square, x);
    for (int c = 0; c < 3; c++) mpq_set_ui(out->at[c], 0, 1);
    for (int i = 0; i < 3; i++) {
        for (int c = 0; c < 3; c++) {    // entry i, c of the rotation times the square
            const int other = 3 - i - c; // of two different axes
            if (i == c) {
                mpq_mul(x, k[3], k[3]);
                for (int d = 0; d < 3; d++) {
                    mpq_mul(y, k[d], k[d]);
                    if (d == i)
                        mpq_add(x, x, y);
                    else
                        mpq_sub(x, x, y);
                }
            } else {
                mpq_mul(x, k[i], k[c]);
                mpq_mul(y, k[other], k[3]);
                if ((c - i + 3) % 3 == 1)
                    mpq_sub(x, x, y);
                else
                    mpq_add(x, x, y);
                mpq_add(x, x, x);
            }
            mpq_mul(x, x, from->at[i]);
            mpq_add(out->at[c], out->at[c], x);
        }
    }
    for (int c = 0; c < 3; c++) mpq_div(out->at[c], out->at[c], square);
    for (int c = 0; c < 4; c++) mpq_clear(k[c]);
    mpq_clears(square, x, y, NULL);
}

// Whether x is more than slack^2 y.
static bool is_more(mpq_t x, double slack, mpq_t y) {
    mpq_t s;
    mpq_init(s);
    mpq_set_d(s, slack);
    mpq_mul(s, s, s);
    mpq_mul(s, s, y);
    const bool more = mpq_cmp(x, s) > 0;
    mpq_clear(s);
    return more;
}

static bool judge_exactly(const struct entered *e, const float triangle[3][3]) {
    struct exact origin, direction, given, vertex[3], corner[3], edge[3], normal, product;
    mpq_t volume[3], sum, square, x, y, position;
    struct exact *const all[] = {&origin,    &direction, &given,     &normal,    &product,
                                 &vertex[0], &vertex[1], &vertex[2], &corner[0], &corner[1],
                                 &corner[2], &edge[0],   &edge[1],   &edge[2]};
    enum { ALL = sizeof all / sizeof *all };
    for (int k = 0; k < ALL; k++) exact_init(all[k]);
    mpq_inits(volume[0], volume[1], volume[2], sum, square, x, y, position, NULL);
    exact_set(&given, e->ray);
    for (int c = 0; c < 3; c++) {
        mpq_set_d(position, e->instance->pose.position[c]);
        mpq_sub(given.at[c], given.at[c], position);
    }
    exact_enter(e->instance, &given, &origin);
    exact_set(&given, e->ray + 3);
    exact_enter(e->instance, &given, &direction);
    for (int v = 0; v < 3; v++) exact_set(&vertex[v], triangle[v]);
    for (int v = 0; v < 3; v++) {
        for (int c = 0; c < 3; c++) {
            mpq_sub(corner[v].at[c], vertex[v].at[c], origin.at[c]);
            mpq_sub(edge[v].at[c], vertex[(v + 2) % 3].at[c], vertex[(v + 1) % 3].at[c]);
        }
    }
    exact_cross(&normal, &edge[1], &edge[2]);
    exact_dot(square, &normal, &normal);
    for (int v = 0; v < 3; v++) {
        exact_cross(&product, &corner[(v + 1) % 3], &corner[(v + 2) % 3]);
        exact_dot(volume[v], &direction, &product);
        mpq_add(sum, sum, volume[v]);
    }
    const int sign = mpq_sgn(sum);
    bool deep = sign != 0 && mpq_sgn(square) > 0;
    for (int v = 0; v < 3 && deep; v++) { // volume > slack |direction x edge|
        deep = mpq_sgn(volume[v]) == sign;
        exact_cross(&product, &direction, &edge[v]);
        exact_dot(y, &product, &product);
        mpq_mul(x, volume[v], volume[v]);
        deep = deep && is_more(x, e->slack, y);
    }
    double t[2];
    int side[2] = {0, 0};
    range_of(e->ray, t);
    for (int k = 0; k < 2 && deep; k++) {
        mpq_set_d(y, t[k]);
        exact_dot(x, &normal, &direction);
        mpq_mul(x, x, y);
        exact_dot(y, &normal, &corner[0]);
        mpq_sub(x, x, y);
        side[k] = mpq_sgn(x);
        mpq_mul(x, x, x);
        deep = is_more(x, e->slack, square);
    }
    deep = deep && side[0] != side[1];
    for (int k = 0; k < ALL; k++) exact_clear(all[k]);
    mpq_clears(volume[0], volume[1], volume[2], sum, square, x, y, position, NULL);
    return deep;
}

bool meets_deep(const struct entered *e, const float triangle[3][3], unsigned long long *exact) {
    const enum verdict verdict = judge_in_double(e, triangle);
    if (verdict != UNDECIDED) return verdict == YES;
    ++*exact;
    return judge_exactly(e, triangle);
}
