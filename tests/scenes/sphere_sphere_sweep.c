// SPDX-License-Identifier: MIT
// Pairs of moving spheres: center, radius, delta on both sides.
#include "moving.h"
#include "rotations.h"
#include "scenes.h"

static void any_spheres(struct random *r, float a[], float b[], double reach, double way) {
    for (int s = 0; s < 2; s++) {
        float *const x = s ? b : a;
        for (int c = 0; c < 3; c++) {
            x[c] = (float)random_between(r, -reach, reach);
            x[DELTA + c] = (float)random_between(r, -way, way);
        }
        x[RADIUS] = (float)random_between(r, .25, 1.25);
    }
}

static void scale_spheres(float a[], float b[], int scale) {
    for (int k = 0; k < DELTA + 3; k++) {
        a[k] = ldexpf(a[k], scale);
        b[k] = ldexpf(b[k], scale);
    }
}

// --- contact ---

// The vector from center to center: integers with an integer length, which is returned.
static int whole_offset(struct random *r, int offset[3]) {
    static const int8_t known[][4] = {{1, 0, 0, 1}, {0, 3, 4, 5}, {1, 2, 2, 3},  {2, 3, 6, 7},
                                      {1, 4, 8, 9}, {4, 4, 7, 9}, {2, 6, 9, 11}, {6, 6, 7, 11}};
    const int8_t *const row = known[random_below(r, sizeof known / sizeof *known)];
    const int size = random_int(r, 1, 8);
    const unsigned turn = random_below(r, 3);
    for (unsigned c = 0; c < 3; c++) {
        const int sign = random_chance(r, 2) ? -1 : 1;
        offset[(c + turn) % 3] = sign * size * row[c];
    }
    return size * row[3];
}

// The relative motion, in eighths: any, none, along the line of the centers, or perpendicular to
// it, where the spheres only graze.
static void whole_motion(struct random *r, enum scene scene, const int offset[3], int v[3]) {
    const unsigned kind = scene == SCENE_ALONG ? 2 + random_below(r, 2) : random_below(r, 4);
    int other[3];
    for (int c = 0; c < 3; c++) other[c] = random_int(r, -3, 3);
    const int size = random_int(r, -2, 2);
    for (int c = 0; c < 3; c++) {
        const int c1 = (c + 1) % 3, c2 = (c + 2) % 3;
        v[c] = kind == 0   ? random_int(r, -7, 7)
               : kind == 1 ? size * offset[c]
                           : offset[c1] * other[c2] - offset[c2] * other[c1];
    }
}

// The spheres touch at u = 0, 1/8 .. 1.
static void contact(struct random *r, enum scene scene, float a[], float b[]) {
    int offset[3], v[3];
    const int reach = whole_offset(r, offset), eighths = random_int(r, 0, 8);
    whole_motion(r, scene, offset, v);
    const int least = scene == SCENE_DEGENERATE && random_chance(r, 2) ? 0 : 1;
    const int radius = reach > 1 && least   ? random_int(r, 1, reach - 1)
                       : random_below(r, 2) ? reach
                                            : 0;
    a[RADIUS] = (float)radius;
    b[RADIUS] = (float)(reach - radius);
    for (int c = 0; c < 3; c++) {
        const int from = random_chance(r, 2) ? 0 : random_int(r, -64, 64);
        a[c] = (float)from;
        b[c] = (float)(from + offset[c] - eighths * v[c]);
        share_motion(r, 8 * v[c], &a[DELTA + c], &b[DELTA + c]);
    }
    const bool inner = scene == SCENE_DEGENERATE && random_chance(r, 4);
    if (inner) memcpy(b, a, 3 * sizeof *b); // with a common center
    if (scene == SCENE_DEGENERATE && random_chance(r, 4)) b[RADIUS] = ldexpf(b[RADIUS], -16);
    const bool off = scene == SCENE_ULP || (scene == SCENE_ALONG && random_chance(r, 2));
    for (int k = 0; k < 3 && off; k++) {
        float *const x = random_chance(r, 2) ? a : b;
        const unsigned at = random_chance(r, 2) ? RADIUS : random_below(r, DELTA + 3);
        if (x[at] != 0) x[at] = nudged(r, x[at]);
    }
    scale_spheres(a, b, random_int(r, -20, 20));
}

