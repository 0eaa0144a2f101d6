// SPDX-License-Identifier: MIT
// Symmetries of kernels: a batch and the same batch changed, asked of every table.
#ifndef LBX_SYMMETRY_H
#define LBX_SYMMETRY_H

#include "layout.h"

typedef void change_item(float first[], float second[]);

// Of all scenes that keep the contract: the changed items give the same bits, plain and fused, with
// the other outputs and without; outputs are 2^stretch times as large, and both zeros count as one.
void expect_alike(const struct lbx_case *c, const char *what, change_item *change, int stretch);

// A batch of n pairs whose items are made from those of another kernel's batch.
typedef void convert_item(const float first[], const float second[], float to_first[],
                          float to_second[]);
struct batch batch_convert(const struct lbx_case *c, const struct batch *from, size_t n,
                           convert_item *convert);

// Item by item, in every table: what hits in the first batch hits in the second, and what hits
// there hits in the third. Returns how many lie between: hit in the third and not in the first.
ptrdiff_t expect_nested(const char *what, const struct batch *const batches[3], size_t n);

#endif
