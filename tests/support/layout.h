// SPDX-License-Identifier: MIT
// Batches of a case in every layout and under every pick, in guarded memory.
#ifndef LBX_LAYOUT_H
#define LBX_LAYOUT_H

#include "cases.h"
#include "guarded.h"

enum layout {
    LAYOUT_DENSE,       // structure of arrays
    LAYOUT_PADDED,      // array of structures: three floats and a hole, and so on
    LAYOUT_TIGHT,       // no holes
    LAYOUT_SHUFFLED,    // fields in odd order
    LAYOUT_SPREAD,      // groups of three, from the first float to the last 256 bytes
    LAYOUT_WIDE,        // more than 256 bytes from the first float to the last
    LAYOUT_STRIDED,     // every array by itself, two of three floats skipped
    LAYOUT_ALIASED,     // arrays 0, 1, 2 are one, and 3, 4, 5
    LAYOUT_ALIASED_AOS, // arrays 3, 4, 5 are 0, 1, 2, in an array of structures: boxes as points
    LAYOUTS
};

enum picking {
    PICKING_ALL,     // element i
    PICKING_FROM,    // element 5 + i
    PICKING_ONE,     // the last of three elements
    PICKING_INDEXED, // any element, some twice, the last one among them
    PICKING_EVERY,   // the same from a list of structures
    PICKINGS
};

enum { SIDES = LAYOUTS * PICKINGS };

// Elements of one side as `fill` gave them, an array per float.
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

// The whole of a side, as it lies.
struct case_side dense_side(const struct elements *elements);

// The first n items of a batch's side, placed.
struct placed {
    struct case_side side;
    size_t n;
    unsigned number; // its layout and picking: 0 to SIDES - 1
    struct guarded memory[CASE_FLOATS_MAX + 1];
    float *item[CASE_FLOATS_MAX]; // what item i reads, an array per float
};

// `absent`: a bit for each array that is NULL.
struct placed place(const struct elements *elements, unsigned number, size_t n, enum guard guard,
                    unsigned absent);
void placed_free(struct placed *placed);

// The items in order, dense, for the same call.
struct case_side plain_side(const struct placed *placed);

// The absent arrays of a side's k-th variant; false past the last one.
bool absent_arrays(const struct lbx_case *c, int side, unsigned k, unsigned *absent);

#endif
