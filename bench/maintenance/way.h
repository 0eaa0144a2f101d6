// SPDX-License-Identifier: MIT
// Ways to find which triangles of two models touch, timed beside each other by main.c.
#ifndef BENCH_WAY_H
#define BENCH_WAY_H

#include <stdbool.h>

#include "examples/maintenance/scenes.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What a search found and did.
struct found {
    lbx_pair *pair; ///< the triangles' numbers, still and moved
    size_t room, pairs;
    uint64_t boxes, triangles; ///< pairs of them that were tested
};

/// A way, made for a scene.
struct way {
    const char *name;
    /// With `parts`, treats each part of the models by itself, otherwise each model as one.
    void *(*make)(const struct maintenance *scene, bool parts, unsigned variant);
    /// Adds to what was found; with `any` it stops at the first pair.
    void (*find)(void *made, const lbx_rigid_pose *pose, bool any, struct found *found);
    /// Sets the numbers of tests at a pose where `find` cannot count them; else NULL.
    void (*count)(void *made, const lbx_rigid_pose *pose, struct found *found);
    void (*free)(void *made);
    unsigned variant; ///< which of the ways that share these functions
};

extern const struct way paper_ways[], fcl_ways[], lanebox_ways[];
extern const size_t paper_count, fcl_count, lanebox_count;

/// Adds a pair; makes room for it if needed.
void found_add(struct found *found, uint32_t still, uint32_t moved);

/// The matrix of a pose's rotation.
void turn_of(const lbx_rigid_pose *pose, double turn[3][3]);

#ifdef __cplusplus
}
#endif

#endif
