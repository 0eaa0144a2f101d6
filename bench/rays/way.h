// SPDX-License-Identifier: MIT
// Ways to trace rays through a mesh, timed beside each other by main.c.
#ifndef BENCH_RAYS_WAY_H
#define BENCH_RAYS_WAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "examples/render/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Rays, a structure of arrays.
struct rays {
    float *origin[3], *dir[3], *t_max;
    size_t n;
    bool coherent; ///< neighbors are close to each other
    bool any;      ///< only whether they hit is asked, not where
};

/// What each ray hits: a triangle and t, or UINT32_MAX. With `any`, a hit is any other number.
struct answers {
    uint32_t *triangle;
    float *t;
};

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

/// Call this before anything else of Embree. Restricts it to the named instruction set, if any.
void embree_open(const char *isa);

/// size^2 rays from the eye, in Morton order.
void rays_primary(struct rays *rays, size_t size);
/// One ray from each hit of `from`, distributed by the cosine around the normal on the side of the
/// triangle that faces the eye. Rays of `from` that hit nothing are left out.
void rays_diffuse(struct rays *rays, const struct scene *scene, const struct rays *from,
                  const struct answers *hits);
/// One ray from each of these hits to a point of the light.
void rays_shadow(struct rays *rays, const struct scene *scene, const struct rays *from,
                 const struct answers *hits);
void rays_free(struct rays *rays);

#ifdef __cplusplus
}
#endif

#endif
