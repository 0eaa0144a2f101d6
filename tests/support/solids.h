// SPDX-License-Identifier: MIT
// Closed meshes: the surfaces of cells that are filled, and which points are inside. The same kind
// and seed give the same bits on every machine.
#ifndef LBX_TEST_SOLIDS_H
#define LBX_TEST_SOLIDS_H

#include "examples/random.h"
#include "trees.h"

enum solid_kind {
    SOLID_CUBE,           // one cell
    SOLID_BLOCK,          // all cells
    SOLID_SPONGE,         // cells at random: edges of two and of four faces
    SOLID_CHECKS,         // every other cell: all edges have four faces
    SOLID_TERRAIN,        // columns of cells
    SOLID_SHELLS,         // a cube in a cavity in a cube
    SOLID_RING,           // a block with a hole
    SOLID_LEANING_SPONGE, // sheared by integers
    SOLID_LEANING_CHECKS,
    SOLID_LEANING_SHELLS,
    SOLID_SLIVERS, // leaning, and flat
    SOLID_TINY,    // coordinates near 2^-60
    SOLID_LEAST,   // multiples of 2^-146
    SOLID_HUGE,    // near 2^58
    SOLID_SCALES,  // from cell to cell 2^12 times as large
    SOLID_SPECK,   // some cells are 2^36 away: most boxes are fine
    SOLID_BALL,    // its vertices are rounded to multiples of 2^-12, as those of the others below
    SOLID_TORUS,
    SOLID_BALLS,    // one in another
    SOLID_CRUMPLED, // a sponge whose vertices moved at random: it cuts itself
    SOLID_CREASED,  // the same of checks
    SOLID_KINDS
};

extern const char *const solid_names[SOLID_KINDS];

enum { SOLID_SIDE = 5, SOLID_TRIANGLES_MAX = 1000 };

struct solid {
    size_t triangles;
    // Every triangle has its own. They run counterclockwise as seen from outside.
    float corner[3 * SOLID_TRIANGLES_MAX][3];
    float low[3], high[3];
    // of the cells
    bool filled[SOLID_SIDE][SOLID_SIDE][SOLID_SIDE];
    double plane[3][SOLID_SIDE + 1], lean[3], scale;
    bool moved; // vertices are not where the cells have them
};

void solid_make(struct solid *solid, enum solid_kind kind, uint64_t seed);
lbx_mesh solid_view(const struct solid *solid);
struct tree solid_tree(const struct solid *solid);

// Makes a point: in a cell, near the side of one, on the surface, or around it.
void solid_point(const struct solid *solid, struct random *r, float point[3]);

// A point on the surface: a vertex, the middle of an edge, or a point of a triangle.
void solid_target(const struct solid *solid, struct random *r, float target[3]);

// Whether a point is inside, exactly: 1 or 0. -1 if it may be nearer to the surface than the
// promise of lbx_aabb_tree_crossings reaches, or is none for which exact arithmetic is easy.
int solid_holds(const struct solid *solid, const float point[3]);

#endif
