// SPDX-License-Identifier: MIT
// Tests that return one class per item, in plain C. Included by plain.c.
#ifndef LBX_BENCH_PLAIN_CLASSES_H
#define LBX_BENCH_PLAIN_CLASSES_H

// POSITIVE 0, NEGATIVE 1, TANGENT 2 or INTERSECTING 3, by the furthest point on either side.
INLINE uint8_t side_of(float low, float high) {
    const int side = ((low == 0) | (high == 0)) ? 2 : 3;
    return (uint8_t)(low > 0 ? 0 : high < 0 ? 1 : side);
}

// --- planes and boxes: normal x y z, offset; min x y z, max x y z ---

INLINE uint8_t plane_aabb(const float *plane, const float *box) {
    float low = plane[3], high = plane[3];
    for (int c = 0; c < 3; c++) {
        const float p = plane[c] * box[c], q = plane[c] * box[3 + c];
        low += least(p, q);
        high += most(p, q);
    }
    return side_of(low, high);
}

LOOPS(plane_aabb, 4, 6)

// --- planes and oriented boxes: center, half, three axes ---

INLINE uint8_t plane_obb(const float *plane, const float *box) {
    const float s = dot(plane, box) + plane[3];
    float r = 0;
    for (int k = 0; k < 3; k++) r += box[3 + k] * fabsf(dot(plane, box + 6 + 3 * k));
    return side_of(s - r, s + r);
}

LOOPS(plane_obb, 4, 15)

// --- planes and capsules: start, end, radius ---

INLINE uint8_t plane_capsule(const float *plane, const float *capsule) {
    const float start = dot(plane, capsule) + plane[3], end = dot(plane, capsule + 3) + plane[3];
    const float r = capsule[6] * sqrtf(dot(plane, plane));
    return side_of(least(start, end) - r, most(start, end) + r);
}

LOOPS(plane_capsule, 4, 7)

// --- oriented boxes prejudged: APART 0, OVERLAPPING 1, UNDECIDED 2 ---

INLINE uint8_t obb_obb_prejudge(const float *a, const float *b) {
    float offset[3];
    for (int c = 0; c < 3; c++) offset[c] = b[c] - a[c];
    const float distance = dot(offset, offset);
    const float far = sqrtf(dot(a + 3, a + 3)) + sqrtf(dot(b + 3, b + 3));
    const float near = least(least(a[3], a[4]), a[5]) + least(least(b[3], b[4]), b[5]);
    return (uint8_t)(distance <= near * near ? 1 : distance > far * far ? 0 : 2);
}

LOOPS(obb_obb_prejudge, 15, 15)

#endif
