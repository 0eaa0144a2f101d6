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
};

struct oracle {
    // The floats of each side, in threes: p a position, m and M the corners of a box, d a
    // direction, a an axis, h half extents, n a normal, i what the oracle does not look at; and by
    // themselves t, r a radius, and o the offset of the normal before it. For the oracle's
    // symmetries; NULL of what moves, which has its own.
    const char *side[2];

    struct exact (*answer)(const float first[], const float second[]);

    // The error of output k of a pair that hits exactly, as a part of what is promised: at most 1.
    // NULL where the kernel has no outputs.
    double (*output_error)(const struct exact *exact, const float first[], const float second[],
                           unsigned k, float got);
};

// NULL where the kernel has none.
const struct oracle *oracle_of(const char *kernel);

#endif
