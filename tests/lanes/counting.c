// SPDX-License-Identifier: MIT
// Every kernel over the counting backend.
#include "counting.h"

#define UNIT_TABLE lbx_table_counting
#define UNIT_ISA LBX_ISA_SCALAR

#include "../../kernels/isa/unit.h"

void counting_start(void) {
    forget_numbers();
    counted = (struct operations){0};
}

struct operations counting_done(void) {
    return counted;
}
