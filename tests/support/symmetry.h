// SPDX-License-Identifier: MIT
// Symmetries of kernels: every table is asked about a batch and the same batch changed.
#ifndef LBX_SYMMETRY_H
#define LBX_SYMMETRY_H

#include "layout.h"

typedef void change_item(float first[], float second[]);

// Expects changed items to give the same bits in all scenes that fulfil the contract, plain and
// fused, with the other outputs and without. Outputs are 2^stretch times as large, and both zeros
// count as the same.
void expect_alike(const struct lbx_case *c, const char *what, change_item *change, int stretch);

// Makes an item of another kernel from an item of a batch.
typedef void convert_item(const float first[], const float second[], float to_first[],
                          float to_second[]);
struct asked {
    const struct lbx_case *c;
    convert_item *convert; // NULL: the batch as it is
};

// Asks every table three times about a batch of the case. Items that hit the first time must hit
// the second time, and items that hit then must hit the third time. At most `between` items may hit
// the third time and not the first.
void expect_nested(const char *what, const struct lbx_case *c, enum scene scene,
                   const struct asked asked[3], ptrdiff_t between);

#endif
