// SPDX-License-Identifier: MIT
#include "hulls.h"
#include "rays.h"

extern const struct lbx_case case_ray_triangle;

static void fill(uint64_t seed, enum scene scene, size_t n, float *const first[],
                 float *const second[]) {
    fill_items(&case_ray_triangle, scene_ray_triangle, seed, scene, n, first, second);
}

static ptrdiff_t call(const union case_view *first, const union case_view *second, size_t n,
                      unsigned flags, uint8_t *hits, float *const out[CASE_OUTPUTS_MAX]) {
    return lbx_ray_triangle(first ? &first->rays : NULL, second ? &second->triangles : NULL, n,
                            flags, hits, out[0], out[1], out[2]);
}

// The vertices as seen from the ray's origin, and its range.
struct sight {
    double vertex[3][3], dir[3], t[2];
    double farthest; // the largest coordinate of a vertex
};

static struct sight sight_of(const float ray[], const float triangle[]) {
    const double limit = 0x1p127;
    struct sight s = {.t = {fmin(fmax(ray[T_MIN], 0), limit), fmin(ray[T_MAX], limit)}};
    for (int c = 0; c < 3; c++) s.dir[c] = ray[DIR + c];
    for (int k = 0; k < 9; k++) {
        const double x = (double)triangle[k] - ray[ORIGIN + k % 3];
        s.vertex[k / 3][k % 3] = x;
        s.farthest = fmax(s.farthest, fabs(x));
    }
    return s;
}

// --- how far the ray is from the triangle ---

static void way_between(const double from[3], const double to[3], double way[3]) {
    for (int c = 0; c < 3; c++) way[c] = to[c] - from[c];
}

static double square_from_segment(const double p[3], const double a[3], const double b[3]) {
    double edge[3], from[3];
    way_between(a, b, edge);
    way_between(a, p, from);
    const double square = dot(edge, edge), along = dot(edge, from);
    const double part = square > 0 ? fmin(fmax(along / square, 0), 1) : 0;
    for (int c = 0; c < 3; c++) from[c] -= part * edge[c];
    return dot(from, from);
}

static double distance_at(const struct sight *s, double t) {
    double p[3], normal[3], edge[3][3], from[3][3], least = INFINITY;
    bool over = true;
    for (int c = 0; c < 3; c++) p[c] = t * s->dir[c];
    for (int k = 0; k < 3; k++) {
        const double *const next = s->vertex[(k + 1) % 3];
        way_between(s->vertex[k], next, edge[k]);
        way_between(s->vertex[k], p, from[k]);
        least = fmin(least, square_from_segment(p, s->vertex[k], next));
    }
    cross(edge[0], edge[1], normal);
    const double length = dot(normal, normal), height = dot(normal, from[0]);
    for (int k = 0; k < 3; k++) {
        double inward[3];
        cross(normal, edge[k], inward);
        over = over && dot(inward, from[k]) >= 0;
    }
    if (over && length > 0) least = fmin(least, height * height / length);
    return sqrt(least);
}

// The minimum over t. The distance is convex in t, and least where the ray is near vertex 0.
static double distance_of_ray(const struct sight *s) {
    enum { STEPS = 100 };
    double size = 0;
    const double speed = dot(s->dir, s->dir), middle = dot(s->vertex[0], s->dir) / speed;
    for (int v = 1; v < 3; v++) {
        double edge[3];
        way_between(s->vertex[0], s->vertex[v], edge);
        size = fmax(size, sqrt(dot(edge, edge)));
    }
    const double around = 2 * size / sqrt(speed);
    double low = fmin(fmax(s->t[0], middle - around), s->t[1]);
    double high = fmax(fmin(s->t[1], middle + around), s->t[0]);
    for (int k = 0; k < STEPS; k++) {
        const double third = (high - low) / 3;
        if (distance_at(s, low + third) < distance_at(s, high - third)) {
            high -= third;
        } else {
            low += third;
        }
    }
    return fmin(distance_at(s, low), distance_at(s, high));
}