// Near contact at some u. Radii go down to 2^-20 of the displacement, coordinates up to 2^22 times
// it, and some displacements cancel.
static void scales(struct random *r, float a[], float b[]) {
    const int scale = random_int(r, -53, 36), far = random_chance(r, 2) ? 0 : random_int(r, 0, 22);
    const double u = random_chance(r, 8) ? random_below(r, 2) : random_between(r, -.1, 1.1);
    double offset[3], axis[3][3];
    random_rotation(r, axis);
    const int least = scale < -40 ? -60 : scale - 20; // of the radii
    a[RADIUS] = (float)random_scale(r, least, scale + 2);
    b[RADIUS] = random_chance(r, 8) ? 0 : (float)random_scale(r, least, scale + 2);
    if (random_chance(r, 8)) a[RADIUS] = b[RADIUS] = 0;
    const bool cancel = random_chance(r, 4);
    double v[3];
    for (int c = 0; c < 3; c++) {
        const double way = random_signed(r, random_scale(r, scale - 4, scale + 3));
        a[DELTA + c] = (float)way;
        b[DELTA + c] = cancel ? float_step(a[DELTA + c], random_int(r, -3, 3))
                              : (float)random_signed(r, random_scale(r, scale - 4, scale + 3));
        v[c] = (double)b[DELTA + c] - a[DELTA + c];
    }
    const double length = sqrt(dot(v, v));
    if (random_chance(r, 2) && length > 0) { // grazing
        for (int c = 0; c < 3; c++) v[c] /= length;
        reject(axis[0], v);
        normalize(axis[0]);
        for (int c = 0; c < 3; c++) v[c] *= length;
    }
    const double reach =
        ((double)a[RADIUS] + b[RADIUS]) * (1 + random_signed(r, random_scale(r, -26, -2)));
    for (int c = 0; c < 3; c++) {
        offset[c] = reach * axis[0][c] - u * v[c];
        a[c] = (float)random_signed(r, random_scale(r, scale + far - 4, scale + far));
        b[c] = (float)(a[c] + offset[c]);
        if (fabsf(b[c]) < LEAST_LENGTH) b[c] *= 0;
    }
}

// --- pairs that need the pad ---

// A relative center c and motion v that need more bits than a float has. The spheres touch exactly,
// or miss each other by up to the bound, at the closest u or at an end.
struct pass {
    double c[3], v[3], reach;
};

static double on_grid(struct random *r, double most, int grid) {
    return ldexp(rint(ldexp(random_between(r, -most, most), grid)), -grid);
}

static struct pass any_pass(struct random *r, double off, unsigned kind) {
    struct pass p;
    double at[3];
    const bool points = kind == 2 || kind == 5;
    double u = kind == 0 ? 0 : kind == 1 ? 1 : random_int(r, 1, 7) / 8.0;
    for (int c = 0; c < 3; c++) {
        p.v[c] = on_grid(r, 4, 34);
        at[c] = points ? 0 : on_grid(r, 1, 34);
    }
    if (kind == 5) { // along an axis, where the pad, which sums all components, is least
        u = random_int(r, 1, 1023) / 1024.0;
        p.v[0] = p.v[2] = 0;
    }
    if (kind >= 3) { // grazing
        const double part = dot(at, p.v) / dot(p.v, p.v);
        for (int c = 0; c < 3; c++) at[c] = ldexp(rint(ldexp(at[c] - part * p.v[c], 34)), -34);
    }
    for (int c = 0; c < 3; c++) p.c[c] = at[c] - u * p.v[c];
    const double closest = fmin(fmax(-dot(p.c, p.v) / dot(p.v, p.v), 0), 1);
    for (int c = 0; c < 3; c++) at[c] = p.c[c] + closest * p.v[c];
    const double least = points ? 0 : sqrt(dot(at, at));
    const double sizes = least + sqrt(dot(p.v, p.v));
    p.reach = points ? 0 : fmax(0, least * (1 + 0x1p-44) - off * sizes);
    return p;
}

