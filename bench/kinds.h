// SPDX-License-Identifier: MIT
// The kinds of rows. Each function adds its rows to the list of rows.h.
#ifndef LBX_BENCH_KINDS_H
#define LBX_BENCH_KINDS_H

#include "rows.h"

#ifdef __cplusplus
extern "C" {
#endif

void kernel_rows(void);
void node_rows(void);
void frusta_rows(void);
void conversion_rows(void);
void doubles_rows(void);
void pairs_rows(void);
void trees_rows(void);
void tree_rays_rows(void);

// All rows that this machine runs, in the order of the report.
const struct row *rows_all(size_t *count);

#ifdef __cplusplus
}
#endif

#endif
