// SPDX-License-Identifier: MIT
// Many instances of a few meshes, all of which move in every frame.
#ifndef BENCH_SCENE_H
#define BENCH_SCENE_H

#include "examples/maintenance/shapes.h"
#include "lanebox/trees.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SHAPES_MOST = 8 };

struct scene {
    struct model shape[SHAPES_MOST]; ///< its largest side is 1
    size_t shapes, count;
    uint32_t *shape_of; ///< of each instance
    lbx_rigid_pose *pose;
    uint64_t frame;
};

/// Places `count` instances on a jittered grid, with random rotations. The shapes are the meshes of
/// the files, at most three, and five that are made here.
void scene_make(struct scene *scene, char **files, size_t file_count, size_t count, double spacing);
void scene_free(struct scene *scene);

/// Moves every instance by up to .01 along each axis, and in each number of its quaternion.
void scene_move(struct scene *scene);

#ifdef __cplusplus
}
#endif

#endif
