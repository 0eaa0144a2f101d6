// SPDX-License-Identifier: MIT
// Segments and triangles against boxes, in the box's frame and relative to its center. Included
// by plain.c.
#ifndef LBX_BENCH_PLAIN_HULLS_H
#define LBX_BENCH_PLAIN_HULLS_H

INLINE void box_of_aabb(const float *box, float *center, float *half) {
    for (int c = 0; c < 3; c++) {
        center[c] = (box[c] + box[3 + c]) * .5f;
        half[c] = (box[3 + c] - box[c]) * .5f;
    }
}

INLINE void into_obb(const float *box, const float *point, float *along) {
    const float offset[3] = {point[0] - box[0], point[1] - box[1], point[2] - box[2]};
    for (int k = 0; k < 3; k++) along[k] = dot(offset, box + 6 + 3 * k);
}

INLINE bool segment_box(const float *start, const float *end, const float *half) {
    float middle[3], way[3], margin = INFINITY;
    for (int c = 0; c < 3; c++) {
        middle[c] = (start[c] + end[c]) * .5f;
        way[c] = (end[c] - start[c]) * .5f;
    }
    for (int c = 0; c < 3; c++) margin = least(half[c] + fabsf(way[c]) - fabsf(middle[c]), margin);
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const float radius = half[j] * fabsf(way[k]) + half[k] * fabsf(way[j]);
        margin = least(radius - fabsf(way[j] * middle[k] - way[k] * middle[j]), margin);
    }
    return margin >= 0;
}

INLINE uint8_t segment_aabb(const float *segment, const float *box) {
    float center[3], half[3], start[3], end[3];
    box_of_aabb(box, center, half);
    for (int c = 0; c < 3; c++) {
        start[c] = segment[c] - center[c];
        end[c] = segment[3 + c] - center[c];
    }
    return segment_box(start, end, half);
}

INLINE uint8_t segment_obb(const float *segment, const float *box) {
    float start[3], end[3];
    into_obb(box, segment, start);
    into_obb(box, segment + 3, end);
    return segment_box(start, end, box + 3);
}

// How far the box's radius reaches beyond the nearest of three numbers.
INLINE float reach(float radius, float a, float b, float c) {
    const float low = least(least(a, b), c), high = most(most(a, b), c);
    return least(radius - low, radius + high);
}

INLINE bool triangle_box(float vertex[3][3], const float *half) {
    float edge[3][3], normal[3], radius = 0, margin = INFINITY;
    for (int v = 0; v < 3; v++) {
        for (int c = 0; c < 3; c++) edge[v][c] = vertex[(v + 1) % 3][c] - vertex[v][c];
    }
    for (int c = 0; c < 3; c++)
        margin = least(reach(half[c], vertex[0][c], vertex[1][c], vertex[2][c]), margin);
    for (int v = 0; v < 3; v++) {
        const float *e = edge[v], *here = vertex[v], *last = vertex[(v + 2) % 3];
        for (int i = 0; i < 3; i++) {
            const int j = (i + 1) % 3, k = (i + 2) % 3;
            const float a = e[j] * here[k] - e[k] * here[j], b = e[j] * last[k] - e[k] * last[j];
            const float r = half[j] * fabsf(e[k]) + half[k] * fabsf(e[j]);
            margin = least(reach(r, a, b, b), margin);
        }
    }
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        normal[i] = edge[0][j] * edge[1][k] - edge[0][k] * edge[1][j];
        radius += half[i] * fabsf(normal[i]);
    }
    margin =
        least(reach(radius, dot(normal, vertex[0]), dot(normal, vertex[1]), dot(normal, vertex[2])),
              margin);
    return margin >= 0;
}

INLINE uint8_t triangle_aabb(const float *triangle, const float *box) {
    float center[3], half[3], vertex[3][3];
    box_of_aabb(box, center, half);
    for (int v = 0; v < 3; v++) {
        for (int c = 0; c < 3; c++) vertex[v][c] = triangle[3 * v + c] - center[c];
    }
    return triangle_box(vertex, half);
}

INLINE uint8_t triangle_obb(const float *triangle, const float *box) {
    float vertex[3][3];
    for (int v = 0; v < 3; v++) into_obb(box, triangle + 3 * v, vertex[v]);
    return triangle_box(vertex, box + 3);
}

// The margin on one axis.
INLINE float margin_on(const float *axis, const float *a, const float *b, float margin) {
    const float p = dot(axis, a), q = dot(axis, a + 3), r = dot(axis, a + 6);
    const float s = dot(axis, b), t = dot(axis, b + 3), u = dot(axis, b + 6);
    const float above = most(most(p, q), r) - least(least(s, t), u);
    return least(least(most(most(s, t), u) - least(least(p, q), r), above), margin);
}

INLINE void cross_of(const float *a, const float *b, float *product) {
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        product[i] = a[j] * b[k] - a[k] * b[j];
    }
}

// The 17 axes of Gottschalk 1996.
INLINE uint8_t triangle_triangle(const float *a, const float *b) {
    float x[9], y[9], edge[2][3][3], normal[2][3], axis[3], margin = INFINITY;
    for (int k = 0; k < 9; k++) {
        x[k] = a[k] - a[k % 3];
        y[k] = b[k] - a[k % 3];
    }
    for (int v = 0; v < 3; v++) {
        for (int c = 0; c < 3; c++) {
            edge[0][v][c] = x[3 * ((v + 1) % 3) + c] - x[3 * v + c];
            edge[1][v][c] = y[3 * ((v + 1) % 3) + c] - y[3 * v + c];
        }
    }
    for (int t = 0; t < 2; t++) {
        cross_of(edge[t][0], edge[t][1], normal[t]);
        margin = margin_on(normal[t], x, y, margin);
    }
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            cross_of(edge[0][i], edge[1][j], axis);
            margin = margin_on(axis, x, y, margin);
        }
    }
    for (int t = 0; t < 2; t++) {
        for (int e = 0; e < 3; e++) {
            cross_of(normal[t], edge[t][e], axis);
            margin = margin_on(axis, x, y, margin);
        }
    }
    return margin >= 0;
}

LOOPS(segment_aabb, 6, 6)
LOOPS(segment_obb, 6, 15)
LOOPS(triangle_aabb, 9, 6)
LOOPS(triangle_obb, 9, 15)
LOOPS(triangle_triangle, 9, 9)

// APART 0, UNDECIDED 2.
INLINE uint8_t triangle_triangle_classify(const float *a, const float *b) {
    return triangle_triangle(a, b) ? 2 : 0;
}

LOOPS(triangle_triangle_classify, 9, 9)

#endif
