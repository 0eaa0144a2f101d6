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
    bool any;      ///< whether they hit is asked, not where
};

/// What each ray hits: a triangle and t, or UINT32_MAX; of `any` a number other than that.
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
    bool only_coherent; ///< what it is for
};

/// A library, as it is told to build.
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

extern const struct library lanebox_library, embree_library, embree_robust_library;

/// Before anything else of Embree. Holds it to an instruction set by its name; NULL: to none.
void embree_open(const char *isa);

/// size^2 rays from the eye, in Morton order.
void rays_primary(struct rays *rays, size_t size);
/// From where `from` hit, one ray each, by the cosine around the normal: triangle's side that faces
/// the eye. Rays that hit nothing are left out.
void rays_diffuse(struct rays *rays, const struct scene *scene, const struct rays *from,
                  const struct answers *hits);
/// From there to points of the light.
void rays_shadow(struct rays *rays, const struct scene *scene, const struct rays *from,
                 const struct answers *hits);
void rays_free(struct rays *rays);

#ifdef __cplusplus
}
#endif

#endif
