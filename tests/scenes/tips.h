// SPDX-License-Identifier: MIT
// What the pad of two boxes by 15 axes is for.
#ifndef LBX_TIPS_H
#define LBX_TIPS_H

#include "obbs.h"

// A stick, b's axis `stick` of half extent 1, and its tip, a point whose axes are a's.
struct tip {
    bool lost; // else reported falsely
    bool face;
    unsigned stick, i, k;
    struct obb box[2]; // of which the axes are set
};

// Axes skewed as far as _check lets pass once they are floats, a's only if they are not the
// world's, each product to the harm of the verdict: a tip that is taken to lie beyond the stick, or
// one beyond it that is not.
struct tip worst_tip(struct random *r, bool world);

#endif
