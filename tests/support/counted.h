// SPDX-License-Identifier: MIT
// The least cost of items, counted: the operations of the plain form with both sides contiguous and
// no output wanted, by the pipe that executes them. The counting kernels are called directly and
// not through the library, which in a comparison of revisions is that of another revision.
#ifndef LBX_COUNTED_H
#define LBX_COUNTED_H

#include "../lanes/counting_unit.h"
#include "conversions.h"

enum { COUNTED_MAX = 96 };

// Counts n items, up to COUNTED_MAX, that hit, since misses may leave early. Unless `hits` is NULL,
// it receives how many did hit.
struct operations count_case(const struct lbx_case *c, size_t n, size_t *hits);
struct operations count_conversion(const struct conversion *c, size_t n);

#endif
