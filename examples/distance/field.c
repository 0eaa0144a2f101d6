// SPDX-License-Identifier: MIT
#include "field.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "examples/picture.h"
#include "examples/tool.h"

static void grid_point(const void *context, size_t i, float point[3]) {
    const struct field *const f = context;
    const size_t at[3] = {i % f->side, i / f->side % f->side, i / f->side / f->side};
    for (int c = 0; c < 3; c++) point[c] = (float)(f->low[c] + f->spacing * (double)at[c]);
}

void field_bake(struct field *field, const struct model *model, const struct surface *surface,
                size_t side, struct pool *pool) {
    const double margin = 1.25; // times the longest side
    double longest = 0;
    for (int c = 0; c < 3; c++)
        longest = fmax((double)surface->high[c] - (double)surface->low[c], longest);
    *field = (struct field){.side = side, .spacing = margin * longest / (double)(side - 1)};
    for (int c = 0; c < 3; c++)
        field->low[c] = ((double)surface->high[c] + (double)surface->low[c] - margin * longest) / 2;
    field->distance = resize(NULL, side * side * side, sizeof *field->distance);
    model_distances(model, grid_point, field, side * side * side, pool, "baking", field->distance);
}

void field_free(struct field *field) {
    free(field->distance);
}

double field_at(const struct field *field, const double point[3]) {
    size_t at[3];
    double part[3], sum = 0;
    for (int c = 0; c < 3; c++) {
        const double x = (point[c] - field->low[c]) / field->spacing;
        const double cell = fmin(fmax(floor(x), 0), (double)field->side - 2);
        at[c] = (size_t)cell;
        part[c] = x - cell;
    }
    for (size_t k = 0; k < 8; k++) {
        const size_t up[3] = {k & 1, k >> 1 & 1, k >> 2};
        double weight = 1;
        for (int c = 0; c < 3; c++) weight *= up[c] ? part[c] : 1 - part[c];
        sum +=
            weight *
            (double)field->distance[((at[2] + up[2]) * field->side + at[1] + up[1]) * field->side +
                                    at[0] + up[0]];
    }
    return sum;
}

// --- VTK's image data: XML, with the floats as they are in memory behind it ---

static const char *byte_order(void) {
    const uint16_t one = 1;
    unsigned char first;
    memcpy(&first, &one, 1);
    return first ? "LittleEndian" : "BigEndian";
}

void field_write(const struct field *f, const char *path) {
    const size_t last = f->side - 1, count = f->side * f->side * f->side;
    const uint64_t bytes = count * sizeof *f->distance;
    FILE *const file = fopen(path, "wb");
    if (!file) die("%s: %s", path, strerror(errno));
    fprintf(file,
            "<?xml version=\"1.0\"?>\n"
            "<VTKFile type=\"ImageData\" version=\"1.0\" byte_order=\"%s\" "
            "header_type=\"UInt64\">\n"
            "<ImageData WholeExtent=\"0 %zu 0 %zu 0 %zu\" Origin=\"%.17g %.17g %.17g\" "
            "Spacing=\"%.17g %.17g %.17g\">\n"
            "<Piece Extent=\"0 %zu 0 %zu 0 %zu\"><PointData Scalars=\"distance\">\n"
            "<DataArray type=\"Float32\" Name=\"distance\" format=\"appended\" "
            "offset=\"0\"/>\n"
            "</PointData></Piece></ImageData>\n"
            "<AppendedData encoding=\"raw\">\n_",
            byte_order(), last, last, last, f->low[0], f->low[1], f->low[2], f->spacing, f->spacing,
            f->spacing, last, last, last);
    const bool written = fwrite(&bytes, sizeof bytes, 1, file) == 1 &&
                         fwrite(f->distance, sizeof *f->distance, count, file) == count &&
                         fputs("\n</AppendedData>\n</VTKFile>\n", file) >= 0;
    if (fclose(file) != 0 || !written) die("%s: %s", path, strerror(errno));
}

// --- slices ---

enum { PANEL = 480, LINES = 12 }; // pixels; lines from the middle of the field to its corner

// The color of a distance; `pixel` is how much it changes from one pixel to the next.
static void color_of(double distance, double reach, double pixel, uint8_t out[3]) {
    const double part = fmin(fabs(distance) / reach, 1), every = reach / LINES;
    const double phase = fabs(distance) / every;
    const double to_line = fabs(phase - floor(phase + .5)) * every / pixel;
    const double near = fabs(distance) / pixel;
    double shade = to_line < .5 ? .8 : 1;
    if (near < 1.2) shade = .05;
    const double outside[3] = {.85 - .8 * part, .9 - .6 * part, 1};
    const double inside[3] = {1, .75 - .6 * part, .45 - .43 * part};
    const double *const color = distance < 0 ? inside : outside;
    picture_color(shade * color[0], shade * color[1], shade * color[2], out);
}

void field_draw(const struct field *field, const char *path) {
    uint8_t *const pixels = resize(NULL, 3 * PANEL * PANEL, 3);
    const double size = field->spacing * (double)(field->side - 1), pixel = size / PANEL;
    for (size_t i = 0; i < 3 * PANEL * PANEL; i++) {
        const size_t column = i % (3 * PANEL), row = i / (3 * PANEL), panel = column / PANEL;
        const size_t right = panel == 0 ? 1 : 0, up = panel == 2 ? 1 : 2; // x y z in order
        double point[3];
        for (int c = 0; c < 3; c++) point[c] = field->low[c] + size / 2;
        point[right] += ((double)(column % PANEL) + .5 - PANEL / 2.0) * pixel;
        point[up] -= ((double)row + .5 - PANEL / 2.0) * pixel;
        color_of(field_at(field, point), size / 2, pixel, pixels + 3 * i);
    }
    picture_write(path, pixels, (size_t)3 * PANEL, PANEL);
    free(pixels);
}
