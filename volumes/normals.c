// SPDX-License-Identifier: MIT
// The geometric normals of triangles. numerics.md derives how exact they are.
#include "kernels/lanes/floats.h"

#include "fit.h"

// The cross product is computed again, exactly, where the two products of a component cancel to
// less than this part of them. That none of a scanned mesh do saves 58 of 77 ns.
#define CANCELLED 0x1p-16

// (b - a) x (c - a) from differences in double. False if a component may be off by more than
// 3 * 2^-37 of itself.
static bool cross_rounded(double (*const corner)[3], double cross[3]) {
    double b[3], c[3];
    for (int k = 0; k < 3; k++) {
        b[k] = corner[1][k] - corner[0][k];
        c[k] = corner[2][k] - corner[0][k];
    }
    bool good = true;
    for (int k = 0; k < 3; k++) {
        const int d = (k + 1) % 3, e = (k + 2) % 3;
        const double left = b[d] * c[e], right = b[e] * c[d];
        cross[k] = left - right;
        good &= fabs(cross[k]) >= CANCELLED * (fabs(left) + fabs(right));
    }
    return good;
}

// The same from the products of the coordinates, a x b + b x c + c x a: products of two floats are
// exact in double. They are added up to parts that do not overlap, the least first (Shewchuk 1997,
// "Adaptive precision floating-point arithmetic", grow-expansion).
void lbx_cross_exact(double (*const corner)[3], double cross[3]) {
    for (int k = 0; k < 3; k++) {
        const int d = (k + 1) % 3, e = (k + 2) % 3;
        double part[6];
        for (int i = 0; i < 6; i++) {
            const double *const a = corner[i / 2], *const b = corner[(i / 2 + 1) % 3];
            double sum = i % 2 ? -(a[e] * b[d]) : a[d] * b[e];
            for (int j = 0; j < i; j++) sum = sum_of_two(sum, part[j], &part[j]);
            part[i] = sum;
        }
        cross[k] = 0;
        for (int i = 0; i < 6; i++) cross[k] += part[i];
    }
}

static void normal_of(const struct lbx_piece *piece, size_t triangle, float normal[3]) {
    static const double origin[3] = {0, 0, 0};
    double corner[3][3], cross[3];
    for (size_t v = 0; v < 3; v++) corner_from(piece, 3 * triangle + v, origin, corner[v]);
    if (!cross_rounded(corner, cross)) lbx_cross_exact(corner, cross);
    const double length = sqrt(cross[0] * cross[0] + cross[1] * cross[1] + cross[2] * cross[2]);
    // The sum makes -0 a 0.
    for (int c = 0; c < 3; c++) normal[c] = length > 0 ? nearest_float(cross[c] / length) + 0 : 0;
}

// Checks a list of triangles, as lbx_piece_check does parts.
static ptrdiff_t check_list(const lbx_mesh *mesh, const uint32_t *triangles, size_t n) {
    ptrdiff_t error = lbx_mesh_arrays_check(mesh);
    if (error) return error;
    if (n > PTRDIFF_MAX / sizeof *triangles) return LBX_ERROR_COUNT;
    const struct lbx_piece piece = lbx_piece_of(mesh, NULL, 0);
    for (size_t i = 0; i < n; i++) {
        if (triangles[i] == LBX_NO_TRIANGLE) continue;
        if (triangles[i] >= mesh->triangle_count) return LBX_ERROR_INDEX;
        const int found = lbx_triangle_check(&piece, triangles[i], mesh->vertex_count);
        if (found == LBX_ERROR_INDEX) return found;
        if (found) error = found;
    }
    return error;
}

ptrdiff_t lbx_mesh_normals(const lbx_mesh *mesh, const uint32_t *triangles, size_t n,
                           float *const normal[3], size_t stride) {
    if (n == 0) return 0;
    const lbx_part first = {0, n};
    const ptrdiff_t error =
        triangles ? check_list(mesh, triangles, n) : lbx_piece_check(mesh, &first, 1);
    if (error) return error;
    if (!normal || !normal[0] || !normal[1] || !normal[2]) return LBX_ERROR_NULL;
    if (stride % 4 != 0) return LBX_ERROR_STRIDE;
    const struct lbx_piece piece = lbx_piece_of(mesh, NULL, 0);
    const size_t step = stride ? stride : sizeof(float);
    for (size_t i = 0; i < n; i++) {
        const size_t triangle = triangles ? triangles[i] : i;
        float made[3] = {0, 0, 0};
        if (!triangles || triangles[i] != LBX_NO_TRIANGLE) normal_of(&piece, triangle, made);
        for (int c = 0; c < 3; c++) *(float *)(void *)((char *)normal[c] + i * step) = made[c];
    }
    return (ptrdiff_t)n;
}
