// SPDX-License-Identifier: MIT
// Planes (normal, offset) and capsules.
#include "capsules.h"
#include "planes.h"

// An integer normal of integer length, so that contacts are exact: the plane passes at the radius
// from the end that is nearer to it.
static void contact(struct random *r, enum scene scene, float plane[], float x[]) {
    const bool degenerate = scene == SCENE_DEGENERATE || scene == SCENE_ALONG;
    const struct whole_frame frame = whole_frame(r);
    const double sign = random_sign(r),
                 reach = degenerate && random_chance(r, 3) ? 0 : ldexp(random_int(r, 0, 16), -4);
    const double away = degenerate && random_chance(r, 2) ? 0 : random_int(r, 0, 4);
    const double across[2] = {random_int(r, -4, 4), random_int(r, -4, 4)};
    const bool point = degenerate && random_chance(r, 3);
    struct rod rod = {.radius = reach * frame.w};
    double touched[3], offset = 0;
    for (int c = 0; c < 3; c++) {
        const double way =
            away * sign * frame.v[0][c] + across[0] * frame.v[1][c] + across[1] * frame.v[2][c];
        plane[c] = (float)frame.v[0][c];
        rod.start[c] = random_int(r, -64, 64);
        rod.end[c] = rod.start[c] + (point ? 0 : way);
        touched[c] = rod.start[c] - sign * reach * frame.v[0][c];
        offset -= plane[c] * touched[c];
    }
    if (degenerate && random_chance(r, 4)) offset += frame.w * random_int(r, -1, 1);
    plane[OFFSET] = (float)offset;
    if (random_chance(r, 2)) {
        struct rod swapped = {.radius = rod.radius};
        memcpy(swapped.start, rod.end, sizeof rod.end);
        memcpy(swapped.end, rod.start, sizeof rod.end);
        rod = swapped;
    }
    put_capsule(x, &rod);
    if (scene == SCENE_ULP) {
        const bool small = random_chance(r, 2);
        if (small) nudge_plane(r, plane);
        if (!small && x[AROUND] != 0) x[AROUND] *= 1 - 0x1p-10f;
    }
    if (degenerate && random_chance(r, 4)) nudge_plane(r, plane);
    const int scale = random_int(r, -20, 20), stretch = random_int(r, -20, 20);
    scale_plane(plane, scale, stretch);
    scale_floats(x, CAPSULE_FLOATS, scale);
}

static double length_of(const float n[]) {
    return sqrt((double)n[0] * n[0] + (double)n[1] * n[1] + (double)n[2] * n[2]);
}

// Sets the offset so that the plane is at this distance from the capsule, on either side of it.
static void pass_at(struct random *r, float plane[], const float x[], double distance) {
    const double sign = random_sign(r);
    double least = INFINITY;
    for (int e = 0; e < 2; e++) {
        double along = 0;
        for (int c = 0; c < 3; c++) along += (double)plane[c] * x[3 * e + c];
        least = fmin(least, sign * along);
    }
    plane[OFFSET] = (float)(-sign * (least - length_of(plane) * (x[AROUND] + distance)));
}

// Near contact, at any ratio of the sizes, with a normal whose components differ widely.
static void scales(struct random *r, float plane[], float x[]) {
    const int scale = random_int(r, -36, 34), far = random_chance(r, 2) ? 0 : random_int(r, 0, 22);
    const int stretch = random_int(r, -36, 40);
    struct rod rod = {.radius = random_scale(r, scale - 20, scale + 2)};
    double size = rod.radius;
    for (int c = 0; c < 3; c++) {
        plane[c] = (float)random_signed(r, random_scale(r, stretch - 20, stretch));
        rod.start[c] = random_signed(r, random_scale(r, scale + far - 4, scale + far));
        rod.end[c] = rod.start[c] + random_signed(r, random_scale(r, scale - 20, scale + 2));
        size += fabs(rod.start[c]);
    }
    put_capsule(x, &rod);
    const double off = random_signed(r, random_scale(r, -28, -15));
    pass_at(r, plane, x, off * size);
}

// --- pairs that need the pad ---

static float rounded_side(const float plane[], const float x[]) {
    float s = plane[OFFSET];
    for (int c = 0; c < 3; c++) {
        const float p = plane[c] * x[c];
        s += p;
    }
    return s;
}

static double side(const float plane[], const float x[]) {
    double s = plane[OFFSET];
    for (int c = 0; c < 3; c++) s += (double)plane[c] * x[c];
    return s;
}

