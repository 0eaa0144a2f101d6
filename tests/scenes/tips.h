// SPDX-License-Identifier: MIT
// The pairs that need the pad of two boxes on 15 axes.
#ifndef LBX_TIPS_H
#define LBX_TIPS_H

#include "obbs.h"

// A stick, b's axis `stick` of half extent 1, and its tip, a point whose axes are a's.
struct tip {
    bool lost; // otherwise reported falsely
    bool face;
    unsigned stick, i, k;
    struct obb box[2]; // only the axes are set
};

// Axes skewed as far as _check accepts after they are rounded to floats; a's are skewed only if
// they are not the world's. Every dot product is off in the direction that harms the verdict: a
// touching tip seems to lie beyond the stick, or a tip beyond it does not.
struct tip worst_tip(struct random *r, bool world);

#endif
