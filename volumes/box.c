// SPDX-License-Identifier: MIT
// The box along given axes, such that no vertex is outside by even a bit.
//
// The axes are rounded to floats first. They are orthonormal within 2^-22 only, and a point of the
// box is center + x[0] axis[0] + x[1] axis[1] + x[2] axis[2] for these very floats: the x of a
// vertex are not its products with the axes, but with the rows of their inverse, the dual axes
//     dual[k] = axis[k+1] x axis[k+2] / (axis[0] . axis[1] x axis[2]).
//
// How far a computed x is off, with u = 2^-53: products of two floats are exact in a double, so
// that a component of a cross product is rounded once, by u. The determinant sums three products of
// these with axes; the sum of their magnitudes is nearly 1, as is the determinant: 4 u. With the
// quotient, a component of the dual is within 6 u. A difference (vertex - from) is rounded once,
// the product once, the sum of three twice: x is off by at most 10 u of
//     the sum over c of |dual[k][c]| |vertex[c] - from[c]|.
// x(from) - x(center) loses no more, and adding both loses 1 u. The pad is 64 u of the sum of both,
// with the largest distances there are: second-order terms and its own rounding take less than the
// rest. No product is denormal: the least of two floats is 2^-298, and three are multiplied.
//
// The pad is 0 where the box is flat across x, y or z, so that flat meshes get flat boxes.
#include "kernels/lanes/floats.h"

#include "fit.h"

#define PAD 0x1p-47

static void dual_of(const double axis[3][3], double dual[3][3]) {
    for (int k = 0; k < 3; k++) {
        const double *const a = axis[(k + 1) % 3], *const b = axis[(k + 2) % 3];
        for (int c = 0; c < 3; c++) {
            const int d = (c + 1) % 3, e = (c + 2) % 3;
            dual[k][c] = a[d] * b[e] - a[e] * b[d];
        }
    }
    const double *const a = axis[0], *const b = dual[0];
    const double determinant = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    for (int k = 0; k < 9; k++) dual[k / 3][k % 3] /= determinant;
}

// How far a piece extends along the dual axes, from a point.
struct extents {
    const struct lbx_piece *piece;
    const double *from;
    double dual[3][3], low[PIECE_PARTS][3], high[PIECE_PARTS][3];
};

static void extend_part(void *data, size_t part_number) {
    struct extents *const e = data;
    const struct lbx_piece part = piece_part(e->piece, part_number);
    double dual[3][3], from[3], low[3], high[3], x[3]; // which no store below may alias
    memcpy(dual, e->dual, sizeof dual);
    memcpy(from, e->from, sizeof from);
    for (size_t i = part.begin; i < part.end; i++) {
        corner_from(&part, i, from, x);
        for (int k = 0; k < 3; k++) {
            const double at = dot(dual[k], x);
            low[k] = i == part.begin || at < low[k] ? at : low[k];
            high[k] = i == part.begin || at > high[k] ? at : high[k];
        }
    }
    memcpy(e->low[part_number], low, sizeof low);
    memcpy(e->high[part_number], high, sizeof high);
}

static void measure_extents(struct extents *e) {
    const size_t parts = piece_parts(e->piece);
    lbx_share(e->piece->workers, extend_part, e, parts);
    for (size_t i = 1; i < parts; i++) {
        for (int k = 0; k < 3; k++) {
            e->low[0][k] = e->low[i][k] < e->low[0][k] ? e->low[i][k] : e->low[0][k];
            e->high[0][k] = e->high[i][k] > e->high[0][k] ? e->high[i][k] : e->high[0][k];
        }
    }
}

static bool is_straight(const struct lbx_box *box) {
    static const float straight[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    return memcmp(box->axis, straight, sizeof straight) == 0;
}

// Along x, y and z these are the extents: differences round the same whatever the vertex.
static void take_bounds(struct extents *e, const struct lbx_bounds *bounds) {
    for (int k = 0; k < 3; k++) {
        e->low[0][k] = (double)bounds->min[k] - e->from[k];
        e->high[0][k] = (double)bounds->max[k] - e->from[k];
    }
}

void lbx_box_along(const struct lbx_piece *piece, const struct lbx_bounds *bounds,
                   double axis[3][3], struct lbx_box *box) {
    const double *const from = bounds->middle;
    double stored[3][3];
    struct extents e;
    for (int k = 0; k < 9; k++) {
        box->axis[k / 3][k % 3] = nearest_float(axis[k / 3][k % 3]);
        stored[k / 3][k % 3] = (double)box->axis[k / 3][k % 3];
    }
    e.piece = piece;
    e.from = from;
    dual_of((const double(*)[3])stored, e.dual);
    if (is_straight(box))
        take_bounds(&e, bounds);
    else
        measure_extents(&e);
    const double *const low = e.low[0], *const high = e.high[0];
    double shift[3], reach[3]; // from the stored center; the largest distances of a vertex
    for (int c = 0; c < 3; c++) {
        double center = from[c];
        for (int k = 0; k < 3; k++) center += stored[k][c] * ((low[k] + high[k]) / 2);
        box->center[c] = nearest_float(center);
        shift[c] = from[c] - (double)box->center[c];
        const double below = from[c] - (double)bounds->min[c];
        const double above = (double)bounds->max[c] - from[c];
        reach[c] = (below > above ? below : above) + fabs(shift[c]);
    }
    for (int k = 0; k < 3; k++) {
        const double moved = dot(e.dual[k], shift);
        const double down = -(low[k] + moved), up = high[k] + moved;
        double pad = 0;
        for (int c = 0; c < 3; c++) pad += fabs(e.dual[k][c]) * reach[c];
        box->half[k] = rounded_up((down > up ? down : up) + PAD * pad);
    }
}
