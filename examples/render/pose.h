// SPDX-License-Identifier: MIT
// Vectors in double, and poses of bodies. The bits are the same on every machine.
#ifndef EXAMPLE_RENDER_POSE_H
#define EXAMPLE_RENDER_POSE_H

#include "lanebox/trees.h"

static inline double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

void cross_product(const double a[3], const double b[3], double out[3]);

/// Scales a vector or a quaternion to length 1.
void to_length_one(double *a, size_t components);

/// A point of a body in the world: position + scale * rotation(point).
void pose_point(const lbx_rigid_pose *pose, double scale, const float point[3], double out[3]);

/// Turns a body by a small rotation.
/// @param spin its axis times radians
void pose_turn(lbx_rigid_pose *pose, const double spin[3]);

#endif
