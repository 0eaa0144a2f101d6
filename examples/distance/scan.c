// SPDX-License-Identifier: MIT
#include "scan.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "examples/picture.h"
#include "examples/tool.h"

static void scan_point(const void *context, size_t i, float point[3]) {
    const struct surface *const scan = context;
    memcpy(point, scan->position[i], sizeof *scan->position);
}

float *scan_measure(const struct surface *scan, const struct model *model, struct pool *pool) {
    float *const deviation = resize(NULL, scan->points, sizeof *deviation);
    model_distances(model, scan_point, scan, scan->points, pool, "measuring", deviation);
    return deviation;
}

static int by_size(const void *a, const void *b) {
    const float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

double scan_report(const float *deviation, size_t n) {
    float *const sorted = resize(NULL, n, sizeof *sorted);
    double sum = 0, squares = 0;
    for (size_t i = 0; i < n; i++) {
        const double d = (double)deviation[i];
        sum += d;
        squares += d * d;
        sorted[i] = fabsf(deviation[i]);
    }
    qsort(sorted, n, sizeof *sorted, by_size);
    const double most = (double)sorted[n - 1], usual = (double)sorted[(n - 1) * 99 / 100];
    memcpy(sorted, deviation, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, by_size);
    printf("deviations: mean %.4g, root of the mean square %.4g, median %.4g\n"
           "90 of 100 points from %.4g to %.4g, all from %.4g to %.4g; the largest is %.4g\n",
           sum / (double)n, sqrt(squares / (double)n), (double)sorted[n / 2],
           (double)sorted[n / 20], (double)sorted[n - 1 - n / 20], (double)sorted[0],
           (double)sorted[n - 1], most);
    free(sorted);
    return usual > 0 ? usual : most;
}

// --- PLY, binary, with the lowest byte first ---

static void put_word(FILE *file, uint32_t word) {
    for (int k = 0; k < 4; k++) putc((int)(word >> 8 * k & 255), file);
}

static void put_float(FILE *file, float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    put_word(file, bits);
}

static void put_color(FILE *file, double deviation, double range) {
    const double part = fmin(fabs(deviation) / range, 1), grey = .6;
    uint8_t color[3];
    const double away = grey * (1 - part), towards = grey + (1 - grey) * part;
    picture_color(deviation > 0 ? towards : away, away, deviation < 0 ? towards : away, color);
    fwrite(color, sizeof color, 1, file);
}

void scan_write(const struct surface *scan, const float *deviation, double range,
                const char *path) {
    FILE *const file = fopen(path, "wb");
    if (!file) die("%s: %s", path, strerror(errno));
    fprintf(file,
            "ply\nformat binary_little_endian 1.0\ncomment deviations, full colors at %.9g\n"
            "element vertex %zu\nproperty float x\nproperty float y\nproperty float z\n"
            "property float deviation\nproperty uchar red\nproperty uchar green\n"
            "property uchar blue\nelement face %zu\n"
            "property list uchar uint vertex_indices\nend_header\n",
            range, scan->points, scan->triangles);
    for (size_t i = 0; i < scan->points; i++) {
        for (int c = 0; c < 3; c++) put_float(file, scan->position[i][c]);
        put_float(file, deviation[i]);
        put_color(file, (double)deviation[i], range);
    }
    for (size_t t = 0; t < scan->triangles; t++) {
        putc(3, file);
        for (size_t v = 0; v < 3; v++) put_word(file, scan->indices[3 * t + v]);
    }
    const bool failed = ferror(file);
    if (fclose(file) != 0 || failed) die("%s: %s", path, strerror(errno));
}
