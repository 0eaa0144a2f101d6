// SPDX-License-Identifier: MIT
// Rays (origin, dir, inv_dir, t_min, t_max) and triangles (three vertices).
#include <math.h>

#include "rays.h"
#include "rotations.h"

enum { FLOATS = 9, STEPS = 256, PARTS = 8 };

struct shot {
    double origin[3], dir[3], vertex[3][3];
    double t_min, t_max;
};

static void swap_vertices(struct shot *s, unsigned v, unsigned w) {
    for (int c = 0; c < 3; c++) {
        const double swap = s->vertex[v][c];
        s->vertex[v][c] = s->vertex[w][c];
        s->vertex[w][c] = swap;
    }
}

static void shuffle(struct random *r, struct shot *s) {
    for (unsigned v = 2; v > 0; v--) swap_vertices(s, v, random_below(r, v + 1));
}

// Scales lengths and, by another power of two, t.
static void scale_both(struct random *r, struct shot *s) {
    const int scale = random_int(r, -20, 20), stretch = random_int(r, -10, 10);
    for (int c = 0; c < 3; c++) {
        s->origin[c] = ldexp(s->origin[c], scale);
        s->dir[c] = ldexp(s->dir[c], scale - stretch);
        for (int v = 0; v < 3; v++) s->vertex[v][c] = ldexp(s->vertex[v][c], scale);
    }
    s->t_min = ldexp(s->t_min, stretch);
    s->t_max = ldexp(s->t_max, stretch);
}

static void put(const struct shot *s, float ray[], float y[]) {
    for (int c = 0; c < 3; c++) {
        ray[ORIGIN + c] = (float)s->origin[c];
        ray[DIR + c] = (float)s->dir[c];
    }
    for (int k = 0; k < FLOATS; k++) y[k] = (float)s->vertex[k / 3][k % 3];
    finish_ray(ray, (float)s->t_min, (float)s->t_max);
}

// --- from anywhere outside ---

// No sliver: each vertex lies farthest along a different axis.
static void any_triangle(struct random *r, struct shot *s, double reach, double size) {
    for (int c = 0; c < 3; c++) {
        const double middle = random_between(r, -reach, reach);
        for (int v = 0; v < 3; v++) {
            const double aside = random_between(r, -.25, .25);
            s->vertex[v][c] = middle + size * (v == c ? 1 + aside : aside);
        }
    }
    shuffle(r, s);
}

// A point of the triangle, or of its plane outside it.
static void any_target(struct random *r, const struct shot *s, bool inside, double target[3]) {
    double u = random_between(r, .02, .96), v = random_between(r, .01, .99) * (.98 - u);
    if (!inside) {
        const double swap = 1.02 - u;
        u = 1.02 - v;
        v = swap;
    }
    for (int c = 0; c < 3; c++) {
        const double *const x = &s->vertex[0][c];
        target[c] = x[0] + u * (x[3] - x[0]) + v * (x[6] - x[0]);
    }
}

static void aim(struct random *r, struct shot *s, const double target[3]) {
    const unsigned away = random_below(r, 3);
    for (int c = 0; c < 3; c++) s->origin[c] = (float)random_between(r, -6, 6);
    s->origin[away] = (float)random_signed(r, random_between(r, 6, 9));
    const double length = random_between(r, .25, 4);
    for (int c = 0; c < 3; c++) s->dir[c] = (target[c] - s->origin[c]) / length;
    if (random_chance(r, 8)) { // along an axis: +0 or -0
        const unsigned flat = (away + 1) % 3;
        s->dir[flat] = 0 * random_sign(r);
        s->origin[flat] = target[flat];
    }
    s->t_min = 0;
    s->t_max = INFINITY;
}

static void any_shot(struct random *r, struct shot *s, double reach, double size, bool inside) {
    double target[3];
    any_triangle(r, s, reach, size);
    any_target(r, s, inside, target);
    aim(r, s, target);
}

// --- contacts on a grid ---

// Weights of the vertices in eighths: a point at a vertex, on an edge or inside, or, if `beside`,
// in the plane around the triangle.
static void meeting(struct random *r, bool beside, int parts[3]) {
    const unsigned v = random_below(r, 3), kind = random_below(r, 3);
    const int first = random_int(r, 1, PARTS - 2), second = random_int(r, 1, PARTS - 1 - first);
    const int less = beside ? random_int(r, 1, 12) : 0;
    parts[v] = kind == 0 ? PARTS : first;
    parts[(v + 1) % 3] = kind == 2 ? second : 0;
    if (beside) parts[(v + 1) % 3] -= less;
    parts[(v + 2) % 3] = PARTS - parts[v] - parts[(v + 1) % 3];
}

