// SPDX-License-Identifier: MIT
// Triangles within the distance that the cases use: the least distance of 15 pairs of features,
// and edges that go through faces. Included by plain.c.
#ifndef LBX_BENCH_PLAIN_WITHIN_H
#define LBX_BENCH_PLAIN_WITHIN_H

#include "../tests/support/cases.h"

INLINE float cut(float x) {
    return least(most(x, 0), 1);
}

INLINE float edge_edge(const float *p, const float *u, const float *q, const float *v) {
    const float r[3] = {p[0] - q[0], p[1] - q[1], p[2] - q[2]};
    const float uu = most(dot(u, u), 1e-30f), vv = most(dot(v, v), 1e-30f), uv = dot(u, v);
    const float c = dot(u, r), f = dot(v, r);
    float way[3], s = cut((uv * f - c * vv) / most(uu * vv - uv * uv, 1e-30f));
    const float t = cut((uv * s + f) / vv);
    s = cut((uv * t - c) / uu);
    for (int k = 0; k < 3; k++) way[k] = r[k] + s * u[k] - t * v[k];
    return dot(way, way);
}

// The squared distance from a face to the other triangle's vertices; 0 if one of that triangle's
// edges goes through the face.
INLINE float face_square(const float *face, float edge[3][3], const float *other) {
    const float *const u = edge[0], *const v = edge[2];
    const float uu = dot(u, u), vv = dot(v, v), uv = dot(u, v);
    const float inverse = 1 / most(uu * vv - uv * uv, 1e-30f);
    float normal[3], x[3], y[3], height[3], square = INFINITY;
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        normal[i] = u[k] * v[j] - u[j] * v[k];
    }
    for (int k = 0; k < 3; k++) {
        float r[3], way[3];
        for (int c = 0; c < 3; c++) r[c] = other[3 * k + c] - face[c];
        x[k] = (vv * dot(u, r) - uv * dot(v, r)) * inverse;
        y[k] = (uv * dot(u, r) - uu * dot(v, r)) * inverse;
        height[k] = dot(normal, r);
        for (int c = 0; c < 3; c++) way[c] = r[c] - x[k] * u[c] + y[k] * v[c];
        const float inside = least(least(x[k], y[k]), 1 - x[k] - y[k]);
        square = least(inside >= 0 ? dot(way, way) : INFINITY, square);
    }
    for (int k = 0; k < 3; k++) {
        const int l = (k + 1) % 3;
        const float part = height[k] / (height[k] - height[l]);
        const float at_x = x[k] + part * (x[l] - x[k]), at_y = y[k] + part * (y[l] - y[k]);
        const float inside = least(least(at_x, at_y), 1 - at_x - at_y);
        square = least(least(inside, least(part, 1 - part)) >= 0 ? 0 : INFINITY, square);
    }
    return square;
}

INLINE uint8_t triangle_triangle_within(const float *a, const float *b) {
    float of_a[3][3], of_b[3][3];
    for (int k = 0; k < 9; k++) {
        of_a[k / 3][k % 3] = a[(k + 3) % 9] - a[k];
        of_b[k / 3][k % 3] = b[(k + 3) % 9] - b[k];
    }
    float square = least(face_square(a, of_a, b), face_square(b, of_b, a));
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++)
            square = least(edge_edge(a + 3 * i, of_a[i], b + 3 * j, of_b[j]), square);
    }
    return square <= CASE_DISTANCE * CASE_DISTANCE;
}

LOOPS(triangle_triangle_within, 9, 9)

#endif
