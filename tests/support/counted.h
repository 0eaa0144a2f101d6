// SPDX-License-Identifier: MIT
// What items cost at the least, counted: the operations of the plain form where both sides are
// contiguous and no output is wanted, by the pipe that does them. The counting table is asked by
// itself, not through the library, which in a comparison of revisions is another revision's.
#ifndef LBX_COUNTED_H
#define LBX_COUNTED_H

#include "../lanes/counting_unit.h"
#include "conversions.h"

enum { COUNTED_MAX = 96 };

// Of n items that hit, up to COUNTED_MAX: what misses may leave early. Unless `hits` is NULL it
// gets how many did hit.
struct operations count_case(const struct lbx_case *c, size_t n, size_t *hits);
struct operations count_conversion(const struct conversion *c, size_t n);

#endif
