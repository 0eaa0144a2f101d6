// SPDX-License-Identifier: MIT
// The rows of the conversions, as rows.h has those of the tests: arrays to arrays, structures to
// structures.
#ifndef LBX_BENCH_CONVERSIONS_H
#define LBX_BENCH_CONVERSIONS_H

#include "rows.h"

struct conversion_work;

// Calls `add` with one row after the other, in the order of the report.
void conversion_rows(void (*add)(const struct row *row));

void conversion_open(const struct conversion_work *work);
void conversion_run(void);
double conversion_footprint(void);

// Runs once; the items that come out as the float reference makes them, but for rounding.
size_t conversion_agreeing(void);

#endif
