// SPDX-License-Identifier: MIT
// Every kernel, once: its name, how api/calls.c makes its public function, the views that this
// function takes, and below, for the instruction sets' units, its file. TESTS(X) expands X for each
// test, CONVERSIONS(X) for each conversion. All lists of kernels are made from these, in their
// order.
#ifndef LBX_LIST_H
#define LBX_LIST_H

#define TESTS(X)                                                                                   \
    X(aabb_aabb, VIEWS, aabbs, aabbs)                                                              \
    X(ray_aabb, RAYS, rays, aabbs)                                                                 \
    X(ray_obb, RAYS, rays_dir, obbs)                                                               \
    X(ray_triangle, CONTACTS, rays_dir, triangles)                                                 \
    X(segment_aabb, VIEWS, segments, aabbs)                                                        \
    X(segment_obb, VIEWS, segments, obbs)                                                          \
    X(obb_obb, VIEWS, obbs, obbs)                                                                  \
    X(aabb_obb, VIEWS, aabbs, obbs)                                                                \
    X(triangle_aabb, VIEWS, triangles, aabbs)                                                      \
    X(triangle_obb, VIEWS, triangles, obbs)                                                        \
    X(triangle_triangle_within, WITHIN, triangles, triangles)                                      \
    X(sphere_sphere, VIEWS, spheres, spheres)                                                      \
    X(sphere_aabb, VIEWS, spheres, aabbs)                                                          \
    X(sphere_obb, VIEWS, spheres, obbs)                                                            \
    X(plane_aabb, VIEWS, planes, aabbs)                                                            \
    X(plane_obb, VIEWS, planes, obbs)                                                              \
    X(obb_obb_prejudge, VIEWS, obbs, obbs)                                                         \
    X(triangle_triangle, VIEWS, triangles, triangles)                                              \
    X(triangle_triangle_classify, VIEWS, triangles, triangles)                                     \
    X(aabb_aabb_sweep, SWEEP, aabbs, aabbs)                                                        \
    X(sphere_sphere_sweep, SWEEP, spheres, spheres)                                                \
    X(sphere_plane_sweep, OWN, spheres, planes)
#define CONVERSIONS(X)                                                                             \
    X(aabbs_from_obbs, VIEW, obbs, aabbs)                                                          \
    X(aabbs_from_triangles, VIEW, triangles, aabbs)                                                \
    X(spheres_from_obbs, VIEW, obbs, spheres)                                                      \
    X(obbs_transform, OWN, obbs, obbs)

#endif

#ifdef LIST_FILES // in unit.h
// clang-format off
#include "../aabb_aabb.h"
#define NAME aabb_aabb
#include "../batch/walks.h"
#include "../ray_aabb.h"
#define NAME ray_aabb
#include "../batch/walks.h"
#include "../ray_obb.h"
#define NAME ray_obb
#include "../batch/walks.h"
#include "../ray_triangle.h"
#define NAME ray_triangle
#include "../batch/walks.h"
#include "../segment_aabb.h"
#define NAME segment_aabb
#include "../batch/walks.h"
#include "../segment_obb.h"
#define NAME segment_obb
#include "../batch/walks.h"
#include "../obb_obb.h"
#define NAME obb_obb
#include "../batch/walks.h"
#include "../aabb_obb.h"
#define NAME aabb_obb
#include "../batch/walks.h"
#include "../triangle_aabb.h"
#define NAME triangle_aabb
#include "../batch/walks.h"
#include "../triangle_obb.h"
#define NAME triangle_obb
#include "../batch/walks.h"
#include "../triangle_triangle_within.h"
#define NAME triangle_triangle_within
#include "../batch/walks.h"
#include "../sphere_sphere.h"
#define NAME sphere_sphere
#include "../batch/walks.h"
#include "../sphere_aabb.h"
#define NAME sphere_aabb
#include "../batch/walks.h"
#include "../sphere_obb.h"
#define NAME sphere_obb
#include "../batch/walks.h"
#include "../plane_aabb.h"
#define NAME plane_aabb
#include "../batch/walks.h"
#include "../plane_obb.h"
#define NAME plane_obb
#include "../batch/walks.h"
#include "../obb_obb_prejudge.h"
#define NAME obb_obb_prejudge
#include "../batch/walks.h"
#include "../triangle_triangle.h"
#define NAME triangle_triangle
#include "../batch/walks.h"
#include "../triangle_triangle_classify.h"
#define NAME triangle_triangle_classify
#include "../batch/walks.h"
#include "../aabb_aabb_sweep.h"
#define NAME aabb_aabb_sweep
#include "../batch/walks.h"
#include "../sphere_sphere_sweep.h"
#define NAME sphere_sphere_sweep
#include "../batch/walks.h"
#include "../sphere_plane_sweep.h"
#define NAME sphere_plane_sweep
#include "../batch/walks.h"
#include "../aabbs_from_obbs.h"
#include "../aabbs_from_triangles.h"
#include "../spheres_from_obbs.h"
#include "../obbs_transform.h"
// clang-format on
#endif
