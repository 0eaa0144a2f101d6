// SPDX-License-Identifier: MIT
// The exact oracle: the answers that kernels should give, in rational arithmetic. A float is taken
// as the rational number that it is, and an oriented box as the parallelepiped that its axes span.
// The oracle shares no formula with scalar_ref or with the kernels. Every kernel has its file here.
//
// It takes finite floats (t_min and t_max may be infinite) and empty boxes, min > max; it aborts on
// other input. Only one thread may ask at a time, because numbers are kept between answers.
#ifndef LBX_ORACLE_H
#define LBX_ORACLE_H

#include "cases.h"

// The exact answer for one pair, with all arrays given.
struct exact {
    bool hit;       // sets are closed: items that touch are a hit
    double margin;  // of a hit: its depth, 0 if the items touch. Of a miss: minus the distance that
                    // the kernel's bound is about. Within 2^-50 of the exact one
    double weighed; // of a miss: the margin with every gap along a cross product of two edges, one
                    // of each item or both of a triangle, multiplied by the sine of their angle,
                    // the largest if there are several. A bound / sine must hold for it, on each
                    // axis by itself. Otherwise the margin
    unsigned wrong; // the classes that would be wrong, a bit each
    double out[CASE_OUTPUTS_MAX]; // outputs of a hit, rounded up to double
    bool flushed;                 // the kernel is asked with denormals flushed to zero
};

// The absolute part of bounds.
static inline double absolute_part(const struct exact *exact) {
    return exact->flushed ? 0x1p-60 : 0x1p-70;
}

struct oracle {
    struct exact (*answer)(const float first[], const float second[]);

    // The error of output k of an exact hit, as a part of the promised bound: at most 1. NULL if
    // the kernel has no outputs.
    double (*output_error)(const struct exact *exact, const float first[], const float second[],
                           unsigned k, float got);

    // The same for all outputs together, if none can be judged without the others; otherwise NULL.
    double (*all_error)(const struct exact *exact, const float first[], const float second[],
                        const float got[]);
};

// Returns NULL if the kernel has no oracle.
const struct oracle *oracle_of(const char *kernel);

#endif
