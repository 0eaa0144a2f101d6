// SPDX-License-Identifier: MIT
// What a frustum sees of an axis-aligned box, exactly: all separating axes in integers.
#ifndef LBX_ORACLE_FRUSTUM_H
#define LBX_ORACLE_FRUSTUM_H

#include <stdbool.h>

#include "lanebox.h"

struct exact_seen {
    bool outside, inside; // apart as closed sets; the box within the frustum
};

// `grow` is by how much the box is larger on all sides. All floats but z_far must be finite.
struct exact_seen exact_seen_aabb(const lbx_frustum *frustum, const float box[6], float grow);

#endif
