// SPDX-License-Identifier: MIT
// A box around a part of a mesh.
#ifndef EXAMPLE_VOLUMES_FIT_H
#define EXAMPLE_VOLUMES_FIT_H

#include "mesh.h"

struct obb {
    float center[3], half[3], axis[3][3];
};

/// A box around the triangles of a part: along the principal axes of its surface, or along x y z
/// where that is smaller.
struct obb fit_box(const struct mesh *mesh, const struct mesh_part *part);

#endif
