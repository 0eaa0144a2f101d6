// SPDX-License-Identifier: MIT
// Frustum against box by separating axes, and against sphere by distance: Greene 1994; Ericson
// 2005, 5.2.1 and 5.1.2. The frustum is the hull of its eight corners, and of four directions in
// place of four of them if it has no end.
#include <math.h>

#include "scalar_ref.h"

static real dot(const real a[3], const real b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const real a[3], const real b[3], real out[3]) {
    for (int c = 0; c < 3; c++)
        out[c] = a[(c + 1) % 3] * b[(c + 2) % 3] - a[(c + 2) % 3] * b[(c + 1) % 3];
}

// Which of the eight points a + z b lie how far along an axis, as an interval.
struct hull {
    real a[4][3], b[4][3], z[2];
};

static void hull_along(const struct hull *f, const real axis[3], real range[2]) {
    range[0] = INFINITY;
    range[1] = -INFINITY;
    for (int k = 0; k < 4; k++) {
        for (int end = 0; end < 2; end++) {
            const real slope = dot(f->b[k], axis);
            const real at = dot(f->a[k], axis) + (slope == 0 ? 0 : slope * f->z[end]);
            if (at < range[0]) range[0] = at;
            if (at > range[1]) range[1] = at;
        }
    }
}

static void box_along(const real min[3], const real max[3], const real axis[3], real range[2]) {
    range[0] = range[1] = 0;
    for (int c = 0; c < 3; c++) {
        range[0] += axis[c] * (axis[c] > 0 ? min[c] : max[c]);
        range[1] += axis[c] * (axis[c] > 0 ? max[c] : min[c]);
    }
}

// The hull relative to the eye, the directions of its edges, and the normals of its sides, which
// point inward: left and right, lower and upper, near and far.
static void open_frustum(const struct REF(ref_frustum) * frustum, struct hull *hull,
                         real edges[6][3], real normals[6][3]) {
    struct hull f;
    f.z[0] = frustum->z_near;
    f.z[1] = frustum->z_far;
    for (int k = 0; k < 4; k++) {
        const real x = k & 1 ? frustum->high[0] : frustum->low[0];
        const real y = k & 2 ? frustum->high[1] : frustum->low[1];
        for (int c = 0; c < 3; c++) {
            const real across = x * frustum->axis[0][c] + y * frustum->axis[1][c];
            f.a[k][c] = frustum->parallel ? across : 0;
            f.b[k][c] = frustum->axis[2][c] + (frustum->parallel ? 0 : across);
            edges[k][c] = f.b[k][c];
        }
    }
    for (int c = 0; c < 3; c++) {
        edges[4][c] = frustum->axis[0][c];
        edges[5][c] = frustum->axis[1][c];
    }
    static const int beside[4][2] = {{0, 2}, {1, 3}, {0, 1}, {2, 3}};
    for (int side = 0; side < 6; side++) {
        const int k = side / 2;
        if (k < 2)
            cross(f.b[beside[side][0]], frustum->axis[1 - k], normals[side]);
        else
            cross(frustum->axis[0], frustum->axis[1], normals[side]);
        const real inward = dot(normals[side], frustum->axis[k]) * (side % 2 ? -1 : 1);
        for (int c = 0; c < 3; c++)
            normals[side][c] = inward < 0 ? -normals[side][c] : normals[side][c];
    }
    *hull = f;
}

enum ref_seen REF(ref_frustum_aabb)(const struct REF(ref_frustum) * frustum, const real b_min[3],
                                    const real b_max[3]) {
    real min[3], max[3], edges[6][3], normals[6][3];
    struct hull f;
    open_frustum(frustum, &f, edges, normals);
    for (int c = 0; c < 3; c++) {
        min[c] = b_min[c] - frustum->eye[c];
        max[c] = b_max[c] - frustum->eye[c];
    }
    real box[2], seen[2];
    bool inside = true;
    for (int side = 0; side < 6; side++) {
        hull_along(&f, normals[side], seen);
        box_along(min, max, normals[side], box);
        if (box[1] < seen[0]) return REF_OUTSIDE;
        inside = inside && box[0] > seen[0];
    }
    if (inside) return REF_INSIDE;
    for (int i = 0; i < 3; i++) {
        real axis[3] = {i == 0, i == 1, i == 2}, product[3];
        hull_along(&f, axis, seen);
        if (max[i] < seen[0] || min[i] > seen[1]) return REF_OUTSIDE;
        for (int e = 0; e < 6; e++) {
            cross(axis, edges[e], product);
            hull_along(&f, product, seen);
            box_along(min, max, product, box);
            if (box[1] < seen[0] || box[0] > seen[1]) return REF_OUTSIDE;
        }
    }
    return REF_SEEN_IN_PART;
}

