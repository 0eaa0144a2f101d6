// SPDX-License-Identifier: MIT
// Segments and triangles, hulls of two or three corners, against boxes of either kind.
#ifndef LBX_HULLS_H
#define LBX_HULLS_H

#include "obbs.h"

struct hull {
    unsigned corners;
    double corner[3][3];
};

// What a scene makes: floats of both sides, the box with its axes or as min and max.
struct hull_pair {
    struct hull hull;
    struct obb box;
    bool aligned; // the axes are those of the world, and the box is min and max
};

// Writes the pair; lengths below the promised range become 0.
void put_pair(const struct hull_pair *p, float first[], float second[]);

// Half of both items' extents along the box's axes, summed.
double pair_size(const struct hull_pair *p);

void move_hull(struct hull *hull, const double by[3]);

// What the pads are for.
void worst_hull(struct random *r, struct hull_pair *p);

#endif
