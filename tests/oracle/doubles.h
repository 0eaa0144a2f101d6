// SPDX-License-Identifier: MIT
// The exact output of lbx_aabbs_from_doubles.
#ifndef LBX_ORACLE_DOUBLES_H
#define LBX_ORACLE_DOUBLES_H

#include <stdbool.h>

// Whether `got` is x - origin, rounded upward or downward to a float. For finite numbers that is
// the exact difference, or the float next to it; for others it is what IEEE 754 says. Signs of
// zeros count, NaN payloads do not.
bool exact_is_rounded(double x, double origin, bool up, float got);

#endif
