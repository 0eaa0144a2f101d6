// SPDX-License-Identifier: MIT
// What the rows run on. Made when first asked for and kept: rows take turns.
#ifndef LBX_BENCH_DATA_H
#define LBX_BENCH_DATA_H

#include "../tests/support/cases.h"
#include "plain.h"

enum layout {
    ARRAYS,     // an array per float
    STRUCTURES, // an array of padded structures, the required floats only, and a list of pairs
    STRUCTURES_LOCAL, // the same, each pair of neighbours
    TIGHT,            // and TIGHT_LOCAL: the same without what pads them
    TIGHT_LOCAL,
    SEPARATE, // and SEPARATE_LOCAL: an array per float, and a list of pairs of one kind
    SEPARATE_LOCAL
};

struct data {
    const struct lbx_case *kernel;
    enum scene scene;
    enum layout layout;
    size_t n;

    // The float arrays of both sides. STRUCTURES: of the first element, step floats apart. With a
    // list of pairs both sides are the same where they are of one kind.
    float *at[2][CASE_FLOATS_MAX];
    size_t step[2];

    // Optional floats that limit nothing: those of the first item of SCENE_ALL_HIT.
    float neutral[2][CASE_FLOATS_MAX];

    // STRUCTURES: n pairs, and the size of the arrays that they index.
    struct pair *pairs;
    size_t structure_bytes;

    // ARRAYS: the element of each side that hits the nearest to half of the other.
    size_t one[2];
};

const struct data *data_of(const struct lbx_case *kernel, enum scene scene, enum layout layout,
                           size_t n);

// For what rows write.
struct outputs {
    uint8_t *hits;     // a bit an item, or a class
    uint8_t *verdicts; // a byte an item
    struct pair *kept; // pairs that hit
    float *out[CASE_OUTPUTS_MAX];
};

// Room for n items; the same memory for all who ask.
const struct outputs *outputs_of(size_t n);

// Whether both halves of a kernel's name are the same: "box_box".
bool one_kind(const char *name);

// Says what failed and exits.
_Noreturn void give_up(const char *what);

#endif
