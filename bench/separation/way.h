// SPDX-License-Identifier: MIT
// Ways to find how far apart meshes are that move, timed beside each other by main.c.
#ifndef BENCH_WAY_H
#define BENCH_WAY_H

#include "examples/maintenance/shapes.h"
#include "lanebox/trees.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Objects that move from frame to frame, and the pairs of them that are asked for.
struct motion {
    struct model *shape;
    size_t shapes;
    uint32_t *shape_of; ///< of each object
    size_t objects;
    lbx_rigid_pose *pose; ///< of object i in frame f: f * objects + i
    size_t frames;
    lbx_pair *pair; ///< numbers of objects
    size_t pairs;
};

struct way {
    const char *name;
    void *(*make)(const struct motion *motion);
    /// Writes how far apart the pairs of a frame are: 0 if they touch.
    void (*ask)(void *made, const struct motion *motion, size_t frame, double *distance);
    void (*free)(void *made);
};

extern const struct way lanebox_way, any_way, hints_way, fcl_way;

#ifdef __cplusplus
}
#endif

#endif
