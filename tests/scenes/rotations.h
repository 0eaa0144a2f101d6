// SPDX-License-Identifier: MIT
// Vectors and rotations in double. A rotation is three unit axes: axis[k][c] is component c of axis
// k.
#ifndef LBX_ROTATIONS_H
#define LBX_ROTATIONS_H

#include "examples/random.h"

static inline double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void cross(const double a[3], const double b[3], double out[3]) {
    for (int c = 0; c < 3; c++)
        out[c] = a[(c + 1) % 3] * b[(c + 2) % 3] - a[(c + 2) % 3] * b[(c + 1) % 3];
}

// Removes the component along a unit vector.
static inline void reject(double x[3], const double along[3]) {
    const double part = dot(x, along);
    for (int c = 0; c < 3; c++) x[c] -= part * along[c];
}

static inline void normalize(double x[3]) {
    const double length = sqrt(dot(x, x));
    for (int c = 0; c < 3; c++) x[c] /= length;
}

void random_rotation(struct random *r, double axis[3][3]);

// One of these: axis-aligned, in any order and handedness; such axes turned by 45 degrees or by the
// angle of a 3-4-5 triangle about one axis, or by that angle about two; or any rotation.
void awkward_rotation(struct random *r, double axis[3][3]);

// Turns `axis` about a direction given in its own axes, by twice the angle whose tangent is the
// length of `about`.
void turn_about(double axis[3][3], const double about[3]);

// Turns `axis` by 1e-9 to .1, about any direction or about one of its own axes.
void turn_slightly(struct random *r, double axis[3][3]);

#endif
