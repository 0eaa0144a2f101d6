// SPDX-License-Identifier: MIT
// Points and the triangles of a mesh, three corners each: on which side a point is, exactly, and
// how far away, in double.
#ifndef LBX_ORACLE_SIDES_H
#define LBX_ORACLE_SIDES_H

#include <stdbool.h>
#include <stddef.h>

#include "examples/random.h"

// Whether the line upwards from a point meets the triangles an odd number of times. That means
// inside if each edge has an even number of triangles.
bool is_inside_mesh(const float (*corner)[3], size_t triangles, const float point[3]);

// The length of the longest side of a triangle.
double longest_side(const float (*corner)[3]);

// The distance of the nearest triangle, whose number is left in `id`. It must be at most `most`.
double distance_of_mesh(const float (*corner)[3], size_t triangles, const float point[3],
                        double most, size_t *id);

// Makes a point within 1.25 sizes of the center, one beside a vertex, an edge or a face, from 2^-19
// sizes to one away, or one whose line meets a vertex.
void point_of_mesh(const float (*corner)[3], size_t triangles, const float center[3], double size,
                   struct random *r, float point[3]);

#endif
