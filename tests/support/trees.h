// SPDX-License-Identifier: MIT
// OBB trees of the meshes of meshes.h, and poses for them.
#ifndef LBX_TEST_TREES_H
#define LBX_TEST_TREES_H

#include <float.h>

#include "lanebox/trees.h"
#include "meshes.h"

struct tree {
    void *at;
    size_t bytes;
};

// The test fails if the tree cannot be built.
struct tree tree_of_view(const lbx_mesh *mesh, const lbx_obb_tree_options *options);
struct tree tree_of(const struct mesh *mesh, const lbx_obb_tree_options *options);
struct tree tree_of_triangle(const struct mesh *mesh, size_t triangle);
void tree_free(struct tree *t);

// Flips one bit after the other: those of the header's bytes and of random others, so many bytes in
// all, or every bit for 0. The check must reject each, and accept the tree without.
typedef int tree_check(const void *memory, size_t bytes, const lbx_workers *workers);
void expect_damage_is_told(const char *what, const struct tree *t, tree_check *check, size_t bytes);

// Asks an order or a tree of so many items how good it is. The test fails if the numbers cannot be;
// no box has more than `widest` times the surface of the root's.
typedef int stats_call(const void *memory, lbx_tree_stats *stats);
lbx_tree_stats expect_stats(stats_call *call, const void *memory, size_t items, double widest);

// That of an OBB tree. An oriented box has no more surface than the axis-aligned box of its
// triangles, but that may have more than the root's oriented box.
double obb_widest(const lbx_mesh *mesh, const void *tree);

#define TOUCHING (-1.0f)

// Calls lbx_obb_tree_within for this distance, or lbx_obb_tree_collide for TOUCHING.
ptrdiff_t tree_search(const void *a, const void *b, const lbx_rigid_pose pose[2], float distance,
                      unsigned flags, lbx_pair *pairs, size_t room, lbx_obb_tree_counts *counts);

// Finds all pairs of triangles by trees of one triangle each, which have no boxes to test. Returns
// their number. `pairs` has room for all.
size_t tree_brute_force(const struct mesh mesh[2], const lbx_rigid_pose pose[2], float distance,
                        lbx_pair *pairs);

// Rotates x.
void pose_rotate(const double q[4], const double x[3], double out[3]);

// Transforms x from a's frame to b's.
void pose_into_b(const lbx_rigid_pose pose[2], const double x[3], double out[3]);

// Any rotation, and a position that puts the mesh's middle near the origin.
lbx_rigid_pose pose_near(const struct mesh *mesh, uint64_t seed);

#endif
