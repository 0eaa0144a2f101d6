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

LOOPS(sphere_capsule, 4, 7)
LOOPS(capsule_capsule, 7, 7)

#endif
