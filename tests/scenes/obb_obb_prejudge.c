// SPDX-License-Identifier: MIT
// Pairs of oriented boxes whose circumscribed or inscribed balls touch.
#include "obbs.h"

static double half_diagonal(const struct obb *box) {
    return sqrt(dot(box->half, box->half));
}

static double least_half(const struct obb *box) {
    const double two = box->half[0] < box->half[1] ? box->half[0] : box->half[1];
    return two < box->half[2] ? two : box->half[2];
}

static void put_pair(struct random *r, float x[], float y[], struct obb box[2], int scale) {
    const bool swap = random_chance(r, 2);
    for (int k = 0; k < 2; k++) scale_box(&box[k], scale);
    put_box(swap ? y : x, &box[0]);
    put_box(swap ? x : y, &box[1]);
}

// All in integers: half extents (1, 2, 2) k, whose diagonal is 6k, and an integer distance. The
// axes are the world's.
static void whole_contact(struct random *r, float x[], float y[]) {
    static const int8_t ways[][4] = {{1, 0, 0, 1}, {0, 3, 4, 5}, {1, 2, 2, 3},
                                     {2, 3, 6, 7}, {1, 4, 8, 9}, {4, 4, 7, 9}};
    const int8_t *const way = ways[random_below(r, sizeof ways / sizeof *ways)];
    const bool inner = random_chance(r, 3);
    struct obb box[2] = {{{0}, {0}, {{0}}}, {{0}, {0}, {{0}}}};
    double sum = 0;
    for (int k = 0; k < 2; k++) {
        const int size = random_int(r, k, 5) * way[3];
        const unsigned one = random_below(r, 3);
        for (unsigned c = 0; c < 3; c++) {
            box[k].half[c] = c == one ? size : 2 * size;
            box[k].axis[c][(c + one) % 3] = random_sign(r);
        }
        sum += inner ? size : 3 * size;
    }
    const unsigned turn = random_below(r, 3);
    for (unsigned c = 0; c < 3; c++) {
        box[0].center[c] = random_int(r, -64, 64);
        const double part = random_signed(r, way[(c + turn) % 3]);
        box[1].center[c] = box[0].center[c] + part * sum / way[3];
    }
    put_pair(r, x, y, box, random_int(r, -20, 20));
}

// Any boxes, at a distance of a little more or less than the sum of their radii.
static void contact(struct random *r, enum scene scene, float x[], float y[]) {
    const bool any = scene == SCENE_SCALES;
    const int ratio = any ? random_int(r, -20, 20) : 0, far = any ? random_int(r, -2, 20) : 0;
    const int scale = any ? random_int(r, -36, 16) : random_int(r, -20, 20);
    struct obb box[2];
    double way[3];
    for (int k = 0; k < 2; k++) {
        awkward_rotation(r, box[k].axis);
        for (int c = 0; c < 3; c++) box[k].half[c] = extent(r, scene) / 8;
    }
    for (int c = 0; c < 3; c++) {
        box[1].half[c] = ldexp(box[1].half[c], ratio);
        box[0].center[c] = ldexp(random_int(r, -8, 8), far);
        way[c] = random_between(r, -1, 1);
    }
    const unsigned along = random_below(r, 3);
    way[along] = random_sign(r);
    if (scene == SCENE_ALONG) memcpy(way, box[0].axis[random_below(r, 3)], sizeof way);
    normalize(way);
    const bool inner = random_chance(r, 4);
    const double radii = inner ? least_half(&box[0]) + least_half(&box[1])
                               : half_diagonal(&box[0]) + half_diagonal(&box[1]);
    const double off = random_signed(r, random_scale(r, -25, any ? -14 : -8));
    for (int c = 0; c < 3; c++) box[1].center[c] = box[0].center[c] + way[c] * radii * (1 + off);
    if (scene != SCENE_SCALES && random_chance(r, 8)) bring_into_contact(r, &box[0], &box[1], off);
    put_pair(r, x, y, box, scale);
}

// Axes skewed as far as _check accepts. The half diagonals of two cubes, which lie along each
// other, become longer than the half extents say, or the boxes become thinner. The pair is just in
// contact, or outside it by up to the bound.
static void worst(struct random *r, float x[], float y[]) {
    const bool inner = random_chance(r, 4), lost = random_chance(r, 2);
    const double by = (inner ? -1 : 1) * .94 * 0x1p-19, past = random_between(r, 0, 8) * 0x1p-20;
    struct obb box[2];
    double way[3] = {0, 0, 0}, L = 0;
    random_rotation(r, box[0].axis);
    memcpy(box[1].axis, box[0].axis, sizeof box[1].axis);
    for (int c = 0; c < 3; c++) {
        box[0].center[c] = 0;
        for (int k = 0; k < 3 && (!inner || k == 0); k++) way[c] += box[0].axis[k][c];
    }
    normalize(way);
    for (int k = 0; k < 2; k++) {
        const double size = k ? random_scale(r, -8, 0) : 1;
        double reach = 0;
        for (unsigned p = 0; p < 3; p++) {
            box[k].half[p] = size * (inner && p ? 4 : 1);
            for (unsigned q = p; q < 3; q++) {
                if (!inner || p == q) lean(box[k].axis, p, q, by);
            }
        }
        for (int p = 0; p < 3 && !inner; p++) reach += box[k].half[p] * dot(box[k].axis[p], way);
        L += inner ? size * (1 + by / 2) : reach;
    }
    L *= inner ? 1 + (lost ? 1 : -1) * 0x1p-22 : 1 - 0x1p-23 + (lost ? 0 : past);
    for (int c = 0; c < 3; c++) box[1].center[c] = way[c] * L;
    put_pair(r, x, y, box, random_int(r, -20, 20));
}

void scene_obb_obb_prejudge(struct random *r, enum scene scene, float a[], float b[]) {
    static const struct scattered any = {
        any_box, any_box, {{2.1, .25, 1.25}, {7, .25, 1.25}, {.5, 1, 2}, {1, 0, 1}}, 6};
    switch (scene) {
    case SCENE_TOUCHING: whole_contact(r, a, b); return;
    case SCENE_ULP: {
        whole_contact(r, a, b);
        float *const moved = &b[CENTER + random_below(r, 3)];
        if (*moved != 0) *moved = nudged(r, *moved);
        return;
    }
    case SCENE_WORST: worst(r, a, b); return;
    case SCENE_HOSTILE: scene_obb_obb(r, scene, a, b); return;
    default:
        if (!scatter(r, scene, &any, a, b)) contact(r, scene, a, b);
    }
}
