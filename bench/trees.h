// SPDX-License-Identifier: MIT
// The rows of trees; rows.h does the same for the tests. A run is a scene of examples/maintenance
// at each of its poses.
#ifndef LBX_BENCH_TREES_H
#define LBX_BENCH_TREES_H

#include "rows.h"

struct trees_work;

// Calls `add` for each row, in the order of the report.
void trees_rows(void (*add)(const struct row *row));

void trees_open(const struct trees_work *work);
void trees_run(void);
double trees_footprint(void);

// What the row finds at all poses: touching pairs of triangles, or poses at which any touch.
size_t trees_found(void);

// The same number by the scalar table.
size_t trees_expected(void);

#endif
