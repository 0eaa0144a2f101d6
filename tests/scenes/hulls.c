// SPDX-License-Identifier: MIT
#include "hulls.h"

static float length(double x) {
    return (float)(fabs(x) < LEAST_LENGTH ? 0 : x);
}

void put_pair(const struct hull_pair *p, float first[], float second[]) {
    for (unsigned v = 0; v < p->hull.corners; v++) {
        for (int c = 0; c < 3; c++) first[3 * v + c] = length(p->hull.corner[v][c]);
    }
    if (!p->aligned) {
        put_box(second, &p->box);
        return;
    }
    for (int c = 0; c < 3; c++) {
        second[c] = length(p->box.center[c] - p->box.half[c]);
        second[3 + c] = length(p->box.center[c] + p->box.half[c]);
    }
}

double pair_size(const struct hull_pair *p) {
    double size = 0;
    for (int k = 0; k < 3; k++) {
        double low = INFINITY, high = -INFINITY;
        for (unsigned v = 0; v < p->hull.corners; v++) {
            const double at = dot(p->hull.corner[v], p->box.axis[k]);
            low = fmin(low, at);
            high = fmax(high, at);
        }
        size += p->box.half[k] + (high - low) / 2;
    }
    return size;
}

void move_hull(struct hull *hull, const double by[3]) {
    for (unsigned v = 0; v < hull->corners; v++) {
        for (int c = 0; c < 3; c++) hull->corner[v][c] += by[c];
    }
}

static void scale_pair(struct hull_pair *p, int scale) {
    scale_box(&p->box, scale);
    for (unsigned v = 0; v < p->hull.corners; v++) {
        for (int c = 0; c < 3; c++) p->hull.corner[v][c] = ldexp(p->hull.corner[v][c], scale);
    }
}

static void straight_axes(double axis[3][3]) {
    for (int k = 0; k < 3; k++) {
        for (int c = 0; c < 3; c++) axis[k][c] = k == c;
    }
}

static void any_pair(struct random *r, struct hull_pair *p, double reach, double least, double most,
                     double spread) {
    straight_axes(p->box.axis);
    if (!p->aligned) random_rotation(r, p->box.axis);
    double middle[3];
    for (int c = 0; c < 3; c++) {
        p->box.center[c] = random_between(r, -reach, reach);
        p->box.half[c] = random_between(r, least, most);
        middle[c] = random_between(r, -reach, reach);
    }
    for (unsigned v = 0; v < p->hull.corners; v++) {
        for (int c = 0; c < 3; c++)
            p->hull.corner[v][c] = middle[c] + random_between(r, -spread, spread);
    }
}

// --- contact ---

// An edge from one corner of the hull to another. Some edges are parallel to the box's axes or
// almost parallel; those of a sliver are almost parallel to each other.
static void random_edge(struct random *r, enum scene scene, const struct hull_pair *p, bool grid,
                        double edge[3]) {
    const unsigned along = scene == SCENE_ALONG ? 2 : 4; // one in so many components is 0
    double part[3];
    const bool awkward = random_chance(r, scene == SCENE_ALONG ? 1 : 2);
    for (int k = 0; k < 3; k++) {
        part[k] = grid ? ldexp(random_int(r, -16, 16), -5) : random_signed(r, extent(r, scene) / 8);
        if (awkward && random_chance(r, along)) part[k] = 0;
        if (awkward && !grid && random_chance(r, along)) part[k] *= random_scale(r, -30, -3);
    }
    memcpy(edge, part, sizeof part);
    if (p->aligned || (grid && random_chance(r, 2))) return;
    const unsigned only = random_below(r, 3);
    const double sign = random_sign(r);
    for (int c = 0; c < 3; c++) {
        edge[c] = grid ? sign * p->box.axis[only][c] : 0;
        for (int k = 0; k < 3 && !grid; k++) edge[c] += part[k] * p->box.axis[k][c];
    }
}

