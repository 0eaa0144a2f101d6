// SPDX-License-Identifier: MIT
// Known frusta, and what every table says of an item that they see.
#ifndef LBX_SUPPORT_FRUSTA_H
#define LBX_SUPPORT_FRUSTA_H

#include "tests/scenes/frustums.h"

// Looks along z from the origin, 45 degrees to each side, from 1 to 10.
extern const lbx_frustum frustum_ahead;

// The same, but it looks along (1, 0, 1).
lbx_frustum frustum_turned(void);

// Expects this class of one item, whose floats are in the order of its view, on every table.
void frusta_expect(enum seen_shape shape, const char *what, const lbx_frustum *frustum,
                   const float item[], unsigned class);

#endif
