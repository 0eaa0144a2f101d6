// SPDX-License-Identifier: MIT
// A part of a mesh that was checked, as the fits read it: a run of corners, three a triangle.
#ifndef LBX_VOLUMES_MESH_H
#define LBX_VOLUMES_MESH_H

#include "kernels/api/parts.h"
#include "lanebox/volumes.h"

#define MESH_COORDINATE 0x1p58f // at most

struct lbx_piece {
    const float *at[3];
    size_t step;             // bytes from one vertex to the next
    const uint32_t *indices; // NULL: corner i is vertex i
    size_t begin, end;       // corners
    size_t part;             // of which a part of the piece has so many
    const lbx_workers *workers;
};

// The box of all corners, and its middle, about which sums are taken: nothing is lost far from the
// origin.
struct lbx_bounds {
    float min[3], max[3];
    double middle[3];
};

// Checks a mesh and n parts of it, n > 0. Returns 0 or an LBX_ERROR_*.
ptrdiff_t lbx_piece_check(const lbx_mesh *mesh, const lbx_part *parts, size_t n);

// Checks all of a mesh but its triangles, and a triangle of such a mesh: 0 or an LBX_ERROR_*.
ptrdiff_t lbx_mesh_arrays_check(const lbx_mesh *mesh);
int lbx_triangle_check(const struct lbx_piece *piece, size_t triangle, size_t vertex_count);

// Checks a whole mesh with the help of workers: 0 or an LBX_ERROR_*.
ptrdiff_t lbx_mesh_check_shared(const lbx_mesh *mesh, const lbx_workers *workers);

// Part i of a mesh that was checked, for this thread alone.
struct lbx_piece lbx_piece_of(const lbx_mesh *mesh, const lbx_part *parts, size_t i);

void lbx_piece_bounds(const struct lbx_piece *piece, struct lbx_bounds *bounds);

// Large pieces are measured in parts, PIECE_PARTS at most.
enum { PIECE_PARTS = 64, PIECE_PART = 1024 /* triangles at least */ };

static inline size_t piece_parts(const struct lbx_piece *piece) {
    const size_t n = piece->end - piece->begin;
    return n <= 3 * PIECE_PART ? 1 : lbx_parts(n, piece->part);
}

static inline struct lbx_piece piece_part(const struct lbx_piece *piece, size_t k) {
    struct lbx_piece part = *piece;
    part.begin += k * piece->part;
    if (piece->end - part.begin > piece->part) part.end = part.begin + piece->part;
    return part;
}

static inline const float *corner_float(const struct lbx_piece *piece, size_t corner, int c) {
    const size_t vertex = piece->indices ? piece->indices[corner] : corner;
    return (const float *)(const void *)((const char *)piece->at[c] + vertex * piece->step);
}

// A corner relative to `from`. Each difference is rounded once.
static inline void corner_from(const struct lbx_piece *piece, size_t corner, const double from[3],
                               double out[3]) {
    for (int c = 0; c < 3; c++) out[c] = (double)*corner_float(piece, corner, c) - from[c];
}

#endif
