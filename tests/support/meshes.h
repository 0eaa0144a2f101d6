// SPDX-License-Identifier: MIT
// Meshes to which volumes are fitted. The same kind and seed give the same bits on every machine.
#ifndef MESHES_H
#define MESHES_H

#include "lanebox/volumes.h"

enum mesh_kind {
    MESH_BOX,     // a cuboid with integer sides, along x y z
    MESH_TURNED,  // the same, turned
    MESH_CUBE,    // a cube, turned by 45 degrees about z
    MESH_BALL,    // a hundred points on a sphere
    MESH_SOUP,    // any triangles
    MESH_DENSE,   // a cuboid, turned; most triangles are in a corner, and some vertices inside
    MESH_SHEET,   // flat, turned
    MESH_FLOOR,   // flat, perpendicular to z
    MESH_LINE,    // triangles without area, on a line
    MESH_UPRIGHT, // the same along y
    MESH_POINT,   // one point
    MESH_SLIVERS, // long triangles with almost no area
    MESH_FAR,     // a soup of size 1, a million away
    MESH_GRAIN,   // a soup of a size of some ulps, a million away
    MESH_LEAST,   // denormal coordinates
    MESH_LARGEST, // up to 2^58, including corners of the range
    MESH_SCALES,  // coordinates of all magnitudes
    MESH_STICK,   // 1 by 1e-6 by 1e-6, turned
    MESH_PLANAR,  // in the plane x = y, for which the axes' products are exact
    MESH_KINDS
};

extern const char *const mesh_names[MESH_KINDS];

enum { MESH_VERTICES_MAX = 128, MESH_TRIANGLES_MAX = 300 };

struct mesh {
    size_t vertices, triangles;
    float vertex[MESH_VERTICES_MAX][3];
    uint32_t index[3 * MESH_TRIANGLES_MAX]; // every vertex is used
};

void mesh_make(struct mesh *mesh, enum mesh_kind kind, uint64_t seed);
lbx_mesh mesh_view(const struct mesh *mesh);

#endif
