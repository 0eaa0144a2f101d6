// SPDX-License-Identifier: MIT
// A frustum against an oriented box or a sphere in double, one at a time, for what its sides leave
// open: Ericson 2005, 5.2.1 and 5.1.2. numerics.md derives the pad.
#include "../lanes/floats.h"

#include "frustum_double.h"

#include <math.h>

#include "vectors.h"

#define FRAME_PAD 0x1p-26

static double l1_of(const double v[3]) {
    return fabs(v[0]) + fabs(v[1]) + fabs(v[2]);
}

// --- an oriented box ---

// The corners of the part of a frustum that has points of an item of this size.
static void corners_of(const struct frustum_frame *f, double size, double corner[8][3]) {
    double z[2] = {f->range[0], 2 * size < f->range[1] ? 2 * size : f->range[1]};
    if (z[1] < z[0]) z[1] = z[0];
    for (int k = 0; k < 8; k++) {
        const double x = k & 1 ? f->high[0] : f->low[0], y = k & 2 ? f->high[1] : f->low[1];
        for (int c = 0; c < 3; c++) {
            corner[k][c] = product_of(z[k / 4], f->parallel ? f->axis[2][c] : f->edge[k % 4][c]);
            if (f->parallel)
                corner[k][c] += product_of(x, f->axis[0][c]) + product_of(y, f->axis[1][c]);
        }
    }
}

// By how much the corners begin above a point, or end below it, along an axis.
static double gap_along(const double at[8], double point) {
    double low = at[0], high = at[0];
    for (int k = 1; k < 8; k++) {
        low = at[k] < low ? at[k] : low;
        high = at[k] > high ? at[k] : high;
    }
    return point - high > low - point ? point - high : low - point;
}

bool lbx_frame_misses_obb(const struct frustum_frame *f, const double center[3],
                          const float box[]) {
    double half[3], axis[3][3], size = l1_of(center);
    for (int k = 0; k < 3; k++) {
        half[k] = (double)box[k];
        size += half[k];
        for (int c = 0; c < 3; c++) axis[k][c] = (double)box[3 + 3 * k + c];
    }
    double corner[8][3], at[3][8], middle[3], edge[6][3];
    corners_of(f, size, corner);
    // Everything along the axes of the box, which becomes an axis-aligned one.
    for (int i = 0; i < 3; i++) {
        double dual[3];
        cross_of(axis[(i + 1) % 3], axis[(i + 2) % 3], dual);
        const double volume = dot_of(axis[i], dual);
        for (int c = 0; c < 3; c++) dual[c] /= volume;
        for (int k = 0; k < 8; k++) at[i][k] = dot_of(dual, corner[k]);
        middle[i] = dot_of(dual, center);
        for (int e = 0; e < 4; e++)
            edge[e][i] = dot_of(dual, f->parallel ? f->axis[2] : f->edge[e]);
        for (int e = 4; e < 6; e++) edge[e][i] = dot_of(dual, f->axis[e - 4]);
    }
    const double pad = product_of(FRAME_PAD, size);
    bool apart = false;
    for (int i = 0; i < 3 && !apart; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        apart = gap_along(at[i], middle[i]) > half[i] + pad;
        for (int e = f->parallel ? 3 : 0; e < 6 && !apart; e++) {
            // The product of axis i and the edge.
            const double a = -edge[e][k], b = edge[e][j];
            double along[8];
            for (int v = 0; v < 8; v++)
                along[v] = product_of(a, at[j][v]) + product_of(b, at[k][v]);
            const double point = product_of(a, middle[j]) + product_of(b, middle[k]);
            apart = gap_along(along, point) >
                    product_of(fabs(a), half[j] + pad) + product_of(fabs(b), half[k] + pad);
        }
    }
    return apart;
}

// --- a sphere ---

// An edge: the points from + t way, and two directions into the sides that meet in it.
struct edge {
    double from[3], way[3], range[2], into[2][3];
};

// Edge k of those along an axis of the frustum, or from its near to its far side.
static void edge_of(const struct frustum_frame *f, int along, int k, struct edge *e) {
    const double *const limit[3][2] = {
        {&f->low[0], &f->high[0]}, {&f->low[1], &f->high[1]}, {&f->range[0], &f->range[1]}};
    const int other[2] = {along == 0 ? 1 : 0, along == 2 ? 1 : 2}; // y z, x z, x y
    const int end[2] = {k & 1, k >> 1};
    const bool spreads = !f->parallel;
    const double wide = spreads && along < 2 ? *limit[2][end[1]] : 1;
    for (int side = 0; side < 2; side++) e->range[side] = product_of(wide, *limit[along][side]);
    for (int c = 0; c < 3; c++) {
        e->way[c] = spreads && along == 2 ? f->edge[k][c] : f->axis[along][c];
        e->from[c] = 0;
        for (int o = 0; o < 2; o++) {
            const double *const axis = f->axis[other[o]];
            const double at = *limit[other[o]][end[o]];
            e->into[o][c] = end[o] ? -axis[c] : axis[c];
            if (spreads && along == 2) continue;
            e->from[c] += product_of(other[o] == 2 ? at : product_of(wide, at), axis[c]);
            // The side along which a frustum spreads leads to the eye.
            if (spreads && o == 1) {
                const double lean = product_of(*limit[other[0]][end[0]], f->axis[other[0]][c]);
                e->into[1][c] += end[1] ? -lean : lean;
            }
        }
    }
}

bool lbx_frame_misses_sphere(const struct frustum_frame *f, const double center[3],
                             const float radius[]) {
    const double reach = (double)radius[0], size = l1_of(center) + reach;
    double least = INFINITY;
    bool beside = false; // the nearest point of all edges is that of the frustum
    for (int k = 0; k < 12; k++) {
        struct edge e;
        double from[3], away[3];
        edge_of(f, k / 4, k % 4, &e);
        difference_of(center, e.from, from);
        const double along = dot_of(from, e.way) / dot_of(e.way, e.way);
        const double t = along < e.range[0] ? e.range[0] : along > e.range[1] ? e.range[1] : along;
        for (int c = 0; c < 3; c++) away[c] = from[c] - product_of(t, e.way[c]);
        const double square = dot_of(away, away);
        if (!(square < least)) continue;
        least = square;
        const bool ends = !(e.range[0] < along && along < e.range[1]); // those of other edges too
        beside = ends || (dot_of(away, e.into[0]) <= 0 && dot_of(away, e.into[1]) <= 0);
    }
    return beside && sqrt(least) > reach + product_of(FRAME_PAD, size);
}
