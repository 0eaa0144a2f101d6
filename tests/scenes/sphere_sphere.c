// SPDX-License-Identifier: MIT
// Pairs of spheres: center, radius on both sides.
#include "spheres.h"

enum { CANDIDATES = 24 };

static double distance_of(const float a[], const float b[]) {
    double square = 0;
    for (int c = 0; c < 3; c++) {
        const double d = (double)b[c] - a[c];
        square += d * d;
    }
    return sqrt(square);
}

// In integers: the spheres touch or almost touch. Degenerate scenes have points and nested spheres,
// too.
static void contact(struct random *r, enum scene scene, float a[], float b[]) {
    const bool degenerate = scene == SCENE_DEGENERATE;
    const struct whole away = whole_vector(r);
    const double step = degenerate && random_chance(r, 4) ? 0 : ldexp(1, random_int(r, -4, 2));
    const double part = random_chance(r, degenerate ? 2 : 8) ? 0 : random_int(r, 0, 16) / 16.;
    double at[2][3];
    for (int c = 0; c < 3; c++) {
        at[0][c] = random_int(r, -64, 64);
        at[1][c] = at[0][c] + away.v[c] * step;
    }
    if (degenerate && random_chance(r, 4)) memcpy(at[1], at[0], sizeof at[0]);
    const bool swap = random_chance(r, 2);
    put_sphere(swap ? b : a, at[0], away.w * step * part);
    put_sphere(swap ? a : b, at[1], away.w * step * (1 - part));
    if (scene == SCENE_ULP || (degenerate && random_chance(r, 2)))
        nudge_sphere(r, random_chance(r, 2) ? a : b);
    const int scale = random_int(r, -20, 20);
    scale_floats(a, SPHERE_FLOATS, scale);
    scale_floats(b, SPHERE_FLOATS, scale);
}

// Any centers, with radii that just reach.
static void just_reaching(struct random *r, float a[], float b[]) {
    any_sphere(r, a, 1, 0, .5);
    any_sphere(r, b, 1, 0, .5);
    const double gap = distance_of(a, b) - a[RADIUS];
    if (gap > 0) b[RADIUS] = radius_near(r, gap);
}

// Centers at 0 of either sign and at 1.
static void along(struct random *r, float a[], float b[]) {
    for (int c = 0; c < 3; c++) {
        a[CENTER + c] = (float)random_signed(r, random_int(r, 0, 1));
        b[CENTER + c] = (float)random_signed(r, random_int(r, 0, 2));
    }
    a[RADIUS] = (float)random_int(r, 0, 2);
    b[RADIUS] = (float)random_int(r, 0, 2);
}

// Near contact. Distances go down to 2^-20 of the distance from the origin; radii have any ratio.
static void scales(struct random *r, float a[], float b[]) {
    const int scale = random_int(r, -56, 52), ratio = random_int(r, -20, 0);
    for (int c = 0; c < 3; c++) {
        a[CENTER + c] = (float)random_signed(r, random_scale(r, scale, scale + 6));
        const double by = random_signed(r, random_scale(r, scale + ratio, scale + ratio + 4));
        b[CENTER + c] = (float)(a[CENTER + c] + by);
        if (fabsf(b[CENTER + c]) < LEAST_LENGTH) b[CENTER + c] = 0;
    }
    const double distance = distance_of(a, b);
    a[RADIUS] = radius_near(r, distance * random_scale(r, -24, 0) / 2);
    b[RADIUS] = radius_near(r, random_chance(r, 2) ? fabs(distance - a[RADIUS])
                                                   : distance * random_scale(r, -4, 4));
}

// The spheres, of many, that rounding harms most. Each operation may be off by nearly half an ulp,
// because one axis is so much longer that the squares of the others just count.
static void worst(struct random *r, float a[], float b[]) {
    const bool lost = random_chance(r, 2);
    double most = -1;
    for (int k = 0; k < CANDIDATES; k++) {
        const int longest = random_int(r, 0, 2);
        float x[SPHERE_FLOATS], y[SPHERE_FLOATS], distance[3];
        for (int c = 0; c < 3; c++) {
            const double out =
                c == longest ? random_between(r, 1, 1.0625) : random_scale(r, -13, -11);
            x[CENTER + c] = (float)random_signed(r, random_scale(r, -28, -9));
            y[CENTER + c] = (float)random_signed(r, out);
            distance[c] = y[CENTER + c] - x[CENTER + c];
        }
        const double exact = distance_of(x, y);
        x[RADIUS] = (float)(exact * random_scale(r, -16, 0) / 2);
        const double harm =
            graze(lost, 1 + 0x1.4p-21f, distance, exact * exact, x[RADIUS], &y[RADIUS]);
        if (harm <= most) continue;
        most = harm;
        memcpy(a, x, sizeof x);
        memcpy(b, y, sizeof y);
    }
    if (!lost && random_chance(r, 3)) b[RADIUS] = float_step(b[RADIUS], -1);
    const int scale = random_int(r, -20, 20);
    scale_floats(a, SPHERE_FLOATS, scale);
    scale_floats(b, SPHERE_FLOATS, scale);
}

void scene_sphere_sphere(struct random *r, enum scene scene, float a[], float b[]) {
    static const struct scattered any = {
        any_sphere, any_sphere, {{1.125, .25, 1.25}, {3, .25, 1.25}, {1, 2, 3}, {1, 0, 1}}, 5};
    switch (scene) {
    case SCENE_ULP:
        if (random_chance(r, 2)) {
            just_reaching(r, a, b);
            return;
        } // fall through
    case SCENE_TOUCHING:
    case SCENE_DEGENERATE: contact(r, scene, a, b); return;
    case SCENE_ALONG: along(r, a, b); return;
    case SCENE_SCALES: scales(r, a, b); return;
    case SCENE_WORST: worst(r, a, b); return;
    case SCENE_HOSTILE:
        hostile_item(r, a, SPHERE_FLOATS);
        hostile_item(r, b, SPHERE_FLOATS);
        return;
    default: scatter(r, scene, &any, a, b);
    }
}
