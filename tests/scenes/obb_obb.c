// SPDX-License-Identifier: MIT
// Pairs of oriented boxes: center, half, axis 0, axis 1, axis 2 on both sides.
#include "obbs.h"

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
    const bool exact = scene == SCENE_TOUCHING || scene == SCENE_ULP, any = scene == SCENE_SCALES;
    const int scale = any ? random_int(r, -36, 34) : random_int(r, -20, 20);
    const int ratio = any ? random_int(r, -20, 20) : 0, far = any ? random_int(r, -2, 20) : 0;
    struct obb a = {{0}, {0}, {{0}}}, b = a;
    awkward_axes(r, scene, &a, &b);
    for (int k = 0; k < 3; k++) {
        a.half[k] = extent(r, scene) / 8;
        b.half[k] = ldexp(extent(r, scene) / 8, ratio);
        a.center[k] = exact ? 0 : ldexp(random_int(r, -8, 8), far);
    }
    if (exact) {
        onto_grid(r, &a);
        onto_grid(r, &b);
    }
    const bool apart = scene != SCENE_TOUCHING && random_chance(r, 2);
    bring_into_contact(r, &a, &b, apart ? random_signed(r, random_scale(r, -25, -8)) : 0);
    if (scene == SCENE_DEGENERATE && random_chance(r, 4)) // nested, about one center
        memcpy(b.center, a.center, sizeof b.center);
    scale_box(&a, scale);
    scale_box(&b, scale);
    const bool swap = random_chance(r, 2);
    put_box(swap ? y : x, &a);
    put_box(swap ? x : y, &b);
    float *const moved = (swap ? x : y) + CENTER + random_below(r, 3);
    if (scene == SCENE_ULP && !apart && *moved != 0) *moved = nudged(r, *moved);
}

// --- what the pad is for ---

// A stick, b's axis `stick` of half extent 1, and its tip, a point whose axes are a's. By how much
// the kernel takes the tip to be further than the stick reaches: along b's axis `stick` itself, or
// on the cross product of a's axis i and b's axis k.
struct tip {
    bool face;
    unsigned stick, i, k;
    struct obb box[2];
};

static double beyond(const struct tip *tip) {
    double R[3][3], s = 0;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) R[i][k] = dot(tip->box[0].axis[i], tip->box[1].axis[k]);
    }
    const unsigned l = tip->stick, i = tip->i, k = tip->k, i1 = (i + 1) % 3, i2 = (i + 2) % 3;
    if (!tip->face) return fabs(R[i1][l] * R[i2][k] - R[i2][l] * R[i1][k]) - fabs(R[i][3 - l - k]);
    for (int j = 0; j < 3; j++) s += R[j][l] * R[j][l];
    return s - 1;
}

// Where the deficits of docs/numerics.md are reached: the stick, or the axis that is neither it nor
// k, lies in a's frame as (1, 1, 1) / sqrt 3, or as 3, 2, 2 over sqrt 17 with the 3 along i.
static struct tip worst_pose(struct random *r) {
    struct tip tip = {.face = random_chance(r, 2)};
    tip.stick = random_below(r, 3);
    tip.i = random_below(r, 3);
    tip.k = (tip.stick + random_int(r, 1, 2)) % 3;
    random_rotation(r, tip.box[0].axis);
    const unsigned placed = tip.face ? tip.stick : 3 - tip.stick - tip.k;
    double *along = tip.box[1].axis[placed], p[3], q[3];
    for (unsigned j = 0; j < 3; j++) {
        const double part = tip.face ? 1 : j == tip.i ? 1.5 : 1;
        const double at = random_signed(r, part + random_between(r, -.03125, .03125));
        for (int c = 0; c < 3; c++) along[c] += at * tip.box[0].axis[j][c];
    }
    normalize(along);
    memcpy(p, tip.box[0].axis[tip.i], sizeof p); // the other two axes: p +- q, both as far from i
    reject(p, along);
    normalize(p);
    cross(along, p, q);
    for (int c = 0; c < 3; c++) {
        tip.box[1].axis[(placed + 1) % 3][c] = (p[c] + q[c]) * sqrt(.5);
        tip.box[1].axis[(placed + 2) % 3][c] = (p[c] - q[c]) * sqrt(.5);
    }
    return tip;
}

// Axes skewed as far as _check lets pass once they are floats, each product to the harm of the
// verdict: a tip that is taken to lie beyond the stick, or one beyond it, by up to 10 * 2^-19, that
// is not.
static void skew(struct random *r, struct tip *tip) {
    const double by = .94 * 0x1p-19;
    const bool lost = random_chance(r, 2);
    for (unsigned side = 0; side < 2; side++) {
        for (unsigned p = 0; p < 3; p++) {
            for (unsigned q = p; q < 3; q++) {
                struct tip more = *tip;
                lean(tip->box[side].axis, p, q, -by);
                lean(more.box[side].axis, p, q, by);
                if (lost == (beyond(&more) > beyond(tip))) *tip = more;
            }
        }
    }
    const double at = random_signed(r, 1 + (lost ? 0 : 0x1p-19 * random_between(r, 0, 10)));
    for (int c = 0; c < 3; c++) tip->box[0].center[c] = at * (float)tip->box[1].axis[tip->stick][c];
    tip->box[1].half[tip->stick] = 1;
}

// Sticks that cross at a small angle, both rolled by 45 degrees, so that no face separates them as
// soon as their edges' cross product, which is short.
static void crossed_sticks(struct random *r, struct obb *a, struct obb *b) {
    random_rotation(r, a->axis);
    memcpy(b->axis, a->axis, sizeof b->axis);
    const double angle = random_scale(r, -10, -6), gap = 0x1p-7 * random_unit(r);
    turn_about(b->axis, (const double[]){0, angle, angle});
    a->half[0] = b->half[0] = 1;
    for (int c = 0; c < 3; c++) b->center[c] = gap * sqrt(.5) * (a->axis[1][c] + a->axis[2][c]);
}

static void worst(struct random *r, float x[], float y[]) {
    const int scale = random_int(r, -20, 20);
    struct tip tip = {.face = false};
    if (random_chance(r, 4)) {
        crossed_sticks(r, &tip.box[0], &tip.box[1]);
    } else {
        tip = worst_pose(r);
        skew(r, &tip);
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
    switch (scene) {
    case SCENE_MIXED:
        any_box(r, a, 1.5, .25, 1.25);
        any_box(r, b, 1.5, .25, 1.25);
        return;
    case SCENE_SPARSE:
        any_box(r, a, 5, .25, 1.25);
        any_box(r, b, 5, .25, 1.25);
        return;
    case SCENE_ALL_HIT:
        any_box(r, a, .5, 1, 2);
        any_box(r, b, .5, 1, 2);
        return;
    case SCENE_ALL_MISS: {
        any_box(r, a, 1, 0, 1);
        any_box(r, b, 1, 0, 1);
        const float by = (float)random_signed(r, random_between(r, 6, 50));
        b[random_below(r, 3)] += by;
        return;
    }
    case SCENE_TOUCHING:
    case SCENE_ULP:
    case SCENE_ALONG:
    case SCENE_DEGENERATE:
    case SCENE_SCALES: contact(r, scene, a, b); return;
    case SCENE_WORST: worst(r, a, b); return;
    default: hostile(r, a, b); return;
    }
}
