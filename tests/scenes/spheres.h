// SPDX-License-Identifier: MIT
// What the scenes of all kernels with spheres share. A sphere is its center and its radius.
#ifndef LBX_SCENES_SPHERES_H
#define LBX_SCENES_SPHERES_H

#include "scenes.h"

enum { SPHERE_FLOATS = RADIUS + 1 };

// Cut to lengths of the promised range.
void put_sphere(float x[], const double center[3], double radius);

void any_sphere(struct random *r, float x[], double reach, double least, double most);

void scale_floats(float x[], unsigned floats, int exponent);

// The radius, or a component of the center that is not 0, off by little.
void nudge_sphere(struct random *r, float x[]);

// A vector of whole numbers, the length w too: what lies so far away touches exactly. Along an
// axis, in a plane of two, or any.
struct whole {
    double v[3], w; // at most 36
};

struct whole whole_vector(struct random *r);

// The radius that reaches this far, as a float, off by a few ulps.
float radius_near(struct random *r, double distance);

// What the rounding of a test makes of a pair, whose distance is `distance` in floats and the root
// of `square` exactly. Sets the second radius; the first one is what it is.
// lost: to the least at which the pair touches; returns by how much the float squares deny it.
// Else to the least at which a test with this pad says that it does; returns the true distance as a
// part of the radii.
double graze(bool lost, float pad, const float distance[3], double square, float first,
             float *second);

#endif
