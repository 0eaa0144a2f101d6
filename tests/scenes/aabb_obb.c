// SPDX-License-Identifier: MIT
// Axis-aligned boxes (min, max) and oriented ones (center, half, axis 0, axis 1, axis 2).
#include "tips.h"

static void put_aabb(float x[6], const struct obb *box) {
    for (int c = 0; c < 3; c++) {
        const float low = (float)(box->center[c] - box->half[c]),
                    high = (float)(box->center[c] + box->half[c]);
        x[c] = fabsf(low) < LEAST_LENGTH ? 0 : low;
        x[3 + c] = fabsf(high) < LEAST_LENGTH ? 0 : high;
        if (x[3 + c] - x[c] < LEAST_LENGTH) x[3 + c] = x[c];
    }
}

static void world_axes(struct obb *box) {
    for (int k = 0; k < 3; k++) {
        for (int c = 0; c < 3; c++) box->axis[k][c] = k == c;
    }
}

static void contact(struct random *r, enum scene scene, float x[], float y[]) {
    const bool any = scene == SCENE_SCALES;
    const int scale = any ? random_int(r, -36, 34) : random_int(r, -20, 20);
    const int ratio = any ? random_int(r, -20, 20) : 0, far = any ? random_int(r, -2, 18) : 0;
    struct obb a = {{0}, {0}, {{0}}}, b = a;
    world_axes(&a);
    awkward_rotation(r, b.axis);
    if (scene == SCENE_ALONG) {
        world_axes(&b);
        if (!random_chance(r, 4)) turn_slightly(r, b.axis);
    }
    const bool apart = touching_boxes(r, scene, &a, &b, ratio, far, scale);
    put_aabb(x, &a);
    put_box(y, &b);
    float *const moved = y + CENTER + random_below(r, 3);
    if (scene == SCENE_ULP && !apart && *moved != 0) *moved = nudged(r, *moved);
}

// A tip at which the boxes touch, or which is beyond the stick by up to 7 * 2^-19. It is a point,
// or the corner of a box that extends further outward.
static void worst(struct random *r, float x[], float y[]) {
    struct tip tip = worst_tip(r, true);
    const double at = random_signed(r, 1 + (tip.lost ? 0 : 0x1p-19 * random_between(r, 0, 7)));
    const int scale = random_int(r, -20, 20);
    for (int c = 0; c < 3; c++) {
        const double size = random_chance(r, 2) ? 0 : random_scale(r, -10, 0);
        const float corner = (float)(at * (float)tip.box[1].axis[tip.stick][c]);
        const float outward = (float)(corner + (corner < 0 ? -size : size));
        x[c] = ldexpf(corner < 0 ? outward : corner, scale);
        x[3 + c] = ldexpf(corner < 0 ? corner : outward, scale);
    }
    tip.box[1].half[tip.stick] = ldexp(1, scale);
    put_box(y, &tip.box[1]);
}

static void hostile(struct random *r, float a[], float b[]) {
    enum { FLOATS = AXIS + 9 };
    any_box(r, b, 1.5, .25, 1.25);
    if (random_chance(r, 2)) {
        hostile_box(r, a);
    } else {
        make_box(r, a, 1.5, .25, 1.25);
    }
    if (random_chance(r, 4)) hostile_item(r, b, FLOATS);
    for (unsigned k = random_below(r, 4); k > 0; k--) {
        const float awkward = random_hostile(r);
        b[random_below(r, FLOATS)] = awkward;
    }
}

void scene_aabb_obb(struct random *r, enum scene scene, float a[], float b[]) {
    static const struct scattered any = {
        make_box, any_box, {{1.5, .25, 1.25}, {5, .25, 1.25}, {.5, 1, 2}, {1, 0, 1}}, 6};
    switch (scene) {
    case SCENE_WORST: worst(r, a, b); return;
    case SCENE_HOSTILE: hostile(r, a, b); return;
    default:
        if (!scatter(r, scene, &any, a, b)) contact(r, scene, a, b);
    }
}
