// SPDX-License-Identifier: MIT
// Boxes of doubles about an origin, as lbx_aabbs_from_doubles reads them, and what it wrote.
#ifndef LBX_DOUBLES_H
#define LBX_DOUBLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lanebox.h"

enum doubles_scene {
    DOUBLES_WORLD,    // boxes within a kilometre of an origin that is up to 10^7 away
    DOUBLES_GRID,     // whole eighths: every difference is a float
    DOUBLES_FLOATS,   // the origin and a float, rounded, and its neighbours
    DOUBLES_HALFWAY,  // beside the middle of two floats, where rounding twice goes wrong
    DOUBLES_SCALES,   // of every magnitude
    DOUBLES_DENORMAL, // differences about and below the least floats
    DOUBLES_BEYOND,   // about FLT_MAX and DBL_MAX
    DOUBLES_HOSTILE,  // anything, NaN and infinities often
    DOUBLES_SCENES
};
extern const char *const doubles_names[DOUBLES_SCENES];

enum { CORNERS = 6, DOUBLES_MAX = 1024 }; // min x y z, max x y z

struct doubles {
    size_t n;
    double origin[3], at[CORNERS][DOUBLES_MAX];
};

// The same bits for the same seed on every machine. min may be above max: no face looks at another.
void doubles_fill(struct doubles *boxes, enum doubles_scene scene, uint64_t seed, size_t n);
lbx_aabbs_f64 doubles_view(const struct doubles *boxes);

struct rounded {
    float at[CORNERS][DOUBLES_MAX];
};

lbx_aabbs_out rounded_out(struct rounded *rounded, size_t n);

#endif
