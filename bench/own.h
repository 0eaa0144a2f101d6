// SPDX-License-Identifier: MIT
// Rows of another project, which the harness times beside lanebox's own; see docs/develop/ci.md.
#ifndef LBX_BENCH_OWN_H
#define LBX_BENCH_OWN_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct own_row {
    const char *name; // kernel/pattern/isa/n, of static storage
    size_t n;         // items of a run, or of each of its frames
    unsigned frames;  // 0 means 1
    double bytes;     // read and written per item
    void (*run)(void *context);
    void *context;
    void (*open)(void *context); // NULL, or called before each repetition, untimed
};

// Defined by the project: calls `add` for each row.
void own_rows(void (*add)(const struct own_row *row)) __attribute__((weak));

#ifdef __cplusplus
}
#endif

#endif
