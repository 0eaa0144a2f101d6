// SPDX-License-Identifier: MIT
// Spheres and capsules against triangles and boxes: how far they are apart, in double and as the
// kernels see it.
#ifndef LBX_SCENES_ROUNDS_H
#define LBX_SCENES_ROUNDS_H

#include <stdbool.h>

enum round_kind { SPHERE_TRIANGLE, TRIANGLE_CAPSULE, CAPSULE_AABB, CAPSULE_OBB };

struct round_pair {
    enum round_kind kind;
    float *round, *other; // its center or ends, then its radius; a triangle or a box
};

// The distance of the segment or center from the other. Axes are taken to be orthonormal.
double distance_of_round(const struct round_pair *p);

// As the kernel finds it, in floats.
float seen_distance(const struct round_pair *p);

// What the pad is a part of, without the radius.
double lengths_of_round(const struct round_pair *p);

// A point that moves from `from` by way[0] - way[1], and a capsule's segment.
struct moving_point {
    bool sweeps; // a sphere's center, or else the point of a ray, whose way[1] is 0
    float from[3], way[2][3], end[2][3];
};

// How near it comes to the segment; the same as the kernel finds it; what the pad is a part of.
double distance_of_moving(const struct moving_point *p);
float seen_moving(const struct moving_point *p);
double lengths_of_moving(const struct moving_point *p);

#endif
