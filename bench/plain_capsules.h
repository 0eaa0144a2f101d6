// SPDX-License-Identifier: MIT
// The tests of capsules (start, end, radius) in plain C, as exact as the kernels are: by the ends
// and the points within, without a cut from one to the other. Included by plain.c.
#ifndef LBX_BENCH_PLAIN_CAPSULES_H
#define LBX_BENCH_PLAIN_CAPSULES_H

INLINE float within_one(float x) {
    return least(most(x, 0), 1);
}

// The square of from - part * way.
INLINE float square_behind(const float *from, float part, const float *way) {
    float rest[3];
    for (int c = 0; c < 3; c++) rest[c] = from[c] - part * way[c];
    return dot(rest, rest);
}

INLINE float point_segment(const float *from, const float *way, float inverse) {
    return square_behind(from, within_one(dot(from, way) * inverse), way);
}

INLINE uint8_t sphere_capsule(const float *sphere, const float *capsule) {
    float way[3], from[3];
    for (int c = 0; c < 3; c++) {
        way[c] = capsule[3 + c] - capsule[c];
        from[c] = sphere[c] - capsule[c];
    }
    const float reach = sphere[3] + capsule[6];
    return point_segment(from, way, 1 / most(dot(way, way), 0x1p-126f)) <= reach * reach;
}

INLINE uint8_t capsule_capsule(const float *a, const float *b) {
    float a_way[3], b_way[3], from[3], far[3], other[3], across[3], offset[3];
    for (int c = 0; c < 3; c++) {
        a_way[c] = a[c] - a[3 + c];
        b_way[c] = b[3 + c] - b[c];
        from[c] = a[c] - b[c];
        far[c] = a[3 + c] - b[c];
        other[c] = a[c] - b[3 + c];
    }
    const float a_inverse = 1 / most(dot(a_way, a_way), 0x1p-126f);
    const float b_inverse = 1 / most(dot(b_way, b_way), 0x1p-126f);
    const float ends =
        least(least(point_segment(from, b_way, b_inverse), point_segment(far, b_way, b_inverse)),
              least(point_segment(from, a_way, a_inverse), point_segment(other, a_way, a_inverse)));
    const float a_part = dot(a_way, b_way) * b_inverse, from_part = dot(from, b_way) * b_inverse;
    for (int c = 0; c < 3; c++) {
        across[c] = a_way[c] - a_part * b_way[c];
        offset[c] = from[c] - from_part * b_way[c];
    }
    const float at = within_one(dot(offset, across) / most(dot(across, across), 0x1p-126f));
    for (int c = 0; c < 3; c++) offset[c] = from[c] - at * a_way[c];
    const float reach = a[6] + b[6];
    return least(point_segment(offset, b_way, b_inverse), ends) <= reach * reach;
}

// The nearest point of a face, and INFINITY if it is not within the face.
INLINE float point_face(const float *from, const float *e, const float *f) {
    float foot[3], rise[3], to[3];
    const float ee = 1 / most(dot(e, e), 0x1p-126f), along = dot(from, e) * ee;
    const float lean = dot(f, e) * ee;
    for (int c = 0; c < 3; c++) {
        rise[c] = f[c] - lean * e[c];
        foot[c] = from[c] - along * e[c];
    }
    const float square = dot(rise, rise), v = dot(foot, rise) / most(square, 0x1p-126f);
    const float u = along - v * lean;
    for (int c = 0; c < 3; c++) to[c] = foot[c] - v * rise[c];
    return square > 0 && least(u, least(v, 1 - u - v)) >= 0 ? dot(to, to) : INFINITY;
}

INLINE uint8_t sphere_triangle(const float *sphere, const float *triangle) {
    float edge[3][3], from[3][3], far[3], nearest = INFINITY;
    for (int v = 0; v < 3; v++) {
        for (int c = 0; c < 3; c++) {
            edge[v][c] = triangle[3 * ((v + 1) % 3) + c] - triangle[3 * v + c];
            from[v][c] = sphere[c] - triangle[3 * v + c];
        }
        const float inverse = 1 / most(dot(edge[v], edge[v]), 0x1p-126f);
        nearest = least(nearest, point_segment(from[v], edge[v], inverse));
    }
    for (int c = 0; c < 3; c++) far[c] = -edge[2][c];
    return least(nearest, point_face(from[0], edge[0], far)) <= sphere[3] * sphere[3];
}

INLINE uint8_t triangle_capsule(const float *triangle, const float *capsule) {
    float edge[3][3], from[3][3], way[3], far[3], normal[3], to[3], nearest = INFINITY;
    for (int c = 0; c < 3; c++) way[c] = capsule[c] - capsule[3 + c];
    const float way_inverse = 1 / most(dot(way, way), 0x1p-126f);
    for (int v = 0; v < 3; v++) {
        for (int c = 0; c < 3; c++) {
            edge[v][c] = triangle[3 * ((v + 1) % 3) + c] - triangle[3 * v + c];
            from[v][c] = capsule[c] - triangle[3 * v + c];
        }
    }
    for (int v = 0; v < 3; v++) {
        float across[3], offset[3];
        const float inverse = 1 / most(dot(edge[v], edge[v]), 0x1p-126f);
        const float part = dot(way, edge[v]) * inverse, from_part = dot(from[v], edge[v]) * inverse;
        for (int c = 0; c < 3; c++) {
            across[c] = way[c] - part * edge[v][c];
            offset[c] = from[v][c] - from_part * edge[v][c];
        }
        const float at = within_one(dot(offset, across) / most(dot(across, across), 0x1p-126f));
        for (int c = 0; c < 3; c++) offset[c] = from[v][c] - at * way[c];
        nearest = least(nearest, least(point_segment(offset, edge[v], inverse),
                                       point_segment(from[v], way, way_inverse)));
    }
    for (int c = 0; c < 3; c++) {
        const int d = (c + 1) % 3, e = (c + 2) % 3;
        far[c] = -edge[2][c];
        normal[c] = edge[0][d] * edge[2][e] - edge[0][e] * edge[2][d];
    }
    const float fall = dot(normal, way);
    const float at = fall != 0 ? within_one(dot(normal, from[0]) / fall) : 0;
    for (int c = 0; c < 3; c++) to[c] = from[0][c] - at * way[c];
    return least(nearest, point_face(to, edge[0], far)) <= capsule[6] * capsule[6];
}