static void random_hull(struct random *r, enum scene scene, struct hull_pair *p, bool grid,
                        int ratio) {
    memset(p->hull.corner, 0, sizeof p->hull.corner);
    for (unsigned v = 1; v < p->hull.corners; v++) {
        double *const at = p->hull.corner[v];
        const double *const before = p->hull.corner[v - 1];
        random_edge(r, scene, p, grid, at);
        for (int c = 0; c < 3; c++) at[c] = ldexp(at[c], ratio);
        const unsigned kind = grid ? 8 : random_below(r, 9);
        if (kind == 0) memset(at, 0, sizeof p->hull.corner[v]); // a point, or a segment
        if (v == 2 && (kind == 1 || kind == 2)) {               // a sliver, or a segment
            const double part = random_between(r, -.5, 1.5), off = random_scale(r, -26, -2);
            for (int c = 0; c < 3; c++) at[c] = part * before[c] + (kind == 1 ? off * at[c] : 0);
        }
        if (v == 2 && kind == 3) { // a needle
            const double off = random_scale(r, -26, -2);
            for (int c = 0; c < 3; c++) at[c] = before[c] + off * at[c];
        }
    }
    // Any corner may be the one that the others are placed relative to.
    for (unsigned v = p->hull.corners - 1; v > 0; v--) {
        const unsigned w = random_below(r, v + 1);
        for (int c = 0; c < 3; c++) {
            const double swap = p->hull.corner[v][c];
            p->hull.corner[v][c] = p->hull.corner[w][c];
            p->hull.corner[w][c] = swap;
        }
    }
}

// A unit axis of the test: perpendicular to a face of the box, to an edge of both, or to the
// triangle.
static void random_axis(struct random *r, const struct hull_pair *p, double L[3]) {
    const unsigned i = random_below(r, 3), v = random_below(r, p->hull.corners);
    const double *const from = p->hull.corner[v],
                        *const to = p->hull.corner[(v + 1) % p->hull.corners],
                        *const last = p->hull.corner[(v + 2) % p->hull.corners];
    double edge[3], other[3];
    for (int c = 0; c < 3; c++) {
        edge[c] = to[c] - from[c];
        other[c] = last[c] - from[c];
    }
    const unsigned kind = random_below(r, p->hull.corners + 1);
    memcpy(L, p->box.axis[i], 3 * sizeof *L);
    if (kind == 1 || kind == 2) cross(p->box.axis[i], edge, L);
    if (kind == 3) cross(edge, other, L);
    if (dot(L, L) <= 1e-24 * dot(edge, edge) * dot(edge, edge))
        memcpy(L, p->box.axis[i], 3 * sizeof *L);
    normalize(L);
    double sign = dot(L, other); // the third corner lies beyond the edge
    if (fabs(sign) < 1e-9 * sqrt(dot(other, other)) || kind == 0) sign = random_sign(r);
    for (int c = 0; c < 3; c++) L[c] = sign < 0 ? -L[c] : L[c];
}

// A point of the hull that is lowest along L: a corner, or a point between corners that tie.
static void nearest_point(struct random *r, const struct hull *hull, const double L[3],
                          double point[3]) {
    unsigned tied[3], ties = 0;
    double least = INFINITY, size = 0;
    for (unsigned v = 0; v < hull->corners; v++) {
        least = fmin(least, dot(hull->corner[v], L));
        size = fmax(size, dot(hull->corner[v], hull->corner[v]));
    }
    for (unsigned v = 0; v < hull->corners; v++) {
        if (dot(hull->corner[v], L) - least <= 1e-7 * sqrt(size)) tied[ties++] = v;
    }
    const double *const a = hull->corner[tied[random_below(r, ties)]],
                        *const b = hull->corner[tied[random_below(r, ties)]],
                        *const c = hull->corner[tied[random_below(r, ties)]];
    const int quarters = random_int(r, 0, 4);
    for (int k = 0; k < 3; k++) {
        point[k] = a[k] + (b[k] - a[k]) * quarters / 4;
        if (quarters == 2) point[k] = (point[k] + c[k]) / 2;
    }
}

static void farthest_point(struct random *r, const struct obb *box, const double L[3],
                           double point[3]) {
    memcpy(point, box->center, sizeof box->center);
    for (int k = 0; k < 3; k++) {
        const double along = dot(L, box->axis[k]);
        const double s = fabs(along) < 1e-6 ? random_int(r, -1, 1) : along > 0 ? 1 : -1;
        for (int c = 0; c < 3; c++) point[c] += s * box->half[k] * box->axis[k][c];
    }
}

// Moves the hull so that one of its points coincides with one of the box, so that they touch,
// whatever the axis is. Then moves it along the axis by the gap, `gap` times the size of both.
static void touch(struct random *r, struct hull_pair *p, double gap) {
    double L[3], hull_point[3], box_point[3], by[3];
    random_axis(r, p, L);
    nearest_point(r, &p->hull, L, hull_point);
    farthest_point(r, &p->box, L, box_point);
    const double size = pair_size(p);
    for (int c = 0; c < 3; c++) by[c] = box_point[c] - hull_point[c] + gap * size * L[c];
    move_hull(&p->hull, by);
}

