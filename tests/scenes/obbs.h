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

// The point of a box, relative to its center, that lies furthest along L. If a face or an edge is
// perpendicular to L, this is one of its corners or middles.
void support(struct random *r, const struct obb *box, const double L[3], double sign,
             double point[3]);

// Moves b so that the support points of both along one of the fifteen directions, L, coincide: the
// boxes touch, whatever L is. Then moves b along L by the gap, `gap` times all half extents.
void bring_into_contact(struct random *r, const struct obb *a, struct obb *b, double gap);

// Sizes and places boxes with given axes: in contact, or apart by a little, which it returns.
bool touching_boxes(struct random *r, enum scene scene, struct obb *a, struct obb *b, int ratio,
                    int far, int scale);

// Puts halves and axes on a grid on which any sum of them is a float, so that contacts are exact.
void onto_grid(struct random *r, struct obb *box);

void scale_box(struct obb *box, int scale);

// Leans two axes towards each other, or stretches one: their dot product grows by `by`.
void lean(double axis[3][3], unsigned p, unsigned q, double by);

#endif