// How far from the plane, on its positive side, the kernel places the capsule, as a part of its
// pads. Sets `exact` to how far it is.
static double beyond(const float plane[], const float x[], double *exact) {
    const float xx = plane[0] * plane[0], yy = plane[1] * plane[1], zz = plane[2] * plane[2];
    const float two = xx + yy, three = two + zz, length = (float)sqrt((double)three);
    const float r = x[AROUND] * length;
    const float got = fminf(rounded_side(plane, x), rounded_side(plane, x + END)) - r;
    *exact = fmin(side(plane, x), side(plane, x + END)) - x[AROUND] * length_of(plane);
    double sizes = 2 * r;
    for (int c = 0; c < 3; c++) sizes += fabsf(plane[c]) * fmaxf(fabsf(x[c]), fabsf(x[END + c]));
    *exact /= sizes;
    return got / sizes;
}

// A capsule that just reaches the plane, or falls short of it by up to the bound: the one, of many,
// that rounding harms most. Two axes are so much shorter that their products just count.
static void worst(struct random *r, float plane[], float x[]) {
    enum { TRIES = 64 };
    const bool lost = random_chance(r, 2), round = random_chance(r, 2);
    double most = -INFINITY;
    for (int k = 0; k < TRIES; k++) {
        const unsigned longest = random_below(r, 3);
        float n[OFFSET + 1], y[CAPSULE_FLOATS];
        struct rod rod = {.radius = round ? random_between(r, 1, 2) : random_scale(r, -24, -8)};
        for (unsigned c = 0; c < 3; c++) {
            const double small = random_scale(r, -13, -1);
            n[c] = (float)random_signed(r, c == longest ? random_between(r, 1, 2) : small);
            const double at = c == longest ? random_between(r, 1, 2) : random_scale(r, -13, -1);
            const double size = round ? 0x1p-20 : 1;
            rod.start[c] = random_signed(r, at * size);
            rod.end[c] = rod.start[c] + n[c] * random_between(r, 1, 2) * size;
        }
        put_capsule(y, &rod);
        double least = 0, exact;
        for (int c = 0; c < 3; c++) least += (double)n[c] * y[c];
        n[OFFSET] = (float)(y[AROUND] * length_of(n) - least);
        if (!lost) n[OFFSET] *= (float)(1 + random_signed(r, random_between(r, 0, 2) * 0x1p-20));
        beyond(n, y, &exact);
        for (int step = 0; step < 8 && lost && exact > 0 && y[AROUND] > 0; step++) {
            y[AROUND] = float_step(y[AROUND], 1 << step);
            beyond(n, y, &exact);
        }
        if (lost && exact > 0) continue;
        const double got = beyond(n, y, &exact), harm = lost ? got : exact - got;
        if (harm <= most) continue;
        most = harm;
        memcpy(plane, n, sizeof n);
        memcpy(x, y, sizeof y);
    }
    if (most == -INFINITY) {
        contact(r, SCENE_TOUCHING, plane, x);
        return;
    }
    const int scale = random_int(r, -20, 20), stretch = random_int(r, -20, 20);
    scale_plane(plane, scale, stretch);
    scale_floats(x, CAPSULE_FLOATS, scale);
}

// Thick enough that half of the planes meet it.
static void any_thick(struct random *r, float x[], double reach, double least, double most) {
    any_capsule(r, x, reach, least, most);
    x[AROUND] *= 1.25f;
}

void scene_plane_capsule(struct random *r, enum scene scene, float plane[], float x[]) {
    switch (scene) {
    case SCENE_ALL_HIT: {
        any_plane(r, plane, 0);
        any_capsule(r, x, 4, .25, 1.25);
        const double start[3] = {x[0], x[1], x[2]};
        plane_through(plane, start);
        return;
    }
    case SCENE_TOUCHING:
    case SCENE_ULP:
    case SCENE_ALONG:
    case SCENE_DEGENERATE: contact(r, scene, plane, x); return;
    case SCENE_SCALES: scales(r, plane, x); return;
    case SCENE_WORST: worst(r, plane, x); return;
    case SCENE_HOSTILE:
        hostile_item(r, plane, OFFSET + 1);
        hostile_item(r, x, CAPSULE_FLOATS);
        return;
    default: scatter_plane(r, scene, any_thick, plane, x);
    }
}
