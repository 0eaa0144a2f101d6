// SPDX-License-Identifier: MIT
// The range of the promises, a number a line: what lanebox.h says at the views, lbx_*_check marks,
// and the tests of the whole range draw from. Tests that are total keep their first promise beyond
// it too: they lose no pair that touches.
#ifndef LBX_RANGE_H
#define LBX_RANGE_H

#define RANGE_AABB_END -0x1p126f    // where axis-aligned boxes end along x at least
#define RANGE_LENGTH 0x1p60f        // of all others: coordinates, half extents and radii at most
#define RANGE_RADIUS_LEAST 0x1p-60f // of radii but 0
#define RANGE_SPEED 0x1p40f         // components of directions and displacements at most
#define RANGE_DIR_LEAST 0x1p-60f    // the longest component of a direction at least
#define RANGE_NORMAL_LEAST 0x1p-40f // the longest component of a normal at least
#define RANGE_OFFSET 0x1p120f       // of planes, at most

// Total tests too keep to these: beyond them a way to a plane, or an inverse, is no normal float.
#define TOTAL_ORIGIN 0x1p102f // of rays
#define TOTAL_DIR 0x1p104f
#define TOTAL_DELTA 0x1p103f

#endif
