// SPDX-License-Identifier: MIT
// The sweeps in plain C. Included by plain.c.
#ifndef LBX_BENCH_PLAIN_SWEEPS_H
#define LBX_BENCH_PLAIN_SWEEPS_H

// --- moving boxes: min x y z, max x y z, delta x y z ---

// A ray against a box; closed as ray_aabb_inv_dir is.
INLINE uint8_t aabb_aabb_sweep(const float *a, const float *b) {
    float enter = 0, exit = 1;
    for (int c = 0; c < 3; c++) {
        const float inverse = 1.0f / (b[6 + c] - a[6 + c]);
        const float low = (a[c] - b[3 + c]) * inverse;
        const float high = (a[3 + c] - b[c]) * inverse;
        enter = least(most(low, enter), most(high, enter));
        exit = most(least(low, exit), least(high, exit));
    }
    return enter <= exit;
}

LOOPS(aabb_aabb_sweep, 9, 9)

// --- moving spheres: center x y z, radius, delta x y z ---

INLINE uint8_t sphere_sphere_sweep(const float *a, const float *b) {
    float c[3], v[3];
    for (int k = 0; k < 3; k++) {
        c[k] = b[k] - a[k];
        v[k] = b[4 + k] - a[4 + k];
    }
    const float speed = dot(v, v), radius = a[3] + b[3];
    const float u = least(most(-dot(c, v) / speed, 0), 1); // a NaN becomes 0
    for (int k = 0; k < 3; k++) c[k] += u * v[k];
    return dot(c, c) <= radius * radius;
}

LOOPS(sphere_sphere_sweep, 7, 7)

// --- moving spheres against planes: normal x y z, offset ---

INLINE uint8_t sphere_plane_sweep(const float *sphere, const float *plane) {
    const float start = dot(plane, sphere) + plane[3], rise = dot(plane, sphere + 4);
    const float gap = fabsf(start) - sphere[3] * sqrtf(dot(plane, plane));
    return gap <= most(start < 0 ? rise : -rise, 0);
}

LOOPS(sphere_plane_sweep, 7, 4)

#endif
