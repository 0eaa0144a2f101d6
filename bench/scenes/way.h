// SPDX-License-Identifier: MIT
// Ways to trace rays through scenes of moving instances, timed beside each other by main.c.
#ifndef BENCH_SCENES_WAY_H
#define BENCH_SCENES_WAY_H

#include "bench/rays/rays.h"
#include "instances.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A library with the options that it builds with. A library that has no ways is only updated.
struct library {
    const char *name;
    void *(*build)(const struct instances *instances, unsigned variant);
    /// Takes the poses, in the form that the library wants them in. This is not timed.
    void (*place)(void *built, const struct instances *instances);
    void (*update)(void *built); ///< brings the scene up to date with the poses
    void (*free)(void *built);
    unsigned variant;
    bool promised; ///< the first library's answers, bit for bit
    const struct way *way;
    size_t ways;
    size_t every; ///< its ways trace one ray of so many: more take too long
};

enum { EMBREE_LIBRARIES = 12 };

extern const struct library lanebox_built_library, lanebox_refitted_library,
    embree_libraries[EMBREE_LIBRARIES], bullet_library;

#ifdef __cplusplus
}
#endif

#endif
