// SPDX-License-Identifier: MIT
// A frustum made ready for a loop over boxes: all that the tests need of it, once, in double.
#ifndef LBX_FRUSTUM_H
#define LBX_FRUSTUM_H

#include "operand.h"

// The floats of one frustum, in the order of its two operands.
struct lbx_frustum_item {
    float eye[3], axis[3][3], low[2], high[2], z_near, z_far, parallel;
};

struct lbx_frustum_item lbx_frustum_read(const struct lbx_operand o[2], size_t i);

enum { FRUSTUM_SIDES = 6, FRUSTUM_EDGES = 6 };

// An axis across axis i of the world: its components along the two axes that follow i cyclically.
// The frustum lies between low and high.
struct lbx_frustum_cross {
    float at[2], low, high;
};

// All but the eye is relative to the eye. Offsets and intervals are doubled, as are the center and
// the half extents that they are compared with. Normals and axes have length 1.
struct lbx_frustum_ready {
    float eye[3];
    float pad;                                             // NaN: nothing can be proven
    float normal[FRUSTUM_SIDES][3], offset[FRUSTUM_SIDES]; // inside: n.x > offset
    float depth[3], nearest, farthest;                     // between them along `depth`
    float low[3], high[3];                                 // between them along x, y, z
    unsigned crosses[3];
    struct lbx_frustum_cross cross[3][FRUSTUM_EDGES];
};

void lbx_frustum_prepare(struct lbx_frustum_ready *to, const struct lbx_operand o[2], size_t i);

#endif
