// SPDX-License-Identifier: MIT
// The scene of the benchmark: a mesh on the floor of a closed room, as indexed triangles.
#ifndef BENCH_RAYS_ROOM_H
#define BENCH_RAYS_ROOM_H

#include "examples/render/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Packed positions, z up, and three vertices per triangle. The mesh's triangles come first; three
/// positions each, in order.
struct scene {
    float (*position)[3];
    uint32_t (*triangle)[3];
    size_t vertices, triangles;
};

/// Reads a mesh from a file and stands it on z = 0 in a room.
void room_make(struct scene *scene, const char *path);
void room_free(struct scene *scene);

/// A view of the scene, for trees.
lbx_mesh room_mesh(const struct scene *scene);

/// Where the corners of a triangle are. There is no other instance than 0.
void room_corners(const void *scene, uint32_t instance, uint32_t triangle, float corner[3][3]);

#ifdef __cplusplus
}
#endif

#endif
