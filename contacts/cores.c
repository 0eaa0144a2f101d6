// SPDX-License-Identifier: MIT
#include "kernels/lanes/floats.h"

#include "cores.h"
#include "kernels/doubles/near_double.h"

#include <string.h>

#define CROSSING_SQUARE 0x1p-20 // the square of a sine: the lines' nearest points are well known
#define THIN_SQUARE 0x1p-52     // the square of a sine: thinner triangles have no normal

static bool are_finite(const float *item, unsigned floats) {
    float sum = 0;
    for (unsigned k = 0; k < floats; k++) sum += item[k] - item[k];
    return sum == 0;
}

static void place_of(const float *item, const double origin[3], double place[3]) {
    for (int c = 0; c < 3; c++) place[c] = (double)item[c] - origin[c];
}

static double square_of(const double v[3]) {
    return dot_of(v, v);
}

bool lbx_open_capsule(struct core *core, const float *item, const double origin[3]) {
    core->kind = CORE_SEGMENT;
    core->faces = 0;
    core->radius = (double)item[6];
    for (int v = 0; v < 2; v++) place_of(item + 3 * v, origin, core->vertex[v]);
    for (int c = 0; c < 3; c++) core->edge[0][c] = (double)item[3 + c] - (double)item[c];
    const double square = square_of(core->edge[0]);
    core->edges = square > 0;
    core->size = core->radius + sqrt(square);
    return are_finite(item, 7) && core->radius >= 0;
}

bool lbx_open_sphere(struct core *core, const float *item, const double origin[3]) {
    const float capsule[7] = {item[0], item[1], item[2], item[0], item[1], item[2], item[3]};
    return lbx_open_capsule(core, capsule, origin);
}

bool lbx_open_triangle(struct core *core, const float *item, const double origin[3]) {
    double square[3];
    core->kind = CORE_TRIANGLE;
    core->radius = 0;
    core->edges = 3;
    for (int v = 0; v < 3; v++) place_of(item + 3 * v, origin, core->vertex[v]);
    for (int v = 0; v < 3; v++) {
        difference_of(core->vertex[(v + 1) % 3], core->vertex[v], core->edge[v]);
        square[v] = square_of(core->edge[v]);
    }
    core->size = sqrt(square[0]) + sqrt(square[2]);
    // Of the two shorter edges, whose product has the least rounding errors.
    int longest = 0;
    for (int v = 1; v < 3; v++) longest = square[v] > square[longest] ? v : longest;
    const int v = (longest + 1) % 3, next = (longest + 2) % 3;
    cross_of(core->edge[v], core->edge[next], core->face[0]);
    core->faces =
        square_of(core->face[0]) > product_of(THIN_SQUARE, product_of(square[v], square[next]));
    return are_finite(item, 9);
}

// A box is a parallelepiped, whatever its axes lack of being orthonormal: its faces are
// perpendicular to products of axes.
bool lbx_open_box(struct core *core, const float *item, const double origin[3]) {
    core->kind = CORE_BOX;
    core->radius = core->size = 0;
    core->faces = core->edges = 3;
    place_of(item, origin, core->vertex[0]);
    bool fine = are_finite(item, 15);
    for (int k = 0; k < 3; k++) {
        for (int c = 0; c < 3; c++) core->edge[k][c] = (double)item[6 + 3 * k + c];
        core->half[k] = (double)item[3 + k];
        core->size += core->half[k];
        fine = fine && core->half[k] >= 0 && square_of(core->edge[k]) < 2;
    }
    for (int k = 0; k < 3; k++)
        cross_of(core->edge[(k + 1) % 3], core->edge[(k + 2) % 3], core->face[k]);
    const double volume = dot_of(core->edge[0], core->face[0]);
    for (int k = 0; k < 3; k++) {
        for (int c = 0; c < 3; c++) core->face[k][c] /= volume;
    }
    return fine && fabs(volume) > .5;
}

bool lbx_open_half_space(struct core *core, const float *item, const double origin[3]) {
    core->kind = CORE_HALF_SPACE;
    core->radius = core->size = 0;
    core->faces = 1;
    core->edges = 0;
    for (int c = 0; c < 3; c++) core->face[0][c] = (double)item[c];
    const double length = length_of(core->face[0]);
    core->offset = -((double)item[3] + dot_of(core->face[0], origin)) / length;
    return are_finite(item, 4) && length > 0;
}