static void point_of(const struct shot *s, const int parts[3], double point[3]) {
    for (int c = 0; c < 3; c++) {
        point[c] = 0;
        for (int v = 0; v < 3; v++) point[c] += parts[v] * s->vertex[v][c] / PARTS;
    }
}

static void grid_triangle(struct random *r, struct shot *s) {
    for (int k = 0; k < FLOATS; k++) s->vertex[k / 3][k % 3] = PARTS * random_int(r, -16, 16);
}

// Replaces the triangle by a point, a segment or a sliver.
static void flatten(struct random *r, struct shot *s) {
    const unsigned kind = random_below(r, 5);
    const int part = random_int(r, 0, PARTS);
    for (int c = 0; c < 3; c++) {
        const double thin = ldexp(random_int(r, -3, 3), -14);
        const double from = s->vertex[0][c], to = s->vertex[1][c];
        const double between = from + part * (to - from) / PARTS;
        if (kind == 0) s->vertex[1][c] = from;
        s->vertex[2][c] = kind < 2    ? from
                          : kind == 2 ? between
                          : kind == 3 ? to + thin
                                      : between + thin;
    }
    shuffle(r, s);
}

// Any direction, one along an axis, or one in the triangle's plane.
static void direction(struct random *r, struct shot *s, bool in_plane) {
    const unsigned kind = in_plane ? 2 : random_below(r, 3), only = random_below(r, 3);
    const int first = random_int(r, -2, 2), second = random_chance(r, 2) ? 0 : random_int(r, -2, 2);
    for (unsigned c = 0; c < 3; c++) {
        const double *const x = &s->vertex[0][c];
        const int any = random_int(r, -255, 255);
        s->dir[c] = kind == 0                ? any
                    : kind == 1 && c != only ? 0 * random_sign(r)
                    : kind == 1              ? any
                                             : first * (x[3] - x[0]) + second * (x[6] - x[0]);
    }
    if (s->dir[0] == 0 && s->dir[1] == 0 && s->dir[2] == 0) s->dir[only] = 16;
}

static void range_about(struct random *r, struct shot *s, int t) {
    s->t_min = random_int(r, -2, 0);
    s->t_max = random_chance(r, 2) ? INFINITY : 100;
    if (random_chance(r, 4)) s->t_max = t; // contact where the range ends
    if (random_chance(r, 4)) s->t_min = t; // or where it begins
}

// All in integers, so that nothing is rounded: the ray's point at t is a point of the triangle.
static void contact(struct random *r, enum scene scene, struct shot *s) {
    int parts[3];
    double at[3];
    grid_triangle(r, s);
    if (scene == SCENE_DEGENERATE) flatten(r, s);
    meeting(r, false, parts);
    point_of(s, parts, at);
    direction(r, s, scene == SCENE_DEGENERATE && random_chance(r, 3));
    const int t = random_int(r, 0, 4);
    for (int c = 0; c < 3; c++) s->origin[c] = at[c] - t * s->dir[c];
    range_about(r, s, t);
    scale_both(r, s);
}

// Changes a coordinate, or an end of the range that is not 0, by an ulp or by up to 2^-8.
static void nudge(struct random *r, float ray[], float y[]) {
    const unsigned any = random_below(r, 16);
    float *const x = any < FLOATS ? &y[any] : any < 15 ? &ray[any - FLOATS] : &ray[T_MAX];
    if (*x != 0 && isfinite(*x)) *x = nudged(r, *x);
    if (!isfinite(ray[T_MAX]) || ray[T_MAX] < ray[T_MIN]) ray[T_MAX] = INFINITY;
    finish_ray(ray, ray[T_MIN], ray[T_MAX]);
}

