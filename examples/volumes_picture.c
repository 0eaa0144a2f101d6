// SPDX-License-Identifier: MIT
#include "volumes_picture.h"

#include <math.h>

// A point in the panel: pixels to the right and down, and the distance along the view.
struct place {
    double x, y, depth;
};

static struct place place_of(const struct panel *panel, const struct camera *camera,
                             const double point[3]) {
    double along[3] = {0, 0, 0};
    for (int k = 0; k < 3; k++) {
        for (int c = 0; c < 3; c++)
            along[k] += (point[c] - camera->position[c]) * camera->axis[k][c];
    }
    const double depth = -along[2], half = (double)panel->size / 2;
    const double scale = half / (depth * camera->tangent);
    return (struct place){half + along[0] * scale, half - along[1] * scale, depth};
}

static void put(struct panel *panel, size_t x, size_t y, double depth, const uint8_t color[3]) {
    double *const nearest = &panel->depth[y * panel->size + x];
    if (depth > *nearest) return;
    *nearest = depth;
    for (int k = 0; k < 3; k++) panel->pixels[3 * (y * panel->width + x) + (size_t)k] = color[k];
}

void panel_clear(struct panel *panel) {
    for (size_t i = 0; i < panel->size * panel->size; i++) {
        uint8_t color[3];
        panel->depth[i] = INFINITY;
        picture_background((double)(i / panel->size) / (double)panel->size, color);
        put(panel, i % panel->size, i / panel->size, INFINITY, color);
    }
}

// Twice the area of the triangle, positive one way around.
static double area(const struct place *a, const struct place *b, double x, double y) {
    return (b->x - a->x) * (y - a->y) - (b->y - a->y) * (x - a->x);
}

static void fill(struct panel *panel, const struct place corner[3], const uint8_t color[3]) {
    const double whole = area(&corner[0], &corner[1], corner[2].x, corner[2].y);
    if (whole == 0) return;
    const double last = (double)panel->size - 1;
    const double left = fmax(0, floor(fmin(fmin(corner[0].x, corner[1].x), corner[2].x))),
                 right = fmin(last, ceil(fmax(fmax(corner[0].x, corner[1].x), corner[2].x))),
                 top = fmax(0, floor(fmin(fmin(corner[0].y, corner[1].y), corner[2].y))),
                 bottom = fmin(last, ceil(fmax(fmax(corner[0].y, corner[1].y), corner[2].y)));
    for (double y = top; y <= bottom; y++) {
        for (double x = left; x <= right; x++) {
            double depth = 0;
            bool inside = true;
            for (int k = 0; k < 3; k++) { // barycentric
                const double part =
                    area(&corner[(k + 1) % 3], &corner[(k + 2) % 3], x + .5, y + .5) / whole;
                inside = inside && part >= 0;
                depth += part * corner[k].depth;
            }
            if (inside) put(panel, (size_t)x, (size_t)y, depth, color);
        }
    }
}

void panel_mesh(struct panel *panel, const struct camera *camera, const struct mesh *mesh,
                const struct mesh_part *part, const double color[3]) {
    for (size_t t = part->first; t < part->first + part->count; t++) {
        double point[3][3], normal[3];
        struct place corner[3];
        uint8_t lit[3];
        for (int v = 0; v < 3; v++) {
            for (int c = 0; c < 3; c++) point[v][c] = (double)mesh->vertex[3 * v + c][t];
            corner[v] = place_of(panel, camera, point[v]);
        }
        for (int c = 0; c < 3; c++) {
            const int d = (c + 1) % 3, e = (c + 2) % 3;
            normal[c] = (point[1][d] - point[0][d]) * (point[2][e] - point[0][e]) -
                        (point[1][e] - point[0][e]) * (point[2][d] - point[0][d]);
        }
        const double light = .1 + .8 * camera_light(camera, point[0], normal);
        picture_color(light * color[0], light * color[1], light * color[2], lit);
        fill(panel, corner, lit);
    }
}

static void draw_line(struct panel *panel, const struct place *a, const struct place *b,
                      const uint8_t color[3]) {
    const double steps = 2 * ceil(fmax(fabs(b->x - a->x), fabs(b->y - a->y))) + 1;
    for (double s = 0; s <= steps; s++) {
        const double x = a->x + (b->x - a->x) * s / steps, y = a->y + (b->y - a->y) * s / steps;
        const double depth = a->depth + (b->depth - a->depth) * s / steps;
        for (int wide = 0; wide < 4; wide++) { // lines are two pixels wide
            const double column = x + wide % 2, row = y + wide / 2;
            if (column >= 0 && row >= 0 && column < (double)panel->size &&
                row < (double)panel->size)
                put(panel, (size_t)column, (size_t)row, depth, color);
        }
    }
}

void panel_box(struct panel *panel, const struct camera *camera, const struct obb *box,
               const double color[3]) {
    struct place corner[8];
    uint8_t edge[3];
    picture_color(color[0], color[1], color[2], edge);
    for (int k = 0; k < 8; k++) {
        double point[3];
        for (int c = 0; c < 3; c++) {
            point[c] = (double)box->center[c];
            for (int a = 0; a < 3; a++)
                point[c] += (k >> a & 1 ? 1 : -1) * (double)box->half[a] * (double)box->axis[a][c];
        }
        corner[k] = place_of(panel, camera, point);
    }
    for (int k = 0; k < 8; k++) {
        for (int a = 1; a < 8; a <<= 1) {
            if (!(k & a)) draw_line(panel, &corner[k], &corner[k | a], edge);
        }
    }
}
