// SPDX-License-Identifier: MIT
#include "picture.h"

#include <math.h>
#include <png.h>

#include "tool.h"

void picture_color(double red, double green, double blue, uint8_t out[3]) {
    const double linear[3] = {red, green, blue};
    for (int k = 0; k < 3; k++) out[k] = (uint8_t)(255 * pow(fmin(linear[k], 1), 1 / 2.2) + 0.5);
}

void picture_write(const char *path, const uint8_t *pixels, size_t width, size_t height) {
    png_image image = {.version = PNG_IMAGE_VERSION,
                       .width = (png_uint_32)width,
                       .height = (png_uint_32)height,
                       .format = PNG_FORMAT_RGB};
    if (!png_image_write_to_file(&image, path, 0, pixels, 0, NULL))
        die("%s: %s", path, image.message);
}
