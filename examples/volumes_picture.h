// SPDX-License-Identifier: MIT
// A picture of triangles and of the edges of boxes around them.
#ifndef EXAMPLE_VOLUMES_PICTURE_H
#define EXAMPLE_VOLUMES_PICTURE_H

#include <stdbool.h>

#include "mesh.h"
#include "pairs_bodies.h"
#include "picture.h"

/// A square of a picture that is `width` pixels wide, and how far away each of its pixels is.
struct panel {
    uint8_t *pixels; ///< of its upper left corner, 3 bytes each
    double *depth;   ///< size x size
    size_t size, width;
};

/// Fills the panel with the background, and its depths with infinity.
void panel_clear(struct panel *panel);

/// The triangles first to first + count - 1 of the mesh, lit, in linear red, green and blue.
void panel_mesh(struct panel *panel, const struct camera *camera, const struct mesh *mesh,
                const struct mesh_part *part, const double color[3]);

/// The twelve edges of a box, where no triangle hides them.
void panel_box(struct panel *panel, const struct camera *camera, const struct obb *box,
               const double color[3]);

#endif