struct extent lbx_core_extent(const struct core *core, const double along[3]) {
    if (core->kind == CORE_HALF_SPACE) return (struct extent){-INFINITY, core->offset};
    const double at = dot_of(core->vertex[0], along);
    struct extent extent = {at, at};
    if (core->kind == CORE_BOX) {
        for (int k = 0; k < 3; k++) {
            const double reach = product_of(core->half[k], fabs(dot_of(core->edge[k], along)));
            extent.low -= reach;
            extent.high += reach;
        }
        return extent;
    }
    for (int v = 1; v < (core->kind == CORE_TRIANGLE ? 3 : 2); v++) {
        const double other = dot_of(core->vertex[v], along);
        extent.low = other < extent.low ? other : extent.low;
        extent.high = other > extent.high ? other : extent.high;
    }
    return extent;
}

// --- nearest points ---

static void offer_points(struct near_cores *near, const double p[3], const double q[3]) {
    double way[3];
    difference_of(q, p, way);
    const double square = dot_of(way, way);
    if (!(square < near->square)) return;
    near->square = square;
    memcpy(near->point[0], p, sizeof way);
    memcpy(near->point[1], q, sizeof way);
    memcpy(near->normal, way, sizeof way);
}

// Where the lines are nearest within both segments, or else an end of one of them and its foot on
// the other: any other point beside an end would be as near by rounding, and its way slanted.
void lbx_near_segments(const double p[3], const double u[3], const double q[3], const double v[3],
                       struct near_cores *near) {
    double r[3], on_first[3], on_second[3];
    difference_of(p, q, r);
    const double uu = dot_of(u, u), vv = dot_of(v, v), uv = dot_of(u, v);
    const double ur = dot_of(u, r), vr = dot_of(v, r);
    const double square = product_of(uu, vv), sine = square - product_of(uv, uv);
    double s = (product_of(uv, vr) - product_of(vv, ur)) / sine;
    double t = (product_of(uv, s) + vr) / vv;
    if (s > 0 && s < 1 && t > 0 && t < 1) {
        step_along(p, s, u, on_first);
        step_along(q, t, v, on_second);
        offer_points(near, on_first, on_second);
        if (sine > product_of(CROSSING_SQUARE, square)) return;
    }
    for (int end = 0; end < 2; end++) {
        step_along(p, end, u, on_first);
        t = part_of(vr + (end ? uv : 0), vv);
        step_along(q, t, v, on_second);
        offer_points(near, on_first, on_second);
        s = part_of((end ? uv : 0) - ur, uu);
        step_along(p, s, u, on_first);
        step_along(q, end, v, on_second);
        offer_points(near, on_first, on_second);
    }
}

static void near_triangle(const double p[3], const double u[3], const struct core *b,
                          struct near_cores *near) {
    for (int k = 0; k < 3; k++) lbx_near_segments(p, u, b->vertex[k], b->edge[k], near);
    if (!b->faces) return;
    const double square = square_of(b->face[0]);
    double height[2], end[2][3], foot[3];
    for (int e = 0; e < 2; e++) {
        double from[3];
        step_along(p, e, u, end[e]);
        difference_of(end[e], b->vertex[0], from);
        height[e] = dot_of(b->face[0], from) / square;
        step_along(end[e], -height[e], b->face[0], foot);
        if (is_over_face(b->face[0], b->edge, b->vertex, foot)) offer_points(near, end[e], foot);
    }
    if ((height[0] < 0) == (height[1] < 0)) return;
    step_along(p, height[0] / (height[0] - height[1]), u, foot);
    if (is_over_face(b->face[0], b->edge, b->vertex, foot)) offer_points(near, foot, foot);
}

// How far a coordinate is beyond either wall.
static double beyond(double x, double half) {
    return x > half ? x - half : x < -half ? x + half : 0;
}

