// SPDX-License-Identifier: MIT
// Every table of kernels that this machine can run: the shipped tables, and the others emulated.
#ifndef LBX_TABLES_H
#define LBX_TABLES_H

#include "kernels/api/table.h"

struct test_table {
    char name[24];
    bool emulated;
    const struct lbx_table *table;
};

struct test_tables {
    size_t count;
    struct test_table at[16]; // the first is the plainest; the others are compared with it
};

const struct test_tables *test_tables(void);

// Whether all parts of a kernel are inlined in the tables. They are not in tables with mutants, or
// with little optimisation.
extern const bool tables_are_inlined;

#endif
