// SPDX-License-Identifier: MIT
// Rays, shared by the scenes of all kernels that have them.
#ifndef LBX_RAYS_H
#define LBX_RAYS_H

#include "scenes.h"

static inline void finish_ray(float ray[], float t_min, float t_max) {
    for (int c = 0; c < 3; c++) ray[INV_DIR + c] = 1.0f / ray[DIR + c];
    ray[T_MIN] = t_min;
    ray[T_MAX] = t_max;
}

// A ray from somewhere around the boxes to a point among them.
static inline void aimed(struct random *r, float ray[], double reach) {
    double target[3];
    for (int c = 0; c < 3; c++) {
        ray[ORIGIN + c] = (float)random_between(r, -6, 6);
        target[c] = random_between(r, -reach, reach);
    }
    const unsigned away = random_below(r, 3);
    ray[ORIGIN + away] = (float)random_signed(r, random_between(r, 5, 9));
    const double length = random_between(r, .25, 4);
    for (int c = 0; c < 3; c++) ray[DIR + c] = (float)((target[c] - ray[ORIGIN + c]) / length);
    if (random_chance(r, 8)) {
        const unsigned flat = (away + 1) % 3; // along an axis: +0 or -0
        ray[DIR + flat] = (float)(0 * random_sign(r));
        ray[ORIGIN + flat] = (float)target[flat];
    }
    finish_ray(ray, 0, INFINITY);
}

#endif
