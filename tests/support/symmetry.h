// SPDX-License-Identifier: MIT
// Symmetries of kernels: a batch and the same batch changed, asked of every table.
#ifndef LBX_SYMMETRY_H
#define LBX_SYMMETRY_H

#include "layout.h"

typedef void change_item(float first[], float second[]);

// Of all scenes that keep the contract: the changed items give the same bits, plain and fused, with
// the other outputs and without; outputs are 2^stretch times as large, and both zeros count as one.
void expect_alike(const struct lbx_case *c, const char *what, change_item *change, int stretch);

// An item of another kernel's, made from one of a batch.
typedef void convert_item(const float first[], const float second[], float to_first[],
                          float to_second[]);
struct asked {
    const struct lbx_case *c;
    convert_item *convert; // NULL: the batch as it is
};

// A batch of the case's, asked three times of every table: what hits the first time hits the
// second, and what hits then hits the third time. No more than `between` items hit the third time
// and not the first.
void expect_nested(const char *what, const struct lbx_case *c, enum scene scene,
                   const struct asked asked[3], ptrdiff_t between);

#endif
