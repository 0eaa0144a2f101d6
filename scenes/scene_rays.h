// SPDX-License-Identifier: MIT
// The search of rays in a scene, as the public functions pass it to the instruction sets' units:
// a job whose tree is the scene's, and what lies below its leaves.
#ifndef LBX_SCENE_RAYS_H
#define LBX_SCENE_RAYS_H

#include <string.h>

#include "scene.h"
#include "trees/rays_job.h"

// Boxes of a scene are inflated by this part of a ray's reach: see numerics.md.
#define SCENE_INFLATE 0x1p-17f

struct lbx_scene_rays {
    const struct lbx_scene_instance *instance;
    const void *const *tree;
    const uint32_t *skip_instance; // of the triangle that a ray does not meet, or NULL
    const uint32_t *skip_triangle; // and its number
    uint32_t *out;                 // the instance of each ray's hit, or NULL
    struct lbx_rays_job inner;     // the search in the tree of an instance
    lbx_ray_cursor at; // within the tree of the instance where a search for all hits stopped
    void *window;      // the unit's struct scene_window
};

// Makes hits of an instance, `step` bytes apart, those of a ray, in place.
static inline void lbx_scene_put_hits(lbx_ray_hit *hits, size_t step, size_t n, uint32_t ray) {
    lbx_scene_hit *const out = (lbx_scene_hit *)(void *)hits;
    while (n-- > 0) {
        lbx_ray_hit hit;
        memcpy(&hit, (const char *)hits + n * step, sizeof hit);
        out[n] = (lbx_scene_hit){ray, hit.ray, hit.triangle, hit.t, hit.u, hit.v};
    }
}

#endif
