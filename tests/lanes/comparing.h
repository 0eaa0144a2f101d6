// SPDX-License-Identifier: MIT
// Searches of sets with one lane, which count how often they compare sides of boxes.
#ifndef LBX_LANES_COMPARING_H
#define LBX_LANES_COMPARING_H

#include "../../kernels/api/table.h"

extern uint64_t compared;

// A table with these searches, and everything else from another table.
struct lbx_table comparing_table(const struct lbx_table *others);

#endif
