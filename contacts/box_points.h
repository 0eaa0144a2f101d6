// SPDX-License-Identifier: MIT
// A point between two oriented boxes, or in both, in double.
#ifndef LBX_BOX_POINTS_H
#define LBX_BOX_POINTS_H

// Midway between the nearest points of two boxes of 15 floats each, or within both.
void lbx_box_point(const float *a, const float *b, float point[3]);

#endif
