// SPDX-License-Identifier: MIT
// Boxes of doubles about an origin, the input of lbx_aabbs_from_doubles, and its output.
#ifndef LBX_DOUBLES_H
#define LBX_DOUBLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lanebox.h"

enum doubles_scene {
    DOUBLES_WORLD,    // boxes within a kilometre of an origin that is up to 10^7 away
    DOUBLES_GRID,     // multiples of 1/8: every difference is a float
    DOUBLES_FLOATS,   // the sum of the origin and a float, rounded, and its neighbours
    DOUBLES_HALFWAY,  // beside the middle of two floats, where double rounding goes wrong
    DOUBLES_SCALES,   // of every magnitude
    DOUBLES_DENORMAL, // differences around and below the least floats
    DOUBLES_BEYOND,   // around FLT_MAX and DBL_MAX
    DOUBLES_HOSTILE,  // anything, with many NaNs and infinities
    DOUBLES_SCENES
};
extern const char *const doubles_names[DOUBLES_SCENES];

enum { CORNERS = 6, DOUBLES_MAX = 1024 }; // min x y z, max x y z

struct doubles {
    size_t n;
    double origin[3], at[CORNERS][DOUBLES_MAX];
};

// Makes the same bits for the same seed on every machine. min may be above max, since each face is
// converted by itself.
void doubles_fill(struct doubles *boxes, enum doubles_scene scene, uint64_t seed, size_t n);
lbx_aabbs_f64 doubles_view(const struct doubles *boxes);

struct rounded {
    float at[CORNERS][DOUBLES_MAX];
};

lbx_aabbs_out rounded_out(struct rounded *rounded, size_t n);

#endif