// The ray lies in the triangle's plane and passes through the triangle or past it, from outside or
// from inside. At times it is slanted or lifted a little, so that it sees the triangle edge on.
static void along(struct random *r, struct shot *s) {
    int parts[3];
    double at[3];
    grid_triangle(r, s);
    meeting(r, random_chance(r, 3), parts);
    point_of(s, parts, at);
    direction(r, s, true);
    if (random_chance(r, 4)) {
        // Along an edge, or beside it.
        const unsigned k = random_below(r, 3), from = random_below(r, 2);
        for (int c = 0; c < 3; c++) {
            const double way = s->vertex[(k + 1) % 3][c] - s->vertex[k][c];
            s->dir[c] = from ? way : -way;
            at[c] = s->vertex[k][c];
        }
        if (s->dir[0] == 0 && s->dir[1] == 0 && s->dir[2] == 0) s->dir[k] = 1;
    }
    const int t = random_int(r, 0, 2);
    const bool slanted = random_chance(r, 3), lifted = random_chance(r, 4);
    const double slant = random_scale(r, -30, -4), lift = random_scale(r, -30, -4);
    for (int c = 0; c < 3; c++) {
        s->dir[c] += slanted ? random_signed(r, slant) : 0;
        s->origin[c] = at[c] - t * s->dir[c] + (lifted ? random_signed(r, lift) : 0);
    }
    range_about(r, s, t);
    scale_both(r, s);
}

// --- all sizes ---

static double in_range(double x) {
    return fabs(x) < (double)LEAST_LENGTH ? 0 * x : x;
}

static void scales(struct random *r, struct shot *s) {
    const int scale = random_int(r, -32, 50), speed = random_int(r, -50, 35);
    const int ratio = random_int(r, -20, 0), far = random_int(r, -4, 4);
    const bool aside = random_chance(r, 3);
    double way[3], at[3], length = 0;
    for (int c = 0; c < 3; c++) {
        const int own = random_chance(r, 4) ? random_int(r, -20, 0) : ratio;
        const double middle = random_signed(r, random_scale(r, scale, scale + 5));
        for (int v = 0; v < 3; v++)
            s->vertex[v][c] = in_range(
                (float)(middle + random_signed(r, random_scale(r, scale + own, scale + own + 4))));
        way[c] = random_signed(r, random_scale(r, scale + far - 4, scale + far + 1));
        if (random_chance(r, 6)) way[c] *= 0;
        length = fmax(length, fabs(way[c]));
    }
    any_target(r, s, !aside, at);
    const double pace = ldexp(1 + random_unit(r), speed), t = length / pace;
    for (int c = 0; c < 3; c++) {
        s->dir[c] = in_range(length > 0 ? way[c] / t : c == 0 ? pace : 0);
        s->origin[c] = in_range(at[c] - way[c]);
    }
    s->t_min = random_chance(r, 2) ? 0 : t * random_between(r, -1, 1.25);
    s->t_max = random_chance(r, 2) ? INFINITY : t * random_between(r, .75, 2);
}

// --- pairs that need the pads ---

// The area between the ray and vertices 1 and 2 is exactly 0. This is how far rounding moves it
// away from the sign of the other areas, in units of the pad's size: in float, or in double.
static double area_in_float(const struct shot *s) {
    float x[3], y[3], beside = 0, depth = 0;
    const float shear[2] = {(float)s->dir[0] / (float)s->dir[2],
                            (float)s->dir[1] / (float)s->dir[2]};
    for (int v = 0; v < 3; v++) {
        const float z = (float)s->vertex[v][2] - (float)s->origin[2];
        const float sheared[2] = {shear[0] * z, shear[1] * z};
        x[v] = (float)s->vertex[v][0] - (float)s->origin[0];
        y[v] = (float)s->vertex[v][1] - (float)s->origin[1];
        x[v] -= sheared[0];
        y[v] -= sheared[1];
        beside = fmaxf(beside, fmaxf(fabsf(x[v]), fabsf(y[v])));
        depth = fmaxf(depth, fabsf(z));
    }
    const float left = x[2] * y[1], right = y[2] * x[1], others = x[0] * y[2];
    const float area = left - right, other = others - y[0] * x[2];
    return (double)(other < 0 ? area : -area) / ((double)beside * ((double)beside + depth));
}

static double area_in_double(const struct shot *s) {
    double x[3], y[3], beside = 0, depth = 0;
    const double shear[2] = {s->dir[0] / s->dir[2], s->dir[1] / s->dir[2]};
    for (int v = 0; v < 3; v++) {
        const double z = s->vertex[v][2] - s->origin[2];
        const double sheared[2] = {shear[0] * z, shear[1] * z};
        x[v] = s->vertex[v][0] - s->origin[0];
        y[v] = s->vertex[v][1] - s->origin[1];
        x[v] -= sheared[0];
        y[v] -= sheared[1];
        beside = fmax(beside, fmax(fabs(x[v]), fabs(y[v])));
        depth = fmax(depth, fabs(z));
    }
    const double left = x[2] * y[1], right = y[2] * x[1], others = x[0] * y[2];
    const double area = left - right, other = others - y[0] * x[2];
    return (other < 0 ? area : -area) / (beside * (beside + depth));
}

