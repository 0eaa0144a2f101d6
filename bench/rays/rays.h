// SPDX-License-Identifier: MIT
// Rays of the benches, and what they hit.
#ifndef BENCH_RAYS_RAYS_H
#define BENCH_RAYS_RAYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "examples/picture.h"

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
    uint32_t *instance; ///< NULL where there are none
};

/// A way to trace rays through what its library built.
struct way {
    const char *name;
    void (*trace)(void *built, unsigned variant, const struct rays *rays,
                  const struct answers *out);
    unsigned variant;
    bool only_coherent; ///< it traces only coherent rays
};

/// Makes room for n rays, of which there are none yet.
void rays_reserve(struct rays *rays, size_t n);
void rays_add(struct rays *rays, const double origin[3], const double dir[3], float t_max);
void rays_free(struct rays *rays);

/// size^2 rays from a camera, in Morton order.
void rays_primary(struct rays *rays, const struct camera *camera, size_t size);

/// Computes where the corners of a triangle are that a ray hit.
typedef void corners_of(const void *scene, uint32_t instance, uint32_t triangle,
                        float corner[3][3]);

/// One ray from each hit of `from`, distributed by the cosine around the normal on the side of the
/// triangle that faces the eye. Rays of `from` that hit nothing are left out.
void rays_diffuse(struct rays *rays, const struct rays *from, const struct answers *hits,
                  corners_of *of, const void *scene);
/// One ray from each of these hits to a point of the light.
void rays_shadow(struct rays *rays, const struct rays *from, const struct answers *hits,
                 corners_of *of, const void *scene);

struct answers answers_for(size_t n, bool of_instances);
void answers_free(struct answers *answers);

#ifdef __cplusplus
}
#endif

#endif
