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

// The scenes whose items know nothing of each other. To be hit, a box has half extents of at least
// `hit`; to miss, rays point straight away from it.
static inline void scatter_ray(struct random *r, enum scene scene, any_item *make, double hit,
                               float ray[], float box[]) {
    static const double aim[4] = {1.25, 4, .4, 1};
    const struct sizes sizes[4] = {{1, .5, 1.25}, {4, .25, 1}, {.5, hit, 2}, {1, 0, 1}};
    make(r, box, sizes[scene].reach, sizes[scene].least, sizes[scene].most);
    aimed(r, ray, aim[scene]);
    if (scene == SCENE_MIXED) {
        if (random_chance(r, 4)) finish_ray(ray, 0, (float)random_between(r, .5, 8));
        if (random_chance(r, 4)) ray[T_MIN] = (float)random_between(r, -1, 2);
    } else if (scene == SCENE_ALL_MISS) {
        for (int c = 0; c < 3; c++) {
            ray[DIR + c] = -ray[DIR + c];
            ray[ORIGIN + c] += ray[DIR + c] * 16;
        }
        finish_ray(ray, 0, INFINITY);
    }
}

#endif
