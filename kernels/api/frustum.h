// SPDX-License-Identifier: MIT
// A frustum made ready for a loop over items: all that the tests need of it, once, in double.
#ifndef LBX_FRUSTUM_H
#define LBX_FRUSTUM_H

#include "../doubles/frustum_double.h"
#include "call.h"

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
// the half extents that they are compared with. Normals and axes have length 1. A point x is within
// the near and the far side if normal[2].x is between their offsets, and within one of the others,
// which is across normal k, if mix[0] normal[k].x + mix[1] normal[2].x + offset is at least 0.
struct lbx_frustum_ready {
    float eye[3];
    float pad;                   // NaN: nothing can be proven
    float normal[3][3];          // perpendicular to two of the axes
    float mix[4][2];             // left, lower, right, upper
    float offset[FRUSTUM_SIDES]; // these, near, far
    float size[5][3];            // absolute components: the normals of these four, normal[2]
    struct frustum_frame frame;
    bool crossed;          // what follows is there
    float low[3], high[3]; // between them along x, y, z
    unsigned crosses[3];
    struct lbx_frustum_cross cross[3][FRUSTUM_EDGES];
};

// Most boxes are decided by the sides alone, and most calls of few boxes need nothing else.
void lbx_frustum_prepare(struct lbx_frustum_ready *to, const struct lbx_operand o[2], size_t i);
void lbx_frustum_cross(struct lbx_frustum_ready *to);

// Whether an item that begins with its center is apart from the frustum, by a function of
// doubles/frustum_double.h.
typedef bool lbx_frame_misses(const struct frustum_frame *frame, const double center[3],
                              const float rest[]);
bool lbx_frustum_misses(struct lbx_frustum_ready *to, lbx_frame_misses *misses, const float item[]);

// A batch of frusta against items: m and n exceed 0.
typedef ptrdiff_t lbx_frusta_test(const struct lbx_operand *frusta, size_t m,
                                  const struct lbx_operand *items, size_t n, unsigned flags,
                                  uint8_t *classes);

// Calls the active instruction set's test of frusta and one view of items.
ptrdiff_t lbx_call_frusta(lbx_frusta_test *const entries[], const lbx_frustums *frustums, size_t m,
                          const struct lbx_given *items, size_t n, unsigned flags,
                          uint8_t *classes);

#endif
