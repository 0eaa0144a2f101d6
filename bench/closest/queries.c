// SPDX-License-Identifier: MIT
// The meshes and the points of the benchmark.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "examples/mesh.h"
#include "examples/random.h"
#include "examples/tool.h"
#include "way.h"

const char *const kind_names[KINDS] = {"random", "near", "grid", "far"};

enum { GRID = 64 };

static uint64_t hash_of(const float at[3]) {
    uint32_t bits[3];
    uint64_t hash = 0;
    memcpy(bits, at, sizeof bits);
    for (int c = 0; c < 3; c++) hash = (hash ^ bits[c]) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 32;
}

void surface_load(struct surface *surface, const char *path) {
    struct mesh mesh;
    mesh_load(&mesh, path);
    size_t slots = 64;
    while (slots < 6 * mesh.count) slots *= 2;
    uint32_t *const slot = resize(NULL, slots, sizeof *slot); // a vertex plus 1, or 0
    memset(slot, 0, slots * sizeof *slot);
    surface->position = resize(NULL, 3 * mesh.count, sizeof *surface->position);
    surface->triangle = resize(NULL, mesh.count, sizeof *surface->triangle);
    surface->corner = resize(NULL, 3 * mesh.count, sizeof *surface->corner);
    surface->triangles = mesh.count;
    surface->vertices = 0;
    for (size_t t = 0; t < mesh.count; t++) {
        for (int v = 0; v < 3; v++) {
            float at[3];
            for (int c = 0; c < 3; c++) at[c] = mesh.vertex[3 * v + c][t] + 0.0f;
            size_t s = hash_of(at) & (slots - 1);
            while (slot[s] && memcmp(surface->position[slot[s] - 1], at, sizeof at) != 0)
                s = (s + 1) & (slots - 1);
            if (!slot[s]) {
                memcpy(surface->position[surface->vertices++], at, sizeof at);
                slot[s] = (uint32_t)surface->vertices;
            }
            surface->triangle[t][v] = slot[s] - 1;
            memcpy(surface->corner[3 * t + (size_t)v], at, sizeof at);
        }
    }
    free(slot);
    mesh_free(&mesh);
}

void surface_free(struct surface *surface) {
    free(surface->position);
    free(surface->triangle);
    free(surface->corner);
}

static void make_room(struct queries *queries, size_t n) {
    for (int c = 0; c < 3; c++) queries->at[c] = resize(NULL, n, sizeof(float));
    queries->n = n;
}

void queries_free(struct queries *queries) {
    for (int c = 0; c < 3; c++) free(queries->at[c]);
}

// A direction, and 1 as its length.
static void any_direction(struct random *r, double way[3]) {
    double square;
    do {
        square = 0;
        for (int c = 0; c < 3; c++) {
            way[c] = random_between(r, -1, 1);
            square += way[c] * way[c];
        }
    } while (square > 1 || square < .01);
    for (int c = 0; c < 3; c++) way[c] /= sqrt(square);
}

// Any point of any triangle. Scans have triangles of one size, so that their areas do not matter.
static void any_surface(struct random *r, const struct surface *surface, double point[3]) {
    const uint32_t *const corner = surface->triangle[random_below(r, (unsigned)surface->triangles)];
    double u = random_unit(r), v = random_unit(r);
    if (u + v > 1) {
        u = 1 - u;
        v = 1 - v;
    }
    const double weight[3] = {1 - u - v, u, v};
    for (int c = 0; c < 3; c++) {
        point[c] = 0;
        for (int k = 0; k < 3; k++) point[c] += weight[k] * (double)surface->position[corner[k]][c];
    }
}

void queries_make(struct queries *queries, enum kind kind, const struct surface *surface,
                  size_t n) {
    struct random r = {kind + 1};
    double low[3], high[3], diagonal = 0;
    for (int c = 0; c < 3; c++) {
        low[c] = INFINITY, high[c] = -INFINITY;
        for (size_t i = 0; i < surface->vertices; i++) {
            low[c] = fmin(low[c], (double)surface->position[i][c]);
            high[c] = fmax(high[c], (double)surface->position[i][c]);
        }
        diagonal += (high[c] - low[c]) * (high[c] - low[c]);
    }
    diagonal = sqrt(diagonal);
    make_room(queries, kind == KIND_GRID ? (size_t)GRID * GRID * GRID : n);
    for (size_t i = 0; i < queries->n; i++) {
        const size_t cell[3] = {i % GRID, i / GRID % GRID, i / GRID / GRID};
        double point[3], way[3];
        any_direction(&r, way);
        const double away = kind == KIND_FAR ? diagonal * random_between(&r, 2, 4)
                                             : .01 * diagonal * random_unit(&r);
        if (kind == KIND_NEAR) any_surface(&r, surface, point);
        for (int c = 0; c < 3; c++) {
            const double middle = (low[c] + high[c]) / 2, side = 1.2 * (high[c] - low[c]);
            const double part = kind == KIND_GRID ? ((double)cell[c] + .5) / GRID : random_unit(&r);
            double x = middle + side * (part - .5);
            if (kind == KIND_NEAR) x = point[c] + away * way[c];
            if (kind == KIND_FAR) x = middle + away * way[c];
            queries->at[c][i] = (float)x;
        }
    }
}

struct key {
    uint32_t place, number;
};

static int compare_keys(const void *a, const void *b) {
    const struct key *const x = a, *const y = b;
    if (x->place != y->place) return x->place < y->place ? -1 : 1;
    return x->number < y->number ? -1 : x->number > y->number;
}

void queries_sort(struct queries *sorted, const struct queries *from) {
    struct key *const key = resize(NULL, from->n, sizeof *key);
    float low = INFINITY, high = -INFINITY;
    for (int c = 0; c < 3; c++) {
        for (size_t i = 0; i < from->n; i++) {
            low = fminf(from->at[c][i], low);
            high = fmaxf(from->at[c][i], high);
        }
    }
    for (size_t i = 0; i < from->n; i++) {
        key[i] = (struct key){0, (uint32_t)i};
        for (int c = 0; c < 3; c++) {
            const uint32_t cell = (uint32_t)((from->at[c][i] - low) / (high - low) * 1023);
            for (int bit = 0; bit < 10; bit++) key[i].place |= (cell >> bit & 1) << (3 * bit + c);
        }
    }
    qsort(key, from->n, sizeof *key, compare_keys);
    make_room(sorted, from->n);
    for (int c = 0; c < 3; c++) {
        for (size_t i = 0; i < from->n; i++) sorted->at[c][i] = from->at[c][key[i].number];
    }
    free(key);
}
