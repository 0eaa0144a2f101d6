// SPDX-License-Identifier: MIT
// The rows of pairs; rows.h does the same for the tests. A run has several frames. In each frame
// the boxes of a set have moved, the order is brought up to date and all pairs are found.
#ifndef LBX_BENCH_PAIRS_H
#define LBX_BENCH_PAIRS_H

#include "rows.h"

struct pairs_work;

// Calls `add` for each row, in the order of the report.
void pairs_rows(void (*add)(const struct row *row));

void pairs_open(const struct pairs_work *work);
void pairs_run(void);
double pairs_footprint(void);

// The pairs of the first frame, as the row finds them.
size_t pairs_found(void);

// The same number by a sweep along x, or for large sets by the scalar table.
size_t pairs_expected(void);

#endif
