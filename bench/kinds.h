// SPDX-License-Identifier: MIT
// The kinds of rows. Each function adds its rows to the list, in the order of the report.
#ifndef LBX_BENCH_KINDS_H
#define LBX_BENCH_KINDS_H

#include "rows.h"

// Adds a row to the list, with a copy of its `bytes` bytes of work.
void row_add(struct row row, const void *work, size_t bytes);

void kernel_rows(void);
void node_rows(void);
void conversion_rows(void);
void doubles_rows(void);
void pairs_rows(void);
void trees_rows(void);
void tree_rays_rows(void);

#endif
