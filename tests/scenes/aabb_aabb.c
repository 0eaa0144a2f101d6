// SPDX-License-Identifier: MIT
// Pairs of axis-aligned boxes: min x y z, max x y z on both sides.
#include "scenes.h"

// One axis, in integers so that nothing is rounded: the boxes touch at a plane, or almost touch, or
// both contain the plane.
static void contact_on_axis(struct random *r, enum scene scene, bool touch, bool off, unsigned c,
                            float a[], float b[]) {
    // Not 0: an ulp away from 0 is below the lengths of the promised range.
    const double at = random_signed(r, random_int(r, 1, 64));
    const double below = extent(r, scene), above = extent(r, scene);
    float *lower = a, *upper = b;
    if (random_chance(r, 2)) {
        lower = b;
        upper = a;
    }
    if (touch) {
        const double start = off ? nudged(r, (float)at) : at;
        put_span(lower, c, at - below, at);
        put_span(upper, c, start, fmax(start, at + above));
        return;
    }
    put_span(lower, c, at - below, at + above);
    const double other_below = random_chance(r, 4) ? below : extent(r, scene);
    const double other_above = random_chance(r, 4) ? above : extent(r, scene);
    put_span(upper, c, at - other_below, at + other_above);
}

// Contact at a face, an edge or a corner.
static void contact(struct random *r, enum scene scene, float a[], float b[]) {
    const bool off = scene == SCENE_ULP || (scene == SCENE_DEGENERATE && random_chance(r, 2));
    const unsigned plane = random_below(r, 3); // the axis that touches, or almost touches
    for (unsigned c = 0; c < 3; c++) {
        const bool touch = c == plane || random_chance(r, 2);
        contact_on_axis(r, scene, touch, off && c == plane, c, a, b);
    }
    const int scale = random_int(r, -20, 20);
    for (int k = 0; k < 6; k++) {
        a[k] = ldexpf(a[k], scale);
        b[k] = ldexpf(b[k], scale);
    }
}

// So few different planes that boxes often share them. One is 0, with either sign.
static void along(struct random *r, float a[], float b[]) {
    for (unsigned c = 0; c < 6; c++) {
        float *const box = c < 3 ? a : b;
        const double low = random_signed(r, random_int(r, 0, 1)),
                     high = low + extent(r, SCENE_ALONG);
        put_span(box, c % 3, low, high != 0 ? high : 0 * random_sign(r));
    }
}

// Sizes down to 2^-20 of the distance from the origin, near contact on every axis.
static void scales(struct random *r, float a[], float b[]) {
    const int scale = random_int(r, -56, 52);
    for (int c = 0; c < 3; c++) {
        const double at = random_signed(r, random_scale(r, scale, scale + 6));
        const int ratio = random_int(r, -20, 0);
        a[c] = (float)at;
        a[3 + c] = (float)(at + random_scale(r, scale + ratio, scale + ratio + 4));
        const double size = random_scale(r, scale + ratio, scale + ratio + 4);
        b[c] = (float)(a[c] + random_between(r, -1, 2) * size);
        b[3 + c] = (float)(b[c] + size);
        if (random_chance(r, 4)) {
            b[c] = a[3 + c];
            b[3 + c] = fmaxf(b[3 + c], b[c]);
        }
        if (a[3 + c] - a[c] < LEAST_LENGTH) a[3 + c] = a[c];
        if (b[3 + c] - b[c] < LEAST_LENGTH) b[3 + c] = b[c];
    }
}

// The comparison needs no pad. These boxes would need one if they were compared by center and half
// extent: long boxes that meet at a plane, which rounding would lose, or miss it by an ulp.
static void worst(struct random *r, float a[], float b[]) {
    const unsigned plane = random_below(r, 3);
    for (unsigned c = 0; c < 3; c++) {
        const float at = (float)random_signed(r, random_scale(r, 0, 2));
        put_span(a, c, at - random_scale(r, 20, 40), at);
        const double low = c == plane ? 0 : random_scale(r, 20, 40);
        put_span(b, c, at - low, at + random_scale(r, 20, 40));
        if (c == plane) b[c] = float_step(at, random_int(r, -1, 1));
    }
}

void scene_aabb_aabb(struct random *r, enum scene scene, float a[], float b[]) {
    static const struct scattered any = {
        make_box, make_box, {{1.25, .25, 1.25}, {4, .25, 1.25}, {1, 1, 2}}, 0};
    switch (scene) {
    case SCENE_ALL_MISS: {
        make_box(r, a, 1, 0, 1);
        make_box(r, b, 1, 0, 1);
        const unsigned c = random_below(r, 3);
        const double by = random_signed(r, random_between(r, 5, 50));
        b[c] += (float)by;
        b[3 + c] += (float)by;
        return;
    }
    case SCENE_TOUCHING:
    case SCENE_ULP:
    case SCENE_DEGENERATE: contact(r, scene, a, b); return;
    case SCENE_ALONG: along(r, a, b); return;
    case SCENE_SCALES: scales(r, a, b); return;
    case SCENE_WORST: worst(r, a, b); return;
    case SCENE_HOSTILE:
        hostile_box(r, a);
        hostile_box(r, b);
        return;
    default: scatter(r, scene, &any, a, b);
    }
}
