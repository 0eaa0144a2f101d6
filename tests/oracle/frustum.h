// SPDX-License-Identifier: MIT
// What a frustum sees of a box or a sphere, exactly: all separating axes in integers.
#ifndef LBX_ORACLE_FRUSTUM_H
#define LBX_ORACLE_FRUSTUM_H

#include <stdbool.h>

#include "tests/scenes/frustums.h"

struct exact_seen {
    bool outside, inside; // apart as closed sets; the item within the frustum
};

// `grow` is by how much the item is larger on all sides. All floats but z_far must be finite.
struct exact_seen exact_seen_item(enum seen_shape shape, const lbx_frustum *frustum,
                                  const float item[], float grow);

#endif
