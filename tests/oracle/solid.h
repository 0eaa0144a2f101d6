// SPDX-License-Identifier: MIT
// Convex solids and the axes that separate them, exactly. A solid is the hull of up to three
// corners, swept along up to three axes both ways. Boxes have one corner, their center, and three
// axes. Points, segments and triangles have corners only. The path of a moving box has two corners
// and three axes.
//
// Which axes suffice: The solids A and B are apart if and only if 0 lies outside their difference
// D = A - B. D is a polytope whose edges are parallel to edges of A or of B, that is, to an axis or
// to the line between two corners. Call these the directions.
// 1. If D has an interior, it is the intersection of the half spaces of its facets. So a 0 outside
//    it lies beyond a facet, and the facet's normal separates. Two edges of the facet that are not
//    parallel give that normal: it is the cross product of two directions.
// 2. Otherwise (flat boxes, sticks, points), suppose that the directions span space. Compact sets
//    that are apart stay apart when A is grown a little, by +-x along every direction. The grown D
//    has an interior and edges along the same directions, so by 1 a cross product of two of them
//    separates the grown solids. An axis that separates those also separates A and B.
// 3. If the directions do not span space, the three unit vectors are added to them, and 2 then
//    grows A along these too.
// So all cross products of two directions suffice, even if something is flat, parallel or zero. An
// axis with a half extent of 0 counts as a direction: by 2 its products separate too, and the
// largest gap comes closer to the distance.
#ifndef LBX_ORACLE_SOLID_H
#define LBX_ORACLE_SOLID_H

#include "number.h"

struct solid {
    unsigned corners, axes;
    struct vector corner[3];
    struct vector
        axis[3];     // of any length and angle; half extent times axis is in the corners' units
    mpz_ptr half[3]; // not negative
};

// One to three corners, x y z each, in units of 2^exponent.
struct solid solid_of_corners(const float x[], unsigned corners, int exponent);

// A box with min > max holds no point, and no solid represents it.
bool aabb_is_empty(const float x[6]);

// In units of 2^exponent, at least one below the floats' own exponent, so that halves are integers.
struct solid solid_of_aabb(const float x[6], int exponent);
struct solid solid_of_span(const struct vector *min, const struct vector *max);

// The axes are in units of 2^axes, the corner in units of 2^(lengths + axes), where axes <= 0.
struct solid solid_of_obb(const float x[15], int lengths, int axes);

// How far the solids overlap along an axis of unit length, or minus the gap between them.
struct separation {
    bool apart;
    double margin;  // the least of all axes: the depth of solids that overlap, 0 if they touch
    double weighed; // if apart: the least, with the gap on a cross product of two edges, of both
                    // solids or between corners of one, multiplied by the sine of their angle
};

// Corners are in units of 2^exponent.
struct separation separate(const struct solid *a, const struct solid *b, int exponent);

#endif
