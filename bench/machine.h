// SPDX-License-Identifier: MIT
// The machine and its peak rates: loads per cache level, floating-point operations, clock.
// ceilings.c is compiled once per instruction set; each build exports one table.
#ifndef LBX_BENCH_MACHINE_H
#define LBX_BENCH_MACHINE_H

#include <stddef.h>

#include "lanebox.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { LOAD_STREAMS = 6 };

struct ceilings {
    unsigned lanes;
    int fuses;

    // Loads count floats of each array; count is a multiple of 64.
    void (*load)(float *const arrays[LOAD_STREAMS], size_t count);
    void (*load_one)(float *const arrays[LOAD_STREAMS], size_t count); // of the first array only

    // Each computes on registers only and returns how many vector operations that took.
    size_t (*multiply)(void);    // or multiply-add
    size_t (*add_compare)(void); // add, subtract, min, max, compare
    size_t (*all_pipes)(void);   // both multiply and add
    size_t (*all_logic)(void);   // logic as well
};

// Returns NULL if not built.
const struct ceilings *machine_ceilings(lbx_isa isa);

// Runs dependent additions, which take one cycle each. Returns how many.
size_t machine_clock(void);

// Bytes of the data cache of a level, 1 to 3; 0: unknown.
size_t machine_cache(int level);

void machine_cpu(char *name, size_t size);

const char *machine_compiler(void);

#ifdef __cplusplus
}
#endif

#endif
