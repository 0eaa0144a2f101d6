// SPDX-License-Identifier: MIT
// Rays in the world against triangles of instances: what searches of scenes promise, judged in
// double with an error bound, and by exact arithmetic where that decides nothing.
#ifndef LBX_ORACLE_ENTERED_H
#define LBX_ORACLE_ENTERED_H

#include <stdbool.h>

#include "lanebox/scenes.h"

// An instance, and a ray of eight floats (origin, direction, t_min, t_max) in its frame.
struct entered {
    const lbx_instance *instance;
    const float *ray;
    double origin[3], direction[3]; // in the frame, off by a few 2^-52
    double slack; // 2^-19 (|origin - position| / scale + size), rounded up: in the mesh's lengths
};

// `size` is how far the farthest vertex of the mesh is from its origin.
struct entered enter_exactly(const lbx_instance *instance, const float ray[8], double size);

// Whether the ray passes the ball about the mesh's origin.
bool passes_ball(const struct entered *e, double radius);

// Whether the ray meets the triangle, passes the lines of its edges at a distance of more than
// `slack`, and begins and ends farther than `slack` from its plane, on either side. Counts what
// needed exact arithmetic.
bool meets_deep(const struct entered *e, const float triangle[3][3], unsigned long long *exact);

#endif
