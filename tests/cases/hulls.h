// SPDX-License-Identifier: MIT
// What the cases of segments and triangles against boxes share: a hull of two or three corners in
// the frame of a box.
#ifndef LBX_CASES_HULLS_H
#define LBX_CASES_HULLS_H

#include "obbs.h"
#include "scalar_ref.h"

enum { CORNERS_MAX = 3 };

static inline void view_segments(union case_view *view, const struct case_side *side) {
    view->segments =
        (lbx_segments){.count = side->count, .stride = side->stride, .pick = side->pick};
    memcpy(view->segments.start, side->at, sizeof view->segments.start);
    memcpy(view->segments.end, side->at + 3, sizeof view->segments.end);
}

static inline ptrdiff_t check_segments(const struct case_side *side, size_t n, uint8_t *malformed) {
    union case_view view;
    if (side) view_segments(&view, side);
    return lbx_segments_check(side ? &view.segments : NULL, n, malformed);
}

static inline void view_triangles(union case_view *view, const struct case_side *side) {
    view->triangles =
        (lbx_triangles){.count = side->count, .stride = side->stride, .pick = side->pick};
    memcpy(view->triangles.vertex, side->at, sizeof view->triangles.vertex);
}

static inline ptrdiff_t check_triangles(const struct case_side *side, size_t n,
                                        uint8_t *malformed) {
    union case_view view;
    if (side) view_triangles(&view, side);
    return lbx_triangles_check(side ? &view.triangles : NULL, n, malformed);
}

// The hull relative to the box's center and along its axes.
struct framed {
    double corner[CORNERS_MAX][3], half[3];
    unsigned corners;
};

static inline struct framed frame_aabb(const float first[], unsigned corners,
                                       const float second[]) {
    struct framed f = {.corners = corners};
    for (int c = 0; c < 3; c++) {
        const double center = ((double)second[c] + second[3 + c]) / 2;
        f.half[c] = ((double)second[3 + c] - second[c]) / 2;
        for (unsigned v = 0; v < corners; v++) f.corner[v][c] = first[3 * v + c] - center;
    }
    return f;
}

// The references need exactly orthonormal axes, so the float axes are made orthonormal.
// `uncertainty` covers the change.
static inline struct framed frame_obb(const float first[], unsigned corners, const float second[]) {
    struct framed f = {.corners = corners};
    double axis[3][3];
    orthonormal(second, axis);
    for (unsigned v = 0; v < corners; v++) {
        double offset[3];
        for (int c = 0; c < 3; c++) offset[c] = (double)first[3 * v + c] - second[CENTER + c];
        for (int k = 0; k < 3; k++) f.corner[v][k] = dot(offset, axis[k]);
    }
    for (int k = 0; k < 3; k++) f.half[k] = second[HALF + k];
    return f;
}

// Returns false if the box shrinks to nothing.
static inline bool grown_box(const struct framed *f, double grow, double half[3]) {
    for (int c = 0; c < 3; c++) half[c] = f->half[c] + grow;
    return half[0] >= 0 && half[1] >= 0 && half[2] >= 0;
}

