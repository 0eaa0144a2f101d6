// SPDX-License-Identifier: MIT
#include "canvas.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "examples/tool.h"

void canvas_make(struct canvas *canvas, size_t size) {
    const size_t pixels = size * size;
    canvas->size = size;
    canvas->pixel = resize(NULL, pixels, sizeof *canvas->pixel);
    canvas->near = resize(NULL, pixels, sizeof *canvas->near);
    for (size_t i = 0; i < pixels; i++) {
        picture_background((double)(i / size) / (double)size, canvas->pixel[i]);
        canvas->near[i] = 0;
    }
}

void canvas_free(struct canvas *canvas) {
    free(canvas->pixel);
    free(canvas->near);
}

void canvas_copy(struct canvas *to, const struct canvas *from) {
    const size_t pixels = from->size * from->size;
    memcpy(to->pixel, from->pixel, pixels * sizeof *to->pixel);
    memcpy(to->near, from->near, pixels * sizeof *to->near);
}

// Projects a corner: pixels from the left and from the top of the picture, and 1 / distance.
static bool project(const struct canvas *canvas, const struct camera *camera,
                    const double corner[3], double out[3]) {
    double along[3] = {0, 0, 0};
    for (int k = 0; k < 3; k++) {
        for (int c = 0; c < 3; c++)
            along[k] += camera->axis[k][c] * (corner[c] - camera->position[c]);
    }
    const double half = (double)canvas->size / 2, away = -along[2];
    if (!(away > 1e-6)) return false;
    out[0] = half * (1 + along[0] / (away * camera->tangent));
    out[1] = half * (1 - along[1] / (away * camera->tangent));
    out[2] = 1 / away;
    return true;
}

static void flat_color(const struct camera *camera, double corner[3][3], const float color[3],
                       uint8_t out[3]) {
    double edge[2][3], normal[3];
    for (int k = 0; k < 2; k++) {
        for (int c = 0; c < 3; c++) edge[k][c] = corner[k + 1][c] - corner[0][c];
    }
    for (int c = 0; c < 3; c++) {
        const int d = (c + 1) % 3, e = (c + 2) % 3;
        normal[c] = edge[0][d] * edge[1][e] - edge[0][e] * edge[1][d];
    }
    const double light = 0.1 + 0.8 * camera_light(camera, corner[0], normal);
    picture_color(light * color[0], light * color[1], light * color[2], out);
}

static double least(double p[3][3], int c) {
    return fmin(p[0][c], fmin(p[1][c], p[2][c]));
}

static double greatest(double p[3][3], int c) {
    return fmax(p[0][c], fmax(p[1][c], p[2][c]));
}

// Twice the area of the triangle p, q, (x, y), negative if they turn the other way.
static double area(const double p[3], const double q[3], double x, double y) {
    return (q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0]);
}

void canvas_triangle(struct canvas *canvas, const struct camera *camera, double corner[3][3],
                     const float color[3], bool on_top) {
    double p[3][3];
    for (int k = 0; k < 3; k++) {
        if (!project(canvas, camera, corner[k], p[k])) return;
    }
    const double whole = area(p[0], p[1], p[2][0], p[2][1]), last = (double)canvas->size - 1;
    if (whole == 0) return;
    uint8_t flat[3];
    flat_color(camera, corner, color, flat);
    // Pixels whose centers may lie in the triangle.
    const double left = fmax(0, ceil(least(p, 0) - 0.5)), top = fmax(0, ceil(least(p, 1) - 0.5));
    const double right = fmin(last, floor(greatest(p, 0) - 0.5)),
                 bottom = fmin(last, floor(greatest(p, 1) - 0.5));
    for (double y = top; y <= bottom; y++) {
        for (double x = left; x <= right; x++) {
            double share[3], near = 0;
            for (int k = 0; k < 3; k++) {
                const double *const q = p[(k + 1) % 3], *const r = p[(k + 2) % 3];
                share[k] = area(q, r, x + 0.5, y + 0.5) / whole;
                near += share[k] * p[k][2]; // 1 / distance is linear on the picture
            }
            if (share[0] < 0 || share[1] < 0 || share[2] < 0) continue;
            const size_t i = (size_t)y * canvas->size + (size_t)x;
            if (!on_top && near <= canvas->near[i]) continue;
            canvas->near[i] = (float)near;
            memcpy(canvas->pixel[i], flat, sizeof flat);
        }
    }
}

void canvas_halve(uint8_t (*pixel)[3], size_t size, uint8_t (*at)[3], size_t row) {
    for (size_t y = 0; y < size / 2; y++) {
        for (size_t x = 0; x < size / 2; x++) {
            uint8_t(*const four)[3] = pixel + 2 * y * size + 2 * x;
            for (int c = 0; c < 3; c++)
                at[y * row + x][c] =
                    (uint8_t)((four[0][c] + four[1][c] + four[size][c] + four[size + 1][c] + 2) /
                              4);
        }
    }
}
