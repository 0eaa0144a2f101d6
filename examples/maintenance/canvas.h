// SPDX-License-Identifier: MIT
// Triangles drawn on a square picture; each pixel shows the nearest.
#ifndef EXAMPLE_CANVAS_H
#define EXAMPLE_CANVAS_H

#include <stdbool.h>

#include "examples/picture.h"

struct canvas {
    size_t size; ///< pixels along a side
    uint8_t (*pixel)[3];
    float *near; ///< 1 / distance along the camera's view, 0 where there is nothing
};

/// Makes an empty canvas that shows only the background.
void canvas_make(struct canvas *canvas, size_t size);
void canvas_free(struct canvas *canvas);

/// Copies the picture of `from` to `to`, which has the same size.
void canvas_copy(struct canvas *to, const struct canvas *from);

/// @param color linear red, green and blue, lit according to camera_light
/// @param on_top drawn over everything, even what is nearer
void canvas_triangle(struct canvas *canvas, const struct camera *camera, double corner[3][3],
                     const float color[3], bool on_top);

/// Writes the picture at half its size into a larger one with `row` pixels per row, from pixel `at`
/// on.
void canvas_halve(uint8_t (*pixel)[3], size_t size, uint8_t (*at)[3], size_t row);

#endif
