// SPDX-License-Identifier: MIT
// Points and the triangles between them, from files of any format that assimp reads: a model, or a
// scan, which may have no triangles.
#ifndef EXAMPLE_DISTANCE_SURFACE_H
#define EXAMPLE_DISTANCE_SURFACE_H

#include <stddef.h>
#include <stdint.h>

struct surface {
    float (*position)[3]; ///< where the file has them
    uint32_t *indices;    ///< three a triangle
    size_t points, triangles;
    float low[3], high[3]; ///< the box of all points
};

/// Reads a file. If it cannot be read, or has a point that is not finite, the program ends with a
/// one-line reason on stderr.
void surface_read(struct surface *surface, const char *path);

void surface_free(struct surface *surface);

#endif