// Whether the ray goes through the triangle such that no edge and no end of its range is closer
// than `by`, or so close that rounding decides.
static bool goes_through(const struct sight *s, double by) {
    const double least = 0x1p-44;
    int k = 0;
    for (int c = 1; c < 3; c++) k = fabs(s->dir[c]) > fabs(s->dir[k]) ? c : k;
    double x[3][2], side[3], beside = 0, depth = 0;
    for (int v = 0; v < 3; v++) {
        const double z = s->vertex[v][k] / s->dir[k];
        for (int c = 0; c < 2; c++) {
            const int axis = (k + 1 + c) % 3;
            x[v][c] = s->vertex[v][axis] - s->dir[axis] * z;
            beside = fmax(beside, fabs(x[v][c]));
        }
        depth = fmax(depth, fabs(s->vertex[v][k]));
    }
    for (int v = 0; v < 3; v++) {
        const double *const a = x[(v + 1) % 3], *const b = x[(v + 2) % 3];
        side[v] = a[0] * b[1] - a[1] * b[0];
    }
    for (int v = 0; v < 3; v++) {
        const double *const a = x[(v + 1) % 3], *const b = x[(v + 2) % 3];
        const double length = sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]));
        const double area = side[v] * (side[0] + side[1] + side[2] < 0 ? -1 : 1);
        if (!(area > by * length + least * beside * (beside + depth))) return false;
    }
    double edge[2][3], normal[3], height[2], slack = 0;
    for (int v = 0; v < 2; v++) way_between(s->vertex[v], s->vertex[v + 1], edge[v]);
    cross(edge[0], edge[1], normal);
    for (int end = 0; end < 2; end++) {
        double from[3];
        for (int c = 0; c < 3; c++) from[c] = s->t[end] * s->dir[c] - s->vertex[0][c];
        height[end] = dot(normal, from);
        const double lengths = sqrt(dot(edge[0], edge[0]) * dot(edge[1], edge[1]));
        slack = by * sqrt(dot(normal, normal)) + least * lengths * sqrt(dot(from, from));
        if (!(fabs(height[end]) > slack)) return false;
    }
    return (height[0] < 0) != (height[1] < 0);
}

// If `grow` is negative, only triangles are hit that the ray goes through wherever the vertices are
// moved by that length.
static struct case_truth truth(const float first[], const float second[], double grow) {
    struct case_truth truth = {.out = {INFINITY}};
    const struct sight s = sight_of(first, second);
    if (first[T_MIN] > first[T_MAX] || s.t[0] > s.t[1]) return truth;
    double P[3], d[3], V[3][3], t = INFINITY, u = 0, v = 0, t2 = INFINITY, u2, v2;
    for (int c = 0; c < 3; c++) {
        P[c] = first[ORIGIN + c];
        d[c] = first[DIR + c];
    }
    for (int k = 0; k < 9; k++) V[k / 3][k % 3] = second[k];
    const bool deep = grow >= 0 || goes_through(&s, -grow);
    truth.hit = deep && ref_ray_triangle_double(P, d, V, &t, &u, &v) && s.t[0] <= t && t <= s.t[1];
    truth.alternative = deep && ref_ray_triangle_watertight_double(P, d, V, &t2, &u2, &v2) &&
                        s.t[0] <= t2 && t2 <= s.t[1];
    if (grow >= 0 && !(truth.hit && truth.alternative))
        truth.hit = truth.alternative = distance_of_ray(&s) <= grow;
    if (!truth.hit) return truth;
    truth.out[0] = t;
    truth.out[1] = u;
    truth.out[2] = v;
    return truth;
}

static double uncertainty(const float first[], const float second[]) {
    return 0x1p-40 * sight_of(first, second).farthest;
}

static struct case_bound bound(const float first[], const float second[], unsigned flags) {
    (void)flags;
    const double part = 0x1p-20 * sight_of(first, second).farthest;
    return (struct case_bound){part, part};
}

static size_t reference(float *const first[], float *const second[], size_t n, uint8_t *verdicts) {
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        float P[3], d[3], V[3][3], t, u, v;
        for (int c = 0; c < 3; c++) {
            P[c] = first[ORIGIN + c][i];
            d[c] = first[DIR + c][i];
        }
        for (int k = 0; k < 9; k++) V[k / 3][k % 3] = second[k][i];
        verdicts[i] = ref_ray_triangle_float(P, d, V, &t, &u, &v) && t >= 0 &&
                      t <= first[T_MAX][i] && t >= first[T_MIN][i];
        found += verdicts[i];
    }
    return found;
}

const struct lbx_case case_ray_triangle = {
    .name = "ray_triangle",
    .floats = {11, 9},
    .required = {6, 9},
    .shape = {"pditt", "ppp"},
    .optional = {{7u << INV_DIR, 1u << T_MIN, 1u << T_MAX}},
    .outputs = 3,
    .missed = {INFINITY, 0, 0},
    .fill = fill,
    .view = {view_rays, view_triangles},
    .call = call,
    .check = {check_rays, check_triangles},
    .truth = truth,
    .uncertainty = uncertainty,
    .bound = bound,
    .reference = reference,
};
