// SPDX-License-Identifier: MIT
// Triangles of tests, their trees and their signs.
#ifndef LBX_TEST_SIGNS_H
#define LBX_TEST_SIGNS_H

#include "trees.h"
#include "trees/signs.h"

enum { SHAPE_TRIANGLES_MAX = 24000 };

struct shape {
    size_t triangles;
    float corner[3 * SHAPE_TRIANGLES_MAX][3];
};

void shape_add(struct shape *s, const float p[3], const float q[3], const float r[3]);
lbx_mesh shape_view(const struct shape *s);

// A closed surface of 8 side^2 triangles around a center, each vertex at a distance of its own,
// from `least` to 1: with spikes and pits, but it does not meet itself.
void shape_star(struct shape *s, int side, double least, const float center[3], uint64_t seed);

// The triangle nearest to a point, by asking for the distance to each, and the distance. Of equally
// near ones it is the first or the last.
uint32_t shape_nearest(const lbx_mesh *mesh, const float point[3], bool last, float *distance);

// Counts the edges that are not good by comparing each with all others.
lbx_sign_counts shape_counts(const struct shape *s);

struct signed_tree {
    struct tree tree, signs;
    lbx_sign_counts counts;
    struct lbx_aabb_tree open_tree;
    struct lbx_signs open_signs;
};

// The test fails if they cannot be built, or do not pass their check.
struct signed_tree signed_of(const lbx_mesh *mesh, unsigned flags);
struct tree signs_of(const struct tree *tree, lbx_sign_counts *counts);
void signed_free(struct signed_tree *s);

#endif
