// SPDX-License-Identifier: MIT
// The tests as plain C loops, written for a compiler that vectorises: the baseline that lanebox has
// to beat. plain.c is compiled by gcc and by clang; each build exports one table.
#ifndef LBX_BENCH_PLAIN_H
#define LBX_BENCH_PLAIN_H

#include "lanebox.h"

// One candidate pair of a list.
struct pair {
    uint32_t element[2];
};

// Structures lie this many floats apart: 16 bytes for a sphere, 32 for a box, 64 for an oriented
// box.
static inline unsigned padded(unsigned floats) {
    return (floats + 3) / 4 * 4;
}

// Writes one verdict or class per byte. `first` and `second` hold an array per float; with `pairs`,
// element 0 of each is an array of padded structures. `out` holds the kernel's float outputs, NULL
// where not wanted.
typedef void plain_loop(const float *const first[], const float *const second[],
                        const struct pair *pairs, size_t n, uint8_t *__restrict verdicts,
                        float *const out[]);

struct plain_row {
    const char *kernel, *pattern;
    plain_loop *loop;
};

// A conversion of arrays or of padded structures. For structures, element 0 of each side points to
// the first structure. Inputs and outputs do not overlap.
typedef void plain_conversion(const float *const first[], const float *const second[], size_t n,
                              float *const out[]);

struct plain_conversion_row {
    const char *name;
    plain_conversion *arrays, *structures;
};

// Converts boxes of doubles, in arrays or in structures of six, about an origin; rounds outward.
typedef void plain_doubles(const double *const from[], const double origin[3], size_t n,
                           float *const out[]);

struct plain {
    const char *compiler;
    lbx_isa isa; // what it was compiled for
    const struct plain_row *rows;
    size_t count;
    const struct plain_conversion_row *conversions;
    size_t conversion_count;
    plain_doubles *doubles_arrays, *doubles_structures;
};

// NULL if the compiler is not available.
extern const struct plain plain_gcc __attribute__((weak)), plain_clang __attribute__((weak));

#endif
