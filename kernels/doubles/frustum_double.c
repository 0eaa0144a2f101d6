// SPDX-License-Identifier: MIT
// A frustum against an oriented box or a sphere in double, one at a time, for what its sides leave
// open: Ericson 2005, 5.2.1 and 5.1.2. numerics.md derives the pad.
#include "../lanes/floats.h"

#include "frustum_double.h"

#include <math.h>

#include "vectors.h"

#define FRAME_PAD 0x1p-26
enum { MEETINGS = 3 };

static double l1_of(const double v[3]) {
    return fabs(v[0]) + fabs(v[1]) + fabs(v[2]);
}

void lbx_frame_duals(double (*const axis)[3], double dual[3][3]) {
    for (int k = 0; k < 3; k++) cross_of(axis[(k + 1) % 3], axis[(k + 2) % 3], dual[k]);
    const double volume = dot_of(axis[0], dual[0]);
    for (int k = 0; k < 9; k++) dual[k / 3][k % 3] /= volume;
}

static double clamped(double x, double low, double high) {
    return x < low ? low : x > high ? high : x;
}

// A point of the frustum that is near another one: its coordinates are clamped one after the other.
static void point_near(const struct frustum_frame *f, const double to[3], double point[3]) {
    const double z = clamped(dot_of(f->dual[2], to), f->range[0], f->range[1]);
    const double wide = f->parallel ? 1 : z;
    const double x =
        clamped(dot_of(f->dual[0], to), product_of(wide, f->low[0]), product_of(wide, f->high[0]));
    const double y =
        clamped(dot_of(f->dual[1], to), product_of(wide, f->low[1]), product_of(wide, f->high[1]));
    for (int c = 0; c < 3; c++)
        point[c] = product_of(x, f->axis[0][c]) + product_of(y, f->axis[1][c]) +
                   product_of(z, f->axis[2][c]);
}

// --- an oriented box ---

// Whether a point of both is found soon. The axes of all boxes that meet cost ten times as much.
static bool is_met_soon(const struct frustum_frame *f, const double center[3], const double half[3],
                        double axis[3][3], double dual[3][3]) {
    double at[3], point[3], from[3];
    for (int c = 0; c < 3; c++) at[c] = center[c];
    for (int round = 0; round < MEETINGS; round++) {
        bool within = true;
        point_near(f, at, point);
        difference_of(point, center, from);
        for (int c = 0; c < 3; c++) at[c] = center[c];
        for (int k = 0; k < 3; k++) {
            const double y = dot_of(dual[k], from), nearest = clamped(y, -half[k], half[k]);
            within = within && fabs(y) <= half[k];
            for (int c = 0; c < 3; c++) at[c] += product_of(nearest, axis[k][c]);
        }
        if (within) return true;
    }
    return false;
}

// The part of a frustum that can have points of an item, along the axes of a box. Its edges follow
// `way`: those from the eye come first.
struct part {
    bool parallel;
    int ways;
    double way[6][3];
    double low[3], high[3]; // of x, y, z; of a perspective z alone counts
};

static void part_along(struct part *part, const struct frustum_frame *f, double size,
                       double dual[3][3]) {
    part->parallel = f->parallel;
    part->ways = f->parallel ? 3 : 6;
    for (int k = 0; k < 3; k++) {
        part->low[k] = clamped(k < 2 ? f->low[k] : f->range[0], -2 * size, 2 * size);
        part->high[k] = clamped(k < 2 ? f->high[k] : f->range[1], -2 * size, 2 * size);
        for (int w = 0; w < part->ways; w++) {
            const double *const way = f->parallel ? f->axis[w]
                                      : w < 4     ? f->edge[w]
                                                  : f->axis[w - 4];
            part->way[w][k] = dot_of(dual[k], way);
        }
    }
}

// By how much the part begins above a point, or ends below it, along a vector with two components.
static double gap_along(const struct part *p, int j, double a, int k, double b, double point) {
    double low = 0, high = 0, least = INFINITY, most = -INFINITY;
    for (int w = 0; w < (p->parallel ? 3 : 4); w++) {
        const double slope = product_of(a, p->way[w][j]) + product_of(b, p->way[w][k]);
        least = slope < least ? slope : least;
        most = slope > most ? slope : most;
        if (!p->parallel) continue;
        low += product_of(slope, slope < 0 ? p->high[w] : p->low[w]);
        high += product_of(slope, slope < 0 ? p->low[w] : p->high[w]);
    }
    if (!p->parallel) {
        low = product_of(least, least < 0 ? p->high[2] : p->low[2]);
        high = product_of(most, most < 0 ? p->low[2] : p->high[2]);
    }
    return point - high > low - point ? point - high : low - point;
}

bool lbx_frame_misses_obb(const struct frustum_frame *f, const double center[3],
                          const float box[]) {
    double half[3], axis[3][3], dual[3][3], middle[3], size = l1_of(center);
    for (int k = 0; k < 3; k++) {
        half[k] = (double)box[k];
        size += half[k];
        for (int c = 0; c < 3; c++) axis[k][c] = (double)box[3 + 3 * k + c];
    }
    lbx_frame_duals(axis, dual);
    if (is_met_soon(f, center, half, axis, dual)) return false;
    // Along its own axes the box is axis-aligned.
    struct part part;
    part_along(&part, f, size, dual);
    const double pad = product_of(FRAME_PAD, size);
    bool apart = false;
    for (int k = 0; k < 3; k++) middle[k] = dot_of(dual[k], center);
    for (int i = 0; i < 3 && !apart; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        apart = gap_along(&part, i, 1, j, 0, middle[i]) > half[i] + pad;
        for (int w = 0; w < part.ways && !apart; w++) {
            // The product of axis i and the edge.
            const double a = -part.way[w][k], b = part.way[w][j];
            const double point = product_of(a, middle[j]) + product_of(b, middle[k]);
            apart = gap_along(&part, j, a, k, b, point) >
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
    double near[3], least = INFINITY;
    point_near(f, center, near);
    difference_of(center, near, near);
    if (dot_of(near, near) <= product_of(reach, reach)) return false;
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