// The square of the distance is convex along the segment, and its slope is linear but for kinks
// where a coordinate enters or leaves the box. The normal is a sum of those of the faces that the
// point is beyond, so that it is perpendicular to all edges of the box that it is next to.
static void near_box(const double p[3], const double u[3], const struct core *b,
                     struct near_cores *near) {
    double from[3], at[3], to[3], low = 0, high = 1, falls = 0, rises = 0;
    difference_of(p, b->vertex[0], from);
    for (int k = 0; k < 3; k++) {
        at[k] = dot_of(from, b->face[k]);
        to[k] = dot_of(u, b->face[k]);
    }
    for (int kink = -2; kink < 6; kink++) { // both ends first
        const int k = kink < 0 ? 0 : kink / 2;
        const double wall = kink % 2 ? b->half[k] : -b->half[k];
        const double t = kink < 0 ? kink + 2 : (wall - at[k]) / to[k];
        if (kink >= 0 && !(low < t && t < high)) continue;
        double slope = 0;
        for (int j = 0; j < 3; j++) {
            const double x = at[j] + product_of(t, to[j]);
            slope += product_of(to[j], beyond(x, b->half[j]));
        }
        if (kink == -2 || (kink >= 0 && slope <= 0)) {
            low = t;
            falls = slope;
        } else {
            high = t;
            rises = slope;
        }
    }
    double t = low;
    if (falls < 0) t = rises > 0 ? low + product_of(high - low, falls / (falls - rises)) : high;
    double on[3], in[3], normal[3] = {0, 0, 0};
    step_along(p, t, u, on);
    memcpy(in, on, sizeof in);
    for (int k = 0; k < 3; k++) {
        const double off = beyond(at[k] + product_of(t, to[k]), b->half[k]);
        step_along(in, -off, b->edge[k], in);
        step_along(normal, -off, b->face[k], normal);
    }
    const double before = near->square;
    offer_points(near, on, in);
    if (near->square < before) memcpy(near->normal, normal, sizeof normal);
}

static void near_edge(const double p[3], const double u[3], const struct core *b,
                      struct near_cores *near) {
    switch (b->kind) {
    case CORE_SEGMENT: lbx_near_segments(p, u, b->vertex[0], b->edge[0], near); break;
    case CORE_TRIANGLE: near_triangle(p, u, b, near); break;
    default: near_box(p, u, b, near);
    }
}

// Edge e of twelve: along axis e / 4, at the signs of the bits of e % 4 along the other two.
void lbx_core_edge(const struct core *core, unsigned e, double start[3], double way[3]) {
    if (core->kind != CORE_BOX) {
        memcpy(start, core->vertex[e], 3 * sizeof *start);
        memcpy(way, core->edge[e], 3 * sizeof *way);
        return;
    }
    const unsigned k = e / 4;
    step_along(core->vertex[0], -core->half[k], core->edge[k], start);
    for (unsigned j = 1; j < 3; j++) {
        const unsigned l = (k + j) % 3;
        step_along(start, e >> (j - 1) & 1 ? core->half[l] : -core->half[l], core->edge[l], start);
    }
    for (int c = 0; c < 3; c++) way[c] = product_of(2 * core->half[k], core->edge[k][c]);
}

static void near_edges_of(const struct core *a, const struct core *b, struct near_cores *near) {
    const unsigned edges = a->kind == CORE_BOX ? 12 : a->kind == CORE_TRIANGLE ? 3 : 1;
    for (unsigned e = 0; e < edges; e++) {
        double start[3], way[3];
        lbx_core_edge(a, e, start, way);
        near_edge(start, way, b, near);
    }
}

static void turn_about(struct near_cores *near) {
    for (int c = 0; c < 3; c++) {
        const double first = near->point[0][c];
        near->point[0][c] = near->point[1][c];
        near->point[1][c] = first;
        near->normal[c] = -near->normal[c];
    }
}

// Two cores are nearest to each other at a point of an edge of one of them, if they do not meet; if
// they do, an edge of one of them meets the other.
void lbx_near_cores(const struct core *a, const struct core *b, struct near_cores *near) {
    near->square = INFINITY;
    if (b->kind != CORE_SEGMENT) {
        near_edges_of(a, b, near);
        if (a->kind == CORE_SEGMENT) return;
        turn_about(near);
    }
    near_edges_of(b, a, near);
    turn_about(near);
}

void lbx_point_between_boxes(const float *a, const float *b, float point[3]) {
    struct core box[2];
    struct near_cores near;
    double origin[3];
    for (int c = 0; c < 3; c++) origin[c] = (double)a[c];
    const bool first = lbx_open_box(&box[0], a, origin), second = lbx_open_box(&box[1], b, origin);
    if (first && second)
        lbx_near_cores(&box[0], &box[1], &near);
    else // boxes of other axes than the range has: their centers
        for (int s = 0; s < 2; s++) memcpy(near.point[s], box[s].vertex[0], sizeof near.point[s]);
    for (int c = 0; c < 3; c++)
        point[c] = (float)(origin[c] + (near.point[0][c] + near.point[1][c]) / 2);
}
