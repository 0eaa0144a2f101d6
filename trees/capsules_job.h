// SPDX-License-Identifier: MIT
// The search by capsules, as the public function and the instruction sets' units share it.
#ifndef LBX_CAPSULES_JOB_H
#define LBX_CAPSULES_JOB_H

#include "aabb_tree.h"

// A capsule that looks for the triangles that it touches.
struct lbx_touching {
    float start[3], end[3], radius; // in the order of a view of capsules
    float reach;                    // no triangle of a box is touched that is farther away
};

// Each says of eight boxes or triangles, bit k of number k. Bits beyond a leaf's count are those of
// its first triangle; bits of no child mean nothing.
struct lbx_touch_entry {
    // Which boxes of a node the capsule comes near.
    uint32_t (*near_boxes)(const struct lbx_touching *q, const struct lbx_aabb_node *node);

    // Which triangles of a leaf it touches, as lbx_triangle_capsule has it.
    uint32_t (*touched)(const struct lbx_touching *q, const struct lbx_aabb_leaf *leaf);
};

// How much farther than the radius a box may be away: a part of the radius and of |x| + |y| + |z|
// of the segment, a part of the tree's largest coordinate, and as much besides. See numerics.md.
#define TOUCH_PAD 0x1p-17f
#define TOUCH_GRAIN 0x1p-25f
#define TOUCH_FLOOR 0x1p-57f
#define TOUCH_RANGE 0x1p60f // beyond it, kernels say what they say: nothing is far

#endif
