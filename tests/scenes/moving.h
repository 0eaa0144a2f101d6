// SPDX-License-Identifier: MIT
// What moves, relative to something else that moves.
#ifndef LBX_SCENES_MOVING_H
#define LBX_SCENES_MOVING_H

#include "examples/random.h"

// Displacements of which the second is v more than the first; v is a small whole number.
static inline void share_motion(struct random *r, int v, float *first, float *second) {
    const int own = random_chance(r, 3) ? 0 : 8 * random_int(r, -7, 7);
    *first = (float)(own ? own : 0 * random_sign(r));
    *second = (float)(own + v ? own + v : 0 * random_sign(r));
}

#endif
