// SPDX-License-Identifier: MIT
// Instances by themselves: their range, and the way into their frames.
#include "kernels/lanes/floats.h"

#include <math.h>

#include "kernels/math/nearest_float.h"
#include "scene.h"
#include "trees/pose.h"

#define POSITION_MOST 0x1p60

bool lbx_instance_is_sound(const lbx_instance *instance) {
    for (int c = 0; c < 3; c++) {
        if (!(fabs(instance->pose.position[c]) <= POSITION_MOST)) return false;
    }
    return is_pose(&instance->pose) && instance->scale >= LBX_SCALE_LEAST &&
           instance->scale <= LBX_SCALE_MOST;
}

void lbx_instance_open(const lbx_instance *given, uint32_t number, uint32_t place,
                       struct lbx_scene_instance *out) {
    double rotation[3][3];
    rotation_matrix(&given->pose, rotation);
    *out = (struct lbx_scene_instance){.given = *given, .number = number, .place = place};
    const double shrink = 1 / given->scale;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) out->into[i][k] = nearest_float(rotation[k][i] * shrink);
    }
}
