// SPDX-License-Identifier: MIT
// Soups of triangles at poses, of which each triangle all but touches another one or is about as
// far from it as asked.
#ifndef LBX_ORACLE_POSED_SCENES_H
#define LBX_ORACLE_POSED_SCENES_H

#include "trees.h"

// The size of the meshes, and their distances from their own origins and from the world's.
struct setting {
    const char *name;
    double size, offset, far;
};

extern const struct setting settings[];
extern const size_t setting_count;

enum { SCENE_TRIANGLES = 24 };

struct scene {
    float vertex[2][3 * SCENE_TRIANGLES][3];
    lbx_rigid_pose pose[2];
};

// Mesh a is any soup. Each triangle of b has a point, which may be a vertex, that coincides with a
// point of a's triangle or lies `distance` from it, away from the middle of a's triangle.
void scene_make(struct scene *s, const struct setting *setting, double distance, uint64_t seed);

struct tree tree_of_soup(float (*vertex)[3], size_t triangles);

// The sum of a triangle's extents along x, y and z.
double size_of(float (*t)[3]);

#endif
