// SPDX-License-Identifier: MIT
// Shared by the scenes of kernels with capsules: a capsule is its start, its end and its radius.
#ifndef LBX_SCENES_CAPSULES_H
#define LBX_SCENES_CAPSULES_H

#include "spheres.h"

enum { CAPSULE_FLOATS = AROUND + 1 };

// A segment with a radius; one of spheres starts where it ends.
struct rod {
    double start[3], end[3], radius;
};

// Writes a capsule. Lengths below the promised range become 0.
void put_capsule(float x[], const struct rod *rod);

void any_capsule(struct random *r, float x[], double reach, double least, double most);

// Three integer vectors at right angles, all of one length, an integer, so that contacts are exact.
struct whole_frame {
    double v[3][3], w; // at most 36
};

struct whole_frame whole_frame(struct random *r);

#endif
