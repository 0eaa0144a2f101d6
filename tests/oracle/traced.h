// SPDX-License-Identifier: MIT
// Rays as traced through meshes against one triangle, exactly. A ray has seven floats: its origin,
// its direction and t_max. It begins at its origin. A triangle has nine floats.
#ifndef LBX_ORACLE_TRACED_H
#define LBX_ORACLE_TRACED_H

#include <stdbool.h>

enum { TRACED_RAY = 7, TRACED_TRIANGLE = 9 };

// Whether the ray meets the closed triangle. If so, sets t of the first contact, rounded up to
// double.
bool exact_meets(const float ray[], const float triangle[], double *t);

// How far apart they are; 0 if they meet.
double exact_distance(const float ray[], const float triangle[]);

// The error of t for a triangle that the ray first meets at `exact`, as a part of the bound that
// lbx_ray_triangle promises: at most 1 if it keeps it.
double exact_error_of_t(const float ray[], const float triangle[], double exact, float t);

#endif
