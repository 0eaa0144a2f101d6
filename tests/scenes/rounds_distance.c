// SPDX-License-Identifier: MIT
#include "../../kernels/math/capsule_box.h"
#include "../../kernels/math/ray_capsule.h"
#include "../../kernels/math/triangle_capsule.h"
#include "rounds.h"

static double product(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static double cut(double x) {
    return x > 0 ? x < 1 ? x : 1 : 0;
}

// from - part * way
static double behind_square(const double from[3], double part, const double way[3]) {
    double rest[3];
    for (int c = 0; c < 3; c++) rest[c] = from[c] - part * way[c];
    return product(rest, rest);
}

// Points p + s u and q + t v, p - q = w: by all four ends, and by the lines' nearest points.
static double segments(const double w[3], const double u[3], const double v[3]) {
    const double uu = product(u, u), vv = product(v, v), uv = product(u, v);
    double far[3], least = 1e300;
    for (int k = 0; k < 2; k++) {
        for (int c = 0; c < 3; c++) far[c] = w[c] + k * u[c];
        least = fmin(least, behind_square(far, vv > 0 ? cut(product(far, v) / vv) : 0, v));
        for (int c = 0; c < 3; c++) far[c] = k * v[c] - w[c];
        least = fmin(least, behind_square(far, uu > 0 ? cut(product(far, u) / uu) : 0, u));
    }
    if (!(vv > 0)) return least;
    double across[3], offset[3];
    for (int c = 0; c < 3; c++) {
        across[c] = u[c] - uv / vv * v[c];
        offset[c] = w[c] - product(w, v) / vv * v[c];
    }
    const double s = cut(-product(offset, across) / product(across, across));
    for (int c = 0; c < 3; c++) far[c] = w[c] + s * u[c];
    return fmin(least, behind_square(far, cut(product(far, v) / vv), v));
}

static double from_triangle(const float x[9], const float start[3], const float end[3]) {
    double edge[3][3], from[3][3], way[3], normal[3], rest[3], least = 1e300;
    for (int c = 0; c < 3; c++) {
        way[c] = (double)end[c] - start[c];
        for (int v = 0; v < 3; v++) {
            edge[v][c] = (double)x[3 * ((v + 1) % 3) + c] - x[3 * v + c];
            from[v][c] = (double)start[c] - x[3 * v + c];
        }
    }
    for (int v = 0; v < 3; v++) least = fmin(least, segments(from[v], way, edge[v]));
    for (int c = 0; c < 3; c++)
        normal[c] = edge[0][(c + 1) % 3] * edge[2][(c + 2) % 3] -
                    edge[0][(c + 2) % 3] * edge[2][(c + 1) % 3];
    const double square = product(normal, normal);
    const double at = cut(-product(normal, from[0]) / product(normal, way));
    for (int c = 0; c < 3; c++) rest[c] = from[0][c] + at * way[c];
    for (int v = 0; v < 3; v++) { // on the inner side of every edge
        double to[3];
        for (int c = 0; c < 3; c++) to[c] = from[v][c] + at * way[c];
        double side = 0;
        for (int c = 0; c < 3; c++)
            side += normal[c] * (edge[v][(c + 1) % 3] * to[(c + 2) % 3] -
                                 edge[v][(c + 2) % 3] * to[(c + 1) % 3]);
        if (!(side <= 0)) return sqrt(least); // the normal is turned
    }
    const double height = product(normal, rest);
    return sqrt(square > 0 ? fmin(least, height * height / square) : least);
}

static double slope_of(const double low[3], const double high[3], const double way[3], double part,
                       double *square) {
    double slope = 0;
    *square = 0;
    for (int c = 0; c < 3; c++) {
        const double x = part * way[c], out = x < low[c]    ? x - low[c]
                                              : x > high[c] ? x - high[c]
                                                            : 0;
        slope += out * way[c];
        *square += out * out;
    }
    return slope;
}

static double from_box(const double low[3], const double high[3], const double way[3]) {
    double place[8] = {0, 1}, square, least;
    int places = 2;
    for (int c = 0; c < 3; c++) {
        for (int k = 0; k < 2; k++) {
            const double at = (k ? high : low)[c] / way[c];
            if (!(at > 0 && at < 1)) continue;
            int j = places++;
            for (; j > 1 && place[j - 1] > at; j--) place[j] = place[j - 1];
            place[j] = at;
        }
    }
    double before = slope_of(low, high, way, 0, &least);
    for (int j = 1; j < places; j++) {
        const double after = slope_of(low, high, way, place[j], &square);
        least = fmin(least, square);
        if (before < 0 && after > 0) {
            const double share = before / (before - after);
            slope_of(low, high, way, place[j - 1] + share * (place[j] - place[j - 1]), &square);
            least = fmin(least, square);
        }
        before = after;
    }
    return sqrt(least);
}

double distance_of_round(const struct round_pair *p) {
    const float *const start = p->round, *const x = p->other;
    const float *const end = p->kind == SPHERE_TRIANGLE ? start : start + 3;
    if (p->kind <= TRIANGLE_CAPSULE) return from_triangle(x, start, end);
    double low[3], high[3], way[3];
    for (int k = 0; k < 3; k++) {
        if (p->kind == CAPSULE_AABB) {
            way[k] = (double)end[k] - start[k];
            low[k] = (double)x[k] - start[k];
            high[k] = (double)x[3 + k] - start[k];
            continue;
        }
        double at = 0;
        way[k] = 0;
        for (int c = 0; c < 3; c++) {
            at += ((double)start[c] - x[c]) * x[6 + 3 * k + c];
            way[k] += ((double)end[c] - start[c]) * x[6 + 3 * k + c];
        }
        low[k] = -x[3 + k] - at;
        high[k] = x[3 + k] - at;
    }
    return from_box(low, high, way);
}

float seen_distance(const struct round_pair *p) {
    const float *const start = p->round, *const x = p->other;
    if (p->kind == CAPSULE_AABB) {
        vf way[3], lower[3], upper[3];
        for (int c = 0; c < 3; c++) {
            way[c] = vf_sub(start[3 + c], start[c]);
            lower[c] = vf_sub(x[c], start[c]);
            upper[c] = vf_sub(x[3 + c], start[c]);
        }
        return vf_sqrt(segment_box_square(lower, upper, way));
    }
    struct triangle t;
    struct known_triangle known;
    memcpy(t.vertex, x, sizeof t.vertex);
    know_triangle(&t, &known);
    if (p->kind == SPHERE_TRIANGLE) {
        vf from[3][3];
        struct near_points near;
        for (int v = 0; v < 3; v++) difference(from[v], t.vertex[v], start);
        near_points_of(from, &known, &near);
        return vf_sqrt(nearest_square(&near));
    }
    return vf_sqrt(triangle_segment_square(&t, &known, start, start + 3));
}

double lengths_of_round(const struct round_pair *p) {
    const float *const start = p->round, *const x = p->other;
    double sum = 0;
    for (int c = 0; c < 3; c++) {
        if (p->kind != SPHERE_TRIANGLE) sum += fabs((double)start[3 + c] - start[c]);
        if (p->kind <= TRIANGLE_CAPSULE)
            sum += fabs((double)x[3 + c] - x[c]) + fabs((double)x[6 + c] - x[c]);
        if (p->kind == CAPSULE_OBB) sum += x[3 + c];
    }
    return sum;
}

double distance_of_moving(const struct moving_point *p) {
    double from[3], way[3], segment[3];
    for (int c = 0; c < 3; c++) {
        from[c] = (double)p->from[c] - p->end[0][c];
        way[c] = (double)p->way[0][c] - p->way[1][c];
        segment[c] = (double)p->end[1][c] - p->end[0][c];
    }
    return sqrt(segments(from, way, segment));
}

float seen_moving(const struct moving_point *p) {
    vf way[3], nearest;
    struct approach a;
    struct passing passing;
    difference(way, p->way[0], p->way[1]);
    difference(a.from, p->from, p->end[0]);
    difference(a.segment, p->end[1], p->end[0]);
    open_approach(&a, way, 0, 1, 0, 0);
    find_passing(&a, &passing);
    return vf_sqrt(approach_square(&a, &passing, &nearest));
}

double lengths_of_moving(const struct moving_point *p) {
    double sum = 0;
    for (int c = 0; c < 3; c++) {
        const double way = (double)p->way[0][c] - p->way[1][c];
        sum += fabs((double)p->end[1][c] - p->end[0][c]);
        sum += fabs(p->sweeps ? way : (double)p->from[c] - p->end[0][c]);
    }
    return sum;
}