// A ray from a little beyond 1 along each axis to 0, which it reaches at t = 1. There lies the
// middle of a short edge, which extends as far along x as along y. The differences of vertices and
// origin are finer than the grid of floats at their size.
static void draw_short_edge(struct random *r, struct shot *s, int scale, unsigned part) {
    for (unsigned c = 0; c < 3; c++) {
        if (part != c && part != 3) continue; // redraw one coordinate of the origin, or all
        const double about = c == 2 ? 1.0625 : 1;
        s->dir[c] = (float)random_between(r, about, about + .0625);
        s->origin[c] = -s->dir[c];
    }
    for (unsigned c = 0; c < 3 && part >= 3; c++) {
        const double least = c == 2 ? -.125 : .875, most = c == 2 ? .125 : 1;
        const double any = (float)random_between(r, least, most);
        const double third = (float)random_between(r, -1, 1);
        s->vertex[1][c] = ldexp(c == 1 ? random_signed(r, any) : any, scale);
        s->vertex[2][c] = -s->vertex[1][c];
        s->vertex[0][c] = ldexp(c == 2 ? third / 8 : third, scale);
    }
}

// The ray, of many such, that rounding moves farthest outside. Better ones are made from good ones
// by redrawing a part of them.
static void through_edge(struct random *r, struct shot *s, bool fine) {
    const int scale = fine ? random_int(r, -31, -29) : random_int(r, -12, -6);
    double most = -INFINITY;
    for (unsigned k = 0; k < STEPS; k++) {
        struct shot next = *s;
        draw_short_edge(r, &next, scale, k == 0 ? 3 : random_below(r, 5));
        const double off = fine ? area_in_double(&next) : area_in_float(&next);
        if (k > 0 && off <= most) continue;
        most = off;
        *s = next;
    }
    s->t_min = 0;
    s->t_max = random_chance(r, 2) ? INFINITY : 2;
}

// Through a triangle's centroid, where the ray's range ends or begins.
static void at_end(struct random *r, struct shot *s) {
    const bool level = random_chance(r, 2);
    const int scale = random_int(r, -12, -1);
    for (int c = 0; c < 3; c++) {
        s->origin[c] = (float)random_signed(r, random_between(r, .5, 1));
        s->dir[c] = -s->origin[c];
        for (int v = 0; v < 2; v++)
            s->vertex[v][c] = c == 2 && level ? 0 : ldexp(random_int(r, -2047, 2047), scale - 11);
        s->vertex[2][c] = -s->vertex[0][c] - s->vertex[1][c];
    }
    const bool last = random_chance(r, 2);
    s->t_min = last ? 0 : 1;
    s->t_max = last ? 1 : 2;
}

// The ray passes an edge by up to the bound. The triangle lies behind the edge, at times as a
// sliver.
static void past_edge(struct random *r, struct shot *s) {
    double axis[3][3], size = 0;
    random_rotation(r, axis);
    const double thin = random_chance(r, 2) ? 1 : random_scale(r, -30, -2);
    const double by = random_between(r, 0, 0x1p-19), deep = random_between(r, -.5, .5);
    const double middle = random_between(r, -.75, .75), far = random_scale(r, -6, 6);
    for (int c = 0; c < 3; c++) {
        s->vertex[0][c] = axis[0][c];
        s->vertex[1][c] = -axis[0][c];
        s->vertex[2][c] = middle * axis[0][c] + thin * (axis[1][c] + deep * axis[2][c]);
        s->origin[c] = far * (axis[2][c] + deep * axis[1][c] + middle * axis[0][c]);
        size = fmax(size, fabs(s->origin[c]));
    }
    for (int c = 0; c < 3; c++) {
        const double beside = -by * size * axis[1][c];
        s->dir[c] = beside - s->origin[c];
    }
    s->t_min = 0;
    s->t_max = random_chance(r, 2) ? INFINITY : 1 + random_signed(r, random_scale(r, -24, -12));
}

