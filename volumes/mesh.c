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

static bool are_within_range(const struct lbx_piece *piece, size_t vertex, size_t end) {
    bool good = true;
    for (; vertex < end; vertex++) good &= is_vertex_within_range(piece, vertex);
    return good;
}

// With no more vertices than corners, all are checked first, named or not: most often all are good.
static bool has_few_vertices(const struct lbx_piece *piece, size_t vertex_count) {
    return piece->indices && vertex_count <= piece->end - piece->begin;
}

static bool are_corners_within_range(const struct lbx_piece *piece) {
    for (size_t i = piece->begin; i < piece->end; i++) {
        if (!is_vertex_within_range(piece, piece->indices ? piece->indices[i] : i)) return false;
    }
    return true;
}

static bool is_within_range(const struct lbx_piece *piece, size_t vertex_count) {
    return (has_few_vertices(piece, vertex_count) && are_within_range(piece, 0, vertex_count)) ||
           are_corners_within_range(piece);
}

struct lbx_piece lbx_piece_of(const lbx_mesh *mesh, const lbx_part *parts, size_t i) {
    const lbx_part whole = {0, mesh->triangle_count}, part = parts ? parts[i] : whole;
    struct lbx_piece piece = {.step = mesh->stride ? mesh->stride : sizeof(float),
                              .indices = mesh->indices,
                              .begin = 3 * part.first,
                              .end = 3 * (part.first + part.count)};
    piece.part = 3 * lbx_part_size(part.count, PIECE_PART, PIECE_PARTS);
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

struct check {
    struct lbx_piece piece;
    size_t vertices;
    atomic_bool out_of_range, beyond; // indices, coordinates
};

static void check_indices(void *data, size_t k) {
    struct check *const c = data;
    const struct lbx_piece part = piece_part(&c->piece, k);
    if (!names_vertices(&part, c->vertices)) c->out_of_range = true;
}

static void check_corners(void *data, size_t k) {
    struct check *const c = data;
    const struct lbx_piece part = piece_part(&c->piece, k);
    if (!are_corners_within_range(&part)) c->beyond = true;
}

static void check_vertices(void *data, size_t k) {
    struct check *const c = data;
    const size_t end = lbx_part_end(c->vertices, PIECE_PART, k);
    if (!are_within_range(&c->piece, k * PIECE_PART, end)) c->beyond = true;
}

ptrdiff_t lbx_mesh_check_shared(const lbx_mesh *mesh, const lbx_workers *workers) {
    const ptrdiff_t error = lbx_mesh_arrays_check(mesh);
    if (error) return error;
    struct check c = {lbx_piece_of(mesh, NULL, 0), mesh->vertex_count, false, false};
    const size_t parts = piece_parts(&c.piece);
    lbx_share(workers, check_indices, &c, parts);
    if (c.out_of_range) return LBX_ERROR_INDEX;
    if (has_few_vertices(&c.piece, c.vertices)) {
        lbx_share(workers, check_vertices, &c, lbx_parts(c.vertices, PIECE_PART));
        if (!c.beyond) return 0;
        c.beyond = false;
    }
    lbx_share(workers, check_corners, &c, parts);
    return c.beyond ? LBX_ERROR_MESH : 0;
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

struct bounding {
    const struct lbx_piece *piece;
    float min[PIECE_PARTS][3], max[PIECE_PARTS][3];
};

static void bound_part(void *data, size_t k) {
    struct bounding *const b = data;
    const struct lbx_piece part = piece_part(b->piece, k);
    for (int c = 0; c < 3; c++) {
        float min = *corner_float(&part, part.begin, c), max = min;
        for (size_t i = part.begin + 1; i < part.end; i++) {
            const float x = *corner_float(&part, i, c);
            min = x < min ? x : min;
            max = x > max ? x : max;
        }
        b->min[k][c] = min;
        b->max[k][c] = max;
    }
}

void lbx_piece_bounds(const struct lbx_piece *piece, struct lbx_bounds *bounds) {
    struct bounding b;
    b.piece = piece;
    lbx_share(piece->workers, bound_part, &b, piece_parts(piece));
    for (int c = 0; c < 3; c++) {
        float min = b.min[0][c], max = b.max[0][c];
        for (size_t k = 1; k < piece_parts(piece); k++) {
            min = b.min[k][c] < min ? b.min[k][c] : min;
            max = b.max[k][c] > max ? b.max[k][c] : max;
        }
        bounds->min[c] = min;
        bounds->max[c] = max;
        bounds->middle[c] = ((double)min + (double)max) / 2;
    }
}
