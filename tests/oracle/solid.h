// SPDX-License-Identifier: MIT
// Convex solids and the axes that separate them, exactly. A solid is the hull of up to three
// corners, swept along up to three axes both ways: boxes have one corner, their center, and three
// axes; points, segments and triangles have corners alone; the way of a box in motion has two
// corners and three axes.
//
// Which axes suffice. The solids A and B are apart if and only if 0 lies outside of their
// difference D = A - B, a polytope whose edges are parallel to edges of A or of B: to an axis, or
// to the line between two corners. Call these the directions.
// 1. If D has an interior, it is what the half spaces of its facets have in common; so a 0 outside
//    of it lies beyond a facet, and the facet's normal separates. Two edges of the facet that are
//    not parallel give that normal: the cross product of two directions.
// 2. Otherwise (flat boxes, sticks, points), let the directions span space. Compact sets that are
//    apart stay apart when A is grown a little, by +-x along every direction. The grown D has an
//    interior and edges along the same directions, so by 1 a cross product of two of them separates
//    the grown solids, and what separates those separates A and B.
// 3. Directions that do not span space are made to by the three unit vectors, which 2 then grows
//    along like the others.
// So all cross products of two directions suffice, whatever is flat, parallel or zero. An axis of
// no half extent is a direction all the same: by 2 its products separate too, and the largest gap
// comes closer to the distance.
#ifndef LBX_ORACLE_SOLID_H
#define LBX_ORACLE_SOLID_H

#include "number.h"

struct solid {
    unsigned corners, axes;
    struct vector corner[3];
    struct vector
        axis[3];     // of any length and angle; a half extent times its axis is a corner's unit
    mpz_ptr half[3]; // not negative
};

// One to three corners, x y z each, in units of 2^exponent.
struct solid solid_of_corners(const float x[], unsigned corners, int exponent);

// A box of min > max holds no point: there is no solid of it.
bool aabb_is_empty(const float x[6]);

// In units of 2^exponent, which lies at least one below the floats' own: halves must be integers.
struct solid solid_of_aabb(const float x[6], int exponent);
struct solid solid_of_span(const struct vector *min, const struct vector *max);

// Its axes in units of 2^axes, its corner in units of 2^(lengths + axes), where axes <= 0.
struct solid solid_of_obb(const float x[15], int lengths, int axes);

// How far the solids overlap along an axis, made a unit vector; minus the gap where they do not.
struct separation {
    bool apart;
    double margin;  // the least: of solids that overlap the depth, 0 where they touch
    double weighed; // apart: the least where that between edges counts times their sine, of both
                    // solids or two lines between corners of one
};

// Corners are in units of 2^exponent.
struct separation separate(const struct solid *a, const struct solid *b, int exponent);

#endif
