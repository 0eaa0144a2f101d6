// SPDX-License-Identifier: MIT
// What lbx_aabbs_from_doubles has to write, exactly.
#ifndef LBX_ORACLE_DOUBLES_H
#define LBX_ORACLE_DOUBLES_H

#include <stdbool.h>

// Whether `got` is x - origin, rounded upward or downward to a float: of finite ones the float that
// is next to the exact difference, or it; of others what IEEE 754 says. Signs of zeros count, which
// NaN it is does not.
bool exact_is_rounded(double x, double origin, bool up, float got);

#endif
