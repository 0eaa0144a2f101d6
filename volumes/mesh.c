// SPDX-License-Identifier: MIT
// Meshes and parts of them, checked.
#include "kernels/lanes/floats.h"

#include "mesh.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

ptrdiff_t lbx_mesh_arrays_check(const lbx_mesh *mesh) {
    if (!mesh || !mesh->position[0] || !mesh->position[1] || !mesh->position[2])
        return LBX_ERROR_NULL;
    if (mesh->triangle_count == 0 || mesh->vertex_count == 0) return LBX_ERROR_COUNT;
    if (mesh->triangle_count > PTRDIFF_MAX / (3 * sizeof *mesh->indices)) return LBX_ERROR_COUNT;
    if (!mesh->indices && mesh->triangle_count > mesh->vertex_count / 3) return LBX_ERROR_COUNT;
    return mesh->stride % 4 == 0 ? 0 : LBX_ERROR_STRIDE;
}

static ptrdiff_t check_parts(const lbx_mesh *mesh, const lbx_part *parts, size_t n) {
    if (!parts) return n == 1 ? 0 : LBX_ERROR_NULL;
    if (n > PTRDIFF_MAX / sizeof *parts) return LBX_ERROR_COUNT;
    for (size_t i = 0; i < n; i++) {
        if (parts[i].count == 0 || parts[i].first > mesh->triangle_count ||
            parts[i].count > mesh->triangle_count - parts[i].first)
            return LBX_ERROR_COUNT;
    }
    return 0;
}

// Whether all named vertices exist. Each run is checked whole, so that the loop is vectorised.
static bool names_vertices(const struct lbx_piece *piece, size_t vertex_count) {
    enum { RUN = 1024 };
    if (!piece->indices) return true;
    for (size_t i = piece->begin; i < piece->end; i += RUN) {
        const size_t end = piece->end - i < RUN ? piece->end : i + RUN;
        uint32_t largest = 0;
        for (size_t k = i; k < end; k++)
            largest = piece->indices[k] > largest ? piece->indices[k] : largest;
        if (largest >= vertex_count) return false;
    }
    return true;
}

static bool is_vertex_within_range(const struct lbx_piece *piece, size_t vertex) {
    bool good = true;
    for (int c = 0; c < 3; c++) { // a NaN compares false
        const char *const at = (const char *)piece->at[c] + vertex * piece->step;
        good &= fabsf(*(const float *)(const void *)at) <= MESH_COORDINATE;
    }
    return good;
}

static bool is_within_range(const struct lbx_piece *piece, size_t vertex_count) {
    // With no more vertices than corners, first check all, named or not: most often all are good.
    if (piece->indices && vertex_count <= piece->end - piece->begin) {
        bool good = true;
        for (size_t v = 0; v < vertex_count; v++) good &= is_vertex_within_range(piece, v);
        if (good) return true;
    }
    for (size_t i = piece->begin; i < piece->end; i++) {
        if (!is_vertex_within_range(piece, piece->indices ? piece->indices[i] : i)) return false;
    }
    return true;
}

struct lbx_piece lbx_piece_of(const lbx_mesh *mesh, const lbx_part *parts, size_t i) {
    const lbx_part whole = {0, mesh->triangle_count}, part = parts ? parts[i] : whole;
    struct lbx_piece piece = {.step = mesh->stride ? mesh->stride : sizeof(float),
                              .indices = mesh->indices,
                              .begin = 3 * part.first,
                              .end = 3 * (part.first + part.count)};
    for (int c = 0; c < 3; c++) piece.at[c] = mesh->position[c];
    return piece;
}

ptrdiff_t lbx_piece_check(const lbx_mesh *mesh, const lbx_part *parts, size_t n) {
    ptrdiff_t error = lbx_mesh_arrays_check(mesh);
    if (!error) error = check_parts(mesh, parts, n);
    for (size_t i = 0; i < n && !error; i++) {
        const struct lbx_piece piece = lbx_piece_of(mesh, parts, i);
        if (!names_vertices(&piece, mesh->vertex_count)) error = LBX_ERROR_INDEX;
    }
    for (size_t i = 0; i < n && !error; i++) {
        const struct lbx_piece piece = lbx_piece_of(mesh, parts, i);
        if (!is_within_range(&piece, mesh->vertex_count)) error = LBX_ERROR_MESH;
    }
    return error;
}

int lbx_triangle_check(const struct lbx_piece *piece, size_t triangle, size_t vertex_count) {
    bool good = true;
    for (size_t i = 3 * triangle; i < 3 * triangle + 3; i++) {
        const size_t vertex = piece->indices ? piece->indices[i] : i;
        if (vertex >= vertex_count) return LBX_ERROR_INDEX;
        good &= is_vertex_within_range(piece, vertex);
    }
    return good ? 0 : LBX_ERROR_MESH;
}

ptrdiff_t lbx_mesh_check(const lbx_mesh *mesh, uint8_t *refused) {
    const ptrdiff_t error = lbx_mesh_arrays_check(mesh);
    if (error) return error;
    const struct lbx_piece piece = lbx_piece_of(mesh, NULL, 0);
    ptrdiff_t found = 0;
    if (refused) memset(refused, 0, (mesh->triangle_count + 7) / 8);
    for (size_t t = 0; t < mesh->triangle_count; t++) {
        if (lbx_triangle_check(&piece, t, mesh->vertex_count) == 0) continue;
        if (refused) refused[t / 8] |= (uint8_t)(1u << t % 8);
        found++;
    }
    return found;
}

void lbx_piece_bounds(const struct lbx_piece *piece, struct lbx_bounds *bounds) {
    for (int c = 0; c < 3; c++) {
        float min = *corner_float(piece, piece->begin, c), max = min;
        for (size_t i = piece->begin + 1; i < piece->end; i++) {
            const float x = *corner_float(piece, i, c);
            min = x < min ? x : min;
            max = x > max ? x : max;
        }
        bounds->min[c] = min;
        bounds->max[c] = max;
        bounds->middle[c] = ((double)min + (double)max) / 2;
    }
}
