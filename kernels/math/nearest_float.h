// SPDX-License-Identifier: MIT
// Doubles that become floats.
#ifndef LBX_NEAREST_FLOAT_H
#define LBX_NEAREST_FLOAT_H

#include "../lanes/floats.h"

// x rounded to the nearest float. A plain cast does not do: gcc 12, when it vectorises, drops the
// rounding of a double to a float that is then used as a double.
static inline float nearest_float(double x) {
    float f = (float)x;
    __asm__("" : "+" FLOAT_REGISTER(f));
    return f;
}

#endif
