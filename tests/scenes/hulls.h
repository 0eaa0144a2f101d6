// SPDX-License-Identifier: MIT
// Segments and triangles, the hulls of two or three corners, against boxes of either kind.
#ifndef LBX_HULLS_H
#define LBX_HULLS_H

#include "obbs.h"

struct hull {
    unsigned corners;
    double corner[3][3];
};

// The pair that a scene makes. The box is written with its axes, or as min and max.
struct hull_pair {
    struct hull hull;
    struct obb box;
    bool aligned; // the axes are the world's, and the box is written as min and max
};

// Writes the pair; lengths below the promised range become 0.
void put_pair(const struct hull_pair *p, float first[], float second[]);

// The sum of both items' half extents along the box's axes.
double pair_size(const struct hull_pair *p);

void move_hull(struct hull *hull, const double by[3]);

// A pair that needs the pads.
void worst_hull(struct random *r, struct hull_pair *p);

#endif
