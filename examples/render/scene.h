// SPDX-License-Identifier: MIT
// What pictures of scenes have in common: the mesh of a file, the camera, and how rays go on from
// a surface.
#ifndef EXAMPLE_RENDER_SCENE_H
#define EXAMPLE_RENDER_SCENE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "examples/picture.h"
#include "examples/random.h"
#include "pose.h"

/// Reads the corners of a mesh's triangles, z up. The longest side of their box is 1, and its
/// middle is the origin. Free the result.
float (*scene_corners(const char *path, size_t *triangles))[3];

/// A camera at a position that looks at a point; z is up in its pictures. Its bits are the same on
/// every machine.
/// @param tangent of half the angle of view
struct camera scene_view(const double position[3], const double middle[3], double tangent);

/// A camera a little to the right of a mesh that stands at the origin, and above it.
struct camera scene_camera(void);

/// Computes the point that a ray hit, moved a little along the unit normal, and the normal, which
/// faces where the ray came from. Returns false if the triangle has no normal.
bool scene_surface(double corner[3][3], const double origin[3], const double dir[3], double t,
                   double point[3], double normal[3]);

/// A random direction away from a surface, cosine-weighted about the unit normal.
void scene_scatter(struct random *draws, const double normal[3], double dir[3]);

/// Memory aligned to 64 bytes, as orders and trees are fastest; dies rather than return NULL.
void *aligned(size_t bytes);

/// The x of a place on a Morton curve; its y is morton_x(morton / 2).
size_t morton_x(size_t morton);

#endif
