// SPDX-License-Identifier: MIT
// The rows of rays through a tree of boxes, as rows.h has those of the tests: a run is a set of
// rays.
#ifndef LBX_BENCH_TREE_RAYS_H
#define LBX_BENCH_TREE_RAYS_H

#include "rows.h"

struct tree_rays_work;

// Calls `add` with one row after the other, in the order of the report.
void tree_rays_rows(void (*add)(const struct row *row));

void tree_rays_open(const struct tree_rays_work *work);
void tree_rays_run(void);
double tree_rays_footprint(void);

// The rays that hit, as the row finds them.
size_t tree_rays_found(void);

// The same by the scalar table.
size_t tree_rays_expected(void);

#endif
