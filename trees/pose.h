// SPDX-License-Identifier: MIT
// Rigid poses: whether they are in range, and their matrices.
#ifndef LBX_POSE_H
#define LBX_POSE_H

#include "kernels/lanes/floats.h"

#include <math.h>
#include <stdbool.h>

#include "lanebox/trees.h"

#define UNIT_TOLERANCE 0x1p-20

static inline bool is_pose(const lbx_rigid_pose *p) {
    double square = 0;
    for (int k = 0; k < 4; k++) square += p->rotation[k] * p->rotation[k];
    for (int c = 0; c < 3; c++) {
        if (!isfinite(p->position[c])) return false;
    }
    return fabs(sqrt(square) - 1) <= UNIT_TOLERANCE; // false for NaN
}

// The matrix of the quaternion, normalised. Its entries are off by 2^-49 at most.
static inline void rotation_matrix(const lbx_rigid_pose *p, double rotation[3][3]) {
    const double *const q = p->rotation;
    const double twice = 2 / (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        rotation[i][i] = 1 - twice * (q[j] * q[j] + q[k] * q[k]);
        rotation[i][j] = twice * (q[i] * q[j] - q[k] * q[3]);
        rotation[i][k] = twice * (q[i] * q[k] + q[j] * q[3]);
    }
}

#endif
