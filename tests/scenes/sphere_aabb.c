// SPDX-License-Identifier: MIT
// Spheres (center, radius) and axis-aligned boxes (min, max).
#include "spheres.h"

enum { BOX_FLOATS = 6, CANDIDATES = 24 };

// The distance from the sphere's center to the box, squared.
static double distance_square(const float sphere[], const float box[]) {
    double square = 0;
    for (int c = 0; c < 3; c++) {
        const double below = (double)box[c] - sphere[c], above = (double)sphere[c] - box[3 + c];
        const double out = below > 0 ? below : above > 0 ? above : 0;
        square += out * out;
    }
    return square;
}

// In integers: the sphere touches a face, an edge or a corner, or almost touches it.
static void contact(struct random *r, enum scene scene, float sphere[], float box[]) {
    const struct whole away = whole_vector(r);
    const double step =
        scene == SCENE_DEGENERATE && random_chance(r, 3) ? 0 : ldexp(1, random_int(r, -4, 2));
    double center[3];
    for (int c = 0; c < 3; c++) {
        const double low = random_int(r, -64, 64), size = extent(r, scene);
        const double within = low + size * random_int(r, 0, 4) / 4;
        const double nearest = away.v[c] > 0 ? low + size : away.v[c] < 0 ? low : within;
        box[c] = (float)low;
        box[3 + c] = (float)(low + size);
        center[c] = nearest + away.v[c] * step;
        if (scene == SCENE_DEGENERATE && random_chance(r, 4)) center[c] = within;
    }
    put_sphere(sphere, center, away.w * step);
    if (scene == SCENE_ULP || (scene == SCENE_DEGENERATE && random_chance(r, 2)))
        nudge_sphere(r, sphere);
    const int scale = random_int(r, -20, 20);
    scale_floats(sphere, SPHERE_FLOATS, scale);
    scale_floats(box, BOX_FLOATS, scale);
}

// Any pair, with a radius that just reaches the box.
static void just_reaching(struct random *r, float sphere[], float box[]) {
    any_sphere(r, sphere, 3, 0, .5);
    make_box(r, box, 1, .25, 1.25);
    const double square = distance_square(sphere, box);
    if (square > 0) sphere[RADIUS] = radius_near(r, sqrt(square));
}

// Planes and centers at 0 of either sign and at 1.
static void along(struct random *r, float sphere[], float box[]) {
    for (int c = 0; c < 3; c++) {
        const double low = random_signed(r, random_int(r, 0, 1));
        const double high = low + extent(r, SCENE_ALONG);
        box[c] = (float)low;
        box[3 + c] = (float)(high != 0 ? high : 0 * random_sign(r));
        sphere[CENTER + c] = (float)random_signed(r, random_int(r, 0, 2));
    }
    sphere[RADIUS] = (float)random_int(r, 0, 3);
}

// Sizes down to 2^-20 of the distance from the origin, near contact.
static void scales(struct random *r, float sphere[], float box[]) {
    const int scale = random_int(r, -56, 52), ratio = random_int(r, -20, 0);
    for (int c = 0; c < 3; c++) {
        const double at = random_signed(r, random_scale(r, scale, scale + 6));
        const double size = random_scale(r, scale + ratio, scale + ratio + 4);
        box[c] = (float)at;
        box[3 + c] = (float)(at + size);
        if (box[3 + c] - box[c] < LEAST_LENGTH) box[3 + c] = box[c];
        sphere[CENTER + c] = (float)(box[c] + random_between(r, -1, 2) * size);
        if (fabsf(sphere[CENTER + c]) < LEAST_LENGTH) sphere[CENTER + c] = 0;
    }
    const double distance = sqrt(distance_square(sphere, box));
    sphere[RADIUS] = radius_near(
        r, random_chance(r, 2) ? distance : random_scale(r, scale + ratio - 4, scale + ratio + 4));
}

// The sphere at a corner, of many, that rounding harms most. Each operation may be off by nearly
// half an ulp, because one axis is so much longer that the squares of the others just count.
static void worst(struct random *r, float sphere[], float box[]) {
    const bool lost = random_chance(r, 2);
    double most = -1;
    for (int k = 0; k < CANDIDATES; k++) {
        const int longest = random_int(r, 0, 2);
        float at[SPHERE_FLOATS], b[BOX_FLOATS], distance[3];
        for (int c = 0; c < 3; c++) {
            const double out =
                c == longest ? random_between(r, 1, 1.0625) : random_scale(r, -13, -11);
            const float plane = (float)random_signed(r, random_scale(r, -28, -9));
            at[CENTER + c] = (float)random_signed(r, out);
            b[c] = at[CENTER + c] > 0 ? plane - 8 : plane;
            b[3 + c] = at[CENTER + c] > 0 ? plane : plane + 8;
            distance[c] = at[CENTER + c] - plane;
        }
        const double harm =
            graze(lost, 1 + 0x1p-21f, distance, distance_square(at, b), 0, &at[RADIUS]);
        if (harm <= most) continue;
        most = harm;
        memcpy(sphere, at, sizeof at);
        memcpy(box, b, sizeof b);
    }
    if (!lost && random_chance(r, 3)) sphere[RADIUS] = float_step(sphere[RADIUS], -1);
    const int scale = random_int(r, -20, 20);
    scale_floats(sphere, SPHERE_FLOATS, scale);
    scale_floats(box, BOX_FLOATS, scale);
}

void scene_sphere_aabb(struct random *r, enum scene scene, float sphere[], float box[]) {
    static const struct scattered any = {
        any_sphere, make_box, {{1.25, .25, 1.25}, {4, .25, 1.25}, {1, 1, 2}, {1, 0, 1}}, -5};
    switch (scene) {
    case SCENE_SPARSE:
        any_sphere(r, sphere, 4, .25, 1.25);
        make_box(r, box, 4, .25, 1);
        return;
    case SCENE_ULP:
        if (random_chance(r, 2)) {
            just_reaching(r, sphere, box);
            return;
        } // fall through
    case SCENE_TOUCHING:
    case SCENE_DEGENERATE: contact(r, scene, sphere, box); return;
    case SCENE_ALONG: along(r, sphere, box); return;
    case SCENE_SCALES: scales(r, sphere, box); return;
    case SCENE_WORST: worst(r, sphere, box); return;
    case SCENE_HOSTILE:
        hostile_item(r, sphere, SPHERE_FLOATS);
        hostile_box(r, box);
        return;
    default: scatter(r, scene, &any, sphere, box);
    }
}
