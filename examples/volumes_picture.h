// SPDX-License-Identifier: MIT
// A picture of triangles and of the edges of boxes around them.
#ifndef EXAMPLE_VOLUMES_PICTURE_H
#define EXAMPLE_VOLUMES_PICTURE_H

#include <stdbool.h>

#include "mesh.h"
#include "picture.h"
#include "volumes_fit.h"

/// A square of a picture that is `width` pixels wide, with the depth of each pixel.
struct panel {
    uint8_t *pixels; ///< the square's upper left corner, 3 bytes per pixel
    double *depth;   ///< size x size
    size_t size, width;
};

/// Fills the panel with the background, and its depths with infinity.
void panel_clear(struct panel *panel);

/// Draws a part of the mesh, lit; `color` is linear red, green and blue.
void panel_mesh(struct panel *panel, const struct camera *camera, const struct mesh *mesh,
                const struct mesh_part *part, const double color[3]);

/// Draws the twelve edges of a box where no triangle hides them.
void panel_box(struct panel *panel, const struct camera *camera, const struct obb *box,
               const double color[3]);

#endif
