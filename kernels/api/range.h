// SPDX-License-Identifier: MIT
// The range of the promises, one number per line. lanebox.h states it at the views, lbx_*_check
// marks what is outside of it, and the tests of the whole range draw from it. Total tests keep
// their first promise beyond it too: they lose no pair that touches.
#ifndef LBX_RANGE_H
#define LBX_RANGE_H

#define RANGE_AABB_END -0x1p126f    // axis-aligned boxes end along x at least here
#define RANGE_LENGTH 0x1p60f        // all others: coordinates, half extents and radii at most
#define RANGE_RADIUS_LEAST 0x1p-60f // radii other than 0 at least
#define RANGE_SPEED 0x1p40f         // components of directions and displacements at most
#define RANGE_DIR_LEAST 0x1p-60f    // the longest component of a direction at least
#define RANGE_NORMAL_LEAST 0x1p-40f // the longest component of a normal at least
#define RANGE_SLOPE 0x1p20f         // slopes of frusta at most
#define RANGE_OFFSET 0x1p120f       // offsets of planes at most

// These limits hold for total tests too: beyond them a distance or an inverse is no normal float.
#define TOTAL_ORIGIN 0x1p102f // of rays
#define TOTAL_DIR 0x1p104f
#define TOTAL_DELTA 0x1p103f

#endif
