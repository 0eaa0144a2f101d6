// SPDX-License-Identifier: MIT
// Two items that move, with a given relative motion.
#ifndef LBX_SCENES_MOVING_H
#define LBX_SCENES_MOVING_H

#include "examples/random.h"

// Two displacements, the second larger than the first by v, which is a small integer.
static inline void share_motion(struct random *r, int v, float *first, float *second) {
    const int own = random_chance(r, 3) ? 0 : 8 * random_int(r, -7, 7);
    *first = (float)(own ? own : 0 * random_sign(r));
    *second = (float)(own + v ? own + v : 0 * random_sign(r));
}

#endif
