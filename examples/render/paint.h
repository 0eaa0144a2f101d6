// SPDX-License-Identifier: MIT
// Paints a picture on several threads, a tile at a time.
#ifndef EXAMPLE_RENDER_PAINT_H
#define EXAMPLE_RENDER_PAINT_H

#include "examples/workers/pthreads.h"
#include "light.h"

enum { THREADS_MOST = 256 };

/// The number of processors, at least 1 and at most THREADS_MOST.
size_t processors(void);

/// A pool of threads, or dies.
struct pool *threads_open(size_t threads);

/// Paints all tiles of a picture. Returns what all threads counted together.
struct painter paint(const struct picture *picture, struct pool *pool);

#endif
