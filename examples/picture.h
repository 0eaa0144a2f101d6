// SPDX-License-Identifier: MIT
// Pictures: a camera, colors, PNG files.
#ifndef EXAMPLE_PICTURE_H
#define EXAMPLE_PICTURE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A camera. camera_make's looks from the front, a little from the right and above; y is up.
struct camera {
    double position[3];
    double axis[3][3]; ///< right, up, back
    double tangent;    ///< of half the angle of view
    double middle[3];  ///< what it looks at
    double distance;   ///< of the camera from `middle`
};

/// A camera that looks at a point from a distance of 1. Move it back with camera_include.
struct camera camera_make(const double middle[3]);

/// Moves the camera back until the point is in the picture.
void camera_include(struct camera *camera, const double point[3]);

/// The direction of the ray from the camera's position through a point of the picture. x and y go
/// from -1 to 1; y is up.
void camera_aim(const struct camera *camera, double x, double y, double dir[3]);

/// Lambert shading: the cosine of the angle between the normal, turned to the viewer, and the light
/// over the viewer's left shoulder; at least 0.
/// @param point of the surface
/// @param normal at the point, of any length
double camera_light(const struct camera *camera, const double point[3], const double normal[3]);

/// Converts linear red, green and blue, 1 at most, to the 3 bytes of a pixel.
void picture_color(double red, double green, double blue, uint8_t out[3]);

/// The color of an empty pixel by its height in the picture, from 0 at the top to 1.
void picture_background(double height, uint8_t out[3]);

/// "pictures", "meshes/bunny.obj", "-3" -> "pictures/bunny-3.png". Free the result.
char *picture_path(const char *directory, const char *file, const char *suffix);

/// Writes a PNG with 3 bytes per pixel, rows from the top; dies if it cannot.
void picture_write(const char *path, const uint8_t *pixels, size_t width, size_t height);

#ifdef __cplusplus
}
#endif

#endif
