// SPDX-License-Identifier: MIT
// Signed distances at the points of a grid, files that ParaView reads, and pictures of slices.
#ifndef EXAMPLE_DISTANCE_FIELD_H
#define EXAMPLE_DISTANCE_FIELD_H

#include "model.h"

struct field {
    size_t side;     ///< points along each axis
    double low[3];   ///< where the first one is
    double spacing;  ///< from one to the next
    float *distance; ///< those of a row along x, then of rows along y, then of layers along z
};

/// Bakes the field of a model in a cube around it. Free it with field_free.
void field_bake(struct field *field, const struct model *model, const struct surface *surface,
                size_t side, struct pool *pool);

void field_free(struct field *field);

/// The distance at a point within the cube, interpolated.
double field_at(const struct field *field, const double point[3]);

/// Writes a file of VTK's image data; dies if it cannot.
void field_write(const struct field *field, const char *path);

/// Draws the three slices through the middle: outside blue, inside orange, a line where the
/// distance is 0, and fainter ones at equal intervals.
void field_draw(const struct field *field, const char *path);

#endif
