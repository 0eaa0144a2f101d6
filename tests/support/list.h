// SPDX-License-Identifier: MIT
// Every test and conversion of lanebox.h that has a case, once. TESTS(X) expands X for each test,
// CONVERSIONS(X) for each conversion. All lists of cases are made from these, in their order.
#ifndef LBX_LIST_H
#define LBX_LIST_H

#define TESTS(X)                                                                                   \
    X(aabb_aabb)                                                                                   \
    X(ray_aabb)                                                                                    \
    X(ray_obb)                                                                                     \
    X(ray_capsule)                                                                                 \
    X(ray_triangle)                                                                                \
    X(segment_aabb)                                                                                \
    X(segment_obb)                                                                                 \
    X(obb_obb)                                                                                     \
    X(aabb_obb)                                                                                    \
    X(triangle_aabb)                                                                               \
    X(triangle_obb)                                                                                \
    X(triangle_triangle_within)                                                                    \
    X(sphere_sphere)                                                                               \
    X(sphere_aabb)                                                                                 \
    X(sphere_obb)                                                                                  \
    X(sphere_capsule)                                                                              \
    X(capsule_capsule)                                                                             \
    X(capsule_aabb)                                                                                \
    X(capsule_obb)                                                                                 \
    X(triangle_capsule)                                                                            \
    X(sphere_triangle)                                                                             \
    X(plane_aabb)                                                                                  \
    X(plane_obb)                                                                                   \
    X(plane_capsule)                                                                               \
    X(obb_obb_prejudge)                                                                            \
    X(triangle_triangle)                                                                           \
    X(triangle_triangle_classify)                                                                  \
    X(aabb_aabb_sweep)                                                                             \
    X(sphere_capsule_sweep)                                                                        \
    X(sphere_sphere_sweep)                                                                         \
    X(sphere_plane_sweep)
#define CONVERSIONS(X)                                                                             \
    X(aabbs_from_obbs)                                                                             \
    X(aabbs_from_triangles)                                                                        \
    X(spheres_from_obbs)                                                                           \
    X(obbs_transform)                                                                              \
    X(point_triangle)                                                                              \
    X(aabbs_from_capsules)                                                                         \
    X(capsules_transform)                                                                          \
    X(triangle_triangle_distance)                                                                  \
    X(obb_obb_depth)

#endif
