// SPDX-License-Identifier: MIT
// The scene: a mesh on the ground or in a closed room, as indexed triangles.
#ifndef EXAMPLE_RENDER_SCENE_H
#define EXAMPLE_RENDER_SCENE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "examples/picture.h"
#include "examples/random.h"
#include "lanebox/volumes.h"

/// Packed positions, z up, and three vertices per triangle. The mesh's triangles come first; its
/// longest side is 1, and it stands on z = 0.
struct scene {
    float (*position)[3];
    uint32_t (*triangle)[3];
    size_t vertices, triangles, mesh_triangles;
};

/// Reads a mesh from a file.
/// @param room whether it stands in a closed room; else on open ground
void scene_make(struct scene *scene, const char *path, bool room);
void scene_free(struct scene *scene);

/// A view of the scene, for trees.
lbx_mesh scene_mesh(const struct scene *scene);

/// A camera a little to the right of the mesh and above it. Its bits are the same on every machine.
struct camera scene_camera(void);

/// Computes the point that a ray hit, moved a little along the unit normal, and the normal, which
/// faces where the ray came from. Returns false if the triangle has no normal.
bool scene_surface(const struct scene *scene, uint32_t triangle, const double origin[3],
                   const double dir[3], double t, double point[3], double normal[3]);

/// A random direction away from a surface, cosine-weighted about the unit normal.
void scene_scatter(struct random *draws, const double normal[3], double dir[3]);

static inline double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// The x of a place on a Morton curve; its y is morton_x(morton / 2).
size_t morton_x(size_t morton);

#endif
