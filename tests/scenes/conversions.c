// SPDX-License-Identifier: MIT
// The inputs of the conversions: oriented boxes, triangles and poses.
#include "rotations.h"
#include "scenes.h"

// Axes whose dot products are all off by as much as _check accepts, so that the diagonal of equal
// half extents is as long as it can be.
static void long_diagonal(struct random *r, float x[]) {
    double axis[3][3], skewed[3][3], sign[3];
    random_rotation(r, axis);
    for (int k = 0; k < 3; k++) sign[k] = random_sign(r);
    const double half = random_scale(r, -20, 20);
    for (int k = 0; k < 3; k++) {
        x[CENTER + k] = (float)random_between(r, -4, 4);
        x[HALF + k] = (float)half;
        for (int c = 0; c < 3; c++) {
            skewed[k][c] = axis[k][c];
            for (int j = 0; j < 3; j++)
                skewed[k][c] += .47 * 0x1p-19 * sign[k] * sign[j] * axis[j][c];
            x[AXIS + 3 * k + c] = (float)skewed[k][c];
        }
    }
}

void scene_obb(struct random *r, enum scene scene, float x[]) {
    float other[CASE_FLOATS_MAX];
    const bool second = random_chance(r, 2);
    if (scene == SCENE_WORST && second) {
        long_diagonal(r, x);
    } else {
        scene_obb_obb(r, scene, second ? other : x, second ? x : other);
    }
}

void scene_triangle(struct random *r, enum scene scene, float x[]) {
    enum { FLOATS = 9 };
    if (scene == SCENE_HOSTILE) {
        hostile_item(r, x, FLOATS);
        return;
    }
    for (int k = 0; k < FLOATS; k++) {
        const double any = scene == SCENE_SCALES ? random_scale(r, -60, 60) : random_unit(r);
        x[k] = (float)random_signed(r, any);
        if (scene == SCENE_TOUCHING || scene == SCENE_ALONG)
            x[k] = (float)random_signed(r, random_int(r, 0, 2));
    }
    if (scene == SCENE_DEGENERATE) memcpy(x + 3 * random_int(r, 0, 2), x, 3 * sizeof *x);
}

// A rotation by almost half a turn, where the conversion loses the most precision.
static void half_turn(struct random *r, double q[4]) {
    const double off = random_scale(r, -30, -1);
    q[3] *= off;
}

void scene_pose(struct random *r, enum scene scene, float x[]) {
    enum { POSITION = 0, ROTATION = 3, FLOATS = 7 };
    if (scene == SCENE_HOSTILE) {
        hostile_item(r, x, FLOATS);
        return;
    }
    double q[4], square;
    do {
        square = 0;
        for (int k = 0; k < 4; k++) {
            q[k] = random_between(r, -1, 1);
            square += q[k] * q[k];
        }
    } while (square > 1 || square < 1e-3);
    if (scene == SCENE_WORST) half_turn(r, q);
    if (scene == SCENE_ALONG || scene == SCENE_TOUCHING) {
        for (int k = 0; k < 4; k++) q[k] = random_int(r, -1, 1);
        if (q[0] == 0 && q[1] == 0 && q[2] == 0 && q[3] == 0) q[3] = 1;
    }
    square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    double length = sqrt(square);
    if (scene == SCENE_SCALES || scene == SCENE_ULP) length *= random_scale(r, -40, 40);
    for (int k = 0; k < 4; k++) x[ROTATION + k] = (float)(q[k] / length);
    for (int k = 0; k < 3; k++) {
        const double any = scene == SCENE_SCALES       ? random_scale(r, -60, 60)
                           : scene == SCENE_DEGENERATE ? 0
                                                       : random_between(r, 0, 8);
        x[POSITION + k] = (float)random_signed(r, any);
    }
}
