// SPDX-License-Identifier: MIT
// Shared by the scenes of all kernels with spheres. A sphere is its center and its radius.
#ifndef LBX_SCENES_SPHERES_H
#define LBX_SCENES_SPHERES_H

#include "scenes.h"

enum { SPHERE_FLOATS = RADIUS + 1 };

// Writes a sphere. Lengths below the promised range become 0.
void put_sphere(float x[], const double center[3], double radius);

void any_sphere(struct random *r, float x[], double reach, double least, double most);

void scale_floats(float x[], unsigned floats, int exponent);

// Changes the radius, or a component of the center, by a little unless it is 0.
void nudge_sphere(struct random *r, float x[]);

// A vector of integers whose length w is an integer, too, so that contacts at this distance are
// exact. It lies along an axis, in the plane of two axes, or anywhere.
struct whole {
    double v[3], w; // at most 36
};

struct whole whole_vector(struct random *r);

// A float radius that reaches this far, within a few ulps.
float radius_near(struct random *r, double distance);

// Sets the second radius so that the pair only just touches, and returns how badly rounding
// misleads a test. `distance` is the vector between the items in floats, and `square` the exact
// squared distance. If `lost`, the radius is the least at which the pair touches, and the result is
// the distance's square in floats as a part of the radii's. Otherwise the radius is the least at
// which a test with this pad reports contact, and the result is the true distance as a part of the
// radii.
double graze(bool lost, float pad, const float distance[3], double square, float first,
             float *second);

#endif