static float square_at(const float c[3], const float v[3], float u) {
    float at[3];
    for (int k = 0; k < 3; k++) {
        const float way = u * v[k];
        at[k] = c[k] + way;
    }
    const float x = at[0] * at[0], y = at[1] * at[1], z = at[2] * at[2], xy = x + y;
    return xy + z;
}

// How much the kernel's distance of the centers exceeds the sum of the radii, as a part of the
// sizes that the pad is a multiple of.
static double beyond(const struct pass *p) {
    float c[3], v[3];
    for (int k = 0; k < 3; k++) {
        c[k] = (float)p->c[k];
        v[k] = (float)p->v[k];
    }
    const float x = c[0] * v[0], y = c[1] * v[1], z = c[2] * v[2], xy = x + y;
    const float u = -(xy + z) / square_at(v, v, 0);
    const double sizes = p->reach + fabs(p->v[0]) + fabs(p->v[1]) + fabs(p->v[2]);
    const double distance = sqrt((double)square_at(c, v, u < 0 ? 0 : u > 1 ? 1 : u));
    return (distance - (double)(float)p->reach) / sizes;
}

// Splits x into two floats whose difference it is, or whose sum.
static void split(double x, float sign, float *low, float *high) {
    *high = (float)x;
    *low = sign * (float)(x - *high);
}

static void worst(struct random *r, float a[], float b[]) {
    enum { TRIES = 32 };
    const bool lost = random_chance(r, 2);
    const unsigned kind = random_below(r, 6);
    const double off = lost ? 0 : 0x1p-24 * random_between(r, 0, 80); // parts of the sizes
    struct pass worst = {{0}, {0}, 0};
    double most = -INFINITY;
    for (int k = 0; k < TRIES; k++) {
        const struct pass p = any_pass(r, off, kind);
        const double harm = lost ? beyond(&p) : -beyond(&p);
        if (harm <= most) continue;
        most = harm;
        worst = p;
    }
    for (int c = 0; c < 3; c++) {
        split(worst.c[c], -1, &a[c], &b[c]);
        split(worst.v[c], -1, &a[DELTA + c], &b[DELTA + c]);
    }
    b[RADIUS] = (float)(worst.reach * .75);
    a[RADIUS] = (float)(worst.reach - b[RADIUS]);
    if (lost && (double)a[RADIUS] + b[RADIUS] < worst.reach) a[RADIUS] = float_step(a[RADIUS], 1);
    scale_spheres(a, b, random_int(r, -20, 20));
}

void scene_sphere_sphere_sweep(struct random *r, enum scene scene, float a[], float b[]) {
    switch (scene) {
    case SCENE_MIXED: any_spheres(r, a, b, 1.25, 2); return;
    case SCENE_SPARSE: any_spheres(r, a, b, 5, 1.5); return;
    case SCENE_ALL_HIT: // wherever they start, their centers almost meet
        any_spheres(r, a, b, 4, 0);
        move_together(r, a, b, DELTA);
        return;
    case SCENE_ALL_MISS: {
        any_spheres(r, a, b, 1, 2);
        const float by = (float)random_signed(r, random_between(r, 10, 50));
        b[random_below(r, 3)] += by;
        return;
    }
    case SCENE_TOUCHING:
    case SCENE_ULP:
    case SCENE_ALONG:
    case SCENE_DEGENERATE: contact(r, scene, a, b); return;
    case SCENE_SCALES: scales(r, a, b); return;
    case SCENE_WORST: worst(r, a, b); return;
    default:
        hostile_item(r, a, DELTA + 3);
        hostile_item(r, b, DELTA + 3);
        return;
    }
}
