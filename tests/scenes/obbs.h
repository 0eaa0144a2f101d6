// SPDX-License-Identifier: MIT
// Oriented boxes in double, for the scenes of all kernels that have them.
#ifndef LBX_OBBS_H
#define LBX_OBBS_H

#include "rotations.h"
#include "scenes.h"

struct obb {
    double center[3], half[3], axis[3][3];
};

void put_box(float x[], const struct obb *box);

void any_box(struct random *r, float x[], double reach, double least, double most);

// The point of a box, relative to its center, that lies furthest along L; of a face or an edge
// across L, a corner or a middle.
void support(struct random *r, const struct obb *box, const double L[3], double sign,
             double point[3]);

// Moves b so that the supports of both along one of the fifteen directions, L, coincide: they
// touch, whatever L is, and a step along L is the gap, `gap` parts of all half extents.
void bring_into_contact(struct random *r, const struct obb *a, struct obb *b, double gap);

// Halves and axes on a grid on which any sum of them is a float: what touches then touches exactly.
void onto_grid(struct random *r, struct obb *box);

void scale_box(struct obb *box, int scale);

// Leans two axes towards each other, or stretches one: their product becomes `by` more.
void lean(double axis[3][3], unsigned p, unsigned q, double by);

#endif
