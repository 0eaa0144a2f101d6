// SPDX-License-Identifier: MIT
// The world that is rendered: instances of shapes. Each shape has one tree, and one scene of
// lanebox holds all instances.
#ifndef EXAMPLE_RENDER_WORLD_H
#define EXAMPLE_RENDER_WORLD_H

#include "lanebox/scenes.h"
#include "scene.h"

/// Three corners per triangle.
struct shape {
    float (*corner)[3];
    size_t triangles;
};

/// Set all fields to zero to begin.
struct world {
    struct shape *shape;
    void **tree; ///< of each shape, once they are built
    size_t shapes;
    lbx_instance *instance; ///< its tree is the number of its shape
    double (*color)[3];     ///< linear red, green and blue of each instance
    size_t instances;
    lbx_scene_trees trees;
    void *scene; ///< of all instances
    size_t scene_bytes;
};

/// The color of an instance that has no other.
extern const double world_color[3];

/// Adds a shape, whose corners the world takes over. Returns its number.
uint32_t world_add_shape(struct world *world, struct shape shape);

/// Adds an instance of a shape.
void world_add(struct world *world, uint32_t shape, const lbx_rigid_pose *pose, double scale,
               const double color[3]);

/// Adds open ground, which is z = 0, as one more instance.
void world_add_ground(struct world *world);

/// The triangles of all shapes, each counted once.
size_t world_triangles(const struct world *world);

/// Builds the trees of all shapes, and the scene. Returns the bytes of the trees.
size_t world_build(struct world *world, const lbx_workers *workers);

/// Brings the scene up to date with where instances are now.
/// @param anew whether it is built rather than refitted
void world_update(struct world *world, bool anew, const lbx_workers *workers);

void world_free(struct world *world);

/// The corners of an instance's shape.
size_t world_corners(const struct world *world, size_t instance);

/// A corner of an instance's shape in the world.
void world_corner(const struct world *world, size_t instance, size_t corner, double out[3]);

/// scene_surface of an instance's triangle.
bool world_surface(const struct world *world, uint32_t instance, uint32_t triangle,
                   const double origin[3], const double dir[3], double t, double point[3],
                   double normal[3]);

#endif
