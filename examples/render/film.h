// SPDX-License-Identifier: MIT
// A film of instances that move: in each frame the scene is brought up to date, and a picture is
// rendered. Frames from all of the film make a strip, which is one picture.
#ifndef EXAMPLE_RENDER_FILM_H
#define EXAMPLE_RENDER_FILM_H

#include "paint.h"

struct film {
    size_t frames;
    size_t instances; ///< the first ones of the world, which move
    const char *file; ///< the strip's
};

/// Renders a film, prints how long each frame takes and a hash of what all pixels see, and writes
/// the strip.
/// @param picture of every frame; it is a square
void film_render(const struct film *film, struct picture *picture, struct world *world,
                 struct pool *pool);

#endif
