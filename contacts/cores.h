// SPDX-License-Identifier: MIT
// Shapes as cores in double: a point, a segment, a triangle or a box, which is rounded by a radius.
// A sphere is a point with a radius, a capsule a segment with one. Half-spaces are cores without
// vertices.
#ifndef LBX_CORES_H
#define LBX_CORES_H

#include <stdbool.h>

#include "kernels/doubles/vectors.h"

enum core_kind { CORE_SEGMENT, CORE_TRIANGLE, CORE_BOX, CORE_HALF_SPACE };

// Places are relative to the pair's origin.
struct core {
    enum core_kind kind;
    double radius, size;   // of the sphere that rounds it; the sum that bounds speak of
    double vertex[3][3];   // of a triangle; both ends of a segment; of a box, its center
    double edge[3][3];     // from each vertex to the next; of a box its axes
    double half[3];        // of a box, in units of its axes
    double face[3][3];     // normals of faces; of a box, edge[k] . face[k] = 1
    double offset;         // of a half-space: how far it reaches along face[0]
    unsigned faces, edges; // that give axes; a point has no edge
};

// Where a core begins and ends along a vector.
struct extent {
    double low, high;
};

// Each of these reads floats in the order of the views, and returns false if contacts are not
// defined: a float is no number or infinite, a length negative, or axes are none.
typedef bool lbx_open_core(struct core *core, const float *item, const double origin[3]);
lbx_open_core lbx_open_sphere, lbx_open_capsule, lbx_open_triangle, lbx_open_box,
    lbx_open_half_space;

struct extent lbx_core_extent(const struct core *core, const double along[3]);

// An edge of a segment, a triangle or a box, which has twelve.
void lbx_core_edge(const struct core *core, unsigned e, double start[3], double way[3]);

// Nearest points of two cores, one of each. The normal is from the first to the second, and its
// length means nothing.
struct near_cores {
    double square, point[2][3], normal[3];
};

// Neither is a half-space.
void lbx_near_cores(const struct core *a, const struct core *b, struct near_cores *near);

// Midway between the nearest points of two boxes of 15 floats each, or within both.
void lbx_point_between_boxes(const float *a, const float *b, float point[3]);

// Where two segments from p along u and from q along v are nearest; kept if that is nearer than
// what is known.
void lbx_near_segments(const double p[3], const double u[3], const double q[3], const double v[3],
                       struct near_cores *near);

static inline void step_along(const double from[3], double part, const double way[3],
                              double to[3]) {
    for (int c = 0; c < 3; c++) to[c] = from[c] + product_of(part, way[c]);
}

#endif
