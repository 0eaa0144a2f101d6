// SPDX-License-Identifier: MIT
// A frustum against an oriented box or a sphere, in double.
#ifndef LBX_FRUSTUM_DOUBLE_H
#define LBX_FRUSTUM_DOUBLE_H

#include <stdbool.h>

// A frustum relative to its eye. Products of two of its floats are exact.
struct frustum_frame {
    double axis[3][3];
    double low[2], high[2], range[2]; // of x and y, of z
    bool parallel;
    bool spanned;      // what follows is there
    double dual[3][3]; // a point's coordinate k is its product with dual[k]
    double edge[4][3]; // from the eye: x is high[0] in 1 and 3, y is high[1] in 2 and 3
};

void lbx_frame_duals(double (*axis)[3], double dual[3][3]);

// Whether an axis separates the frustum from an oriented box: its center relative to the eye, its
// half extents and its axes, as lbx_obbs has them. True is certain.
bool lbx_frame_misses_obb(const struct frustum_frame *frame, const double center[3],
                          const float box[]);

// Whether a sphere that no side separates from the frustum is apart from it. True is certain.
bool lbx_frame_misses_sphere(const struct frustum_frame *frame, const double center[3],
                             const float radius[]);

#endif
