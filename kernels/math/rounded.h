// SPDX-License-Identifier: MIT
// Doubles that become floats.
#ifndef LBX_ROUNDED_H
#define LBX_ROUNDED_H

#include "../lanes/floats.h"

// x rounded to the nearest float. A plain cast does not do: gcc 12, when it vectorises, drops the
// rounding of a double to a float that is then used as a double.
static inline float rounded(double x) {
    float f = (float)x;
    __asm__("" : "+" FLOAT_REGISTER(f));
    return f;
}

#endif
