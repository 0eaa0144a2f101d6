// SPDX-License-Identifier: MIT
// A point and a triangle: near its features, on the borders between their regions, beside slivers.
#include "rotations.h"
#include "scenes.h"

enum { FLOATS = POINT_TRIANGLE_FLOATS, VERTICES = 3 };

// A point of the triangle's plane: of its inside, an edge, a vertex, or outside.
static void at_weights(struct random *r, double vertex[3][3], bool outside, double at[3]) {
    const unsigned kind = random_below(r, 3);
    double u = random_int(r, outside ? -8 : 0, 8), v = random_int(r, outside ? -8 : 0, 8);
    if (kind < 2) v = 0;
    if (kind < 1) u = random_int(r, 0, 1) * 8;
    if (!outside && u + v > 8) u = 8 - v;
    for (int c = 0; c < 3; c++)
        at[c] = vertex[0][c] +
                (u * (vertex[1][c] - vertex[0][c]) + v * (vertex[2][c] - vertex[0][c])) / 8;
}

static void put(const double at[3], double vertex[3][3], unsigned first, float x[]) {
    for (unsigned c = 0; c < 3; c++) {
        x[c] = (float)at[c];
        for (unsigned v = 0; v < 3; v++)
            x[VERTICES + 3 * ((v + first) % 3) + c] = (float)vertex[v][c];
    }
}

// In integers: on the triangle, or off it along an axis.
static void on_grid(struct random *r, enum scene scene, float x[]) {
    const int most = scene == SCENE_ALONG ? 2 : 16;
    double vertex[3][3], at[3];
    for (int k = 0; k < 9; k++) vertex[k / 3][k % 3] = 8 * random_int(r, -most, most);
    const unsigned flat = random_below(r, 6);
    for (int v = 0; v < 3 && flat < 3; v++) vertex[v][flat] = 0;
    at_weights(r, vertex, random_chance(r, 3), at);
    if (random_chance(r, 2)) at[flat % 3] += random_int(r, -16, 16);
    put(at, vertex, random_below(r, 3), x);
    if (scene != SCENE_ULP) return;
    float *const any = &x[random_below(r, FLOATS)];
    if (*any != 0) *any = nudged(r, *any);
}

// A triangle whose height over one of its sides is `thin` of that side: with one short edge, or
// with an angle of almost half a turn. The point is above or beside it.
static void sliver(struct random *r, double thin, bool needle, double far, float x[]) {
    double axis[3][3], vertex[3][3], at[3];
    random_rotation(r, axis);
    const double along = needle ? 1 : random_between(r, .1, .9);
    const double on = random_between(r, -.25, 1.25), beside = random_between(r, -1, 2) * thin;
    const double above = random_chance(r, 3) ? 0 : random_signed(r, far);
    for (int c = 0; c < 3; c++) {
        const double from = random_chance(r, 2) ? 0 : random_signed(r, 1);
        vertex[0][c] = from;
        vertex[1][c] = from + axis[0][c];
        vertex[2][c] = from + along * axis[0][c] + thin * axis[1][c];
        at[c] = from + on * axis[0][c] + beside * axis[1][c] + above * axis[2][c];
    }
    put(at, vertex, random_below(r, 3), x);
}

static void degenerate(struct random *r, float x[]) {
    double vertex[3][3], at[3];
    const unsigned kind = random_below(r, 4);
    const int part = random_int(r, -2, 10);
    for (int c = 0; c < 3; c++) {
        const double from = vertex[0][c] = 8 * random_int(r, -8, 8);
        const double to = vertex[1][c] = kind == 0 ? from : 8 * random_int(r, -8, 8);
        vertex[2][c] = kind < 2 ? from : from + part * (to - from) / 8;
        at[c] = random_int(r, -64, 64);
        if (kind != 3) continue;
        const int exponent = -random_int(r, 10, 20);
        vertex[2][c] += ldexp(random_int(r, -3, 3), exponent);
    }
    if (random_chance(r, 3)) at_weights(r, vertex, true, at);
    put(at, vertex, random_below(r, 3), x);
}

static void scattered(struct random *r, double reach, double most, float x[]) {
    for (int k = 0; k < FLOATS; k++) x[k] = (float)random_signed(r, k < VERTICES ? reach : most);
    for (int k = 0; k < FLOATS; k++) x[k] = (float)(x[k] * random_unit(r));
}

static void scales(struct random *r, float x[]) {
    const int scale = random_int(r, -50, 50), ratio = random_int(r, -20, 0);
    for (int c = 0; c < 3; c++) {
        const double middle = random_signed(r, random_scale(r, scale, scale + 8));
        x[c] = (float)(middle + random_signed(r, random_scale(r, scale + ratio, scale + 4)));
        for (int v = 0; v < 3; v++)
            x[VERTICES + 3 * v + c] =
                (float)(middle +
                        random_signed(r, random_scale(r, scale + ratio, scale + ratio + 6)));
    }
}

void scene_point_triangle(struct random *r, enum scene scene, float x[]) {
    switch (scene) {
    case SCENE_MIXED: scattered(r, 2, 2, x); break;
    case SCENE_SPARSE: scattered(r, 64, 1, x); break;
    case SCENE_ALL_HIT: scattered(r, .125, 2, x); break;
    case SCENE_ALL_MISS: scattered(r, 1024, 8, x); break;
    case SCENE_TOUCHING:
    case SCENE_ULP:
    case SCENE_ALONG: on_grid(r, scene, x); break;
    case SCENE_DEGENERATE: degenerate(r, x); break;
    case SCENE_SCALES: scales(r, x); break;
    case SCENE_WORST: {
        const double thin = random_scale(r, -26, -2), far = thin * random_scale(r, -4, 20);
        sliver(r, thin, random_chance(r, 2), far, x);
        break;
    }
    default: hostile_item(r, x, FLOATS);
    }
}