// As seen along the ray, the triangle's area is little more than 2^-6 or 2^-24 of the square of its
// size. Below the first the kernel gives up floats, below the second the triangle. The triangle may
// be a sliver or not.
static void slender(struct random *r, struct shot *s) {
    double axis[3][3], at[3];
    random_rotation(r, axis);
    const double thin = random_chance(r, 2) ? random_scale(r, -9, -3) : random_scale(r, -27, -20);
    const double rise = random_chance(r, 2) ? 0 : random_signed(r, random_scale(r, -4, 1));
    const double lean = random_signed(r, random_scale(r, -3, 1)), far = random_scale(r, -2, 8);
    for (int c = 0; c < 3; c++) { // the ray follows axis 2
        s->vertex[0][c] = axis[0][c] + lean * axis[2][c];
        s->vertex[1][c] = -axis[0][c] - lean * axis[2][c];
        s->vertex[2][c] = thin * axis[1][c] + rise * axis[2][c];
    }
    any_target(r, s, !random_chance(r, 4), at);
    for (int c = 0; c < 3; c++) {
        s->origin[c] = (float)(at[c] - far * axis[2][c]);
        s->dir[c] = at[c] - s->origin[c];
    }
    s->t_min = 0;
    s->t_max = random_chance(r, 2) ? INFINITY : 1 + random_signed(r, random_scale(r, -24, -6));
}

// Rotates the order of the components, so that any axis may be the ray's dominant one.
static void turn(struct random *r, struct shot *s) {
    const unsigned by = random_below(r, 3);
    double *const each[5] = {s->origin, s->dir, s->vertex[0], s->vertex[1], s->vertex[2]};
    for (int k = 0; k < 5; k++) {
        const double x[3] = {each[k][0], each[k][1], each[k][2]};
        for (unsigned c = 0; c < 3; c++) each[k][c] = x[(c + by) % 3];
    }
}

static void worst(struct random *r, struct shot *s) {
    switch (random_below(r, 6)) {
    case 0: through_edge(r, s, false); break;
    case 1: through_edge(r, s, true); break;
    case 2: at_end(r, s); break;
    case 3:
    case 4: past_edge(r, s); break;
    default: slender(r, s); break;
    }
    shuffle(r, s);
    turn(r, s);
    scale_both(r, s);
}

// --- all scenes ---

static void hostile(struct random *r, float ray[], float y[]) {
    struct shot s;
    any_shot(r, &s, 1, 1, true);
    put(&s, ray, y);
    if (random_chance(r, 4)) {
        hostile_item(r, ray, T_MAX + 1);
        hostile_item(r, y, FLOATS);
        return;
    }
    for (unsigned k = random_below(r, 5); k > 0; k--) { // a few floats of either
        const float awkward = random_hostile(r);
        if (random_chance(r, 2)) {
            ray[random_below(r, T_MAX + 1)] = awkward;
        } else {
            y[random_below(r, FLOATS)] = awkward;
        }
    }
}

void scene_ray_triangle(struct random *r, enum scene scene, float ray[], float y[]) {
    struct shot s = {{0}, {0}, {{0}}, 0, INFINITY};
    switch (scene) {
    case SCENE_MIXED:
        any_shot(r, &s, 1, 2, random_below(r, 5) < 3);
        if (random_chance(r, 4)) s.t_max = random_between(r, .5, 8);
        if (random_chance(r, 4)) s.t_min = random_between(r, -1, 2);
        break;
    case SCENE_SPARSE: any_shot(r, &s, 4, 1, random_chance(r, 24)); break;
    case SCENE_ALL_HIT: any_shot(r, &s, .5, 2, true); break;
    case SCENE_ALL_MISS: // straight away from the triangle
        any_shot(r, &s, 1, 1, true);
        for (int c = 0; c < 3; c++) {
            s.dir[c] = -s.dir[c];
            s.origin[c] += s.dir[c] * 16;
        }
        break;
    case SCENE_TOUCHING:
    case SCENE_ULP:
    case SCENE_DEGENERATE: contact(r, scene, &s); break;
    case SCENE_ALONG: along(r, &s); break;
    case SCENE_SCALES: scales(r, &s); break;
    case SCENE_WORST: worst(r, &s); break;
    default: hostile(r, ray, y); return;
    }
    put(&s, ray, y);
    if (scene == SCENE_ULP || (scene == SCENE_DEGENERATE && random_chance(r, 2))) nudge(r, ray, y);
}
