// SPDX-License-Identifier: MIT
// The bounds of a tree that is turned, as the instruction sets' units find them.
#ifndef LBX_TURNED_BOX_H
#define LBX_TURNED_BOX_H

#include "trees/aabb_tree.h"

typedef void lbx_turned_box(const struct lbx_aabb_tree *tree, const float turn[3][3], float low[3],
                            float high[3]);

#endif
