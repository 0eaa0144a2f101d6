// SPDX-License-Identifier: MIT
// Whether a line crosses a triangle, by a rule with which it crosses a closed surface an even
// number of times.
#ifndef LBX_RAY_CROSSING_H
#define LBX_RAY_CROSSING_H

#include <stdbool.h>

// The line runs along z through x = y = 0, and x, y and z are those of the vertices. Writes the z
// at which it crosses the triangle.
bool lbx_line_crosses(const float x[3], const float y[3], const float z[3], double *at);

#endif
