// SPDX-License-Identifier: MIT
// Cuts a mesh into pieces at the medians of its triangles' centroids.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "lanebox.h"
#include "mesh.h"
#include "tool.h"

struct item {
    float middle[3]; // the triangle's centroid times 3
    uint32_t triangle;
};

// Quickselect: partially orders items first to end - 1 along one axis, so that none before `middle`
// lies beyond any from `middle` on.
static void select_median(struct item *items, size_t first, size_t middle, size_t end, int axis) {
    while (end - first > 1) {
        const float pivot = items[first + (end - first) / 2].middle[axis];
        size_t i = first, j = end - 1;
        for (;;) {
            while (items[i].middle[axis] < pivot) i++;
            while (items[j].middle[axis] > pivot) j--;
            if (i >= j) break;
            const struct item swap = items[i];
            items[i++] = items[j];
            items[j--] = swap;
        }
        // Items before i are <= pivot, those from i on are >= pivot.
        if (i == first) i++;
        if (middle < i) {
            end = i;
        } else {
            first = i;
        }
    }
}

static int longest_axis(const struct item *items, size_t first, size_t end) {
    float extent[3];
    for (int c = 0; c < 3; c++) {
        float low = INFINITY, high = -INFINITY;
        for (size_t i = first; i < end; i++) {
            low = fminf(low, items[i].middle[c]);
            high = fmaxf(high, items[i].middle[c]);
        }
        extent[c] = high - low;
    }
    const int x_or_y = extent[0] >= extent[1] ? 0 : 1;
    return extent[x_or_y] >= extent[2] ? x_or_y : 2;
}

// Pieces share the triangles evenly; this is where piece k starts.
static size_t piece_first(const struct mesh *mesh, size_t k, size_t pieces) {
    return (size_t)((uint64_t)mesh->count * k / pieces);
}

static void split(const struct mesh *mesh, struct item *items, size_t low, size_t high,
                  size_t pieces) {
    if (high - low < 2) return;
    const size_t half = low + (high - low) / 2;
    const size_t first = piece_first(mesh, low, pieces), end = piece_first(mesh, high, pieces);
    select_median(items, first, piece_first(mesh, half, pieces), end,
                  longest_axis(items, first, end));
    split(mesh, items, low, half, pieces);
    split(mesh, items, half, high, pieces);
}

void mesh_split(struct mesh *mesh, size_t pieces) {
    struct item *const items = resize(NULL, mesh->count, sizeof *items);
    for (size_t t = 0; t < mesh->count; t++) {
        items[t].triangle = (uint32_t)t;
        for (int c = 0; c < 3; c++)
            items[t].middle[c] =
                mesh->vertex[c][t] + mesh->vertex[3 + c][t] + mesh->vertex[6 + c][t];
    }
    split(mesh, items, 0, pieces, pieces);

    struct mesh sorted = {.count = mesh->count, .part_count = pieces};
    checked(lbx_soa_alloc(9, sorted.count, sorted.vertex));
    for (int k = 0; k < 9; k++) {
        for (size_t t = 0; t < sorted.count; t++)
            sorted.vertex[k][t] = mesh->vertex[k][items[t].triangle];
    }
    free(items);
    sorted.parts = resize(NULL, pieces, sizeof *sorted.parts);
    for (size_t k = 0; k < pieces; k++) {
        struct mesh_part *const part = &sorted.parts[k];
        part->first = piece_first(mesh, k, pieces);
        part->count = piece_first(mesh, k + 1, pieces) - part->first;
        snprintf(part->name, sizeof part->name, "piece %zu", k + 1);
    }
    mesh_free(mesh);
    *mesh = sorted;
}
