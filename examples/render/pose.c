// SPDX-License-Identifier: MIT
#include "pose.h"

#include <math.h>

void cross_product(const double a[3], const double b[3], double out[3]) {
    for (int c = 0; c < 3; c++)
        out[c] = a[(c + 1) % 3] * b[(c + 2) % 3] - a[(c + 2) % 3] * b[(c + 1) % 3];
}

void to_length_one(double *a, size_t components) {
    double square = 0;
    for (size_t k = 0; k < components; k++) square += a[k] * a[k];
    for (size_t k = 0; k < components; k++) a[k] /= sqrt(square);
}

// v + 2 w (q x v) + 2 q x (q x v), where q is the vector part of the quaternion and w the rest
void pose_point(const lbx_rigid_pose *pose, double scale, const float point[3], double out[3]) {
    const double *const q = pose->rotation;
    const double v[3] = {(double)point[0], (double)point[1], (double)point[2]};
    double once[3], twice[3];
    cross_product(q, v, once);
    cross_product(q, once, twice);
    for (int c = 0; c < 3; c++)
        out[c] = pose->position[c] + scale * (v[c] + 2 * (q[3] * once[c] + twice[c]));
}

// q plus half of (spin, 0) times q
void pose_turn(lbx_rigid_pose *pose, const double spin[3]) {
    double *const q = pose->rotation, turn[3];
    cross_product(spin, q, turn);
    const double along = dot(spin, q), w = q[3];
    for (int c = 0; c < 3; c++) q[c] += (w * spin[c] + turn[c]) / 2;
    q[3] -= along / 2;
    to_length_one(q, 4);
}
