// SPDX-License-Identifier: MIT
// The benchmarks' rows: every case in every pattern, as every instruction set, the reference and
// plain C run it. They are made from the shared cases; only plain.c knows individual kernels.
#ifndef LBX_BENCH_ROWS_H
#define LBX_BENCH_ROWS_H

#include <stddef.h>

#include "lanebox.h"

#ifdef __cplusplus
extern "C" {
#endif

struct work; // what the row does: one of these six
struct conversion_work;
struct pairs_work;
struct doubles_work;
struct trees_work;
struct tree_rays_work;

struct row {
    char name[96];                     // kernel/pattern/isa/n
    size_t n;                          // items of a run, or of each of its frames
    unsigned frames;                   // 0 means 1
    lbx_isa isa;                       // of its instructions; LBX_ISA_BEST: the compiler's choice
    int reproducible;                  // 1: no multiply-add
    int hostile;                       // 1: values that most promises exclude
    unsigned multiplies, adds, others; // operations per item, in plain form
    double bytes;                      // read and written per item
    const struct work *work;
    const struct conversion_work *conversion;
    const struct pairs_work *pairs;
    const struct doubles_work *doubles;
    const struct trees_work *trees;
    const struct tree_rays_work *rays;
};

// All rows that this machine runs.
const struct row *rows_all(size_t *count);

// Makes the row's data and chooses its instruction set: the row of the functions below.
void row_open(const struct row *row);

// The bytes of memory that a run touches.
double row_footprint(void);

void row_run(void);

// Runs once and counts the hits. For a conversion it counts the correct items; for a set, the pairs
// of its first frame; for trees, the touching pairs of all poses or the rays that hit.
size_t row_hits(void);

// Counts the hits that the float reference finds in the same data; for hostile data, those of the
// scalar table under LBX_REPRODUCIBLE. For a conversion it counts all items; for a set, all its
// pairs; for trees, what the scalar table finds.
size_t row_expected(void);

#ifdef __cplusplus
}
#endif

#endif
