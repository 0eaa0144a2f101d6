// SPDX-License-Identifier: MIT
// Planes (normal, offset) and boxes (min, max).
#include "planes.h"

// Corners in integers. The plane passes through the corner that lies furthest on either side, or
// through any point of the box.
static void contact(struct random *r, enum scene scene, float plane[], float box[]) {
    double point[3];
    const bool along = random_chance(r, 2), within = scene != SCENE_TOUCHING && random_chance(r, 8);
    whole_normal(r, scene, plane);
    for (int c = 0; c < 3; c++) {
        box[c] = (float)random_int(r, -64, 64);
        box[3 + c] = box[c] + (float)extent(r, scene);
        point[c] = box[(plane[c] > 0) == along ? 3 + c : c];
        if (within) point[c] = random_between(r, box[c], box[3 + c]);
    }
    plane_through(plane, point);
    if (scene == SCENE_ULP || (scene != SCENE_TOUCHING && !random_chance(r, 3)))
        nudge_plane(r, plane);
    const int scale = random_int(r, -20, 20), stretch = random_int(r, -20, 20);
    scale_plane(plane, scale, stretch);
    for (int k = 0; k < 6; k++) box[k] = ldexpf(box[k], scale);
}

// Near contact, with boxes down to 2^-20 of their distance and a normal whose components differ
// widely.
static void scales(struct random *r, float plane[], float box[]) {
    const int scale = random_int(r, -36, 34), far = random_chance(r, 2) ? 0 : random_int(r, 0, 22);
    const int stretch = random_int(r, -36, 40);
    double point[3], size = 0;
    const bool along = random_chance(r, 2);
    for (int c = 0; c < 3; c++) {
        plane[c] = (float)random_signed(r, random_scale(r, stretch - 20, stretch));
        box[c] = (float)random_signed(r, random_scale(r, scale + far - 4, scale + far));
        box[3 + c] = (float)(box[c] + random_scale(r, scale - 20, scale + 2));
        point[c] = box[(plane[c] > 0) == along ? 3 + c : c];
        size += fabs(plane[c] * point[c]);
    }
    plane_through(plane, point);
    const double off = random_signed(r, random_scale(r, -28, -15));
    plane[OFFSET] = (float)(plane[OFFSET] + off * size);
}

// --- pairs that need the pad ---

// How much further along the normal the kernel places a corner than it is, without the offset, as a
// part of the sizes. Sets `exact` to how far along it is.
static double beyond(const float plane[], const float corner[], double *exact) {
    float sum = 0;
    double size = 0;
    *exact = 0;
    for (int c = 0; c < 3; c++) {
        const float product = plane[c] * corner[c];
        sum = c ? sum + product : product;
        *exact += (double)plane[c] * corner[c];
        size += fabs((double)product);
    }
    return ((double)sum - *exact) / size;
}

// The corner of a box that is nearest to the plane just reaches it, but rounding makes the box seem
// to lie on one side. Or the corner misses the plane by up to the bound, but the box seems to
// touch. This is the corner, of many, that rounding harms most.
static void worst(struct random *r, float plane[], float box[]) {
    enum { TRIES = 64 };
    const bool lost = random_chance(r, 2), mirrored = random_chance(r, 2);
    const unsigned kind = random_below(r, 3); // the other corner: the origin, the same, or twice it
    const int side = kind ? 1 : -1;           // the side of the plane on which the box seems to lie
    float corner[3] = {1, 1, 1};
    double most = -INFINITY, at = 0, exact;
    for (int k = 0; k < TRIES; k++) {
        float n[3], x[3];
        for (int c = 0; c < 3; c++) { // products just above a power of two, where rounding is worst
            n[c] = (float)(1 + random_scale(r, -16, -4));
            x[c] = (float)(1 + random_scale(r, -16, -4));
            if (c == 2) x[c] = ldexpf(x[c], -random_int(r, 0, 12));
        }
        const double harm = (lost ? side : -side) * beyond(n, x, &exact);
        if (harm <= most) continue;
        most = harm;
        at = exact;
        memcpy(plane, n, sizeof n);
        memcpy(corner, x, sizeof x);
    }
    const double off = at * 0x1p-22 * random_between(r, 0, 8);
    plane[OFFSET] = (float)(lost ? -at : -at + side * off);
    if (lost && side * (plane[OFFSET] + at) > 0) plane[OFFSET] = float_step(plane[OFFSET], side);
    const int scale = random_int(r, -20, 20), stretch = random_int(r, -20, 20);
    for (int c = 0; c < 3; c++) {
        const float other = (float)kind * corner[c];
        box[c] = ldexpf(kind ? corner[c] : other, scale);
        box[3 + c] = ldexpf(kind ? other : corner[c], scale);
        if (random_chance(r, 2)) { // mirrored on this axis
            const float end = box[c];
            box[c] = -box[3 + c];
            box[3 + c] = -end;
            plane[c] = -plane[c];
        }
    }
    scale_plane(plane, scale, stretch);
    for (int k = 0; k <= OFFSET && mirrored; k++) plane[k] = -plane[k];
}

void scene_plane_aabb(struct random *r, enum scene scene, float plane[], float box[]) {
    switch (scene) {
    case SCENE_ALL_HIT: {
        double point[3];
        any_plane(r, plane, 0);
        make_box(r, box, 4, .25, 1.25);
        for (int c = 0; c < 3; c++) point[c] = random_between(r, box[c], box[3 + c]);
        plane_through(plane, point);
        return;
    }
    case SCENE_TOUCHING:
    case SCENE_ULP:
    case SCENE_ALONG:
    case SCENE_DEGENERATE: contact(r, scene, plane, box); return;
    case SCENE_SCALES: scales(r, plane, box); return;
    case SCENE_WORST: worst(r, plane, box); return;
    case SCENE_HOSTILE:
        hostile_item(r, plane, OFFSET + 1);
        hostile_box(r, box);
        return;
    default: scatter_plane(r, scene, make_box, plane, box);
    }
}
