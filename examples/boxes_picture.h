// SPDX-License-Identifier: MIT
// A picture of oriented boxes, drawn with ray queries in an order of their axis-aligned boxes.
#ifndef EXAMPLE_BOXES_PICTURE_H
#define EXAMPLE_BOXES_PICTURE_H

#include "lanebox.h"
#include "picture.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Draws boxes as the camera sees them.
/// @param order of axis-aligned boxes: box i of the order contains element i of `boxes`
/// @param color linear red, green and blue of box i
/// @param pixels size x size, 3 bytes each
void boxes_picture(const struct camera *camera, const void *order, const lbx_obbs *boxes,
                   const float (*color)[3], size_t size, uint8_t *pixels);

#ifdef __cplusplus
}
#endif

#endif
