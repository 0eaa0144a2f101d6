// SPDX-License-Identifier: MIT
// Ways to trace rays through a mesh, timed beside each other by main.c.
#ifndef BENCH_RAYS_WAY_H
#define BENCH_RAYS_WAY_H

#include "rays.h"
#include "room.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A library with the options that it builds with.
struct library {
    const char *name;
    void *(*build)(const struct scene *scene, unsigned variant);
    size_t (*bytes)(const void *built);
    void (*refit)(void *built, const struct scene *scene); ///< NULL: not timed
    void (*free)(void *built);
    unsigned variant;
    const struct way *way;
    size_t ways;
};

extern const struct library lanebox_library, embree_library, embree_robust_library, bullet_library;

#ifdef __cplusplus
}
#endif

#endif
