// SPDX-License-Identifier: MIT
// Rays as they are traced through meshes, and one triangle, exactly. A ray has seven floats: its
// origin, its direction, and t_max; it begins at its origin. A triangle has nine.
#ifndef LBX_ORACLE_TRACED_H
#define LBX_ORACLE_TRACED_H

#include <stdbool.h>

enum { TRACED_RAY = 7, TRACED_TRIANGLE = 9 };

// Whether the ray meets the closed triangle; t of where it first does, rounded up to double.
bool exact_meets(const float ray[], const float triangle[], double *t);

// How far apart they are; 0 where they meet.
double exact_distance(const float ray[], const float triangle[]);

// Of a triangle that the ray first meets at `exact`: how far another t is off, as a part of what is
// promised of lbx_ray_triangle's, which is at most 1.
double exact_error_of_t(const float ray[], const float triangle[], double exact, float t);

#endif
