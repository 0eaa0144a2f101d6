// SPDX-License-Identifier: MIT
// Rays against triangles: Moller & Trumbore 1997, without culling. Included by plain.c.
#ifndef LBX_BENCH_PLAIN_CONTACTS_H
#define LBX_BENCH_PLAIN_CONTACTS_H

INLINE void cross_product(const float *a, const float *b, float *out) {
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

// For a line along the triangle's plane, u, v and t are infinite or NaN; no comparison with NaN is
// true.
INLINE uint8_t ray_triangle(const float *ray, const float *triangle) {
    float edge[2][3], from[3], p[3], q[3];
    for (int c = 0; c < 3; c++) {
        edge[0][c] = triangle[3 + c] - triangle[c];
        edge[1][c] = triangle[6 + c] - triangle[c];
        from[c] = ray[c] - triangle[c];
    }
    cross_product(ray + 3, edge[1], p);
    cross_product(from, edge[0], q);
    const float inverse = 1.0f / dot(p, edge[0]);
    const float u = dot(p, from) * inverse, v = dot(q, ray + 3) * inverse;
    const float t = dot(q, edge[1]) * inverse;
    return (u >= 0) & (v >= 0) & (u + v <= 1) & (t >= 0);
}

LOOPS(ray_triangle, 6, 9)

#endif
