// SPDX-License-Identifier: MIT
// The table of the counting backend, counting.h, and the counts of its kernels.
#ifndef LBX_LANES_COUNTING_UNIT_H
#define LBX_LANES_COUNTING_UNIT_H

#include "../../kernels/api/table.h"

struct operations {
    unsigned multiplies; // multiply, multiply-add, divide, square root
    unsigned adds;       // add, subtract, min, max, compare
    unsigned others;     // logic, select
};

extern const struct lbx_table lbx_table_counting;

void counting_start(void);
struct operations counting_done(void);

#endif
