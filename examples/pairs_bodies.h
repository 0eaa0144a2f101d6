// SPDX-License-Identifier: MIT
// The world of the pairs example: copies of a mesh's parts that fly and turn in a closed room.
#ifndef EXAMPLE_PAIRS_BODIES_H
#define EXAMPLE_PAIRS_BODIES_H

#include "lanebox.h"
#include "mesh.h"

/// Boxes as an engine keeps them: arrays of structures, which lanebox reads in place. For lists of
/// random pairs this is also the fastest layout, because a box fills a cache line or less.
struct aabb {
    float min[3], max[3];
};

struct obb {
    float center[3], half[3], axis[3][3];
};

/// A box around the triangles of a part: along the principal axes of its surface, or along x y z
/// where that is smaller.
struct obb fit_box(const struct mesh *mesh, const struct mesh_part *part);

/// A copy of a part, turning about the center of its box.
struct body {
    struct obb shape;   ///< the part's box, in the part's own frame
    double position[3]; ///< of the center of the box
    double velocity[3]; ///< per step
    double rotation[4]; ///< unit quaternion x y z w
    double spin[3];     ///< axis times radians per step
};

struct world {
    size_t count;
    double room; ///< bodies' centers stay between 0 and `room` along each axis
    struct body *bodies;
    struct obb *obbs;   ///< of every body, at its current place
    struct aabb *aabbs; ///< around each OBB
};

/// Places `count` copies of the mesh's parts in a room of such a size that each meets a few others.
/// Every run places them identically.
void world_make(struct world *world, const struct mesh *mesh, size_t count);
void world_step(struct world *world);
void world_free(struct world *world);

lbx_aabbs aabb_view(const struct world *world);
lbx_obbs obb_view(const struct world *world);

#endif
