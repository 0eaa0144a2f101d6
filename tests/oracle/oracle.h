// SPDX-License-Identifier: MIT
// The exact oracle: what a kernel should have answered, in rational arithmetic. A float is the
// rational that it is; a box of three axes is the parallelepiped that they span. It shares no
// formula with scalar_ref and none with the kernels. A kernel has its file here.
//
// Asked of finite floats (t_min and t_max may be infinite) and of empty boxes, min > max; it aborts
// on others. One thread at a time: numbers are kept from one answer to the next.
#ifndef LBX_ORACLE_H
#define LBX_ORACLE_H

#include "cases.h"

// The exact answer to one pair, all arrays given.
struct exact {
    bool hit;       // closed sets: what touches, hits
    double margin;  // how deep a hit is, 0 where it touches; apart: minus the distance that the
                    // kernel's bound speaks of. Rounded from the exact one to double, within 2^-50
    double weighed; // the margin if every gap between edges counts times their sine, of both items
                    // or of a triangle, there the largest one:
                    // what a bound / sine must hold for, on each axis by itself. Else the margin
    unsigned wrong; // classes that it is not of, a bit each
    double out[CASE_OUTPUTS_MAX]; // of a hit, rounded up to double
    bool flushed;                 // the kernel is asked with denormals flushed to zero
};

// The absolute part of bounds.
static inline double absolute_part(const struct exact *exact) {
    return exact->flushed ? 0x1p-60 : 0x1p-70;
}

struct oracle {
    struct exact (*answer)(const float first[], const float second[]);

    // The error of output k of a pair that hits exactly, as a part of what is promised: at most 1.
    // NULL where the kernel has no outputs.
    double (*output_error)(const struct exact *exact, const float first[], const float second[],
                           unsigned k, float got);

    // The same of all outputs together, where one of them means nothing without the others; else
    // NULL.
    double (*all_error)(const struct exact *exact, const float first[], const float second[],
                        const float got[]);
};

// NULL where the kernel has none.
const struct oracle *oracle_of(const char *kernel);

#endif