// The frustum as the box sees it, which is axis-aligned then.
enum ref_seen REF(ref_frustum_obb)(const struct REF(ref_frustum) * frustum, const real C[3],
                                   const real l[3], real u[3][3]) {
    struct REF(ref_frustum) turned = *frustum;
    real eye[3], min[3];
    for (int c = 0; c < 3; c++) eye[c] = frustum->eye[c] - C[c];
    for (int k = 0; k < 3; k++) {
        turned.eye[k] = dot(eye, u[k]);
        for (int j = 0; j < 3; j++) turned.axis[j][k] = dot(frustum->axis[j], u[k]);
        min[k] = -l[k];
    }
    return REF(ref_frustum_aabb)(&turned, min, l);
}

// How far a point is from an edge between corners, or beyond the first of them without an end.
static real from_edge(const real x[3], const real a[3], const real b[3], bool endless) {
    real edge[3], from[3], away[3];
    for (int c = 0; c < 3; c++) {
        edge[c] = b[c] - a[c];
        from[c] = x[c] - a[c];
    }
    real t = dot(edge, edge) > 0 ? dot(from, edge) / dot(edge, edge) : 0;
    if (t < 0) t = 0;
    if (t > 1 && !endless) t = 1;
    for (int c = 0; c < 3; c++) away[c] = from[c] - t * edge[c];
    return (real)sqrt((double)dot(away, away));
}

enum ref_seen REF(ref_frustum_sphere)(const struct REF(ref_frustum) * frustum, const real C[3],
                                      real r) {
    real x[3], edges[6][3], normals[6][3], seen[2], within[6];
    struct hull f;
    open_frustum(frustum, &f, edges, normals);
    for (int c = 0; c < 3; c++) x[c] = C[c] - frustum->eye[c];
    bool inside = true, center_inside = true;
    for (int side = 0; side < 6; side++) {
        hull_along(&f, normals[side], seen);
        const real length = (real)sqrt((double)dot(normals[side], normals[side]));
        within[side] = (dot(normals[side], x) - seen[0]) / length;
        if (within[side] < -r) return REF_OUTSIDE;
        inside = inside && within[side] > r;
        center_inside = center_inside && within[side] >= 0;
    }
    if (inside) return REF_INSIDE;
    bool met = center_inside;
    // The nearest point of a side's plane, if it is in the side.
    for (int side = 0; side < 6; side++) {
        const real length = (real)sqrt((double)dot(normals[side], normals[side]));
        bool beside = within[side] > r;
        real at[3];
        for (int c = 0; c < 3; c++) at[c] = x[c] - within[side] * normals[side][c] / length;
        for (int other = 0; other < 6; other++) {
            if (other == side) continue;
            hull_along(&f, normals[other], seen);
            beside = beside || dot(normals[other], at) < seen[0];
        }
        met = met || !beside;
    }
    static const int ends[8][4] = {{0, 0, 1, 0}, {2, 0, 3, 0}, {0, 0, 2, 0}, {1, 0, 3, 0},
                                   {0, 1, 1, 1}, {2, 1, 3, 1}, {0, 1, 2, 1}, {1, 1, 3, 1}};
    const bool endless = isinf(f.z[1]);
    real corner[4][2][3];
    for (int k = 0; k < 4; k++) {
        for (int end = 0; end < 2; end++) {
            const real z = end && endless ? f.z[0] + 1 : f.z[end];
            for (int c = 0; c < 3; c++) corner[k][end][c] = f.a[k][c] + z * f.b[k][c];
        }
        met = met || from_edge(x, corner[k][0], corner[k][1], endless) <= r;
    }
    for (int e = 0; e < (endless ? 4 : 8); e++)
        met = met || from_edge(x, corner[ends[e][0]][ends[e][1]], corner[ends[e][2]][ends[e][3]],
                               false) <= r;
    return met ? REF_SEEN_IN_PART : REF_OUTSIDE;
}
