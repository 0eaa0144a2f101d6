// SPDX-License-Identifier: MIT
// The counts of the counting backend, counting.h.
#ifndef LBX_LANES_COUNTING_UNIT_H
#define LBX_LANES_COUNTING_UNIT_H

struct operations {
    unsigned multiplies; // multiply, multiply-add, divide, square root
    unsigned adds;       // add, subtract, min, max, compare
    unsigned others;     // logic, select
};

void counting_start(void);
struct operations counting_done(void);

#endif
