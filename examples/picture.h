// SPDX-License-Identifier: MIT
// Pictures: colors for the eye, and PNG files.
#ifndef EXAMPLE_PICTURE_H
#define EXAMPLE_PICTURE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Amounts of light, 0 to 1 and cut above, as a pixel's bytes.
void picture_color(double red, double green, double blue, uint8_t out[3]);

/// Writes a PNG of three bytes a pixel, rows from the top; dies if it cannot.
void picture_write(const char *path, const uint8_t *pixels, size_t width, size_t height);

#ifdef __cplusplus
}
#endif

#endif
