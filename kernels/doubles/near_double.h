// SPDX-License-Identifier: MIT
// The distance of two triangles in double.
#ifndef LBX_NEAR_DOUBLE_H
#define LBX_NEAR_DOUBLE_H

#include <stdbool.h>
#include <stddef.h>

#include "vectors.h"

static inline double part_of(double along, double square) {
    const double part = square > 0 ? along / square : 0;
    return part < 0 ? 0 : part > 1 ? 1 : part;
}

// Whether the projection of a point along the normal lies within the face of these edges, each of
// which begins at its vertex.
static inline bool is_over_face(const double normal[3], const double edge[3][3],
                                const double vertex[3][3], const double point[3]) {
    for (int k = 0; k < 3; k++) {
        double inward[3], r[3];
        cross_of(normal, edge[k], inward);
        difference_of(point, vertex[k], r);
        if (dot_of(inward, r) < 0) return false;
    }
    return true;
}

// A triangle, its edges from each vertex to the next, and its normal, 0 for a sliver.
struct facet {
    double vertex[3][3], edge[3][3], square[3], normal[3], normal_square;
};

// The squared distance of two triangles of which only the vertices are set, and the points that are
// that far apart, one of each.
double lbx_nearest_points(struct facet *a, struct facet *b, double point[2][3]);

// The distance of two triangles of 9 floats each, and the two points of 3 floats each, all of them
// `step` floats apart. Where infinite vertices leave no way between triangles, the points are NaN.
float lbx_nearest_floats(const float *vertex, size_t step, float *point);

#endif
