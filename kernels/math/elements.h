// SPDX-License-Identifier: MIT
// The floats of an element of each shape, in the order in which they are read and written.
#ifndef LBX_ELEMENTS_H
#define LBX_ELEMENTS_H

enum {
    LBX_FLOATS_MAX = 15, // floats of the largest element, an oriented box
    aabb_floats = 6,     // min x y z, max x y z
    obb_floats = 15,     // center x y z, half 0 1 2, axis 0 x y z, axis 1 x y z, axis 2 x y z
    ray_floats = 8,      // origin x y z, dir, inv_dir or end x y z, t_min, t_max
    RAY_AT_T_MIN = 6,    // where its range of t begins, which it may lack
    RAY_AT_T_MAX = 7,
    RANGE_FLOATS = ray_floats - RAY_AT_T_MIN,
    segment_floats = 6,  // start x y z, end x y z
    plane_floats = 4,    // normal x y z, offset
    triangle_floats = 9, // vertex 0 x y z, vertex 1 x y z, vertex 2 x y z
    sphere_floats = 4,   // center x y z, radius
    capsule_floats = 7,  // start x y z, end x y z, radius
    motion_floats = 3,   // delta x y z
    point_floats = 3,    // x y z
    pose_floats = 7,     // position x y z, rotation x y z w
    // A frustum has two operands, since no element may have more than LBX_FLOATS_MAX floats.
    frustum_frame_floats = 12, // eye x y z, axis 0 x y z, axis 1 x y z, axis 2 x y z
    frustum_range_floats = 7,  // low 0 1, high 0 1, z_near, z_far, parallel
    nearest_floats = 4,        // distance, u, v, and the feature as bits
    separation_floats = 7,     // distance, from x y z, to x y z
    depth_floats = 2,          // depth, the axis as bits
    // What kernels make from them.
    extents_floats = 6,                      // of an oriented box, all but the axes
    grown_triangle_floats = triangle_floats, // all but the distance
    corners_floats = 8, // of an axis-aligned box: near x y z, far x y z, min x, max x
    CORNERS_AT_MIN_X = 6,
    CORNERS_AT_MAX_X = 7,
    moving_aabb_floats = aabb_floats + motion_floats,
    moving_sphere_floats = sphere_floats + motion_floats,
    moving_capsule_floats = capsule_floats + motion_floats
};

// What a view of rays has: a direction's inverse, the ends of a range of t, an end instead of a
// direction.
enum { RAY_INVERSE = 1, RAY_T_MIN = 2, RAY_T_MAX = 4, RAY_END = 8 };

// The empty box, (+inf, -inf) or (FLT_MAX, -FLT_MAX), ends below this along x; none in range does.
#define AABB_LEAST_END -0x1.fffffcp127f

#endif
