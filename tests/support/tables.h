// SPDX-License-Identifier: MIT
// A table is all that a program has of one instruction set. Tests are linked with public functions
// whose lists have more of them than the library's: those that this machine lacks, emulated, and
// lanes that count (the Makefile's LISTS).
#ifndef LBX_TABLES_H
#define LBX_TABLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#include "kernels/api/entries.h"

struct test_table {
    char name[24];
    bool emulated;
    bool fuses;     // verdicts without LBX_REPRODUCIBLE use fused multiply-add
    unsigned index; // in the lists of the public functions
};

struct test_tables {
    size_t count;
    struct test_table at[16]; // the first is the plainest; the others are compared with it
};

// Whether the environment asks for a sample (LBX_SAMPLED): the longest tests then look at a part of
// their items.
static inline bool tests_are_sampled(void) {
    const char *const sampled = getenv("LBX_SAMPLED");
    return sampled && *sampled;
}

// Every table that this machine can run. A sample shows a test one of the emulated ones.
const struct test_tables *test_tables(void);
#if defined(LBX_PLAIN)
extern const char *tables_test; // the runner writes its name
#endif

// One lane that counts operations, or comparisons of sides of boxes: tests/lanes/.
extern const struct test_table table_counting, table_comparing;

// Makes calls use a table, whatever the machine.
static inline void table_use(const struct test_table *table) {
    atomic_store_explicit(&lbx_isa_chosen, table->index + 1, memory_order_relaxed);
}

// Whether all parts of a kernel are inlined in the tables. They are not in tables with mutants, or
// with little optimisation.
extern const bool tables_are_inlined;

#endif
