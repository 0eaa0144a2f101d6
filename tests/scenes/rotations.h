// SPDX-License-Identifier: MIT
// Vectors and rotations in double. A rotation is three unit axes: axis[k][c] is component c of axis
// k.
#ifndef LBX_ROTATIONS_H
#define LBX_ROTATIONS_H

#include "random.h"

double dot(const double a[3], const double b[3]);
void cross(const double a[3], const double b[3], double out[3]);
void reject(double x[3], const double along[3]); // takes away the part along a unit vector
void normalize(double x[3]);

void random_rotation(struct random *r, double axis[3][3]);

// Axis-aligned in any order and handedness; turned from there by 45 degrees or by a 3-4-5 triangle
// about one axis, or by the triangle about two; or any.
void awkward_rotation(struct random *r, double axis[3][3]);

// Turns `axis` by 1e-9 to .1, about any direction or about one of its own axes.
void turn_slightly(struct random *r, double axis[3][3]);

#endif
