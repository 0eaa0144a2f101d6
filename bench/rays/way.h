// SPDX-License-Identifier: MIT
// Ways to trace rays through a mesh, timed beside each other by main.c.
#ifndef BENCH_RAYS_WAY_H
#define BENCH_RAYS_WAY_H

#include "rays.h"
#include "room.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A way to trace rays through what its library built.
struct way {
    const char *name;
    void (*trace)(void *built, unsigned variant, const struct rays *rays,
                  const struct answers *out);
    unsigned variant;
    bool only_coherent; ///< it traces only coherent rays
};

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

/// One ray from each hit of `from`, distributed by the cosine around the normal on the side of the
/// triangle that faces the eye. Rays of `from` that hit nothing are left out.
void rays_diffuse(struct rays *rays, const struct scene *scene, const struct rays *from,
                  const struct answers *hits);
/// One ray from each of these hits to a point of the light.
void rays_shadow(struct rays *rays, const struct scene *scene, const struct rays *from,
                 const struct answers *hits);

#ifdef __cplusplus
}
#endif

#endif
