// SPDX-License-Identifier: MIT
// The scene: one or more copies of a mesh on the ground or in a closed room, as indexed triangles.
#ifndef EXAMPLE_RENDER_SCENE_H
#define EXAMPLE_RENDER_SCENE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "examples/picture.h"
#include "examples/random.h"
#include "lanebox/volumes.h"

/// Packed positions, z up, and three vertices per triangle. The meshes' triangles come first; three
/// positions each, in order.
struct scene {
    float (*position)[3];
    uint32_t (*triangle)[3];
    size_t vertices, triangles, mesh_triangles;
    const double (*color)[3]; ///< linear red, green and blue of each copy of a mesh
    size_t copy_triangles;    ///< triangles of a copy
};

/// Reads the corners of a mesh's triangles, z up. The longest side of their box is 1, and its
/// middle is the origin. Free the result.
float (*scene_corners(const char *path, size_t *triangles))[3];

/// Makes a scene of triangles. They have the color of a mesh until another one is set.
/// @param corner three per triangle; the scene takes them over
/// @param room whether they are in a closed room; else on open ground, which is z = 0
void scene_of(struct scene *scene, float (*corner)[3], size_t triangles, bool room);

/// Reads a mesh from a file and stands it on z = 0.
void scene_make(struct scene *scene, const char *path, bool room);
void scene_free(struct scene *scene);

/// A view of the scene, for trees.
lbx_mesh scene_mesh(const struct scene *scene);

/// A camera at a position that looks at a point; z is up in its pictures. Its bits are the same on
/// every machine.
/// @param tangent of half the angle of view
struct camera scene_view(const double position[3], const double middle[3], double tangent);

/// A camera a little to the right of a mesh that stands at the origin, and above it.
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

/// Memory aligned to 64 bytes, as orders and trees are fastest; dies rather than return NULL.
void *aligned(size_t bytes);

/// The x of a place on a Morton curve; its y is morton_x(morton / 2).
size_t morton_x(size_t morton);

#endif