static inline struct case_truth segment_truth(const struct framed *f, double grow) {
    double center[3] = {0, 0, 0}, axis[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    double half[3], way[3], middle[3], length = 0;
    if (!grown_box(f, grow, half)) return (struct case_truth){.hit = false};
    for (int c = 0; c < 3; c++) {
        way[c] = (f->corner[1][c] - f->corner[0][c]) / 2;
        middle[c] = (f->corner[1][c] + f->corner[0][c]) / 2;
        length += way[c] * way[c];
    }
    length = sqrt(length);
    for (int c = 0; c < 3; c++) way[c] = length > 0 ? way[c] / length : c == 0;
    return (struct case_truth){
        .hit = ref_segment_box_double(f->corner[0], f->corner[1], center, axis, half),
        .alternative = ref_segment_box_gomez_double(way, middle, length, half)};
}

static inline struct case_truth triangle_truth(struct framed *f, double grow) {
    double center[3] = {0, 0, 0}, axis[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, half[3];
    if (!grown_box(f, grow, half)) return (struct case_truth){.hit = false};
    return (struct case_truth){.hit = ref_triangle_box_double(f->corner, center, axis, half),
                               .alternative = ref_triangle_box_voorhies_double(f->corner, half)};
}

static inline double size_of(const struct framed *f) {
    double S = 0;
    for (int c = 0; c < 3; c++) {
        double low = f->corner[0][c], high = low;
        for (unsigned v = 1; v < f->corners; v++) {
            low = f->corner[v][c] < low ? f->corner[v][c] : low;
            high = f->corner[v][c] > high ? f->corner[v][c] : high;
        }
        S += fabs(f->half[c]) + (high - low) / 2;
    }
    return S;
}

// Updates the divisor and the factor of the bound. The divisor is the least sine that is not 0
// between an axis of the box and an edge, or between the edges at the triangle's largest angle. The
// factor is the largest |d|_1 / |d|.
static inline void add_direction(const double d[3], double *least_sine, double *most_ratio,
                                 bool is_edge) {
    const double length = sqrt(dot(d, d));
    if (length == 0) return;
    *most_ratio = fmax(*most_ratio, (fabs(d[0]) + fabs(d[1]) + fabs(d[2])) / length);
    for (int i = 0; i < 3 && is_edge; i++) {
        const double sine = hypot(d[(i + 1) % 3], d[(i + 2) % 3]) / length;
        if (sine > 0) *least_sine = fmin(*least_sine, sine);
    }
}

// On a face the bound is `part` of S.
static inline struct case_bound hull_bound(const struct framed *f, double part) {
    double edge[CORNERS_MAX][3], sine = 1, ratio = 1;
    const double S = size_of(f);
    for (unsigned v = 0; v < f->corners; v++) {
        const double *const to = f->corner[(v + 1) % f->corners];
        for (int c = 0; c < 3; c++) edge[v][c] = to[c] - f->corner[v][c];
        add_direction(edge[v], &sine, &ratio, true);
    }
    if (f->corners == 3) {
        double normal[3], largest = 0;
        cross(edge[0], edge[1], normal);
        add_direction(normal, &sine, &ratio, false);
        for (int v = 0; v < 3; v++) {
            const double *const a = edge[v], *const b = edge[(v + 1) % 3];
            const double lengths = sqrt(dot(a, a)) * sqrt(dot(b, b));
            if (lengths > 0) largest = fmax(largest, sqrt(dot(normal, normal)) / lengths);
        }
        if (largest > 0) sine = fmin(sine, largest);
    }
    const double weighed = part * ratio * S;
    const double least = 0x1p-60; // what a margin may lose to underflow
    return (struct case_bound){fmin(weighed / sine, 0x1p-8 * S) + least, weighed + least};
}

static inline double hull_aabb_uncertainty(const float first[], unsigned corners,
                                           const float second[]) {
    return 1e-12 * (magnitude(first, 3 * corners) + magnitude(second, 6));
}

static inline double hull_obb_uncertainty(const struct framed *f, const float second[]) {
    return (0x1p-22 + 4 * deviation(second)) * size_of(f);
}

// The box of item i of a batch, in the form that the references take.
static inline void box_of_aabb(float *const second[], size_t i, float center[3], float axis[3][3],
                               float half[3]) {
    for (int c = 0; c < 3; c++) {
        center[c] = (second[c][i] + second[3 + c][i]) / 2;
        half[c] = (second[3 + c][i] - second[c][i]) / 2;
        for (int k = 0; k < 3; k++) axis[k][c] = k == c;
    }
}

static inline void box_of_obb(float *const second[], size_t i, float center[3], float axis[3][3],
                              float half[3]) {
    for (int c = 0; c < 3; c++) {
        center[c] = second[CENTER + c][i];
        half[c] = second[HALF + c][i];
        for (int k = 0; k < 3; k++) axis[k][c] = second[AXIS + 3 * k + c][i];
    }
}

typedef void box_of(float *const second[], size_t i, float center[3], float axis[3][3],
                    float half[3]);

static inline size_t segment_reference(box_of *box, float *const first[], float *const second[],
                                       size_t n, uint8_t *verdicts) {
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        float center[3], axis[3][3], half[3];
        box(second, i, center, axis, half);
        const float start[3] = {first[0][i], first[1][i], first[2][i]};
        const float end[3] = {first[3][i], first[4][i], first[5][i]};
        verdicts[i] = ref_segment_box_float(start, end, center, axis, half);
        found += verdicts[i];
    }
    return found;
}

static inline size_t triangle_reference(box_of *box, float *const first[], float *const second[],
                                        size_t n, uint8_t *verdicts) {
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        float center[3], axis[3][3], half[3], vertex[3][3];
        box(second, i, center, axis, half);
        for (int v = 0; v < 3; v++) {
            for (int c = 0; c < 3; c++) vertex[v][c] = first[3 * v + c][i];
        }
        verdicts[i] = ref_triangle_box_float(vertex, center, axis, half);
        found += verdicts[i];
    }
    return found;
}

#endif
