// SPDX-License-Identifier: MIT
// What boxes are sorted by, as the instruction sets' units compute it for pairs/keys.c.
#ifndef LBX_EXTENTS_H
#define LBX_EXTENTS_H

#include "../kernels/api/operand.h"

// A quarter of min + max and of max - min of a block of boxes, their sides cut at FLT_MAX: they and
// their differences are finite. A NaN becomes the end that proves nothing.
struct lbx_extents {
    float middle[3][TILE], size[3][TILE];
    float longest[TILE]; // of the sizes; NaN of empty boxes, as those behind the boxes are
};

#endif
