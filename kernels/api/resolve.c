// SPDX-License-Identifier: MIT
// Decides triangles that are neither certainly apart nor certainly overlapping: the axes of
// math/triangles.h in double, one after the other.
//
// Let v = 2^-53, and S the largest coordinate relative to A's vertex 0. A projection on the product
// of the directions p and q is off by 8 v |p|_1 |q|_1 S, and a gap by twice that; the pad is 64 v.
// No product of four floats underflows or overflows in double.
#include "../lanes/floats.h"

#include <math.h>

#include "operand.h"
#include "resolve.h"

#define RESOLVE_PAD 0x1p-47

enum { DIRECTIONS = 9 };

static double sum_of_sizes(const double x[3]) {
    return fabs(x[0]) + fabs(x[1]) + fabs(x[2]);
}

static bool separates(const double vertex[6][3], const double L[3], double pad) {
    double low[2], high[2];
    for (int k = 0; k < 6; k++) {
        const double at = L[0] * vertex[k][0] + L[1] * vertex[k][1] + L[2] * vertex[k][2];
        const int t = k / 3;
        if (k % 3 == 0 || at < low[t]) low[t] = at;
        if (k % 3 == 0 || at > high[t]) high[t] = at;
    }
    return low[1] - high[0] > pad || low[0] - high[1] > pad;
}

// False if a coordinate is NaN or infinite.
static bool read_pair(const struct lbx_operand o[2], size_t i, double vertex[6][3]) {
    for (unsigned k = 0; k < 18; k++) {
        const float x = operand_float(&o[k / 9], k % 9, i);
        if (!isfinite(x)) return false;
        vertex[k / 3][k % 3] = (double)x;
    }
    return true;
}

bool lbx_triangles_touch(double vertex[6][3], double off) {
    double direction[DIRECTIONS][3] = {{0}}, size = 0;
    for (int t = 0; t < 2; t++) { // edges first: from relative vertices they would be rounded twice
        for (int e = 0; e < 3; e++) {
            for (int c = 0; c < 3; c++) {
                direction[3 * t + e][c] = vertex[3 * t + (e + 1) % 3][c] - vertex[3 * t + e][c];
                direction[6 + c][c] = 1;
            }
        }
    }
    for (int c = 0; c < 3; c++) {
        const double from = vertex[0][c];
        for (int k = 0; k < 6; k++) {
            vertex[k][c] -= from;
            size = fmax(size, fabs(vertex[k][c]));
        }
    }
    const double pad_of_unit = RESOLVE_PAD * size + off;
    for (int p = 0; p < DIRECTIONS; p++) {
        for (int q = p + 1; q < DIRECTIONS; q++) {
            const double *const a = direction[p], *const b = direction[q];
            const double L[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
                                 a[0] * b[1] - a[1] * b[0]};
            const double pad = pad_of_unit * sum_of_sizes(a) * sum_of_sizes(b);
            if (separates((const double(*)[3])vertex, L, pad)) return false;
        }
    }
    return true;
}

ptrdiff_t lbx_triangle_triangle_resolve(const lbx_triangles *a, const lbx_triangles *b, size_t n,
                                        uint8_t *classes) {
    if (n == 0) return 0;
    struct lbx_operand o[2];
    struct lbx_lists lists = {.list = NULL};
    ptrdiff_t error = lbx_operand_triangles(&o[0], a, n, &lists), found = 0;
    if (!error) error = lbx_operand_triangles(&o[1], b, n, &lists);
    if (!error && !classes) error = LBX_ERROR_NULL;
    for (size_t i = 0; i < n && !error; i++)
        if (classes[i] > LBX_UNDECIDED) error = LBX_ERROR_FORMAT;
    if (error) return error;
    for (size_t i = 0; i < n; i++) {
        double vertex[6][3];
        if (classes[i] == LBX_UNDECIDED && read_pair(o, i, vertex))
            classes[i] = lbx_triangles_touch(vertex, 0) ? LBX_OVERLAPPING : LBX_APART;
        found += classes[i] != LBX_APART;
    }
    return found;
}
