// SPDX-License-Identifier: MIT
// The rows of the conversions: arrays to arrays and structures to structures. rows.h does the same
// for the tests.
#ifndef LBX_BENCH_CONVERSIONS_H
#define LBX_BENCH_CONVERSIONS_H

#include "rows.h"

struct conversion_work;

// Calls `add` for each row, in the order of the report.
void conversion_rows(void (*add)(const struct row *row));

void conversion_open(const struct conversion_work *work);
void conversion_run(void);
double conversion_footprint(void);

// Runs once and counts the items that equal those of the float reference up to rounding.
size_t conversion_agreeing(void);

#endif
