// SPDX-License-Identifier: MIT
// The data that rows run on. They are made on first use and kept for a while, since rows take
// turns.
#ifndef LBX_BENCH_DATA_H
#define LBX_BENCH_DATA_H

#include "../tests/support/cases.h"
#include "plain.h"

enum layout {
    ARRAYS,     // an array per float
    STRUCTURES, // an array of padded structures, the required floats only, and a list of pairs
    STRUCTURES_LOCAL, // the same, but the pairs are of neighbours
    TIGHT,            // and TIGHT_LOCAL: the same without padding
    TIGHT_LOCAL,
    SEPARATE, // and SEPARATE_LOCAL: an array per float, and a list of pairs of one kind
    SEPARATE_LOCAL
};

struct data {
    const struct lbx_case *kernel;
    enum scene scene;
    enum layout layout;
    size_t n;

    // The float arrays of both sides. STRUCTURES: the floats of the first element; elements lie
    // `step` floats apart. With a list of pairs, two sides of one kind share their arrays.
    float *at[2][CASE_FLOATS_MAX];
    size_t step[2];

    // Optional floats that restrict nothing: those of the first item of SCENE_ALL_HIT.
    float neutral[2][CASE_FLOATS_MAX];

    // All layouts but ARRAYS: n pairs. STRUCTURES: also the size of the arrays that they index.
    struct pair *pairs;
    size_t structure_bytes;

    // ARRAYS: the element of each side whose hits are nearest to half of the other side.
    size_t one[2];

    struct data *older;
};

const struct data *data_of(const struct lbx_case *kernel, enum scene scene, enum layout layout,
                           size_t n);

// The memory that rows write to.
struct outputs {
    uint8_t *hits;     // a bit per item, or a class
    uint8_t *verdicts; // a byte per item
    struct pair *kept; // pairs that hit
    float *out[CASE_OUTPUTS_MAX];
};

// Returns room for n items. All callers get the same memory.
const struct outputs *outputs_of(size_t n);

// Whether both halves of a kernel's name are the same: "box_box".
bool one_kind(const char *name);

// Says what failed and exits.
_Noreturn void give_up(const char *what);

// Selects an instruction set that was there when the rows were listed.
void use_isa(lbx_isa isa);

#endif
