// SPDX-License-Identifier: MIT
// Light that comes to an eye: of the sun, of the sky, and from one surface to the next. A tile of
// the picture is a batch of rays, and so is all that they ask for.
#ifndef EXAMPLE_RENDER_LIGHT_H
#define EXAMPLE_RENDER_LIGHT_H

#include "scene.h"

enum {
    TILE_MOST = 64,                    ///< pixels along a tile's side, a power of two
    TILE_RAYS = TILE_MOST * TILE_MOST, ///< of its largest one
};

/// Rays by what they are for.
enum ray_kind { RAY_PRIMARY, RAY_BOUNCE, RAY_SUN, RAY_OCCLUSION, RAY_KINDS };

/// What all threads share.
struct picture {
    const struct scene *scene;
    const void *tree; ///< of the scene
    struct camera camera;
    size_t size, tile; ///< pixels along the picture's and a tile's side
    size_t samples;    ///< rays a pixel
    size_t bounces;    ///< surfaces that light comes from to those that are seen
    uint8_t *pixels;   ///< 3 bytes each
};

/// What each thread has for itself.
struct painter {
    uint64_t hash; ///< of the triangle and t of every pixel's first ray, in whatever order
    size_t rays[RAY_KINDS];
    double seconds[RAY_KINDS]; ///< of tracing them
    struct waves *waves;
};

void painter_open(struct painter *painter);
void painter_close(struct painter *painter);

/// Paints the tile whose first pixel is at left and top.
void paint_tile(struct painter *painter, const struct picture *picture, size_t left, size_t top);

#endif
