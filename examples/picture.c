// SPDX-License-Identifier: MIT
#include "picture.h"

#include <errno.h>
#include <math.h>
#include <png.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "tool.h"

static double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void place(struct camera *camera) {
    for (int c = 0; c < 3; c++)
        camera->position[c] = camera->middle[c] + camera->distance * camera->axis[2][c];
}

struct camera camera_make(const double middle[3]) {
    const double turn = 0.45, rise = 0.3; // radians
    struct camera camera = {
        .axis = {{cos(turn), 0, -sin(turn)},
                 {-sin(rise) * sin(turn), cos(rise), -sin(rise) * cos(turn)},
                 {cos(rise) * sin(turn), sin(rise), cos(rise) * cos(turn)}},
        .tangent = tan(0.25),
        .middle = {middle[0], middle[1], middle[2]},
        .distance = 1,
    };
    place(&camera);
    return camera;
}

void camera_include(struct camera *camera, const double point[3]) {
    const double margin = 1.06;
    double at[3];
    for (int c = 0; c < 3; c++) at[c] = point[c] - camera->middle[c];
    const double side = fmax(fabs(dot(at, camera->axis[0])), fabs(dot(at, camera->axis[1])));
    const double distance = margin * side / camera->tangent + dot(at, camera->axis[2]);
    if (distance <= camera->distance) return;
    camera->distance = distance;
    place(camera);
}

void camera_aim(const struct camera *camera, double x, double y, double dir[3]) {
    for (int c = 0; c < 3; c++) {
        dir[c] = camera->tangent * (x * camera->axis[0][c] + y * camera->axis[1][c]) -
                 camera->axis[2][c];
    }
}

double camera_light(const struct camera *camera, const double point[3], const double normal[3]) {
    double light[3], to_viewer[3];
    for (int c = 0; c < 3; c++) {
        light[c] = camera->axis[2][c] + 0.5 * camera->axis[1][c] - 0.5 * camera->axis[0][c];
        to_viewer[c] = camera->position[c] - point[c];
    }
    const double length = sqrt(dot(normal, normal) * dot(light, light));
    const double cosine = length > 0 ? dot(normal, light) / length : 0;
    return fmax(0, dot(normal, to_viewer) < 0 ? -cosine : cosine);
}

void picture_color(double red, double green, double blue, uint8_t out[3]) {
    const double linear[3] = {red, green, blue};
    for (int k = 0; k < 3; k++) out[k] = (uint8_t)(255 * pow(fmin(linear[k], 1), 1 / 2.2) + 0.5);
}

void picture_background(double height, uint8_t out[3]) {
    const double shade = 0.05 - 0.03 * height;
    picture_color(shade, shade, 1.2 * shade, out);
}

char *picture_path(const char *directory, const char *file, const char *suffix) {
    const char *const name = file_name(file), *const dot_at = strrchr(name, '.');
    const int stem = (int)(dot_at && dot_at > name ? (size_t)(dot_at - name) : strlen(name));
    const size_t bytes = strlen(directory) + strlen(name) + strlen(suffix) + sizeof "/.png";
    char *const path = resize(NULL, bytes, 1);
    snprintf(path, bytes, "%s/%.*s%s.png", directory, stem, name, suffix);
    return path;
}

void picture_write(const char *path, const uint8_t *pixels, size_t width, size_t height) {
    png_image image = {.version = PNG_IMAGE_VERSION,
                       .width = (png_uint_32)width,
                       .height = (png_uint_32)height,
                       .format = PNG_FORMAT_RGB};
    if (!png_image_write_to_file(&image, path, 0, pixels, 0, NULL))
        die("%s: %s", path, image.message);
}
