// SPDX-License-Identifier: MIT
// Adds a kernel of another project to lanebox's benchmarks:
// make bench OWN=examples/own_row.c FILTER=^points_below/
#include "own.h"

enum { POINTS = 1024 };

static float height[POINTS];
unsigned char below[POINTS]; // not static: stores that nobody reads would be optimized away

static void points_below(void *context) {
    const float level = *(const float *)context;
    for (size_t i = 0; i < POINTS; i++) below[i] = height[i] < level;
}

void own_rows(void (*add)(const struct own_row *row)) {
    static float level = 0.5f;
    for (size_t i = 0; i < POINTS; i++) height[i] = (float)(i * 37 % POINTS) / POINTS;
    add(&(struct own_row){.name = "points_below/batch/mine/1024",
                          .n = POINTS,
                          .bytes = 5,
                          .run = points_below,
                          .context = &level});
}
