// SPDX-License-Identifier: MIT
// Instances by themselves: their range, the way into their frames, their boxes in the world.
#include "kernels/lanes/floats.h"

#include <math.h>
#include <string.h>

#include "kernels/api/entries.h"
#include "scene.h"
#include "trees/pose.h"
#include "turned_box.h"
#include "volumes/fit.h"

ENTRIES(lbx_turned_box, turned_box);

#define POSITION_MOST 0x1p60

// What rounding may take from a box: of the terms of its turned corners, which see 12 roundings of
// 2^-24 each, of the position, and absolutely.
#define ROUNDED 0x1p-20
#define SUMMED 0x1p-51
#define UNDERFLOWN 0x1p-140
#define TO_FLOAT 0x1p-23 // and of a bound that becomes a float

bool lbx_instance_is_sound(const lbx_instance *instance) {
    for (int c = 0; c < 3; c++) {
        if (!(fabs(instance->pose.position[c]) <= POSITION_MOST)) return false;
    }
    return is_pose(&instance->pose) && instance->scale >= LBX_SCALE_LEAST &&
           instance->scale <= LBX_SCALE_MOST;
}

void lbx_instance_open(const lbx_instance *given, uint32_t number, struct lbx_scene_instance *out) {
    double rotation[3][3];
    rotation_matrix(&given->pose, rotation);
    *out = (struct lbx_scene_instance){.given = *given, .number = number};
    const double shrink = 1 / given->scale;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) out->into[i][k] = rounded(rotation[k][i] * shrink);
    }
}

struct lbx_aabb_box lbx_instance_box(const lbx_instance *instance,
                                     const struct lbx_aabb_tree *tree) {
    double rotation[3][3];
    float turn[3][3], low[3], high[3];
    rotation_matrix(&instance->pose, rotation);
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) turn[i][k] = rounded(rotation[i][k] * instance->scale);
    }
    ACTIVE(turned_box)(tree, (const float(*)[3])turn, low, high);
    struct lbx_aabb_box box = {.mask = instance->mask};
    for (int i = 0; i < 3; i++) {
        double large = 0; // of the terms of a turned coordinate
        for (int k = 0; k < 3; k++) {
            const double min = fabs((double)tree->node->min[k][0]);
            const double max = fabs((double)tree->node->max[k][0]);
            large += fabs(rotation[i][k]) * (min > max ? min : max);
        }
        const double at = instance->pose.position[i];
        const double pad = large * instance->scale * ROUNDED + fabs(at) * SUMMED + UNDERFLOWN;
        const double from = at + ((double)low[i] - pad), to = at + ((double)high[i] + pad);
        box.min[i] = rounded(from - fabs(from) * TO_FLOAT);
        box.max[i] = rounded(to + fabs(to) * TO_FLOAT);
    }
    return box;
}
