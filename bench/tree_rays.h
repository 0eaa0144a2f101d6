// SPDX-License-Identifier: MIT
// The rows of rays through a tree of boxes; rows.h does the same for the tests. A run is a set of
// rays.
#ifndef LBX_BENCH_TREE_RAYS_H
#define LBX_BENCH_TREE_RAYS_H

#include "rows.h"

struct tree_rays_work;

// Calls `add` for each row, in the order of the report.
void tree_rays_rows(void (*add)(const struct row *row));

void tree_rays_open(const struct tree_rays_work *work);
void tree_rays_run(void);
double tree_rays_footprint(void);

// The rays that hit, as the row finds them.
size_t tree_rays_found(void);

// The same number by the scalar table.
size_t tree_rays_expected(void);

#endif
