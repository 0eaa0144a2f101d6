// SPDX-License-Identifier: MIT
// The distance of two triangles and the points that say so, for triangle_triangle_distance.c and
// trees.
#ifndef LBX_NEAREST_H
#define LBX_NEAREST_H

#include "shapes.h"

#define NEAREST_PAD 0x1.8p-20f // of S: no distance is below its bound by more, see numerics.md
#define NEAREST_OPEN 0x1p-18f  // of S: what a distance may be above its bound

// What is found of a pair, NaN if there is one in it. S is the longest side of the box around both.
struct near_ends {
    vf distance, from[3], to[3]; // the points of the first and of the second triangle
    vf size;                     // S
    vf least;                    // the distance is not below this,
    vm open;                     // and may be above it by more than NEAREST_OPEN
};

// Exported by nearest.c, which has one copy for each instruction set. `extra` is added to S. The
// form is always plain.
#define triangles_nearest EXPORTED(triangles_nearest)
void triangles_nearest(const struct triangle *first, const struct triangle *second, const vf *extra,
                       struct near_ends *out);

#endif