INLINE float out_of(float at, float low, float high) {
    return at - least(most(at, low), high);
}

// The square of a segment's distance from a box whose ends are relative to its start.
INLINE float segment_box_square(const float *low, const float *high, const float *way) {
    float before = 0, after = 1, before_slope = -INFINITY, after_slope = INFINITY, square = 0;
    for (int k = 0; k < 8; k++) {
        const int axis = k % 4;
        const float place = axis == 3 ? (float)(k / 4) : (k < 4 ? low : high)[axis] / way[axis];
        const float at = place >= 0 && place <= 1 ? place : 0;
        float slope = 0;
        for (int c = 0; c < 3; c++) {
            const float out = out_of(at * way[c], low[c], high[c]);
            if (fabsf(out) > 0x1p-22f * fabsf(way[c])) slope += out * way[c];
        }
        if (slope <= 0) {
            before = most(before, at);
            before_slope = most(before_slope, slope);
        } else {
            after = least(after, at);
            after_slope = least(after_slope, slope);
        }
    }
    const float share = before_slope == -INFINITY ? 0
                        : after_slope == INFINITY ? 1
                                                  : before_slope / (before_slope - after_slope);
    const float at = before + share * (after - before);
    for (int c = 0; c < 3; c++) {
        const float out = out_of(at * way[c], low[c], high[c]);
        square += out * out;
    }
    return square;
}

INLINE uint8_t capsule_aabb(const float *capsule, const float *box) {
    float low[3], high[3], way[3];
    for (int c = 0; c < 3; c++) {
        way[c] = capsule[3 + c] - capsule[c];
        low[c] = box[c] - capsule[c];
        high[c] = box[3 + c] - capsule[c];
    }
    return segment_box_square(low, high, way) <= capsule[6] * capsule[6];
}

INLINE uint8_t capsule_obb(const float *capsule, const float *box) {
    float low[3], high[3], way[3];
    for (int k = 0; k < 3; k++) {
        float start = 0, end = 0;
        for (int c = 0; c < 3; c++) {
            start += (capsule[c] - box[c]) * box[6 + 3 * k + c];
            end += (capsule[3 + c] - capsule[c]) * box[6 + 3 * k + c];
        }
        way[k] = end;
        low[k] = -box[3 + k] - start;
        high[k] = box[3 + k] - start;
    }
    return segment_box_square(low, high, way) <= capsule[6] * capsule[6];
}

// Whether from + t way, t in [0, high], comes within the reach of a segment from 0 on.
INLINE uint8_t comes_within(const float *from, const float *way, const float *segment, float high,
                            float reach) {
    float far[3], across[3], offset[3], to[3];
    const float way_inverse = 1 / most(dot(way, way), 0x1p-126f);
    const float inverse = 1 / most(dot(segment, segment), 0x1p-126f);
    const float part = dot(way, segment) * inverse, from_part = dot(from, segment) * inverse;
    for (int c = 0; c < 3; c++) {
        far[c] = from[c] - segment[c];
        across[c] = way[c] - part * segment[c];
        offset[c] = from[c] - from_part * segment[c];
    }
    const float at[3] = {-dot(from, way) * way_inverse, -dot(far, way) * way_inverse,
                         -dot(offset, across) / most(dot(across, across), 0x1p-126f)};
    float nearest = INFINITY;
    for (int k = 0; k < 3; k++) {
        const float t = least(most(at[k], 0), high);
        for (int c = 0; c < 3; c++) to[c] = from[c] + t * way[c];
        nearest = least(nearest, point_segment(to, segment, inverse));
    }
    return nearest <= reach * reach;
}

INLINE uint8_t ray_capsule(const float *ray, const float *capsule) {
    float from[3], segment[3];
    for (int c = 0; c < 3; c++) {
        from[c] = ray[c] - capsule[c];
        segment[c] = capsule[3 + c] - capsule[c];
    }
    return comes_within(from, ray + 3, segment, 0x1p127f, capsule[6]);
}

INLINE uint8_t sphere_capsule_sweep(const float *sphere, const float *capsule) {
    float from[3], segment[3], way[3];
    for (int c = 0; c < 3; c++) {
        from[c] = sphere[c] - capsule[c];
        segment[c] = capsule[3 + c] - capsule[c];
        way[c] = sphere[4 + c] - capsule[7 + c];
    }
    return comes_within(from, way, segment, 1, sphere[3] + capsule[6]);
}

LOOPS(sphere_capsule, 4, 7)
LOOPS(capsule_capsule, 7, 7)
LOOPS(capsule_aabb, 7, 6)
LOOPS(capsule_obb, 7, 15)
LOOPS(triangle_capsule, 9, 7)
LOOPS(sphere_triangle, 4, 9)
LOOPS(ray_capsule, 6, 7)
LOOPS(sphere_capsule_sweep, 7, 10)

#endif
