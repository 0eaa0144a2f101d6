// SPDX-License-Identifier: MIT
// Batches of a case in every layout and with every pick, in guarded memory.
#ifndef LBX_LAYOUT_H
#define LBX_LAYOUT_H

#include "cases.h"
#include "guarded.h"

enum layout {
    LAYOUT_DENSE,       // structure of arrays
    LAYOUT_PADDED,      // array of structures with a hole after every three floats
    LAYOUT_TIGHT,       // no holes
    LAYOUT_SHUFFLED,    // fields in odd order
    LAYOUT_SPREAD,      // groups of three; 256 bytes from the first float to the last
    LAYOUT_WIDE,        // more than 256 bytes from the first float to the last
    LAYOUT_STRIDED,     // separate arrays, each using every third float
    LAYOUT_ALIASED,     // arrays 0, 1, 2 are the same array, and so are 3, 4, 5
    LAYOUT_ALIASED_AOS, // array of structures in which arrays 3, 4, 5 are 0, 1, 2: boxes as points
    LAYOUTS
};

enum picking {
    PICKING_ALL,     // element i
    PICKING_FROM,    // element 5 + i
    PICKING_ONE,     // the last of three elements
    PICKING_INDEXED, // any element, some twice, including the last one
    PICKING_EVERY,   // the same, from a list of structures
    PICKINGS
};

enum { SIDES = LAYOUTS * PICKINGS };

// Elements of one side as `fill` made them, an array per float.
struct elements {
    unsigned floats;
    size_t count;
    float *at[CASE_FLOATS_MAX];
};

struct batch {
    const struct lbx_case *c;
    uint64_t seed;
    enum scene scene;
    struct elements side[2];
};

struct batch batch_fill(const struct lbx_case *c, uint64_t seed, enum scene scene, size_t count);
void batch_free(struct batch *batch);

// A side with all elements, in order.
struct case_side dense_side(const struct elements *elements);

// The first n items of a batch's side, placed in memory.
struct placed {
    struct case_side side;
    size_t n;
    unsigned number; // its layout and picking: 0 to SIDES - 1
    struct guarded memory[CASE_FLOATS_MAX + 1];
    float *item[CASE_FLOATS_MAX]; // the floats that each item reads, an array per float
};

// `absent` has a bit for each array that is NULL.
struct placed place(const struct elements *elements, unsigned number, size_t n, enum guard guard,
                    unsigned absent);
void placed_free(struct placed *placed);

// A side with the same items, dense and in order.
struct case_side plain_side(const struct placed *placed);

// Sets the absent arrays of a side's k-th variant. Returns false past the last one.
bool absent_arrays(const struct lbx_case *c, int side, unsigned k, unsigned *absent);

#endif
