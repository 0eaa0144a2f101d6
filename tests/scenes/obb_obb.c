// SPDX-License-Identifier: MIT
// Pairs of oriented boxes: center, half, axis 0, axis 1, axis 2 on both sides.
#include "tips.h"

// --- contact ---

static void awkward_axes(struct random *r, enum scene scene, struct obb *a, struct obb *b) {
    awkward_rotation(r, a->axis);
    if (scene != SCENE_ALONG && random_chance(r, 2)) {
        awkward_rotation(r, b->axis);
    } else {
        memcpy(b->axis, a->axis, sizeof b->axis);
        if (!random_chance(r, 4)) turn_slightly(r, b->axis);
    }
}

static void contact(struct random *r, enum scene scene, float x[], float y[]) {
    const bool any = scene == SCENE_SCALES;
    const int scale = any ? random_int(r, -36, 34) : random_int(r, -20, 20);
    const int ratio = any ? random_int(r, -20, 20) : 0, far = any ? random_int(r, -2, 20) : 0;
    struct obb a = {{0}, {0}, {{0}}}, b = a;
    awkward_axes(r, scene, &a, &b);
    const bool apart = touching_boxes(r, scene, &a, &b, ratio, far, scale);
    const bool swap = random_chance(r, 2);
    put_box(swap ? y : x, &a);
    put_box(swap ? x : y, &b);
    float *const moved = (swap ? x : y) + CENTER + random_below(r, 3);
    if (scene == SCENE_ULP && !apart && *moved != 0) *moved = nudged(r, *moved);
}

// --- pairs that need the pad ---

// Sticks that cross at a small angle, both rolled by 45 degrees. The cross product of their edges,
// which is short, separates them before any face does.
static void crossed_sticks(struct random *r, struct obb *a, struct obb *b) {
    random_rotation(r, a->axis);
    memcpy(b->axis, a->axis, sizeof b->axis);
    const double angle = random_scale(r, -10, -6), gap = 0x1p-7 * random_unit(r);
    turn_about(b->axis, (const double[]){0, angle, angle});
    a->half[0] = b->half[0] = 1;
    for (int c = 0; c < 3; c++) b->center[c] = gap * sqrt(.5) * (a->axis[1][c] + a->axis[2][c]);
}

// A tip at which the boxes touch, or which is beyond the stick by up to 10 * 2^-19.
static void worst(struct random *r, float x[], float y[]) {
    const int scale = random_int(r, -20, 20);
    struct tip tip = {.face = false};
    if (random_chance(r, 4)) {
        crossed_sticks(r, &tip.box[0], &tip.box[1]);
    } else {
        tip = worst_tip(r, false);
        const double at = random_signed(r, 1 + (tip.lost ? 0 : 0x1p-19 * random_between(r, 0, 10)));
        for (int c = 0; c < 3; c++)
            tip.box[0].center[c] = at * (float)tip.box[1].axis[tip.stick][c];
        tip.box[1].half[tip.stick] = 1;
    }
    scale_box(&tip.box[0], scale);
    scale_box(&tip.box[1], scale);
    put_box(x, &tip.box[0]);
    put_box(y, &tip.box[1]);
}

static void hostile(struct random *r, float a[], float b[]) {
    enum { FLOATS = AXIS + 9 };
    any_box(r, a, 1.5, .25, 1.25);
    any_box(r, b, 1.5, .25, 1.25);
    if (random_chance(r, 4)) {
        hostile_item(r, a, FLOATS);
        hostile_item(r, b, FLOATS);
        return;
    }
    for (unsigned k = random_below(r, 5); k > 0; k--) { // a few floats of either
        const float awkward = random_hostile(r);
        float *side = random_chance(r, 2) ? a : b;
        side[random_below(r, FLOATS)] = awkward;
    }
}

void scene_obb_obb(struct random *r, enum scene scene, float a[], float b[]) {
    static const struct scattered any = {
        any_box, any_box, {{1.5, .25, 1.25}, {5, .25, 1.25}, {.5, 1, 2}, {1, 0, 1}}, 6};
    switch (scene) {
    case SCENE_WORST: worst(r, a, b); return;
    case SCENE_HOSTILE: hostile(r, a, b); return;
    default:
        if (!scatter(r, scene, &any, a, b)) contact(r, scene, a, b);
    }
}
