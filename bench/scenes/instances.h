// SPDX-License-Identifier: MIT
// Many instances of a few meshes, which move in every frame.
#ifndef BENCH_SCENES_INSTANCES_H
#define BENCH_SCENES_INSTANCES_H

#include "lanebox/trees.h"

#ifdef __cplusplus
extern "C" {
#endif

struct model; // of examples/maintenance/shapes.h

enum { SHAPES_MOST = 9 };

struct instances {
    struct model *shape; ///< room for SHAPES_MOST; the largest side of those that move is 1
    size_t shapes, count;
    size_t moving;      ///< the first instances; a room stays where it is
    uint32_t *shape_of; ///< of each instance
    lbx_rigid_pose *pose;
    uint64_t frame;
    double middle[3], side; ///< of a cube around the instances, for those in a room
};

/// Places `count` instances on a jittered cubic grid, with random rotations. The shapes are the
/// meshes of the files, at most three, and five that are made here.
void instances_make(struct instances *instances, char **files, size_t file_count, size_t count,
                    double spacing);
void instances_free(struct instances *instances);

/// Moves every instance to anywhere in the cube of the grid.
void instances_scatter(struct instances *instances, double spacing);

/// Adds a closed room around the instances, as one more instance of a shape of its own. It is large
/// enough for an eye outside of their cube.
void instances_enclose(struct instances *instances);

/// Moves every instance by up to .01 along each axis, and in each number of its quaternion.
void instances_move(struct instances *instances);

/// Computes where the corners of an instance's triangle are.
void instances_corners(const void *instances, uint32_t instance, uint32_t triangle,
                       float corner[3][3]);

/// The triangles of all instances together.
size_t instances_triangles(const struct instances *instances);

/// Computes the columns of the matrix that rotates as a pose does.
void rotation_columns(const lbx_rigid_pose *pose, double column[3][3]);

#ifdef __cplusplus
}
#endif

#endif
