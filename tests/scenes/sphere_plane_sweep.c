// SPDX-License-Identifier: MIT
// Moving spheres (center, radius, delta) and planes (normal, offset).
#include "rotations.h"
#include "scenes.h"

static void any_pair(struct random *r, float sphere[], float plane[], double reach, double way) {
    double square = 0;
    for (int c = 0; c < 3; c++) {
        sphere[c] = (float)random_between(r, -reach, reach);
        sphere[DELTA + c] = (float)random_between(r, -way, way);
        plane[c] = (float)random_signed(r, random_between(r, .125, 1));
        square += (double)plane[c] * plane[c];
    }
    sphere[RADIUS] = (float)random_between(r, .25, 1);
    plane[OFFSET] = (float)(random_between(r, -reach, reach) * sqrt(square));
}

// Scales lengths by one power of two and the normal by another.
static void scale_pair(struct random *r, float sphere[], float plane[]) {
    const int scale = random_int(r, -20, 20), stretch = random_int(r, -20, 20);
    for (int k = 0; k < DELTA + 3; k++) sphere[k] = ldexpf(sphere[k], scale);
    for (int c = 0; c < 3; c++) plane[c] = ldexpf(plane[c], stretch);
    plane[OFFSET] = ldexpf(plane[OFFSET], scale + stretch);
}

// --- contact ---

// A normal of integers with an integer length, which is returned.
static int whole_normal(struct random *r, int normal[3]) {
    static const int8_t known[][4] = {{1, 0, 0, 1}, {0, 3, 4, 5}, {1, 2, 2, 3},
                                      {2, 3, 6, 7}, {1, 4, 8, 9}, {4, 4, 7, 9}};
    const int8_t *const row = known[random_below(r, sizeof known / sizeof *known)];
    const unsigned turn = random_below(r, 3);
    for (unsigned c = 0; c < 3; c++) {
        const int sign = random_chance(r, 2) ? -1 : 1;
        normal[(c + turn) % 3] = sign * row[c];
    }
    return row[3];
}

// The motion, in eighths: any, none, along the normal, or along the plane.
static void whole_motion(struct random *r, enum scene scene, const int normal[3], int v[3]) {
    const unsigned kind = scene == SCENE_ALONG ? 2 + random_below(r, 2) : random_below(r, 4);
    int other[3];
    for (int c = 0; c < 3; c++) other[c] = random_int(r, -3, 3);
    const int size = random_int(r, -3, 3);
    for (int c = 0; c < 3; c++) {
        const int c1 = (c + 1) % 3, c2 = (c + 2) % 3;
        v[c] = kind == 0   ? random_int(r, -7, 7)
               : kind == 1 ? size * normal[c]
                           : normal[c1] * other[c2] - normal[c2] * other[c1];
    }
}

// The sphere touches from either side at u = 0, 1/8 .. 1.
static void contact(struct random *r, enum scene scene, float sphere[], float plane[]) {
    int normal[3], v[3], offset = 0;
    const int length = whole_normal(r, normal), eighths = random_int(r, 0, 8);
    whole_motion(r, scene, normal, v);
    const int radius = scene == SCENE_DEGENERATE && random_chance(r, 2) ? 0 : random_int(r, 1, 8);
    for (int c = 0; c < 3; c++) {
        const int at = random_int(r, -64, 64);
        offset -= normal[c] * at;
        sphere[c] = (float)(at - eighths * v[c]);
        sphere[DELTA + c] = (float)(v[c] ? 8 * v[c] : 0 * random_sign(r));
        plane[c] = (float)normal[c];
    }
    const int sign = random_chance(r, 2) ? -1 : 1;
    sphere[RADIUS] = (float)radius;
    plane[OFFSET] = (float)(offset + sign * radius * length);
    const bool off = scene == SCENE_ULP || (scene != SCENE_TOUCHING && random_chance(r, 2));
    for (int k = 0; k < 3 && off; k++) {
        float *const x = random_chance(r, 2) ? plane : sphere;
        const unsigned at = random_below(r, x == plane ? OFFSET + 1 : DELTA + 3);
        if (x[at] != 0) x[at] = nudged(r, x[at]);
    }
    scale_pair(r, sphere, plane);
}

// Near contact at some u. Radii go down to 2^-20 of the displacement, coordinates up to 2^22 times
// it, and the components of the normal differ widely.
static void scales(struct random *r, float sphere[], float plane[]) {
    const int scale = random_int(r, -53, 36), far = random_chance(r, 2) ? 0 : random_int(r, 0, 22);
    const int stretch = random_int(r, -36, 40);
    const double u = random_chance(r, 8) ? random_below(r, 2) : random_between(r, -.1, 1.1);
    double square = 0, distance = 0;
    sphere[RADIUS] =
        random_chance(r, 8) ? 0 : (float)random_scale(r, scale < -40 ? -60 : scale - 20, scale + 2);
    for (int c = 0; c < 3; c++) {
        sphere[c] = (float)random_signed(r, random_scale(r, scale + far - 4, scale + far));
        sphere[DELTA + c] = (float)random_signed(r, random_scale(r, scale - 4, scale + 3));
        if (random_chance(r, 8)) sphere[DELTA + c] *= 0;
        plane[c] = (float)random_signed(r, random_scale(r, stretch - 20, stretch));
        square += (double)plane[c] * plane[c];
        distance += plane[c] * (sphere[c] + u * sphere[DELTA + c]);
    }
    const double off = 1 + random_signed(r, random_scale(r, -26, -2));
    const double radius = random_signed(r, sphere[RADIUS] * sqrt(square) * off);
    plane[OFFSET] = (float)(radius - distance);
}