static bool all_floats(const struct hull_pair *p) {
    for (unsigned v = 0; v < p->hull.corners; v++) {
        for (int c = 0; c < 3; c++) {
            if ((double)(float)p->hull.corner[v][c] != p->hull.corner[v][c]) return false;
        }
    }
    return true;
}

static void contact_box(struct random *r, enum scene scene, struct hull_pair *p, bool exact,
                        int far) {
    straight_axes(p->box.axis);
    if (!p->aligned) awkward_rotation(r, p->box.axis);
    for (int k = 0; k < 3; k++) {
        p->box.half[k] = extent(r, scene) / 8;
        p->box.center[k] = ldexp(random_int(r, -8, 8), far);
        if (exact && !p->aligned) p->box.center[k] = 0;
    }
    if (exact && !p->aligned) onto_grid(r, &p->box);
}

static void contact(struct random *r, enum scene scene, struct hull_pair *p) {
    const bool exact = scene == SCENE_TOUCHING || scene == SCENE_ULP, any = scene == SCENE_SCALES;
    const int scale = any ? random_int(r, -30, 30) : random_int(r, -20, 20);
    const int ratio = any ? random_int(r, -20, 20) : 0, far = any ? random_int(r, -2, 20) : 0;
    const bool apart = scene != SCENE_TOUCHING && random_chance(r, 2);
    const double gap = apart ? random_signed(r, random_scale(r, -25, -8)) : 0;
    do {
        contact_box(r, scene, p, exact, far);
        random_hull(r, scene, p, exact, ratio);
        touch(r, p, gap);
    } while (exact && !apart && !all_floats(p));
    if (scene == SCENE_DEGENERATE && random_chance(r, 6)) { // nested
        double by[3];
        for (int c = 0; c < 3; c++) by[c] = p->box.center[c] - p->hull.corner[0][c];
        move_hull(&p->hull, by);
    }
    const unsigned corner = random_below(r, p->hull.corners);
    double *const moved = &p->hull.corner[corner][random_below(r, 3)];
    if (scene == SCENE_ULP && !apart && *moved != 0) *moved = nudged(r, (float)*moved);
    scale_pair(p, scale);
}

// --- all scenes ---

static void hostile(struct random *r, struct hull_pair *p, float first[], float second[]) {
    const unsigned floats[2] = {3 * p->hull.corners, p->aligned ? 6 : AXIS + 9};
    any_pair(r, p, 1, .25, 1, 1.5);
    put_pair(p, first, second);
    if (random_chance(r, 4)) {
        hostile_item(r, first, floats[0]);
        if (p->aligned) {
            hostile_box(r, second);
        } else {
            hostile_item(r, second, floats[1]);
        }
        return;
    }
    for (unsigned k = random_below(r, 5); k > 0; k--) { // a few floats of either
        const unsigned side = random_below(r, 2);
        const float awkward = random_hostile(r);
        (side ? second : first)[random_below(r, floats[side])] = awkward;
    }
}

static void make_pair(struct random *r, enum scene scene, unsigned corners, bool aligned,
                      float first[], float second[]) {
    struct hull_pair p = {.hull = {.corners = corners}, .aligned = aligned};
    switch (scene) {
    case SCENE_MIXED: any_pair(r, &p, corners == 2 ? .65 : .9, .25, 1.25, 1.25); break;
    case SCENE_SPARSE: any_pair(r, &p, 3.5, .25, 1.25, 1.25); break;
    case SCENE_ALL_HIT: any_pair(r, &p, .25, 1, 2, .5); break;
    case SCENE_ALL_MISS: {
        any_pair(r, &p, 1, 0, 1, 1);
        double by[3] = {0};
        const double way = random_signed(r, random_between(r, 7, 50));
        by[random_below(r, 3)] = way;
        move_hull(&p.hull, by);
        break;
    }
    case SCENE_TOUCHING:
    case SCENE_ULP:
    case SCENE_ALONG:
    case SCENE_DEGENERATE:
    case SCENE_SCALES: contact(r, scene, &p); break;
    case SCENE_WORST: worst_hull(r, &p); break;
    default: hostile(r, &p, first, second); return;
    }
    put_pair(&p, first, second);
}

void scene_segment_aabb(struct random *r, enum scene scene, float first[], float second[]) {
    make_pair(r, scene, 2, true, first, second);
}

void scene_segment_obb(struct random *r, enum scene scene, float first[], float second[]) {
    make_pair(r, scene, 2, false, first, second);
}

void scene_triangle_aabb(struct random *r, enum scene scene, float first[], float second[]) {
    make_pair(r, scene, 3, true, first, second);
}

void scene_triangle_obb(struct random *r, enum scene scene, float first[], float second[]) {
    make_pair(r, scene, 3, false, first, second);
}
