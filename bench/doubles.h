// SPDX-License-Identifier: MIT
// The rows of lbx_aabbs_from_doubles, as conversions.h has those of its kin.
#ifndef LBX_BENCH_DOUBLES_H
#define LBX_BENCH_DOUBLES_H

#include "rows.h"

struct doubles_work;

// Calls `add` with one row after the other, in the order of the report.
void doubles_rows(void (*add)(const struct row *row));

void doubles_open(const struct doubles_work *work);
void doubles_run(void);
double doubles_footprint(void);

// Runs once; the boxes that contain what they are made of, and are no more than two floats larger.
size_t doubles_agreeing(void);

#endif
