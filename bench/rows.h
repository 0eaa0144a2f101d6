// SPDX-License-Identifier: MIT
// The benchmarks' rows, as every instruction set, the reference and plain C run them.
#ifndef LBX_BENCH_ROWS_H
#define LBX_BENCH_ROWS_H

#include <stddef.h>

#include "lanebox.h"

#ifdef __cplusplus
extern "C" {
#endif

// What the rows of one kind do. The row that `open` got is that of the other functions.
struct row_kind {
    // Makes the row's data and chooses its instruction set.
    void (*open)(const void *work);
    void (*run)(void);

    // Runs once and counts what the row finds; and what it should find, by the float reference or
    // the scalar table on the same data. NULL: all items.
    size_t (*found)(void);
    size_t (*expected)(void);

    // The bytes of memory that a run touches.
    double (*footprint)(void);
};

struct row {
    char name[96];                     // kernel/pattern/isa/n
    size_t n;                          // items of a run, or of each of its frames
    unsigned frames;                   // 0 means 1
    lbx_isa isa;                       // of its instructions; LBX_ISA_BEST: the compiler's choice
    int reproducible;                  // 1: no multiply-add
    int hostile;                       // 1: values that most promises exclude
    unsigned multiplies, adds, others; // operations per item, in plain form
    double bytes;                      // read and written per item
    const struct row_kind *kind;
    const void *work;
};

// Adds a row to the list, with a copy of its `bytes` bytes of work.
void row_add(struct row row, const void *work, size_t bytes);

// The rows that were added.
const struct row *rows_added(size_t *count);

// The functions of the row's kind, for the row that was opened last.
void row_open(const struct row *row);
double row_footprint(void);
void row_run(void);
size_t row_found(void);
size_t row_expected(void);

#ifdef __cplusplus
}
#endif

#endif
