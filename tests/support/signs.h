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