// --- pairs that need the pad ---

// By how much the kernel finds the sphere's nearest distance to exceed its radius, in units of the
// size of all terms. Sets `exact` to the exact amount.
static double beyond(const float sphere[], const float plane[], double *exact) {
    float at = 0, rise = 0, square = 0;
    double d_at = plane[OFFSET], d_rise = 0, d_square = 0, sizes = fabs((double)plane[OFFSET]);
    for (int c = 0; c < 3; c++) {
        const float x = plane[c] * sphere[c], y = plane[c] * sphere[DELTA + c];
        const float z = plane[c] * plane[c];
        at = c ? at + x : x;
        rise = c ? rise + y : y;
        square = c ? square + z : z;
        d_at += (double)plane[c] * sphere[c];
        d_rise += (double)plane[c] * sphere[DELTA + c];
        d_square += (double)plane[c] * plane[c];
        sizes += fabs((double)x) + fabs((double)y);
    }
    at = at + plane[OFFSET];
    const float radius = sphere[RADIUS] * sqrtf(square), gap = fabsf(at) - radius;
    const float nearer = at < 0 ? rise : -rise, left = gap - (nearer > 0 ? nearer : 0);
    const double d_nearer = d_at < 0 ? d_rise : -d_rise;
    const double d_radius = sphere[RADIUS] * sqrt(d_square);
    *exact = (fabs(d_at) - d_radius - fmax(d_nearer, 0)) / (sizes + d_radius);
    return (double)left / (sizes + d_radius);
}

// The sphere just reaches the plane, or falls short by up to the bound. This is the pair, of many,
// that rounding harms most.
static void worst(struct random *r, float sphere[], float plane[]) {
    enum { TRIES = 48 };
    const bool lost = random_chance(r, 2);
    const int far = random_int(r, 0, 8);
    const double off = ldexp(random_between(r, 0, 8), far - 21);
    double most = -INFINITY;
    for (int k = 0; k < TRIES; k++) {
        float x[DELTA + 3], p[OFFSET + 1];
        double distance = 0, square = 0, exact;
        for (int c = 0; c < 3; c++) {
            x[c] = (float)random_signed(r, random_scale(r, far - 1, far));
            x[DELTA + c] = (float)random_between(r, -1, 1);
            p[c] = (float)random_signed(r, random_between(r, .5, 1));
            distance += p[c] * ((double)x[c] + x[DELTA + c]);
            square += (double)p[c] * p[c];
        }
        p[OFFSET] = (float)(random_signed(r, random_between(r, .25, 1)) - distance);
        distance = fabs(distance + p[OFFSET]);
        x[RADIUS] = (float)(distance / sqrt(square)); // touches at u = 1, or at the start
        if (!lost) x[RADIUS] *= (float)(1 - off);
        beyond(x, p, &exact);
        while (lost && exact > 0) {
            x[RADIUS] = float_step(x[RADIUS], 1);
            beyond(x, p, &exact);
        }
        const double harm = (lost ? 1 : -1) * (beyond(x, p, &exact) - exact);
        if (harm <= most) continue;
        most = harm;
        memcpy(sphere, x, sizeof x);
        memcpy(plane, p, sizeof p);
    }
    scale_pair(r, sphere, plane);
}

void scene_sphere_plane_sweep(struct random *r, enum scene scene, float sphere[], float plane[]) {
    switch (scene) {
    case SCENE_MIXED: any_pair(r, sphere, plane, 2, 2); return;
    case SCENE_SPARSE: any_pair(r, sphere, plane, 40, 2); return;
    case SCENE_ALL_HIT: // ends on the plane, or almost
        any_pair(r, sphere, plane, 4, 1);
        plane[OFFSET] = 0;
        for (int c = 0; c < 3; c++) plane[OFFSET] -= plane[c] * (sphere[c] + sphere[DELTA + c]);
        return;
    case SCENE_ALL_MISS: {
        any_pair(r, sphere, plane, 1, 2);
        const float by = (float)random_signed(r, random_between(r, 20, 50));
        plane[OFFSET] += by;
        return;
    }
    case SCENE_TOUCHING:
    case SCENE_ULP:
    case SCENE_ALONG:
    case SCENE_DEGENERATE: contact(r, scene, sphere, plane); return;
    case SCENE_SCALES: scales(r, sphere, plane); return;
    case SCENE_WORST: worst(r, sphere, plane); return;
    default:
        hostile_item(r, sphere, DELTA + 3);
        hostile_item(r, plane, OFFSET + 1);
        return;
    }
}
