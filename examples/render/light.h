// SPDX-License-Identifier: MIT
// The light that reaches the eye: from the sun, from the sky, and from surface to surface. The rays
// of a tile of the picture are traced as a batch, and so are the rays that follow from them.
#ifndef EXAMPLE_RENDER_LIGHT_H
#define EXAMPLE_RENDER_LIGHT_H

#include "world.h"

enum {
    TILE_MOST = 64,                    ///< pixels along a tile's side, a power of two
    TILE_RAYS = TILE_MOST * TILE_MOST, ///< rays of the largest tile
};

/// The purpose of a ray.
enum ray_kind { RAY_PRIMARY, RAY_BOUNCE, RAY_SUN, RAY_OCCLUSION, RAY_KINDS };

/// What all threads share.
struct picture {
    const struct world *world;
    struct camera camera;
    size_t width, height, tile; ///< pixels of the picture, and along a tile's side
    size_t samples;             ///< rays per pixel
    size_t bounces;  ///< surfaces that light may bounce off before it reaches a visible one
    uint8_t *pixels; ///< 3 bytes each
    bool speaks;     ///< shows its progress
};

/// What each thread has to itself.
struct painter {
    /// Of the instance, triangle and t of every pixel's first ray. The order does not matter.
    uint64_t hash;
    size_t rays[RAY_KINDS], hits[RAY_KINDS];
    double seconds[RAY_KINDS]; ///< of tracing them
    struct waves *waves;
};

void painter_open(struct painter *painter);
void painter_close(struct painter *painter);

/// The direction of the sun; the middle of its disk.
extern const double sun_way[3];

/// Paints the tile whose first pixel is at left and top.
void paint_tile(struct painter *painter, const struct picture *picture, size_t left, size_t top);

#endif
