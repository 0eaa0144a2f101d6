// SPDX-License-Identifier: MIT
// The rows of lbx_aabbs_from_doubles; conversions.h has those of the other conversions.
#ifndef LBX_BENCH_DOUBLES_H
#define LBX_BENCH_DOUBLES_H

#include "rows.h"

struct doubles_work;

// Calls `add` for each row, in the order of the report.
void doubles_rows(void (*add)(const struct row *row));

void doubles_open(const struct doubles_work *work);
void doubles_run(void);
double doubles_footprint(void);

// Runs once and counts the boxes that contain their source and exceed it by at most 2^-22 of each
// coordinate.
size_t doubles_agreeing(void);

#endif
