// SPDX-License-Identifier: MIT
// Sets of boxes and their motions, for tests and benchmarks of pairs.
#ifndef SETS_H
#define SETS_H

#include <stddef.h>
#include <stdint.h>

struct set_box {
    float min[3], max[3];
};

// Boxes are 1 long on average, from .5 to 1.5, unless stated otherwise.
enum set_kind {
    SET_SPARSE, // .5 overlaps per box, anywhere in a cube
    SET_DENSE,  // 10 overlaps per box
    SET_PILES,  // 500 boxes per pile, 10 overlaps per box
    SET_MIXED,  // sparse, 1 % of them ten times as large
    SET_FLAT,   // resting on the ground, 4 overlaps per box
    SET_FAR,    // two cubes, 1e5 apart
    SET_STICKS, // 20 x .2 x .2 along any axis
    SET_PLANE,  // sparse, and the half space below 0 with Bullet's extents: +-1e18
    SET_GROUND, // sparse, and a box around all
    SET_EQUAL,  // all of them the same box
    SET_KINDS
};

extern const char *const set_names[SET_KINDS];

// Makes the same boxes for the same kind, n and seed on every machine.
void set_fill(enum set_kind kind, size_t n, uint64_t seed, struct set_box *boxes);

// Makes `count` of these boxes from `first` on, for a process that holds a part of a set.
void set_fill_part(enum set_kind kind, size_t n, uint64_t seed, size_t first, size_t count,
                   struct set_box *boxes);

// Displacements up to .05 of a usual box along each axis. In the flat set none go upward.
void set_velocities(enum set_kind kind, size_t n, uint64_t seed, float (*velocity)[3]);
void set_velocities_part(enum set_kind kind, uint64_t seed, size_t first, size_t count,
                         float (*velocity)[3]);

// Moves the boxes by `times` times their velocities.
void set_move(const struct set_box *begun, float (*const velocity)[3], size_t n, float times,
              struct set_box *boxes);

enum { SWINGS = 6, DRIFTS = 300 };

// Frame k of SWINGS: the boxes are 0 1 2 3 2 1 times their velocities away from their start.
void set_swing(const struct set_box *begun, float (*const velocity)[3], size_t n, unsigned frame,
               struct set_box *boxes);

// Frame k of DRIFTS: the boxes are k times their velocities away. A box whose center leaves the
// region of all centers reenters at the opposite side.
void set_drift(const struct set_box *begun, float (*const velocity)[3], size_t n, unsigned frame,
               struct set_box *boxes);

#endif
