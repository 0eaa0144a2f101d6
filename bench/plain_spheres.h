// SPDX-License-Identifier: MIT
// The tests of spheres (center, radius) in plain C. Included by plain.c.
#ifndef LBX_BENCH_PLAIN_SPHERES_H
#define LBX_BENCH_PLAIN_SPHERES_H

INLINE uint8_t sphere_sphere(const float *a, const float *b) {
    const float offset[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]}, reach = a[3] + b[3];
    return dot(offset, offset) <= reach * reach;
}

INLINE uint8_t sphere_aabb(const float *sphere, const float *box) {
    float distance[3];
    for (int c = 0; c < 3; c++)
        distance[c] = sphere[c] - least(most(sphere[c], box[c]), box[3 + c]);
    return dot(distance, distance) <= sphere[3] * sphere[3];
}

INLINE uint8_t sphere_obb(const float *sphere, const float *box) {
    float offset[3], distance[3];
    for (int c = 0; c < 3; c++) offset[c] = sphere[c] - box[c];
    for (int k = 0; k < 3; k++)
        distance[k] = most(fabsf(dot(offset, box + 6 + 3 * k)) - box[3 + k], 0);
    return dot(distance, distance) <= sphere[3] * sphere[3];
}

LOOPS(sphere_sphere, 4, 4)
LOOPS(sphere_aabb, 4, 6)
LOOPS(sphere_obb, 4, 15)

#endif
