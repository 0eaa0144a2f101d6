// SPDX-License-Identifier: MIT
// Thousands of copies of a mesh that start as a cube and swirl into a funnel, each tumbling by
// itself. Every run on every machine places and moves them identically.
#ifndef EXAMPLE_RENDER_SWIRL_H
#define EXAMPLE_RENDER_SWIRL_H

#include "world.h"

/// Adds instances of a shape whose longest side is 1. Their cube has side 1 and is above z = 0.
void swirl_begin(struct world *world, uint32_t shape, size_t count);

/// Moves the first instances of the world by one frame.
void swirl_move(struct world *world, size_t count);

#endif
