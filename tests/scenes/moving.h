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

// Moves the items, from wherever they start, to the same place.
static inline void move_together(struct random *r, float a[], float b[], int delta) {
    for (int c = 0; c < 3; c++) {
        const double way = (double)a[c] - b[c], part = random_unit(r);
        a[delta + c] = (float)(-part * way);
        b[delta + c] = (float)((1 - part) * way);
    }
}

#endif
