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

LOOP(sphere_sphere_pairwise, sphere_sphere, PAIRWISE, 4, 4)
LOOP(sphere_sphere_one_many, sphere_sphere, ONE_MANY, 4, 4)
LOOP(sphere_sphere_many_one, sphere_sphere, MANY_ONE, 4, 4)
LOOP(sphere_sphere_pairs, sphere_sphere, PAIRS, 4, 4)
LOOP(sphere_aabb_pairwise, sphere_aabb, PAIRWISE, 4, 6)
LOOP(sphere_aabb_one_many, sphere_aabb, ONE_MANY, 4, 6)
LOOP(sphere_aabb_many_one, sphere_aabb, MANY_ONE, 4, 6)
LOOP(sphere_aabb_pairs, sphere_aabb, PAIRS, 4, 6)
LOOP(sphere_obb_pairwise, sphere_obb, PAIRWISE, 4, 15)
LOOP(sphere_obb_one_many, sphere_obb, ONE_MANY, 4, 15)
LOOP(sphere_obb_many_one, sphere_obb, MANY_ONE, 4, 15)
LOOP(sphere_obb_pairs, sphere_obb, PAIRS, 4, 15)

#endif
